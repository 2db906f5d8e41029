#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/mask.hpp"
#include "base/positions.hpp"
#include "base/projections.hpp"
#include "base/recurrence.hpp"
#include "base/scoring.hpp"
#include "base/sequence.hpp"
#include "base/tensor.hpp"
#include "base/words.hpp"

namespace attention {

/// What steps come to, by name, in the neutral form.
using StepValues = std::map<std::string, Tensor>;

/// The learner's numbers, as docs/problem-format.md describes them. Shapes have been checked by whoever made it.
struct Problem {
    std::string kind;  ///< "per_vector", "single_output", "self_attention", …
    std::string id;    ///< comes back in the walkthrough
    Words title;       ///< free text, in both languages the same unless it was given in each

    std::vector<Vector> inputs;  ///< a_1 … a_n, each [d]
    std::vector<Vector> target;  ///< x_1 … x_m, which ask, in place of inputs (attention, multi_head)
    std::vector<Vector> source;  ///< y_1 … y_n, which answer
    std::vector<Vector> giving;  ///< what values are made of, where it is not what answers: on a second level of heads
    std::size_t query = 1;       ///< which input asks, from 1 (single_output)
    Matrix W;                    ///< of one layer (per_vector, window); of the bilinear score
    std::optional<Vector> bias;  ///< of one layer
    Projections projections;     ///< Wq, Wk, Wv and their biases; the bilinear score has no Wq and Wk

    Score score = Score::dot;
    Scale scale;                    ///< of the dot product
    Vector w;                       ///< [d_k] of the additive score
    std::optional<Vector> b_score;  ///< [d_k] of the additive score, inside tanh
    double c = 0;                   ///< of the additive score, added outside

    bool is_causal = false;              ///< query i may attend to keys 1 … i only
    std::optional<Mask> mask;            ///< [n_keys x n_queries] who may attend to what
    std::vector<bool> is_real;           ///< by key: no padding; empty when none is
    std::optional<Positions> positions;  ///< added to the inputs first; of positional_encoding

    std::vector<Projections> heads;  ///< of multi_head; on q, k, v when `projections` are there, else on the inputs
    std::optional<Matrix> Wo;        ///< [d_out x heads d_v]
    std::optional<Vector> bo;        ///< [d_out]

    std::size_t d = 0;  ///< length of a position vector (positional_encoding)
    std::size_t n = 0;  ///< number of position vectors

    Cell cell = Cell::tanh;              ///< of rnn
    Recurrence forward;                  ///< first to last input
    std::optional<Recurrence> backward;  ///< last to first
    std::optional<Matrix> Wy;            ///< [d_y x m], or [d_y x (m + m')] on both directions stacked
    std::optional<Vector> by;            ///< [d_y]
    std::vector<std::string> measure;    ///< "reach", "memory"

    std::vector<std::string> asks;               ///< fields that go beyond the lecture's plain steps: "scale", "mask", …
    StepValues given;                            ///< earlier steps by name, from which the answer continues
    std::map<std::string, std::string> written;  ///< exact strings as the learner wrote them, by path: "Wk[1][2]" -> "ln 3"
};

/// Whether one sequence asks and another answers.
inline bool has_target(const Problem& problem)
{
    return !problem.target.empty();
}

/// Whether some query may not attend to some key.
inline bool is_masked(const Problem& problem)
{
    return problem.is_causal || problem.mask || !problem.is_real.empty();
}

/// The vectors that ask, one per column: the target, the one input of a single output, or all inputs.
inline Matrix asking(const Problem& problem)
{
    if (problem.kind == "single_output") {
        return as_columns({problem.inputs.at(problem.query - 1)});
    }
    return as_columns(has_target(problem) ? problem.target : problem.inputs);
}

/// The vectors that answer, one per column: the source, or all inputs.
inline Matrix answering(const Problem& problem)
{
    return as_columns(has_target(problem) ? problem.source : problem.inputs);
}

/// The vectors that values are made of, one per column: what answers, unless others give.
inline Matrix giving(const Problem& problem)
{
    return problem.giving.empty() ? answering(problem) : as_columns(problem.giving);
}

/// The place among the inputs, from 0, of the first that asks.
inline std::size_t first_asking(const Problem& problem)
{
    return problem.kind == "single_output" ? problem.query - 1 : 0;
}

/// Who may attend to what, as all masks of the problem say together: pair by pair, where chapter 04 puts whole masks together.
inline Mask allowed_pairs(const Problem& problem)
{
    Mask allowed = xt::ones<bool>({answering(problem).shape(1), asking(problem).shape(1)});
    for (std::size_t j = 0; j < allowed.shape(0); ++j) {
        for (std::size_t i = 0; i < allowed.shape(1); ++i) {
            const bool is_in_time = !problem.is_causal || j <= first_asking(problem) + i;
            const bool is_real = problem.is_real.empty() || problem.is_real[j];
            allowed(j, i) = is_in_time && is_real && (!problem.mask || (*problem.mask)(j, i));
        }
    }
    return allowed;
}

/// Whether queries, keys, values, scores, weights and outputs are the problem's own: one attention, not several heads, and about
/// vectors to which no positions are still to be added.
inline bool is_one_attention(const Problem& problem)
{
    const bool attends = problem.kind == "single_output" || problem.kind == "self_attention" || problem.kind == "attention";
    return attends && !problem.positions;
}

/// The same problem about other inputs (or target, then source), and without positions: they are in the inputs.
inline Problem with_inputs(Problem problem, const std::vector<Vector>& inputs)
{
    problem.positions.reset();
    if (!has_target(problem)) {
        problem.inputs = inputs;
        return problem;
    }
    const auto middle = inputs.begin() + static_cast<std::ptrdiff_t>(problem.target.size());
    problem.target.assign(inputs.begin(), middle);
    problem.source.assign(middle, inputs.end());
    return problem;
}

}  // namespace attention
