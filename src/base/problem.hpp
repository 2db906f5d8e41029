#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/projections.hpp"
#include "base/scoring.hpp"
#include "base/sequence.hpp"
#include "base/tensor.hpp"

namespace attention {

/// The learner's numbers, as docs/problem-format.md describes them. Shapes have been checked by whoever made it.
struct Problem {
    std::string kind;   ///< "per_vector", "single_output", "self_attention", …
    std::string id;     ///< comes back in the walkthrough
    std::string title;  ///< free text

    std::vector<Vector> inputs;  ///< a_1 … a_n, each [d]
    std::size_t query = 1;       ///< which input asks, from 1 (single_output)
    Matrix W;                    ///< of one layer (per_vector, window); of the bilinear score
    std::optional<Vector> bias;  ///< of one layer
    Projections projections;     ///< Wq, Wk, Wv and their biases; the bilinear score has no Wq and Wk

    Score score = Score::dot;
    Scale scale;                    ///< of the dot product
    Vector w;                       ///< [d_k] of the additive score
    std::optional<Vector> b_score;  ///< [d_k] of the additive score, inside tanh
    double c = 0;                   ///< of the additive score, added outside

    std::vector<std::string> asks;               ///< fields that go beyond the lecture's plain steps: "scale", "mask", …
    std::map<std::string, Tensor> given;         ///< earlier steps by name, from which the answer continues
    std::map<std::string, std::string> written;  ///< exact strings as the learner wrote them, by path: "Wk[1][2]" -> "ln 3"
};

/// The inputs that ask, one per column: the one of a single output, else all.
inline Matrix asking_inputs(const Problem& problem)
{
    return as_columns(problem.kind == "single_output" ? std::vector{problem.inputs.at(problem.query - 1)} : problem.inputs);
}

/// One thing that a problem states, to be shown before the steps.
struct Stated {
    std::string field;   ///< its name in the problem: "Wq"
    std::string symbol;  ///< LaTeX: "W^q", or "a_i" for a sequence of vectors
    Tensor value;        ///< as in the JSON: a number, a list of vectors, or a list of a matrix's rows
};

/// All that a problem states, in the order of the format; what it leaves out or keeps at its default is not stated.
inline std::vector<Stated> stated(const Problem& problem)
{
    std::vector<Stated> all{{"inputs", "a_i", listed(problem.inputs)}};
    const auto add_matrix = [&all](const char* field, const char* symbol, const Matrix& W) {
        if (W.size() > 0) {
            all.push_back({field, symbol, W});
        }
    };
    const auto add_vector = [&all](const char* field, const char* symbol, const std::optional<Vector>& x) {
        if (x && x->size() > 0) {
            all.push_back({field, symbol, *x});
        }
    };
    const auto add_number = [&all](const char* field, const char* symbol, double x, double fallback) {
        if (x != fallback) {
            all.push_back({field, symbol, x});
        }
    };
    const Projections& p = problem.projections;
    add_matrix("W", "W", problem.W);
    add_vector("bias", "b", problem.bias);
    add_matrix("Wq", "W^q", p.Wq);
    add_matrix("Wk", "W^k", p.Wk);
    add_matrix("Wv", "W^v", p.Wv);
    add_vector("bq", "b^q", p.bq);
    add_vector("bk", "b^k", p.bk);
    add_vector("bv", "b^v", p.bv);
    add_vector("w", "w", problem.w);
    add_vector("b_score", R"(b^{\mathrm{score}})", problem.b_score);
    add_number("c", "c", problem.c, 0);
    add_number("scale", "s", problem.scale.number, 1);
    return all;
}

}  // namespace attention
