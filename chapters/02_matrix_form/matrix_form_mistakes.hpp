#pragma once
#include <cmath>
#include <vector>

#include "01_single_output/single_output_mistakes.hpp"
#include "02_matrix_form/matrix_form.hpp"
#include "base/chapter.hpp"

// What people really write in place of a step. Each gives the wrong numbers that the lesson shows.
// "Over keys" and "over queries", never rows or columns: those change places between the two forms.
// The mistakes of chapter 01 are made here as well, in every query; these need several queries to be seen, but for two.

namespace attention {

/// Softmax along the wrong axis: for each key, its weights over the queries that may attend to it sum to 1.
inline Matrix softmax_over_queries(const Matrix& A, const Mask& allowed)
{
    return transposed(weights_by(softmax, transposed(A), xt::transpose(allowed)));
}

/// One softmax over the scores of all pairs that may meet: the whole matrix sums to 1.
inline Matrix softmax_over_everything(const Matrix& A, const Mask& allowed)
{
    Matrix all = A;
    Mask all_allowed = allowed;
    all.reshape({A.size(), 1});
    all_allowed.reshape({A.size(), 1});
    Matrix A_prime = weights_by(softmax, all, all_allowed);
    A_prime.reshape(A.shape());
    return A_prime;
}

/// The step that is wrong when queries and keys change places after they have been made: the scores or, of an additive score,
/// what they are made of.
inline StepValues with_queries_and_keys_exchanged(const Problem& problem, const Walkthrough& earlier)
{
    if (problem.score == Score::additive) {
        const auto h = earlier.as<Tensor3>("hidden");
        return {{"hidden", listed(Tensor3(xt::transpose(h, {1, 0, 2})))}};
    }
    return {{"alpha", listed(transposed(earlier.as<Matrix>("alpha")))}};
}

/// How many queries may attend to some key.
inline std::size_t queries_that_see(const Mask& allowed)
{
    std::size_t number = 0;
    for (std::size_t i = 0; i < allowed.shape(1); ++i) {
        number += keys_of(allowed, i).empty() ? 0 : 1;
    }
    return number;
}

/// Whether softmax over queries gives other weights than over keys: a weight that is alone for its query and for its key is 1
/// either way.
inline bool depends_on_axis(const Mask& allowed)
{
    return most_keys(allowed) > 1 || most_keys(xt::transpose(allowed)) > 1;
}

/// Whether there are as many queries as keys, and more than one.
inline bool is_square(const Mask& allowed)
{
    return allowed.shape(0) == allowed.shape(1) && allowed.shape(0) > 1;
}

/// Whether the weights can be transposed, to others: weights of 1 may be symmetric.
inline bool is_changed_by_turning(const Mask& allowed)
{
    const Mask turned = xt::transpose(allowed);
    return is_square(allowed) && (most_keys(allowed) > 1 || turned != allowed);
}

inline std::vector<Mistake> matrix_form_mistakes()
{
    return {
        {"scaled_unasked",
         {"the scores are divided by √d_k, though the problem does not ask for it", "题目没有要求，却把分数除以了 √d_k"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const double root = std::sqrt(static_cast<double>(problem.projections.Wk.shape(0)));
             const Matrix A = earlier.by_query<Matrix>("alpha") / root;
             return StepValues{{"alpha", listed_by_query(problem.kind, A)}};
         },
         [](const Problem& problem) {
             const bool is_plain = problem.score == Score::dot && !problem.scale.by_key_length && problem.scale.number == 1;
             return is_one_attention(problem) && is_plain && problem.projections.Wk.shape(0) > 1;
         }},
        {"softmax_over_queries",
         {"softmax over queries: for each key the weights sum to 1", "对查询做 softmax：结果是每个键的权重之和为 1"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return weights_step(problem, softmax_over_queries(earlier.by_query<Matrix>("alpha"), allowed_pairs(problem)));
         },
         [](const Problem& problem) { return is_one_attention(problem) && depends_on_axis(allowed_pairs(problem)); }},
        {"softmax_over_everything",
         {"one softmax over all scores at once", "对所有分数一起做一次 softmax"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return weights_step(problem, softmax_over_everything(earlier.by_query<Matrix>("alpha"), allowed_pairs(problem)));
         },
         [](const Problem& problem) { return is_one_attention(problem) && queries_that_see(allowed_pairs(problem)) > 1; }},
        {"queries_and_keys_exchanged",
         {"A = Qᵀ K in place of Kᵀ Q: queries and keys change places", "把 A = Kᵀ Q 写成 Qᵀ K：查询和键互换了"},
         with_queries_and_keys_exchanged,
         [](const Problem& problem) { return has_queries(problem) && is_square(allowed_pairs(problem)); }},
        {"weights_transposed",
         {"O = V A'ᵀ: each output takes the weights that belong to a key", "O = V A'ᵀ：每个输出错用了属于某个键的权重"},
         [](const Problem&, const Walkthrough& earlier) {
             return StepValues{
                 {"b", listed(weighted_sums(earlier.as<Matrix>("v"), transposed(earlier.as<Matrix>("alpha_prime"))))}};
         },
         [](const Problem& problem) { return is_one_attention(problem) && is_changed_by_turning(allowed_pairs(problem)); }},
    };
}

}  // namespace attention
