#pragma once
#include <cmath>
#include <vector>

#include "02_matrix_form/matrix_form.hpp"
#include "03_scores/scores.hpp"
#include "base/chapter.hpp"

// What people really write in place of a step. Each gives the wrong numbers that the lesson shows.

namespace attention {

inline std::vector<Mistake> scores_mistakes()
{
    using Concerns = bool (*)(const Problem&);
    const Concerns is_divided = [](const Problem& problem) { return problem.scale.by_key_length; };
    const Concerns is_scaled = [](const Problem& p) { return p.scale.by_key_length || p.scale.number != 1; };
    const Concerns is_bilinear = [](const Problem& problem) { return problem.score == Score::bilinear; };
    const Concerns is_additive = [](const Problem& problem) { return problem.score == Score::additive; };
    return {
        {"scale_left_out",
         {"the dot products are not scaled", "点积没有缩放"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return StepValues{
                 {"alpha", listed_by_query(problem.kind, scores(earlier.as<Matrix>("k"), earlier.by_query<Matrix>("q")))}};
         },
         is_scaled},
        {"scaled_by_input_length",
         {"divided by √d, the length of an input, in place of √d_k", "除以的是输入的长度的平方根 √d，而不是 √d_k"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const double d = static_cast<double>(problem.inputs[0].size());
             const Matrix A = scores(earlier.as<Matrix>("k"), earlier.by_query<Matrix>("q"));
             return StepValues{{"alpha", listed_by_query<Matrix>(problem.kind, A / std::sqrt(d))}};
         },
         is_divided},
        {"scale_inverted",
         {"multiplied by √d_k in place of divided", "本该除以 √d_k，却乘了 √d_k"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const Matrix K = earlier.as<Matrix>("k");
             const Matrix A = scores(K, earlier.by_query<Matrix>("q"));
             return StepValues{{"alpha", listed_by_query<Matrix>(problem.kind, A * std::sqrt(static_cast<double>(K.shape(0))))}};
         },
         is_divided},
        {"scaled_after_softmax",
         {"the weights are scaled in place of the scores, so they no longer sum to 1",
          "缩放的是权重而不是分数，权重之和就不再是 1"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const Matrix K = earlier.as<Matrix>("k");
             const Matrix A_prime = softmax_over_keys(scores(K, earlier.by_query<Matrix>("q")));
             return StepValues{
                 {"alpha_prime", listed_by_query<Matrix>(problem.kind, A_prime * problem.scale.factor(K.shape(0)))}};
         },
         is_scaled},
        {"tanh_left_out",
         {"query and key are added, but without tanh: all queries then get the same weights",
          "查询与键相加后没有取 tanh：所有查询得到的权重就都一样"},
         // wᵀ q_i is then the same for every key of query i, and softmax does not see it.
         [](const Problem& problem, const Walkthrough& earlier) {
             const Tensor3 h = pair_sums(earlier.as<Matrix>("k"), earlier.by_query<Matrix>("q"), problem.b_score);
             return StepValues{{"hidden", listed_by_query(problem.kind, h)}};
         },
         is_additive},
        {"tanh_last",
         {"tanh of the score, tanh(wᵀ(q_i + k_j)), in place of w times tanh",
          "把 tanh 放到最后：tanh(wᵀ(q_i + k_j))，而不是先取 tanh 再乘 w"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const Tensor3 sums = pair_sums(earlier.as<Matrix>("k"), earlier.by_query<Matrix>("q"), problem.b_score);
             return StepValues{
                 {"alpha", listed_by_query<Matrix>(problem.kind, xt::tanh(additive_scores(sums, problem.w)) + problem.c)}};
         },
         is_additive},
        {"w_left_out",
         {"the components of h_{i,j} are summed as they are, without w", "直接把 h_{i,j} 的各分量相加，没有乘 w"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const Vector ones = xt::ones<double>({problem.w.size()});
             return StepValues{
                 {"alpha", listed_by_query(problem.kind, additive_scores(earlier.by_query<Tensor3>("hidden"), ones, problem.c))}};
         },
         is_additive},
        {"bilinear_exchanged",
         {"a_jᵀ W a_i in place of a_iᵀ W a_j: the input that asks stands on the side that answers",
          "把 a_iᵀ W a_j 写成 a_jᵀ W a_i：发问的输入站到了应答的一边"},
         [](const Problem& problem, const Walkthrough&) {
             const Matrix I = as_columns(problem.inputs);
             return StepValues{
                 {"alpha", listed_by_query(problem.kind, bilinear_scores(transposed(problem.W), I, asking(problem)))}};
         },
         is_bilinear},
    };
}

}  // namespace attention
