#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "02_matrix_form/matrix_form.hpp"
#include "06_positional_encoding/positional_encoding.hpp"
#include "06_positional_encoding/positional_encoding_captions.hpp"
#include "06_positional_encoding/positional_encoding_conventions.hpp"
#include "06_positional_encoding/positional_encoding_steps.hpp"
#include "base/chapter.hpp"
#include "base/holds.hpp"

// What people really write in place of a step. Each gives the wrong numbers that the lesson shows. Some are an encoding of
// somebody else's, right in its own house.

namespace attention {

/// sin and cos of p (2r/d)^{1/base}: 2r/d raised to a power of the base, in place of the base raised to a power of 2r/d. All pairs
/// but the first, which stands still, turn almost alike.
inline Matrix base_and_exponent_exchanged(std::size_t d, std::size_t n, double base, double first)
{
    Matrix E = xt::zeros<double>({d, n});
    for (std::size_t c = 0; c < d; ++c) {
        const double share = static_cast<double>(c - c % 2) / static_cast<double>(d);
        for (std::size_t i = 0; i < n; ++i) {
            const double angle = std::pow(share, 1 / base) * (first + static_cast<double>(i));
            E(c, i) = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
        }
    }
    return E;
}

/// factor a_i in place of a_i.
inline std::vector<Vector> multiplied(std::vector<Vector> vectors, double factor)
{
    for (Vector& vector : vectors) {
        vector *= factor;
    }
    return vectors;
}

/// Whether a step v follows whose vectors would differ without positions. Where they would not, it cannot be seen that v lacks
/// them: it looks like positions_left_out, for equal values make equal outputs, whatever their weights.
inline bool has_different_values(const Problem& problem)
{
    const bool has_v = holds({"single_output", "self_attention", "attention"}, problem.kind);
    const std::vector<Vector>& giving = has_target(problem) ? problem.source : problem.inputs;
    return has_v && std::any_of(giving.begin(), giving.end(), [&](const Vector& a) { return a != giving[0]; });
}

inline std::vector<Mistake> positional_encoding_mistakes()
{
    using Concerns = bool (*)(const Problem&);
    const Concerns has_inputs = [](const Problem& problem) {
        return problem.positions && (!problem.inputs.empty() || has_target(problem));
    };
    return {
        {"exponent_of_column",
         {"every column has an exponent of its own, c/d for component c, in place of 2r/d for both of a pair: the cosines are slower",
          "每一列各用一个指数：第 c 个分量用 c/d，而不是一对共用 2r/d，余弦因此转慢了"},
         [](const Problem& problem, const Walkthrough&) {
             const auto [d, n] = encoding_size(problem);
             return StepValues{{"e", listed(exponent_of_column(d, n, 1, problem.positions->base, problem.positions->first))}};
         },
         is_sinusoid},
        {"exponent_of_twice_the_column",
         {"2c/d for component c: the 2r of the formula, where r counts pairs, taken of the number of the component",
          "第 c 个分量用 2c/d：公式里 2r 的 r 数的是对，却拿分量的序号去乘 2"},
         [](const Problem& problem, const Walkthrough&) {
             const auto [d, n] = encoding_size(problem);
             return StepValues{{"e", listed(exponent_of_column(d, n, 2, problem.positions->base, problem.positions->first))}};
         },
         is_sinusoid},
        {"sines_then_cosines",
         {"all sines first, then all cosines, on the ladder of tensor2tensor: another encoding of the same name",
          "先放全部正弦，再放全部余弦，各对的转速也照 tensor2tensor 的公式：名字相同的另一种编码"},
         [](const Problem& problem, const Walkthrough&) {
             const auto [d, n] = encoding_size(problem);
             return StepValues{{"e", listed(sines_then_cosines(d, n, problem.positions->base, problem.positions->first))}};
         },
         is_sinusoid},
        {"positions_from_one",
         {"positions are counted from 1: every vector is that of the next position", "位置从 1 数起：每个向量都成了下一个位置的"},
         [](const Problem& problem, const Walkthrough&) {
             const auto [d, n] = encoding_size(problem);
             return StepValues{{"e", listed(sinusoid(d, n, problem.positions->base, problem.positions->first + 1))}};
         },
         is_sinusoid},
        {"base_1000",
         {"1000 in place of 10000", "把 10000 写成了 1000"},
         [](const Problem& problem, const Walkthrough&) {
             const auto [d, n] = encoding_size(problem);
             return StepValues{{"e", listed(sinusoid(d, n, 1000, problem.positions->first))}};
         },
         [](const Problem& problem) { return is_sinusoid(problem) && problem.positions->base == 10000; }},
        {"base_and_exponent_exchanged",
         {"2r/d to the power of 1/base in place of base to the power of 2r/d", "底数和指数互换：成了 2r/d 的 1/base 次方"},
         [](const Problem& problem, const Walkthrough&) {
             const auto [d, n] = encoding_size(problem);
             return StepValues{
                 {"e", listed(base_and_exponent_exchanged(d, n, problem.positions->base, problem.positions->first))}};
         },
         is_sinusoid},
        {"positions_left_out",
         {"the positions are computed, and then not added", "算出了位置向量，却没有加上去"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const Matrix none = xt::zeros_like(earlier.as<Matrix>("e"));
             return StepValues{{"a_plus_e", listed(inputs_with_positions(problem, none))}};
         },
         has_inputs},
        {"encoding_replaces_input",
         {"e_i in place of a_i + e_i: the layer knows where, and no longer what",
          "只用 e_i 而不是 a_i + e_i：知道在哪里，却不知道是什么"},
         [](const Problem& problem, const Walkthrough& earlier) {
             Problem blank = problem;
             blank.inputs = multiplied(problem.inputs, 0);
             blank.target = multiplied(problem.target, 0);
             blank.source = multiplied(problem.source, 0);
             return StepValues{{"a_plus_e", listed(inputs_with_positions(blank, earlier.as<Matrix>("e")))}};
         },
         has_inputs},
        {"inputs_times_root_d",
         {"√d a_i + e_i: what the Transformer does to its word vectors, done to inputs that want to be taken as they are",
          "√d a_i + e_i：Transformer 对词向量才这样做，而这里的输入应当照原样用"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const double root = std::sqrt(static_cast<double>(encoding_size(problem).d));
             Problem longer = problem;
             longer.inputs = multiplied(problem.inputs, root);
             longer.target = multiplied(problem.target, root);
             longer.source = multiplied(problem.source, root);
             return StepValues{{"a_plus_e", listed(inputs_with_positions(longer, earlier.as<Matrix>("e")))}};
         },
         has_inputs},
        {"values_without_positions",
         {"v_j = Wv a_j: positions go into queries and keys, and not into the values",
          "v_j = Wv a_j：位置只进了查询和键，没有进值"},
         [](const Problem& problem, const Walkthrough&) {
             return StepValues{{"v", listed(project(problem.projections.Wv, answering(problem), problem.projections.bv))}};
         },
         [](const Problem& problem) { return problem.positions && has_different_values(problem); }},
    };
}

}  // namespace attention
