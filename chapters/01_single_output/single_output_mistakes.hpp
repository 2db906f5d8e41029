#pragma once
#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "01_single_output/single_output.hpp"
#include "base/chapter.hpp"

// What people really write in place of a step. Each gives the wrong numbers that the lesson shows.

namespace attention {

/// α_j / Σ_l α_l: normalised, but without the exponential. Scores of both signs give negative weights, scores that sum to 0
/// divide by 0, and -α gives the same weights as α.
inline Vector no_exponential(const Vector& alpha)
{
    const double sum = xt::sum(alpha)();
    return alpha / sum;
}

/// exp(α_j): positive, but they do not sum to 1.
inline Vector not_normalised(const Vector& alpha)
{
    return xt::exp(alpha);
}

/// exp(α_j) / Σ_l exp(α_l) without the shift: right on small scores, inf / inf from about 710 on, 0 / 0 from about -745.
inline Vector unshifted_exponential(const Vector& alpha)
{
    const Vector e = xt::exp(alpha);
    const double sum = xt::sum(e)();
    return e / sum;
}

/// Softmax over all inputs but the one that asks (i counts from 0); that one gets weight 0, even when it is alone.
inline Vector self_left_out(Vector alpha, std::size_t i)
{
    if (alpha.size() == 1) {
        return Vector{0};
    }
    alpha(i) = -std::numeric_limits<double>::infinity();
    return softmax(alpha);  // exp(-inf) = 0
}

/// 1 for the largest score, 0 for every other.
inline Vector largest_only(const Vector& alpha)
{
    Vector weights = xt::zeros<double>({alpha.size()});
    *(weights.begin() + (std::max_element(alpha.begin(), alpha.end()) - alpha.begin())) = 1;
    return weights;
}

inline std::vector<Mistake> single_output_mistakes()
{
    return {
        {"no_exponential",
         {"the scores are divided by their sum, without exp", "没有取 exp，直接用分数除以分数之和"},
         [](const Problem&, const Walkthrough& earlier) {
             return StepValues{{"alpha_prime", listed(no_exponential(earlier.as<Vector>("alpha")))}};
         }},
        {"not_normalised",
         {"exp is taken, but not divided by the sum", "取了 exp，却没有除以总和"},
         [](const Problem&, const Walkthrough& earlier) {
             return StepValues{{"alpha_prime", listed(not_normalised(earlier.as<Vector>("alpha")))}};
         }},
        {"self_left_out",
         {"the input that asks is not allowed to attend to itself", "不让发问的输入关注自己"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return StepValues{{"alpha_prime", listed(self_left_out(earlier.as<Vector>("alpha"), problem.query - 1))}};
         }},
        {"largest_only",
         {"only the value of the largest score is taken", "只取分数最大的那个键所对应的值"},
         [](const Problem&, const Walkthrough& earlier) {
             return StepValues{{"alpha_prime", listed(largest_only(earlier.as<Vector>("alpha")))}};
         }},
        {"inputs_as_values",
         {"the inputs are summed in place of the values: Wv is left out", "用输入代替值来加权求和：漏掉了 Wv"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return StepValues{{"b", listed(weighted_sum(earlier.as<Vector>("alpha_prime"), problem.inputs))}};
         }},
        {"keys_as_values",
         {"the keys are summed in place of the values", "用键代替值来加权求和"},
         [](const Problem&, const Walkthrough& earlier) {
             return StepValues{
                 {"b", listed(weighted_sum(earlier.as<Vector>("alpha_prime"), earlier.as<std::vector<Vector>>("k")))}};
         }},
        {"unshifted_exponential",
         {"exp of the scores as they are: right here, not a number once a score passes about 710",
          "分数不平移就取 exp：在这里结果正确；分数超过 710 左右，结果就不再是数"},
         [](const Problem&, const Walkthrough& earlier) {
             return StepValues{{"alpha_prime", listed(unshifted_exponential(earlier.as<Vector>("alpha")))}};
         }},
    };
}

}  // namespace attention
