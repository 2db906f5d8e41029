#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include "04_source_and_target/source_and_target.hpp"
#include "04_source_and_target/source_and_target_steps.hpp"
#include "base/chapter.hpp"

// What people really write in place of a step. Each gives the wrong numbers that the lesson shows.

namespace attention {

/// The weights with 0 put in for forbidden keys afterwards: those of a query no longer sum to 1.
inline Matrix mask_after_softmax(const Matrix& A, const Mask& allowed)
{
    const Matrix A_prime = softmax_over_keys(A);
    return xt::where(allowed, A_prime, 0.0);
}

/// Softmax of the scores with a large number subtracted for forbidden keys: right while an allowed key is left whose score is
/// not as low; a query with no key left gets the weights of no mask at all.
inline Matrix finite_mask_value(const Matrix& A, const Mask& allowed)
{
    const Matrix lowered = xt::where(allowed, A, A - 1e4);
    return softmax_over_keys(lowered);
}

/// The masked weights, with equal ones for a query that may attend to nothing.
inline Matrix equal_weights_for_no_key(const Matrix& A, const Mask& allowed)
{
    Matrix A_prime = masked_softmax(A, allowed);
    for (std::size_t i = 0; i < A.shape(1); ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < A.shape(0); ++j) {
            sum += A_prime(j, i);
        }
        for (std::size_t j = 0; j < A.shape(0) && sum == 0; ++j) {
            A_prime(j, i) = 1 / static_cast<double>(A.shape(0));
        }
    }
    return A_prime;
}

/// The weights that a problem's scores get under another mask than its own.
inline Tensor weights_under(const Problem& problem, const Walkthrough& earlier, const Mask& mask)
{
    return listed_by_query(problem.kind, masked_softmax(earlier.by_query<Matrix>("alpha"), mask));
}

/// Who may attend to what in a problem, before any step of it is taken.
inline Mask mask_before_steps(const Problem& problem)
{
    return mask_of(problem, answering(problem).shape(1), asking(problem).shape(1));
}

/// Whether some query may attend to no key.
inline bool has_query_without_key(const Problem& problem)
{
    const Mask allowed = mask_before_steps(problem);
    for (std::size_t i = 0; i < allowed.shape(1); ++i) {
        bool sees = false;
        for (std::size_t j = 0; j < allowed.shape(0); ++j) {
            sees = sees || allowed(j, i);
        }
        if (!sees) {
            return true;
        }
    }
    return false;
}

/// Whether some key is hidden from some query; a mask may also allow everything.
inline bool hides_something(const Problem& problem)
{
    const Mask allowed = mask_before_steps(problem);
    return !std::all_of(allowed.begin(), allowed.end(), [](bool may) { return may; });
}

/// Whether the listed mask says something else when it is read by key.
inline bool has_mask_to_turn(const Problem& problem)
{
    if (!problem.mask || problem.mask->shape(0) != problem.mask->shape(1)) {
        return false;
    }
    const Mask turned = xt::transpose(*problem.mask);
    return turned != *problem.mask;
}

inline std::vector<Mistake> source_and_target_mistakes()
{
    using Concerns = bool (*)(const Problem&);
    const Concerns is_plainly_causal = [](const Problem& problem) {
        return problem.is_causal && problem.kind == "self_attention" && !problem.mask && problem.is_real.empty();
    };
    const Concerns has_mask_and_padding = [](const Problem& problem) { return problem.mask && !problem.is_real.empty(); };
    const Concerns is_padded_square = [](const Problem& problem) {
        return !problem.is_real.empty() && problem.kind == "self_attention" && !problem.mask && !problem.is_causal;
    };
    const Concerns is_between_two = [](const Problem& problem) {
        return has_target(problem) && problem.target[0].size() == problem.source[0].size() && !is_masked(problem) &&
               problem.score == Score::dot;
    };
    return {
        {"queries_from_source",
         {"queries are made of the source as well: self-attention of the source, an output for each source vector",
          "查询也由源得来：成了源的自注意力，每个源向量得一个输出"},
         [](const Problem& problem, const Walkthrough&) {
             const Matrix Y = answering(problem);
             const Mask all = no_mask(Y.shape(1), Y.shape(1));
             return StepValues{{"b", listed(attend(Y, Y, problem.projections, all, problem.scale).O)}};
         },
         is_between_two},
        {"keys_from_target",
         {"keys and values are made of the target as well: self-attention of the target, the source is not seen",
          "键和值也由目标得来：成了目标的自注意力，源根本没有用到"},
         [](const Problem& problem, const Walkthrough&) {
             const Matrix X = asking(problem);
             const Mask all = no_mask(X.shape(1), X.shape(1));
             return StepValues{{"b", listed(attend(X, X, problem.projections, all, problem.scale).O)}};
         },
         is_between_two},
        {"causal_without_self",
         {"query i sees keys 1 to i - 1: its own is left out", "查询 i 只看第 1 到第 i - 1 个键，漏掉了自己的键"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return StepValues{
                 {"alpha_prime", weights_under(problem, earlier, causal_mask(problem.inputs.size(), problem.inputs.size(), -1))}};
         },
         is_plainly_causal},
        {"causal_one_too_many",
         {"query i sees keys 1 to i + 1: a look into the future", "查询 i 看第 1 到第 i + 1 个键，偷看了未来"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return StepValues{
                 {"alpha_prime", weights_under(problem, earlier, causal_mask(problem.inputs.size(), problem.inputs.size(), 1))}};
         },
         is_plainly_causal},
        {"causal_turned_round",
         {"query i sees keys i to n: the triangle of the mask lies on the wrong side",
          "查询 i 看第 i 到第 n 个键：掩码的三角形放错了边"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const std::size_t n = problem.inputs.size();
             return StepValues{{"alpha_prime", weights_under(problem, earlier, xt::transpose(causal_mask(n, n)))}};
         },
         is_plainly_causal},
        {"mask_after_softmax",
         {"the mask is applied to the weights, after softmax: they no longer sum to 1",
          "softmax 之后才对权重加掩码：权重之和不再是 1"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const Matrix A = earlier.by_query<Matrix>("alpha");
             return StepValues{
                 {"alpha_prime", listed_by_query(problem.kind, mask_after_softmax(A, mask_of(problem, A.shape(0), A.shape(1))))}};
         },
         hides_something},
        {"mask_inverted",
         {"true is taken for forbidden: only the keys that should be hidden are seen",
          "把 true 当成“禁止”：只看到了本该藏起来的键"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const Matrix A = earlier.by_query<Matrix>("alpha");
             const Mask inverted = !mask_of(problem, A.shape(0), A.shape(1));
             return StepValues{{"alpha_prime", listed_by_query(problem.kind, masked_softmax(A, inverted))}};
         },
         hides_something},
        {"mask_left_out",
         {"no mask: every query sees every key", "没有用掩码：每个查询看到所有的键"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return StepValues{
                 {"alpha_prime", listed_by_query(problem.kind, softmax_over_keys(earlier.by_query<Matrix>("alpha")))}};
         },
         hides_something},
        {"padding_on_queries",
         {"padding forbids queries in place of keys: the padded key is still seen by the others",
          "填充掩码用在了查询上，而不是键上：其余查询仍然看得到填充的键"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return StepValues{
                 {"alpha_prime",
                  weights_under(problem, earlier, xt::transpose(padding_mask(problem.is_real, problem.is_real.size())))}};
         },
         is_padded_square},
        {"mask_by_key",
         {"the mask is read by key in place of by query: rows and columns change places",
          "掩码按键来读，而不是按查询：行和列互换了"},
         [](const Problem& problem, const Walkthrough& earlier) {
             Problem other = problem;
             other.mask = xt::transpose(*problem.mask);
             const Matrix A = earlier.by_query<Matrix>("alpha");
             return StepValues{{"alpha_prime", weights_under(problem, earlier, mask_of(other, A.shape(0), A.shape(1)))}};
         },
         has_mask_to_turn},
        {"either_mask",
         {"a key is allowed when mask or padding allows it, in place of both",
          "掩码与填充只要有一个允许就算允许，而不是两个都允许"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const Mask either = *problem.mask || padding_mask(problem.is_real, problem.mask->shape(1));
             return StepValues{{"alpha_prime", weights_under(problem, earlier, either)}};
         },
         has_mask_and_padding},
        {"finite_mask_value",
         {"10,000 is subtracted from forbidden scores, in place of infinity: a query that may attend to nothing gets the weights of "
          "no mask",
          "被禁止的分数减去 10,000，而不是无穷大：什么都不许看的查询得到了没有掩码时的权重"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const Matrix A = earlier.by_query<Matrix>("alpha");
             return StepValues{
                 {"alpha_prime", listed_by_query(problem.kind, finite_mask_value(A, mask_of(problem, A.shape(0), A.shape(1))))}};
         },
         has_query_without_key},
        {"equal_weights_for_no_key",
         {"a query that may attend to nothing gets the mean of all values in place of 0",
          "什么都不许看的查询得到所有值的平均，而不是 0"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const Matrix A = earlier.by_query<Matrix>("alpha");
             return StepValues{{"alpha_prime", listed_by_query(problem.kind, equal_weights_for_no_key(
                                                                                 A, mask_of(problem, A.shape(0), A.shape(1))))}};
         },
         has_query_without_key},
    };
}

}  // namespace attention
