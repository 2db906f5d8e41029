#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "01_single_output/single_output.hpp"
#include "base/chapter.hpp"
#include "base/sequence.hpp"

// What people really write in place of a step. Each gives the wrong numbers that the lesson shows. They are made wherever
// attention is: for one query or for each of many, in a head, and under a mask, which is then put on rightly.

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

/// 1 for the largest score, 0 for every other.
inline Vector largest_only(const Vector& alpha)
{
    Vector weights = xt::zeros<double>({alpha.size()});
    *(weights.begin() + (std::max_element(alpha.begin(), alpha.end()) - alpha.begin())) = 1;
    return weights;
}

/// The keys, from 0, that query i may attend to.
inline std::vector<std::size_t> keys_of(const Mask& allowed, std::size_t i)
{
    std::vector<std::size_t> keys;
    for (std::size_t j = 0; j < allowed.shape(0); ++j) {
        if (allowed(j, i)) {
            keys.push_back(j);
        }
    }
    return keys;
}

/// What `normalise` makes of the scores of each query, over the keys that it may attend to; every other weight is 0.
///
/// A [n_keys x n_queries], allowed of the same shape; so is the result.
/// Throws ShapeError when the shapes differ.
inline Matrix weights_by(Vector (*normalise)(const Vector&), const Matrix& A, const Mask& allowed)
{
    require_same_shape("weights_by: A", A, "allowed", allowed);
    Matrix A_prime = xt::zeros<double>(A.shape());
    for (std::size_t i = 0; i < A.shape(1); ++i) {
        const std::vector<std::size_t> keys = keys_of(allowed, i);
        if (keys.empty()) {
            continue;
        }
        Vector alpha = xt::zeros<double>({keys.size()});
        for (std::size_t l = 0; l < keys.size(); ++l) {
            alpha(l) = A(keys[l], i);
        }
        const Vector alpha_prime = normalise(alpha);
        for (std::size_t l = 0; l < keys.size(); ++l) {
            A_prime(keys[l], i) = alpha_prime(l);
        }
    }
    return A_prime;
}

/// The step alpha_prime, when these are the weights.
inline StepValues weights_step(const Problem& problem, const Matrix& A_prime)
{
    return {{"alpha_prime", listed_by_query(problem.kind, A_prime)}};
}

/// The step alpha_prime, when `normalise` makes the weights of a problem's scores.
inline StepValues normalised_by(Vector (*normalise)(const Vector&), const Problem& problem, const Walkthrough& earlier)
{
    return weights_step(problem, weights_by(normalise, earlier.by_query<Matrix>("alpha"), allowed_pairs(problem)));
}

/// The same mask, but that no query may attend to its own key. `first` is the place, from 0, of the first query among the keys.
inline Mask own_key_hidden(Mask allowed, std::size_t first)
{
    for (std::size_t i = 0; i < allowed.shape(1); ++i) {
        allowed(first + i, i) = false;
    }
    return allowed;
}

/// Whether each query is made of the same input as one of the keys, as far as the numbers of both tell.
inline bool asks_itself(const Problem& problem)
{
    return !has_target(problem) || problem.target.size() == problem.source.size();
}

/// The most keys that a query may attend to.
inline std::size_t most_keys(const Mask& allowed)
{
    std::size_t most = 0;
    for (std::size_t i = 0; i < allowed.shape(1); ++i) {
        most = std::max(most, keys_of(allowed, i).size());
    }
    return most;
}

/// Whether there are queries and keys: the bilinear score has none.
inline bool has_queries(const Problem& problem)
{
    return is_one_attention(problem) && problem.score != Score::bilinear;
}

/// What a layer makes of the columns of X, one vector each. These are the queries when X asks, the keys when it answers.
inline Matrix layer_on(const Matrix& X, const Matrix& W, const std::optional<Vector>& bias = {})
{
    return as_columns(per_vector(W, column_vectors(X), bias));
}

/// The step q, when another layer makes the queries.
inline StepValues::value_type queries_by(const Matrix& W, const std::optional<Vector>& bias, const Problem& problem)
{
    return {"q", listed_by_query(problem.kind, layer_on(asking(problem), W, bias))};
}

/// The step k, when another layer makes the keys.
inline StepValues::value_type keys_by(const Matrix& W, const std::optional<Vector>& bias, const Problem& problem)
{
    return {"k", listed(layer_on(answering(problem), W, bias))};
}

/// The step v, when another layer makes the values.
inline StepValues::value_type values_by(const Matrix& W, const std::optional<Vector>& bias, const Problem& problem)
{
    return {"v", listed(layer_on(giving(problem), W, bias))};
}

/// The steps from v on that are wrong when the columns of `vectors` take the place of the values: these, and their sums.
inline StepValues taken_for_values(const Matrix& vectors, const Problem& problem, const Walkthrough& earlier)
{
    std::vector<Vector> b;
    for (const Vector& alpha_prime : column_vectors(earlier.by_query<Matrix>("alpha_prime"))) {
        b.push_back(weighted_sum(alpha_prime, column_vectors(vectors)));
    }
    return {{"v", listed(vectors)}, {"b", listed_by_query(problem.kind, as_columns(b))}};
}

/// Whether vectors of d components may take the place of the values: when others wait for the outputs, a projection of heads or a
/// measure, only if they are as long as the values should be.
inline bool may_give(const Problem& problem, std::size_t d)
{
    const bool is_last = problem.heads.empty() && problem.measure.empty();
    return is_last || d == problem.projections.Wv.shape(0);
}

/// Whether a matrix can be multiplied from the other side, to another result.
inline bool is_square(const Matrix& W)
{
    return W.shape(0) == W.shape(1) && W.shape(0) > 1;
}

/// The steps q, k and v that are made with the transposed matrix, as far as it fits.
inline StepValues projected_from_the_other_side(const Problem& problem)
{
    const Projections& p = problem.projections;
    StepValues wrong;
    if (has_queries(problem) && is_square(p.Wq)) {
        wrong.insert(queries_by(transposed(p.Wq), p.bq, problem));
    }
    if (has_queries(problem) && is_square(p.Wk)) {
        wrong.insert(keys_by(transposed(p.Wk), p.bk, problem));
    }
    if (is_square(p.Wv)) {
        wrong.insert(values_by(transposed(p.Wv), p.bv, problem));
    }
    return wrong;
}

/// The steps k and v with the bias of the queries, as far as it fits.
inline StepValues with_bias_of_queries(const Problem& problem)
{
    const Projections& p = problem.projections;
    StepValues wrong{keys_by(p.Wk, p.bq, problem)};
    if (p.Wv.shape(0) == p.bq->size()) {
        wrong.insert(values_by(p.Wv, p.bq, problem));
    }
    return wrong;
}

inline std::vector<Mistake> single_output_mistakes()
{
    using Concerns = bool (*)(const Problem&);
    const Concerns sees_a_key = [](const Problem& problem) {
        return is_one_attention(problem) && most_keys(allowed_pairs(problem)) > 0;
    };
    const Concerns weighs_keys = [](const Problem& problem) {
        return is_one_attention(problem) && most_keys(allowed_pairs(problem)) > 1;
    };
    const Concerns asks_its_own_kind = [](const Problem& problem) {
        return has_queries(problem) && asking(problem).shape(0) == answering(problem).shape(0);
    };
    return {
        {"query_counted_from_zero",
         {"inputs are counted from 0 where the problem counts from 1: the input after the right one asks",
          "题目从 1 数起，却从 0 数起：发问的成了后面那个输入"},
         [](const Problem& problem, const Walkthrough&) {
             Problem next = problem;
             ++next.query;
             return StepValues{queries_by(problem.projections.Wq, problem.projections.bq, next)};
         },
         [](const Problem& problem) {
             return has_queries(problem) && problem.kind == "single_output" && problem.query < problem.inputs.size();
         }},
        {"projections_transposed",
         {"each matrix is multiplied from the wrong side, a W in place of W a: its transpose makes queries, keys and values",
          "矩阵乘错了边，把 W a 写成 a W：查询、键和值由转置的矩阵算出"},
         [](const Problem& problem, const Walkthrough&) { return projected_from_the_other_side(problem); },
         [](const Problem& problem) { return is_one_attention(problem) && !projected_from_the_other_side(problem).empty(); }},
        {"query_bias_left_out",
         {"the bias of the queries is not added", "没有加查询的偏置"},
         [](const Problem& problem, const Walkthrough&) { return StepValues{queries_by(problem.projections.Wq, {}, problem)}; },
         [](const Problem& problem) { return has_queries(problem) && problem.projections.bq; }},
        {"key_bias_left_out",
         {"the bias of the keys is not added: no output shows it, only the keys and the scores do",
          "没有加键的偏置：从输出看不出来，只有键和分数不同"},
         [](const Problem& problem, const Walkthrough&) { return StepValues{keys_by(problem.projections.Wk, {}, problem)}; },
         [](const Problem& problem) { return has_queries(problem) && problem.projections.bk; }},
        {"value_bias_left_out",
         {"the bias of the values is not added", "没有加值的偏置"},
         [](const Problem& problem, const Walkthrough&) { return StepValues{values_by(problem.projections.Wv, {}, problem)}; },
         [](const Problem& problem) { return is_one_attention(problem) && problem.projections.bv; }},
        {"one_bias_for_all",
         {"the bias of the queries is added to the keys and the values as well, in place of theirs",
          "键和值也加了查询的偏置，而不是各自的偏置"},
         [](const Problem& problem, const Walkthrough&) { return with_bias_of_queries(problem); },
         [](const Problem& problem) { return has_queries(problem) && problem.projections.bq; }},
        {"query_layer_makes_keys",
         {"the keys are made with Wq, as the queries are: Wk is left out", "键和查询一样由 Wq 算出：漏掉了 Wk"},
         [](const Problem& problem, const Walkthrough&) {
             return StepValues{keys_by(problem.projections.Wq, problem.projections.bq, problem)};
         },
         asks_its_own_kind},
        {"query_and_key_layers_exchanged",
         {"Wk makes the queries and Wq the keys", "用 Wk 算查询，用 Wq 算键：两者互换了"},
         [](const Problem& problem, const Walkthrough&) {
             const Projections& p = problem.projections;
             return StepValues{queries_by(p.Wk, p.bk, problem), keys_by(p.Wq, p.bq, problem)};
         },
         asks_its_own_kind},
        {"no_exponential",
         {"the scores are divided by their sum, without exp", "没有取 exp，直接用分数除以分数之和"},
         [](const Problem& problem, const Walkthrough& earlier) { return normalised_by(no_exponential, problem, earlier); },
         weighs_keys},
        {"not_normalised",
         {"exp is taken, but not divided by the sum", "取了 exp，却没有除以总和"},
         [](const Problem& problem, const Walkthrough& earlier) { return normalised_by(not_normalised, problem, earlier); },
         sees_a_key},
        {"self_left_out",
         {"the input that asks is not allowed to attend to itself", "不让发问的输入关注自己"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const Mask others = own_key_hidden(allowed_pairs(problem), first_asking(problem));
             return weights_step(problem, weights_by(softmax, earlier.by_query<Matrix>("alpha"), others));
         },
         [](const Problem& problem) {  // behind a causal mask chapter 04 has a name of its own for it
             return is_one_attention(problem) && !problem.is_causal && asks_itself(problem) &&
                    own_key_hidden(allowed_pairs(problem), first_asking(problem)) != allowed_pairs(problem);
         }},
        {"largest_only",
         {"only the value of the largest score is taken", "只取分数最大的那个键所对应的值"},
         [](const Problem& problem, const Walkthrough& earlier) { return normalised_by(largest_only, problem, earlier); },
         weighs_keys},
        {"inputs_as_values",
         {"the inputs are summed in place of the values: Wv is left out", "用输入代替值来加权求和：漏掉了 Wv"},
         [](const Problem& problem, const Walkthrough& earlier) { return taken_for_values(giving(problem), problem, earlier); },
         [](const Problem& problem) { return is_one_attention(problem) && may_give(problem, giving(problem).shape(0)); }},
        {"keys_as_values",
         {"the keys are summed in place of the values: Wk stands for Wv", "用键代替值来加权求和：Wv 的位置用了 Wk"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return taken_for_values(earlier.as<Matrix>("k"), problem, earlier);
         },
         [](const Problem& problem) { return has_queries(problem) && may_give(problem, problem.projections.Wk.shape(0)); }},
        {"unshifted_exponential",
         {"exp of the scores as they are: right here, not a number once a score passes about 710",
          "分数不平移就取 exp：在这里结果正确；分数超过 710 左右，结果就不再是数"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return normalised_by(unshifted_exponential, problem, earlier);
         },
         sees_a_key},
    };
}

}  // namespace attention
