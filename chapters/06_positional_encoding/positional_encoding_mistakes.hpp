#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "02_matrix_form/matrix_form.hpp"
#include "06_positional_encoding/positional_encoding.hpp"
#include "06_positional_encoding/positional_encoding_captions.hpp"
#include "06_positional_encoding/positional_encoding_conventions.hpp"
#include "06_positional_encoding/positional_encoding_steps.hpp"
#include "base/chapter.hpp"
#include "base/holds.hpp"
#include "base/step_name.hpp"

// What people really write in place of a step. Each gives the wrong numbers that the lesson shows. Some are an encoding of
// somebody else's, right in its own house.

namespace attention {

/// How position vectors are computed: sinusoid, or what is taken for it.
using Encoding = Matrix (*)(std::size_t d, std::size_t n, double base, double first);

/// Component c turns by base^{-c/d}.
inline Matrix exponent_c_over_d(std::size_t d, std::size_t n, double base, double first)
{
    return exponent_of_column(d, n, 1, base, first);
}

/// Component c turns by base^{-2c/d}.
inline Matrix exponent_2c_over_d(std::size_t d, std::size_t n, double base, double first)
{
    return exponent_of_column(d, n, 2, base, first);
}

/// Pair r turns by base^{-r/d}.
inline Matrix exponent_r_over_d(std::size_t d, std::size_t n, double base, double first)
{
    return in_turns(d, n, first, [&](std::size_t c) { return std::sqrt(pair_speed(c / 2, d, base)); });
}

/// Pair r turns by base^{2r/d}.
inline Matrix exponent_of_other_sign(std::size_t d, std::size_t n, double base, double first)
{
    return in_turns(d, n, first, [&](std::size_t c) { return 1 / pair_speed(c / 2, d, base); });
}

/// Pair r turns by (2r/d)^{1/base}: 2r/d raised to a power of the base, in place of the base raised to a power of 2r/d. All pairs
/// but the first, which stands still, turn almost alike.
inline Matrix base_and_exponent_exchanged(std::size_t d, std::size_t n, double base, double first)
{
    return in_turns(d, n, first,
                    [&](std::size_t c) { return std::pow(static_cast<double>(c - c % 2) / static_cast<double>(d), 1 / base); });
}

/// e[2r] = cos(ω_r p), e[2r+1] = sin(ω_r p).
inline Matrix cosines_before_sines(std::size_t d, std::size_t n, double base, double first)
{
    Matrix exchanged = xt::zeros<double>({d, n});
    for (std::size_t c = 0; c < d; ++c) {
        for (std::size_t i = 0; i < n; ++i) {
            const double angle = pair_speed(c / 2, d, base) * (first + static_cast<double>(i));
            exchanged(c, i) = c % 2 == 0 ? std::cos(angle) : std::sin(angle);
        }
    }
    return exchanged;
}

/// The vectors of the next positions.
inline Matrix one_position_later(std::size_t d, std::size_t n, double base, double first)
{
    return sinusoid(d, n, base, first + 1);
}

/// Base 1000 for 10000; another base is not mistaken for it.
inline Matrix a_zero_too_few(std::size_t d, std::size_t n, double base, double first)
{
    return sinusoid(d, n, base == 10000 ? 1000 : base, first);
}

/// factor a_i in place of a_i.
inline std::vector<Vector> multiplied(std::vector<Vector> vectors, double factor)
{
    for (Vector& vector : vectors) {
        vector *= factor;
    }
    return vectors;
}

/// Whether there are vectors that positions are added to.
inline bool has_vectors(const Problem& problem)
{
    return problem.positions && (!problem.inputs.empty() || has_target(problem));
}

/// Whether one of the first n position vectors is not 0, and its sum another vector than the input.
inline bool moves_one_of(std::size_t n, const Problem& problem)
{
    const std::vector<Vector> e = column_vectors(position_vectors(problem));
    const auto last = e.begin() + static_cast<std::ptrdiff_t>(std::min(n, e.size()));
    const auto is_not_0 = [](double x) { return x != 0; };
    return std::any_of(e.begin(), last, [&](const Vector& e_i) { return std::any_of(e_i.begin(), e_i.end(), is_not_0); });
}

/// The step a_plus_e with other sums for the source, behind the right ones for the target.
inline StepValues with_sums_of_source(const Matrix& sums, const Problem& problem, const Walkthrough& earlier)
{
    auto all = earlier.as<std::vector<Vector>>("a_plus_e");
    all.resize(problem.target.size());
    const std::vector<Vector> of_source = column_vectors(sums);
    all.insert(all.end(), of_source.begin(), of_source.end());
    return {{"a_plus_e", listed(all)}};
}

/// Whether values follow that would differ without positions. Where they would not, it cannot be seen that they lack them: it looks
/// like positions_left_out, for equal values make equal outputs, whatever their weights.
inline bool has_different_values(const Problem& problem)
{
    const bool has_v = holds({"single_output", "self_attention", "attention", "multi_head"}, problem.kind);
    const std::vector<Vector>& giving = has_target(problem) ? problem.source : problem.inputs;
    return has_v && std::any_of(giving.begin(), giving.end(), [&](const Vector& a) { return a != giving[0]; });
}

/// v_j = Wv a_j; of heads that stand on the inputs, those of every head.
inline StepValues values_without_positions(const Problem& problem)
{
    const Matrix Y = answering(problem);
    if (problem.kind != "multi_head" || problem.projections.Wv.size() > 0) {
        return {{"v", listed(project(problem.projections.Wv, Y, problem.projections.bv))}};
    }
    StepValues steps;
    for (std::size_t h = 0; h < problem.heads.size(); ++h) {
        const Projections& head = problem.heads[h];
        steps[name_of_step({"v", std::to_string(h + 1)})] = listed(project(head.Wv, Y, head.bv));
    }
    return steps;
}

/// The position vectors of a problem by another encoding.
template <Encoding encode>
Matrix encoded_by(const Problem& problem)
{
    const auto [d, n] = encoding_size(problem);
    return encode(d, n, problem.positions->base, problem.positions->first);
}

/// The mistake of another encoding in place of the sinusoid. It concerns what it changes: position 0 is the same whatever the
/// speeds, and so is the first pair whatever the base.
template <Encoding encode>
Mistake other_encoding(const std::string& name, const Words& words)
{
    return {
        name, words,
        [](const Problem& problem, const Walkthrough&) {
            return StepValues{{"e", listed(encoded_by<encode>(problem))}};
        },
        [](const Problem& problem) { return is_sinusoid(problem) && encoded_by<encode>(problem) != position_vectors(problem); }};
}

inline std::vector<Mistake> positional_encoding_mistakes()
{
    const auto has_long_vectors = [](const Problem& problem) { return has_vectors(problem) && encoding_size(problem).d > 1; };
    return {
        other_encoding<exponent_c_over_d>(
            "exponent_of_column",
            {"every column has an exponent of its own, c/d for component c, in place of 2r/d for both of a pair: the cosines are slower",
             "每一列各用一个指数：第 c 个分量用 c/d，而不是一对共用 2r/d，余弦因此转慢了"}),
        other_encoding<exponent_2c_over_d>(
            "exponent_of_twice_the_column",
            {"2c/d for component c: the 2r of the formula, where r counts pairs, taken of the number of the component",
             "第 c 个分量用 2c/d：公式里 2r 的 r 数的是对，却拿分量的序号去乘 2"}),
        other_encoding<exponent_r_over_d>("exponent_without_two",
                                          {"r/d in place of 2r/d for pair r", "第 r 对的指数写成了 r/d，而不是 2r/d"}),
        other_encoding<exponent_of_other_sign>(
            "exponent_without_minus", {"multiplied by 10000^{2r/d} in place of divided: later pairs turn faster, not more slowly",
                                       "本该除以 10000^{2r/d}，却乘了：后面的对反而转得更快"}),
        other_encoding<sines_then_cosines>(
            "sines_then_cosines",
            {"all sines first, then all cosines, on the ladder of tensor2tensor: another encoding of the same name",
             "先放全部正弦，再放全部余弦，各对的转速也照 tensor2tensor 的公式：名字相同的另一种编码"}),
        other_encoding<cosines_before_sines>("cosines_before_sines",
                                             {"of each pair the cosine comes first", "每一对都把余弦放在了前面"}),
        other_encoding<one_position_later>("positions_from_one",
                                           {"positions are counted from 1: every vector is that of the next position",
                                            "位置从 1 数起：每个向量都成了下一个位置的"}),
        other_encoding<a_zero_too_few>("base_1000", {"1000 in place of 10000", "把 10000 写成了 1000"}),
        other_encoding<base_and_exponent_exchanged>(
            "base_and_exponent_exchanged",
            {"2r/d to the power of 1/base in place of base to the power of 2r/d", "底数和指数互换：成了 2r/d 的 1/base 次方"}),
        {"positions_left_out",
         {"the positions are computed, and then not added", "算出了位置向量，却没有加上去"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const Matrix none = xt::zeros_like(earlier.as<Matrix>("e"));
             return StepValues{{"a_plus_e", listed(inputs_with_positions(problem, none))}};
         },
         [](const Problem& problem) { return has_vectors(problem) && moves_one_of(encoding_size(problem).n, problem); }},
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
         has_vectors},
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
         has_long_vectors},
        {"source_counted_on",
         {"the positions of the source are counted on from the last of the target, in place of from its own start",
          "源的位置接着目标往下数，而不是从自己的开头数起"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const Positions& positions = *problem.positions;
             const double first = positions.first + static_cast<double>(problem.target.size());
             const Matrix Y = answering(problem);
             const Matrix E = sinusoid(Y.shape(0), Y.shape(1), positions.base, first);
             return with_sums_of_source(add_positions(Y, E), problem, earlier);
         },
         [](const Problem& problem) { return has_target(problem) && is_sinusoid(problem); }},
        {"source_without_positions",
         {"only the target gets its positions, the source is left as it is", "只有目标加了位置，源没有加"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return with_sums_of_source(answering(problem), problem, earlier);
         },
         [](const Problem& problem) {
             return has_target(problem) && problem.positions && moves_one_of(problem.source.size(), problem);
         }},
        {"values_without_positions",
         {"v_j = Wv a_j: positions go into queries and keys, and not into the values",
          "v_j = Wv a_j：位置只进了查询和键，没有进值"},
         [](const Problem& problem, const Walkthrough&) { return values_without_positions(problem); },
         [](const Problem& problem) { return problem.positions && has_different_values(problem); }},
    };
}

}  // namespace attention
