#pragma once
#include <cmath>
#include <vector>

#include "01_single_output/single_output_mistakes.hpp"
#include "03_scores/scores.hpp"
#include "base/chapter.hpp"

// What people really write in place of a step. Each gives the wrong numbers that the lesson shows.

namespace attention {

/// Kᵀ Q, without a scale.
inline Matrix unscaled_scores(const Walkthrough& earlier)
{
    return scores(earlier.as<Matrix>("k"), earlier.by_query<Matrix>("q"));
}

/// The step alpha, when these are the scores.
inline StepValues scores_step(const Problem& problem, const Matrix& A)
{
    return {{"alpha", listed_by_query(problem.kind, A)}};
}

/// d_k as a number.
inline double key_length(const Problem& problem)
{
    return static_cast<double>(problem.projections.Wk.shape(0));
}

inline bool has_score(const Problem& problem, Score score)
{
    return is_one_attention(problem) && problem.score == score;
}

/// Whether dot products are divided by √d_k, and that is not 1.
inline bool is_divided(const Problem& problem)
{
    return has_score(problem, Score::dot) && problem.scale.by_key_length && key_length(problem) > 1;
}

/// Whether dot products are multiplied by another number than 1.
inline bool is_scaled(const Problem& problem)
{
    return has_score(problem, Score::dot) && problem.scale.factor(problem.projections.Wk.shape(0)) != 1;
}

inline bool is_additive(const Problem& problem)
{
    return has_score(problem, Score::additive);
}

inline std::vector<Mistake> scores_mistakes()
{
    return {
        {"scale_left_out",
         {"the dot products are not scaled", "点积没有缩放"},
         [](const Problem& problem, const Walkthrough& earlier) { return scores_step(problem, unscaled_scores(earlier)); },
         is_scaled},
        {"scaled_by_input_length",
         {"divided by √d, the length of an input, in place of √d_k", "除以的是输入的长度的平方根 √d，而不是 √d_k"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const double d = static_cast<double>(asking(problem).shape(0));
             return scores_step(problem, unscaled_scores(earlier) / std::sqrt(d));
         },
         [](const Problem& problem) {
             return is_divided(problem) && asking(problem).shape(0) != problem.projections.Wk.shape(0);
         }},
        {"root_left_out",
         {"divided by d_k in place of √d_k", "除以的是 d_k，而不是 √d_k"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return scores_step(problem, unscaled_scores(earlier) / key_length(problem));
         },
         is_divided},
        {"scale_inverted",
         {"multiplied by √d_k in place of divided", "本该除以 √d_k，却乘了 √d_k"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return scores_step(problem, unscaled_scores(earlier) * std::sqrt(key_length(problem)));
         },
         is_divided},
        {"scaled_after_softmax",
         {"the weights are scaled in place of the scores, so they no longer sum to 1",
          "缩放的是权重而不是分数，权重之和就不再是 1"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const Matrix A = unscaled_scores(earlier);
             const double factor = problem.scale.factor(problem.projections.Wk.shape(0));
             StepValues wrong = scores_step(problem, A);
             wrong.merge(weights_step(problem, factor * weights_by(softmax, A, allowed_pairs(problem))));
             return wrong;
         },
         is_scaled},
        {"tanh_left_out",
         {"query and key are added, but without tanh: all queries then get the same weights",
          "查询与键相加后没有取 tanh：所有查询得到的权重就都一样"},
         // wᵀ q_i is then the same for every key of query i, and softmax does not see it.
         [](const Problem& problem, const Walkthrough& earlier) {
             const Tensor3 sums = pair_sums(earlier.as<Matrix>("k"), earlier.by_query<Matrix>("q"), problem.b_score);
             return StepValues{{"hidden", listed_by_query(problem.kind, sums)}};
         },
         is_additive},
        {"tanh_last",
         {"tanh of the score, tanh(wᵀ(q_i + k_j)), in place of w times tanh",
          "把 tanh 放到最后：tanh(wᵀ(q_i + k_j))，而不是先取 tanh 再乘 w"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const Tensor3 sums = pair_sums(earlier.as<Matrix>("k"), earlier.by_query<Matrix>("q"), problem.b_score);
             const Matrix A = xt::tanh(additive_scores(sums, problem.w)) + problem.c;
             return StepValues{{"hidden", listed_by_query(problem.kind, sums)}, {"alpha", listed_by_query(problem.kind, A)}};
         },
         is_additive},
        {"w_left_out",
         {"the components of h_{i,j} are summed as they are, without w", "直接把 h_{i,j} 的各分量相加，没有乘 w"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const Vector ones = xt::ones<double>({problem.w.size()});
             return scores_step(problem, additive_scores(earlier.by_query<Tensor3>("hidden"), ones, problem.c));
         },
         [](const Problem& problem) {
             const Vector ones = xt::ones<double>({problem.w.size()});
             return is_additive(problem) && problem.w != ones;
         }},
        {"score_bias_left_out",
         {"the bias inside tanh is not added", "tanh 里面没有加偏置"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const Tensor3 h = additive_hidden(earlier.as<Matrix>("k"), earlier.by_query<Matrix>("q"));
             return StepValues{{"hidden", listed_by_query(problem.kind, h)}};
         },
         [](const Problem& problem) { return is_additive(problem) && problem.b_score; }},
        {"c_left_out",
         {"c is not added to the scores: no output shows it, only the scores do", "分数没有加 c：从输出看不出来，只有分数不同"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return scores_step(problem, additive_scores(earlier.by_query<Tensor3>("hidden"), problem.w));
         },
         [](const Problem& problem) { return is_additive(problem) && problem.c != 0; }},
        {"bilinear_exchanged",
         {"a_jᵀ W a_i in place of a_iᵀ W a_j: the input that asks stands on the side that answers",
          "把 a_iᵀ W a_j 写成 a_jᵀ W a_i：发问的输入站到了应答的一边"},
         [](const Problem& problem, const Walkthrough&) {
             return scores_step(problem, bilinear_scores(transposed(problem.W), answering(problem), asking(problem)));
         },
         [](const Problem& problem) {
             const bool meets_others = has_target(problem) || problem.inputs.size() > 1;
             return has_score(problem, Score::bilinear) && is_square(problem.W) && meets_others;
         }},
    };
}

}  // namespace attention
