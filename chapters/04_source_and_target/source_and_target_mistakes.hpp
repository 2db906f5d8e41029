#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include "01_single_output/single_output_mistakes.hpp"
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

/// Softmax of the scores multiplied by the mask, as 1 and 0: a forbidden key has the score 0, whose weight is not 0.
inline Matrix mask_multiplied(const Matrix& A, const Mask& allowed)
{
    const Matrix multiplied = xt::where(allowed, A, 0.0);
    return softmax_over_keys(multiplied);
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
        for (std::size_t j = 0; j < A.shape(0) && keys_of(allowed, i).empty(); ++j) {
            A_prime(j, i) = 1 / static_cast<double>(A.shape(0));
        }
    }
    return A_prime;
}

/// The step alpha_prime, when another function puts the mask of a problem on its scores.
inline StepValues masked_by(Matrix (*weights)(const Matrix&, const Mask&), const Problem& problem, const Walkthrough& earlier)
{
    const auto A = earlier.by_query<Matrix>("alpha");
    return weights_step(problem, weights(A, mask_of(problem, A.shape(0), A.shape(1))));
}

/// The step alpha_prime, when the scores of a problem are put under another mask than its own.
inline StepValues masked_with(const Mask& mask, const Problem& problem, const Walkthrough& earlier)
{
    return weights_step(problem, masked_softmax(earlier.by_query<Matrix>("alpha"), mask));
}

/// What a problem's mask and padding allow, without the causal mask.
inline Mask mask_besides_causal(Problem problem)
{
    problem.is_causal = false;
    return allowed_pairs(problem);
}

/// The mask of a problem, when the causal one lets every query see keys up to `shift` beyond its own, or short of it.
inline Mask causal_shifted(const Problem& problem, std::ptrdiff_t shift)
{
    const Mask others = mask_besides_causal(problem);
    const auto first = static_cast<std::ptrdiff_t>(first_asking(problem));
    return both_masks(others, causal_mask(others.shape(0), others.shape(1), first + shift));
}

/// The mask of a problem, when the causal one lets every query see its own key and the later ones.
inline Mask causal_turned_round(const Problem& problem)
{
    const Mask others = mask_besides_causal(problem);
    const auto first = static_cast<std::ptrdiff_t>(first_asking(problem));
    const Mask earlier_keys = causal_mask(others.shape(0), others.shape(1), first - 1);
    return both_masks(others, !earlier_keys);
}

/// The mask of a problem, when padding forbids queries in place of keys.
inline Mask padding_on_queries(Problem problem)
{
    const std::vector<bool> is_real = problem.is_real;
    problem.is_real.clear();
    Mask allowed = allowed_pairs(problem);
    for (std::size_t j = 0; j < allowed.shape(0); ++j) {
        for (std::size_t i = 0; i < allowed.shape(1); ++i) {
            allowed(j, i) = allowed(j, i) && is_real[first_asking(problem) + i];
        }
    }
    return allowed;
}

/// The mask of a problem, when the listed one is read by key.
inline Mask mask_by_key(Problem problem)
{
    const Mask turned = xt::transpose(*problem.mask);
    problem.mask = turned;
    return allowed_pairs(problem);
}

/// What a problem's padding allows, or its mask, or both.
inline Mask either_mask(Problem problem)
{
    const Mask padding = padding_mask(problem.is_real, asking(problem).shape(1));
    problem.is_real.clear();
    return allowed_pairs(problem) || padding;
}

/// Whether another mask is another one: a mistake that leaves the mask as it is cannot be seen.
inline bool is_other_mask(const Mask& mask, const Problem& problem)
{
    return mask != allowed_pairs(problem);
}

/// Whether a query of the problem may attend to as many keys as `holds` says, of how many there are.
inline bool has_query_that_sees(bool (*holds)(std::size_t seen, std::size_t all), const Problem& problem)
{
    if (!is_one_attention(problem)) {
        return false;
    }
    const Mask allowed = allowed_pairs(problem);
    for (std::size_t i = 0; i < allowed.shape(1); ++i) {
        if (holds(keys_of(allowed, i).size(), allowed.shape(0))) {
            return true;
        }
    }
    return false;
}

/// The steps that are made of what asks and of what answers, when they are made of X and Y: all but the values.
inline StepValues asked_and_answered_by(const Matrix& X, const Matrix& Y, const Problem& problem)
{
    const Projections& p = problem.projections;
    if (problem.score == Score::bilinear) {
        return {{"alpha", listed(bilinear_scores(problem.W, Y, X))}};
    }
    return {{"q", listed(project(p.Wq, X, p.bq))}, {"k", listed(project(p.Wk, Y, p.bk))}};
}

/// Whether one sequence may be taken for the other, and the masks fit then, too.
inline bool may_be_confused(const Problem& problem)
{
    return is_one_attention(problem) && has_target(problem) && asking(problem).shape(0) == answering(problem).shape(0) &&
           (problem.target.size() == problem.source.size() || !problem.mask);
}

inline std::vector<Mistake> source_and_target_mistakes()
{
    using Concerns = bool (*)(const Problem&);
    const Concerns hides_something = [](const Problem& problem) {
        return has_query_that_sees([](std::size_t seen, std::size_t all) { return seen < all; }, problem);
    };
    const Concerns hides_a_part = [](const Problem& problem) {
        return has_query_that_sees([](std::size_t seen, std::size_t all) { return 0 < seen && seen < all; }, problem);
    };
    const Concerns has_query_without_key = [](const Problem& problem) {
        return has_query_that_sees([](std::size_t seen, std::size_t) { return seen == 0; }, problem);
    };
    return {
        {"queries_from_source",
         {"queries are made of the source as well: self-attention of the source, an output for each source vector",
          "查询也由源得来：成了源的自注意力，每个源向量得一个输出"},
         [](const Problem& problem, const Walkthrough&) {
             StepValues wrong = asked_and_answered_by(answering(problem), answering(problem), problem);
             wrong.erase("k");
             return wrong;
         },
         may_be_confused},
        {"keys_from_target",
         {"keys and values are made of the target as well: self-attention of the target, the source is not seen",
          "键和值也由目标得来：成了目标的自注意力，源根本没有用到"},
         [](const Problem& problem, const Walkthrough&) {
             StepValues wrong = asked_and_answered_by(asking(problem), asking(problem), problem);
             wrong.erase("q");
             wrong["v"] = listed(project(problem.projections.Wv, asking(problem), problem.projections.bv));
             return wrong;
         },
         [](const Problem& problem) {
             return may_be_confused(problem) && (problem.target.size() == problem.source.size() || problem.is_real.empty()) &&
                    asking(problem).shape(0) == giving(problem).shape(0);
         }},
        {"causal_without_self",
         {"query i sees keys 1 to i - 1: its own is left out", "查询 i 只看第 1 到第 i - 1 个键，漏掉了自己的键"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return masked_with(causal_shifted(problem, -1), problem, earlier);
         },
         [](const Problem& problem) {
             return is_one_attention(problem) && problem.is_causal && is_other_mask(causal_shifted(problem, -1), problem);
         }},
        {"causal_one_too_many",
         {"query i sees keys 1 to i + 1: a look into the future", "查询 i 看第 1 到第 i + 1 个键，偷看了未来"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return masked_with(causal_shifted(problem, 1), problem, earlier);
         },
         [](const Problem& problem) {
             return is_one_attention(problem) && problem.is_causal && is_other_mask(causal_shifted(problem, 1), problem);
         }},
        {"causal_turned_round",
         {"query i sees keys i to n: the triangle of the mask lies on the wrong side",
          "查询 i 看第 i 到第 n 个键：掩码的三角形放错了边"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return masked_with(causal_turned_round(problem), problem, earlier);
         },
         [](const Problem& problem) {
             return is_one_attention(problem) && problem.is_causal && is_other_mask(causal_turned_round(problem), problem);
         }},
        {"mask_after_softmax",
         {"the mask is applied to the weights, after softmax: they no longer sum to 1",
          "softmax 之后才对权重加掩码：权重之和不再是 1"},
         [](const Problem& problem, const Walkthrough& earlier) { return masked_by(mask_after_softmax, problem, earlier); },
         hides_a_part},
        {"mask_multiplied",
         {"the scores are multiplied by the mask, 1 or 0: a forbidden key keeps the score 0, and with it a weight",
          "分数乘以掩码（1 或 0）：被禁止的键还留着分数 0，也就还有权重"},
         [](const Problem& problem, const Walkthrough& earlier) { return masked_by(mask_multiplied, problem, earlier); },
         hides_something},
        {"mask_inverted",
         {"true is taken for forbidden: only the keys that should be hidden are seen",
          "把 true 当成“禁止”：只看到了本该藏起来的键"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return masked_with(!allowed_pairs(problem), problem, earlier);
         },
         hides_something},
        {"mask_left_out",
         {"no mask: every query sees every key", "没有用掩码：每个查询看到所有的键"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return weights_step(problem, softmax_over_keys(earlier.by_query<Matrix>("alpha")));
         },
         hides_something},
        {"padding_on_queries",
         {"padding forbids queries in place of keys: the padded key is still seen by the others",
          "填充掩码用在了查询上，而不是键上：其余查询仍然看得到填充的键"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return masked_with(padding_on_queries(problem), problem, earlier);
         },
         [](const Problem& problem) {
             return is_one_attention(problem) && !problem.is_real.empty() && asks_itself(problem) &&
                    is_other_mask(padding_on_queries(problem), problem);
         }},
        {"mask_by_key",
         {"the mask is read by key in place of by query: rows and columns change places",
          "掩码按键来读，而不是按查询：行和列互换了"},
         [](const Problem& problem, const Walkthrough& earlier) { return masked_with(mask_by_key(problem), problem, earlier); },
         [](const Problem& problem) {
             return is_one_attention(problem) && problem.mask && problem.mask->shape(0) == problem.mask->shape(1) &&
                    is_other_mask(mask_by_key(problem), problem);
         }},
        {"either_mask",
         {"a key is allowed when mask or padding allows it, in place of both",
          "掩码与填充只要有一个允许就算允许，而不是两个都允许"},
         [](const Problem& problem, const Walkthrough& earlier) { return masked_with(either_mask(problem), problem, earlier); },
         [](const Problem& problem) {
             return is_one_attention(problem) && (problem.mask || problem.is_causal) && !problem.is_real.empty() &&
                    is_other_mask(either_mask(problem), problem);
         }},
        {"finite_mask_value",
         {"10,000 is subtracted from forbidden scores, in place of infinity: a query that may attend to nothing gets the weights of "
          "no mask",
          "被禁止的分数减去 10,000，而不是无穷大：什么都不许看的查询得到了没有掩码时的权重"},
         [](const Problem& problem, const Walkthrough& earlier) { return masked_by(finite_mask_value, problem, earlier); },
         has_query_without_key},
        {"equal_weights_for_no_key",
         {"a query that may attend to nothing gets the mean of all values in place of 0",
          "什么都不许看的查询得到所有值的平均，而不是 0"},
         [](const Problem& problem, const Walkthrough& earlier) { return masked_by(equal_weights_for_no_key, problem, earlier); },
         has_query_without_key},
    };
}

}  // namespace attention
