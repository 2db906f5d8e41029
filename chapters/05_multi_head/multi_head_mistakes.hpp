#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "04_source_and_target/source_and_target_steps.hpp"
#include "05_multi_head/multi_head.hpp"
#include "base/chapter.hpp"
#include "base/sequence.hpp"
#include "base/step_name.hpp"

// What people really write in place of a step. Each gives the wrong numbers that the lesson shows.

namespace attention {

/// The value of a step in every head: "q" gives q.1, q.2, ….
inline std::vector<Matrix> in_every_head(const Walkthrough& earlier, const std::string& step, std::size_t heads)
{
    std::vector<Matrix> values;
    for (std::size_t h = 1; h <= heads; ++h) {
        values.push_back(earlier.as<Matrix>(name_of_step({step, std::to_string(h)})));
    }
    return values;
}

/// Head h of H cut out interleaved: rows h, h + H, h + 2 H, … of what should be cut into blocks.
inline Matrix interleaved_head(const Matrix& all, std::size_t h, std::size_t heads)
{
    Matrix rows = xt::zeros<double>({all.shape(0) / heads, all.shape(1)});
    for (std::size_t r = 0; r < rows.shape(0); ++r) {
        for (std::size_t i = 0; i < rows.shape(1); ++i) {
            rows(r, i) = all(h + r * heads, i);
        }
    }
    return rows;
}

/// Head h of H cut out by reshaping n x (H d) to H x n x d without transposing: numbers of several vectors make one.
inline Matrix reshaped_head(const Matrix& all, std::size_t h, std::size_t heads)
{
    const std::size_t n = all.shape(1);
    const std::size_t d = all.shape(0) / heads;
    const Matrix rows = transposed(all);  // a vector a row, as libraries store them
    Matrix head = xt::zeros<double>({d, n});
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t r = 0; r < d; ++r) {
            head(r, i) = rows.flat((h * n + i) * d + r);
        }
    }
    return head;
}

/// Head h of H cut out rightly: block h of the rows.
inline Matrix block_of_rows(const Matrix& all, std::size_t h, std::size_t heads)
{
    const std::size_t rows = all.shape(0) / heads;
    return rows_of(all, h * rows, rows);
}

/// The outputs of H heads joined by reshaping H x n x d to n x (H d) without transposing.
inline Matrix joined_by_reshaping(const std::vector<Matrix>& B)
{
    const std::size_t d = B[0].shape(0);
    const std::size_t n = B[0].shape(1);
    Matrix joined = xt::zeros<double>({B.size() * d, n});
    for (std::size_t h = 0; h < B.size(); ++h) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t r = 0; r < d; ++r) {
                const std::size_t place = (h * n + i) * d + r;  // in the list of all numbers
                joined(place % joined.shape(0), place / joined.shape(0)) = B[h](r, i);
            }
        }
    }
    return joined;
}

/// The stacked outputs, when the heads of one input attend to each other, as if they were inputs, and inputs do not meet.
inline Matrix attention_between_heads(const Problem& problem, const Walkthrough& earlier)
{
    const auto of_input = [&](const std::string& step, std::size_t i) {
        std::vector<Vector> heads;
        for (const Matrix& head : in_every_head(earlier, step, problem.heads.size())) {
            heads.push_back(column_vectors(head)[i]);
        }
        return as_columns(heads);
    };
    std::vector<Vector> outputs;
    for (std::size_t i = 0; i < problem.inputs.size(); ++i) {
        const Matrix A = scaled_scores(of_input("k", i), of_input("q", i), problem.scale);
        const Matrix O = transposed(weighted_sums(of_input("v", i), softmax_over_keys(A)));
        outputs.emplace_back(xt::flatten(O));
    }
    return as_columns(outputs);
}

/// The outputs of the heads, when these are cut out of all queries, keys and values by another rule.
inline std::vector<Matrix> with_heads_cut_by(Matrix (*cut)(const Matrix&, std::size_t, std::size_t), const Problem& problem,
                                             const Walkthrough& earlier)
{
    const std::size_t heads = problem.heads.size();
    const Matrix Q = stacked_heads(in_every_head(earlier, "q", heads));
    const Matrix K = stacked_heads(in_every_head(earlier, "k", heads));
    const Matrix V = stacked_heads(in_every_head(earlier, "v", heads));
    std::vector<Matrix> B;
    for (std::size_t h = 0; h < heads; ++h) {
        const Matrix A = scaled_scores(cut(K, h, heads), cut(Q, h, heads), problem.scale);
        const Matrix A_prime = masked_softmax(A, mask_of(problem, A.shape(0), A.shape(1)));
        B.push_back(sums_of_seen_values(cut(V, h, heads), A_prime));
    }
    return B;
}

/// Whether there are several heads, all as wide as the first.
inline bool has_several_alike(const Problem& problem)
{
    const auto is_like_first = [&problem](const Projections& head) {
        const Projections& first = problem.heads[0];
        return head.Wq.shape(0) == first.Wq.shape(0) && head.Wv.shape(0) == first.Wv.shape(0);
    };
    return problem.heads.size() > 1 && std::all_of(problem.heads.begin(), problem.heads.end(), is_like_first);
}

inline std::vector<Mistake> multi_head_mistakes()
{
    using Concerns = bool (*)(const Problem&);
    const Concerns has_several = [](const Problem& problem) { return problem.heads.size() > 1; };
    const Concerns has_dot_products = [](const Problem& problem) {
        return has_several_alike(problem) && problem.score == Score::dot;
    };
    const Concerns has_wide_dot_products = [](const Problem& problem) {
        return has_several_alike(problem) && problem.score == Score::dot && problem.heads[0].Wq.shape(0) > 1;
    };
    const Concerns has_free_dot_products = [](const Problem& problem) {
        return has_several_alike(problem) && problem.score == Score::dot && !has_target(problem) && !is_masked(problem);
    };
    const Concerns has_scale = [](const Problem& problem) {
        return has_several_alike(problem) && problem.score == Score::dot && problem.scale.by_key_length;
    };
    const Concerns has_output = [](const Problem& problem) { return problem.Wo.has_value(); };
    const Concerns has_square_output = [](const Problem& p) { return p.Wo && p.Wo->shape(0) == p.Wo->shape(1); };
    const Concerns has_output_bias = [](const Problem& problem) { return problem.bo.has_value(); };
    return {
        {"one_head_for_all",
         {"every head is computed with the matrices of head 1", "每个头都用了第 1 个头的矩阵"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return StepValues{
                 {"concat", listed(stacked_heads(std::vector<Matrix>(problem.heads.size(), earlier.as<Matrix>("b.1"))))}};
         },
         has_several_alike},
        {"heads_stacked_in_reverse",
         {"the heads are stacked from the last to the first", "从最后一个头往第一个头拼接"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const std::vector<Matrix> B = in_every_head(earlier, "b", problem.heads.size());
             return StepValues{{"concat", listed(stacked_heads({B.rbegin(), B.rend()}))}};
         },
         has_several},
        {"reshaped_without_transposing",
         {"heads are split off by reshaping without transposing: numbers of several inputs make one query",
          "直接改形状来拆分头，没有转置：一个查询里混进了好几个输入的数"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return StepValues{{"concat", listed(stacked_heads(with_heads_cut_by(reshaped_head, problem, earlier)))}};
         },
         has_dot_products},
        {"joined_without_transposing",
         {"the heads' outputs are joined by reshaping without transposing: several outputs of one head make one vector",
          "直接改形状来合并各个头的输出，没有转置：同一个头的好几个输出合成了一个向量"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return StepValues{{"concat", listed(joined_by_reshaping(in_every_head(earlier, "b", problem.heads.size())))}};
         },
         has_several_alike},
        {"heads_attend_to_each_other",
         {"every input attends to its own heads in place of to the other inputs: two axes were exchanged",
          "每个输入只关注自己的各个头，而不关注别的输入：两个轴弄反了"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return StepValues{{"concat", listed(attention_between_heads(problem, earlier))}};
         },
         has_free_dot_products},
        {"reshaped_there_and_back",
         {"heads are split off and joined again by reshaping, without transposing either time",
          "拆分头和合并头都直接改形状，两次都没有转置"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return StepValues{{"concat", listed(joined_by_reshaping(with_heads_cut_by(reshaped_head, problem, earlier)))}};
         },
         has_wide_dot_products},
        {"heads_interleaved",
         {"heads are cut out interleaved, every H-th component, in place of block after block",
          "拆分头时每 H 个分量取一个，而不是一块一块地拆"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return StepValues{{"concat", listed(stacked_heads(with_heads_cut_by(interleaved_head, problem, earlier)))}};
         },
         has_wide_dot_products},
        {"scaled_by_width_of_all_heads",
         {"divided by the root of the width of all heads together, in place of √d_k, the width of one",
          "除以的是所有头合起来的宽度的平方根，而不是一个头的宽度的平方根 √d_k"},
         [](const Problem& problem, const Walkthrough& earlier) {
             Problem wrong = problem;
             const std::size_t width = problem.heads.size() * problem.heads[0].Wq.shape(0);
             wrong.scale = {.number = 1 / std::sqrt(static_cast<double>(width))};
             return StepValues{{"concat", listed(stacked_heads(with_heads_cut_by(block_of_rows, wrong, earlier)))}};
         },
         has_scale},
        {"heads_summed",
         {"the outputs of the heads are added in place of stacked", "把各个头的输出相加，而不是拼接"},
         [](const Problem& problem, const Walkthrough& earlier) {
             auto sum = earlier.as<Matrix>("b.1");
             for (std::size_t h = 2; h <= problem.heads.size(); ++h) {
                 sum += earlier.as<Matrix>("b." + std::to_string(h));
             }
             return StepValues{{"b", listed(sum)}};
         },
         has_several_alike},
        {"output_projection_left_out",
         {"the stacked heads are the output, without W_O", "直接把拼接的结果当作输出，没有乘 W_O"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const auto B = earlier.as<Matrix>("concat");
             const bool bias_fits = problem.bo && problem.bo->size() == B.shape(0);
             return StepValues{{"b", listed(output_of_heads(B, {{}, bias_fits ? problem.bo : std::nullopt}))}};
         },
         has_output},
        {"output_projection_transposed",
         {"W_Oᵀ in place of W_O", "用了 W_Oᵀ 而不是 W_O"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return StepValues{
                 {"b", listed(output_of_heads(earlier.as<Matrix>("concat"), {transposed(*problem.Wo), problem.bo}))}};
         },
         has_square_output},
        {"output_bias_left_out",
         {"the bias of the output is not added", "没有加输出的偏置"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return StepValues{{"b", listed(output_of_heads(earlier.as<Matrix>("concat"), {problem.Wo, {}}))}};
         },
         has_output_bias},
    };
}

}  // namespace attention
