#pragma once
#include <vector>

#include "02_matrix_form/matrix_form.hpp"
#include "base/chapter.hpp"

// What people really write in place of a step. Each gives the wrong numbers that the lesson shows.
// "Over keys" and "over queries", never rows or columns: those change places between the two forms.

namespace attention {

/// Softmax along the wrong axis: for each key, its weights over the queries sum to 1.
inline Matrix softmax_over_queries(const Matrix& A)
{
    return transposed(softmax_over_keys(transposed(A)));
}

/// One softmax over all n² scores at once: the whole matrix sums to 1.
inline Matrix softmax_over_everything(const Matrix& A)
{
    const double largest = xt::amax(A)();
    const Matrix e = xt::exp(A - largest);
    const double sum = xt::sum(e)();
    return e / sum;
}

/// α_{i,j} / Σ_l α_{i,l}: normalised over keys, but without the exponential.
inline Matrix no_exponential(const Matrix& A)
{
    const Vector sum = xt::sum(A, {0});
    return A / sum;
}

/// exp(α_{i,j}) / Σ_l exp(α_{i,l}) without the shift: right on small scores, not a number on large ones.
inline Matrix unshifted_exponential(const Matrix& A)
{
    const Matrix e = xt::exp(A);
    const Vector sum = xt::sum(e, {0});
    return e / sum;
}

inline std::vector<Mistake> matrix_form_mistakes()
{
    return {
        {"softmax_over_queries",
         {"softmax over queries: for each key the weights sum to 1", "对查询做 softmax：结果是每个键的权重之和为 1"},
         [](const Problem&, const Walkthrough& earlier) {
             return StepValues{{"alpha_prime", listed(softmax_over_queries(earlier.as<Matrix>("alpha")))}};
         }},
        {"softmax_over_everything",
         {"one softmax over all scores at once", "对所有分数一起做一次 softmax"},
         [](const Problem&, const Walkthrough& earlier) {
             return StepValues{{"alpha_prime", listed(softmax_over_everything(earlier.as<Matrix>("alpha")))}};
         }},
        {"queries_and_keys_exchanged",
         {"A = Qᵀ K in place of Kᵀ Q: queries and keys change places", "把 A = Kᵀ Q 写成 Qᵀ K：查询和键互换了"},
         [](const Problem&, const Walkthrough& earlier) {
             return StepValues{{"alpha", listed(scores(earlier.as<Matrix>("q"), earlier.as<Matrix>("k")))}};
         }},
        {"weights_transposed",
         {"O = V A'ᵀ: each output takes the weights that belong to a key", "O = V A'ᵀ：每个输出错用了属于某个键的权重"},
         [](const Problem&, const Walkthrough& earlier) {
             return StepValues{
                 {"b", listed(weighted_sums(earlier.as<Matrix>("v"), transposed(earlier.as<Matrix>("alpha_prime"))))}};
         }},
        {"inputs_as_values",
         {"O = I A': the inputs are summed in place of the values, V is left out", "O = I A'：用输入代替值来加权求和，漏掉了 V"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return StepValues{{"b", listed(weighted_sums(as_columns(problem.inputs), earlier.as<Matrix>("alpha_prime")))}};
         }},
        {"keys_as_values",
         {"O = K A': the keys are summed in place of the values", "O = K A'：用键代替值来加权求和"},
         [](const Problem&, const Walkthrough& earlier) {
             return StepValues{{"b", listed(weighted_sums(earlier.as<Matrix>("k"), earlier.as<Matrix>("alpha_prime")))}};
         }},
        {"no_exponential",
         {"the scores are divided by their sum over keys, without exp", "没有取 exp，直接用分数除以同一查询对所有键的分数之和"},
         [](const Problem&, const Walkthrough& earlier) {
             return StepValues{{"alpha_prime", listed(no_exponential(earlier.as<Matrix>("alpha")))}};
         }},
        {"unshifted_exponential",
         {"exp of the scores as they are: right here, not a number once a score passes about 710",
          "分数不平移就取 exp：在这里结果正确；分数超过 710 左右，结果就不再是数"},
         [](const Problem&, const Walkthrough& earlier) {
             return StepValues{{"alpha_prime", listed(unshifted_exponential(earlier.as<Matrix>("alpha")))}};
         }},
    };
}

}  // namespace attention
