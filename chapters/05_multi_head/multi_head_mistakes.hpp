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
#include "base/mask.hpp"
#include "base/product.hpp"
#include "base/sequence.hpp"
#include "base/shape_error.hpp"
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

/// Back from it: the steps q.1, q.2, … of "q".
inline StepValues named_by_head(const std::string& step, const std::vector<Matrix>& values)
{
    StepValues steps;
    for (std::size_t h = 1; h <= values.size(); ++h) {
        steps[name_of_step({step, std::to_string(h)})] = listed(values[h - 1]);
    }
    return steps;
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

/// The outputs of H heads joined by reshaping H x n x d to n x (H d) without transposing.
inline Matrix joined_by_reshaping(const std::vector<Matrix>& B)
{
    Matrix joined = stacked_heads(B);  // for its shape
    const std::size_t rows = joined.shape(0);
    std::size_t place = 0;  // in the list of all numbers
    for (const Matrix& B_h : B) {
        for (std::size_t i = 0; i < B_h.shape(1); ++i) {
            for (std::size_t r = 0; r < B_h.shape(0); ++r, ++place) {
                joined(place % rows, place / rows) = B_h(r, i);
            }
        }
    }
    return joined;
}

/// A rule by which head h of H, from 0, is cut out of the queries (or keys, or values) of all heads, one below the other.
using Cut = Matrix (*)(const Matrix& all, std::size_t h, std::size_t heads);

/// A step of every head, cut by another rule out of what it is in all of them.
inline std::vector<Matrix> cut_anew(Cut cut, const std::string& step, const Walkthrough& earlier, std::size_t heads)
{
    const Matrix all = stacked_heads(in_every_head(earlier, step, heads));
    std::vector<Matrix> values;
    for (std::size_t h = 0; h < heads; ++h) {
        values.push_back(cut(all, h, heads));
    }
    return values;
}

/// The queries, keys and values of all heads, cut out by another rule.
inline StepValues heads_cut_by(Cut cut, const Problem& problem, const Walkthrough& earlier)
{
    StepValues steps;
    for (const std::string step : {"q", "k", "v"}) {
        steps.merge(named_by_head(step, cut_anew(cut, step, earlier, problem.heads.size())));
    }
    return only_wrong(steps, earlier);
}

/// The outputs of the heads that dot products then lead to.
inline std::vector<Matrix> outputs_with_heads_cut_by(Cut cut, const Problem& problem, const Walkthrough& earlier)
{
    const std::size_t heads = problem.heads.size();
    const std::vector<Matrix> Q = cut_anew(cut, "q", earlier, heads);
    const std::vector<Matrix> K = cut_anew(cut, "k", earlier, heads);
    const std::vector<Matrix> V = cut_anew(cut, "v", earlier, heads);
    std::vector<Matrix> B;
    for (std::size_t h = 0; h < heads; ++h) {
        const Matrix A = scaled_scores(K[h], Q[h], problem.scale);
        B.push_back(sums_of_seen_values(V[h], masked_softmax(A, mask_of(problem, A.shape(0), A.shape(1)))));
    }
    return B;
}

/// Head 1's queries, keys and values in every other head.
inline StepValues first_head_in_all(const Problem& problem, const Walkthrough& earlier)
{
    StepValues steps;
    for (const std::string step : {"q", "k", "v"}) {
        const std::vector<Matrix> first(problem.heads.size(), earlier.as<Matrix>(step + ".1"));
        steps.merge(named_by_head(step, first));
    }
    return only_wrong(steps, earlier);
}

/// Column i of each matrix. Throws ShapeError when one has not as many.
inline Matrix column_of_each(const std::vector<Matrix>& matrices, std::size_t i)
{
    std::vector<Vector> columns;
    for (const Matrix& matrix : matrices) {
        if (i >= matrix.shape(1)) {
            throw ShapeError("column_of_each: column " + std::to_string(i + 1) + " of " + shape_text(matrix));
        }
        columns.push_back(column_vectors(matrix)[i]);
    }
    return as_columns(columns);
}

/// Scores and outputs when the heads of one input attend to each other, as if they were inputs, and inputs do not meet: in head h
/// query i has a score for each head, q_{i,h} · k_{i,g}.
inline StepValues attention_between_heads(const Problem& problem, const Walkthrough& earlier)
{
    const std::size_t heads = problem.heads.size();
    const std::vector<Matrix> Q = in_every_head(earlier, "q", heads);
    const std::vector<Matrix> K = in_every_head(earlier, "k", heads);
    const std::vector<Matrix> V = in_every_head(earlier, "v", heads);
    std::vector<Matrix> A;
    std::vector<Matrix> O;
    for (std::size_t i = 0; i < Q[0].shape(1); ++i) {
        A.push_back(scaled_scores(column_of_each(K, i), column_of_each(Q, i), problem.scale));
        O.push_back(weighted_sums(column_of_each(V, i), softmax_over_keys(A[i])));
    }
    StepValues steps;
    for (std::size_t h = 0; h < heads; ++h) {  // column h of A_i, the scores of input i's query in head h
        steps[name_of_step({"alpha", std::to_string(h + 1)})] = listed(column_of_each(A, h));
        steps[name_of_step({"b", std::to_string(h + 1)})] = listed(column_of_each(O, h));
    }
    return steps;
}

/// exp(α_{i,j,h}) / Σ_g exp(α_{i,j,g}): for every query and key the weights of the heads sum to 1. Forbidden keys get 0.
/// Throws ShapeError when the heads differ in queries or keys.
inline std::vector<Matrix> softmax_over_heads(const std::vector<Matrix>& A, const Mask& allowed)
{
    Matrix largest = A[0];
    for (const Matrix& A_h : A) {
        require_same_shape("softmax_over_heads: A_1", A[0], "another", A_h);
        largest = Matrix(xt::maximum(largest, A_h));
    }
    Matrix sum = xt::zeros<double>(largest.shape());
    for (const Matrix& A_h : A) {
        sum += xt::exp(A_h - largest);
    }
    std::vector<Matrix> weights;
    for (const Matrix& A_h : A) {
        const Matrix share = xt::exp(A_h - largest) / sum;
        const Matrix seen = xt::where(allowed, share, 0.0);
        weights.push_back(seen);
    }
    return weights;
}

/// The scores of all heads by another scale.
inline StepValues heads_scaled_by(double factor, const Problem& problem, const Walkthrough& earlier)
{
    const std::vector<Matrix> Q = in_every_head(earlier, "q", problem.heads.size());
    const std::vector<Matrix> K = in_every_head(earlier, "k", problem.heads.size());
    std::vector<Matrix> A;
    for (std::size_t h = 0; h < Q.size(); ++h) {
        A.push_back(scaled_scores(K[h], Q[h], {.number = factor}));
    }
    return named_by_head("alpha", A);
}

/// The outputs of the heads, added. They are too short for W_O and its bias, so they are the outputs of the layer.
inline StepValues summed_heads(const Problem& problem, const Walkthrough& earlier)
{
    auto sum = earlier.as<Matrix>("b.1");
    for (std::size_t h = 2; h <= problem.heads.size(); ++h) {
        const auto O_h = earlier.as<Matrix>("b." + std::to_string(h));
        require_same_shape("summed_heads: the sum", sum, "b." + std::to_string(h), O_h);
        sum += O_h;
    }
    return {{"concat", listed(sum)}, {"b", listed(sum)}};
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

/// Whether some query may attend to some key. Where none may, every head's outputs are 0, and so is what is made of them.
inline bool sees_something(const Problem& problem)
{
    const Mask allowed = mask_of(problem, answering(problem).shape(1), asking(problem).shape(1));
    return std::any_of(allowed.begin(), allowed.end(), [](bool may) { return may; });
}

/// The rows of all heads' Wq together.
inline std::size_t width_of_all_heads(const Problem& problem)
{
    std::size_t width = 0;
    for (const Projections& head : problem.heads) {
        width += head.Wq.shape(0);
    }
    return width;
}

inline std::vector<Mistake> multi_head_mistakes()
{
    using Concerns = bool (*)(const Problem&);
    const Concerns has_several = [](const Problem& problem) { return problem.heads.size() > 1 && sees_something(problem); };
    const Concerns has_several_queries = [](const Problem& p) {
        return has_several_alike(p) && asking(p).shape(1) > 1 && sees_something(p);
    };
    const Concerns has_several_vectors = [](const Problem& p) {
        return has_several_alike(p) && (asking(p).shape(1) > 1 || answering(p).shape(1) > 1);
    };
    const Concerns has_wide_heads = [](const Problem& p) {
        return has_several_alike(p) && (p.heads[0].Wq.shape(0) > 1 || p.heads[0].Wv.shape(0) > 1);
    };
    const Concerns has_wide_dot_products = [](const Problem& p) {
        return has_several_alike(p) && p.score == Score::dot && p.heads[0].Wq.shape(0) > 1 && asking(p).shape(1) > 1;
    };
    const Concerns has_free_dot_products = [](const Problem& p) {
        return has_several_alike(p) && p.score == Score::dot && !is_masked(p) && asking(p).shape(1) == answering(p).shape(1);
    };
    const Concerns has_scale = [](const Problem& p) {
        return p.heads.size() > 1 && p.score == Score::dot && p.scale.by_key_length;
    };
    // Of width 1, the root of the number of heads is that of their width.
    const Concerns has_scale_and_other_number = [](const Problem& p) {
        return has_several_alike(p) && p.score == Score::dot && p.scale.by_key_length && p.heads[0].Wq.shape(0) > 1 &&
               p.heads[0].Wq.shape(0) != p.heads.size();
    };
    const Concerns has_output = [](const Problem& problem) { return problem.Wo && sees_something(problem); };
    const Concerns has_square_output = [](const Problem& p) { return p.Wo && has_another_transpose(*p.Wo) && sees_something(p); };
    const Concerns has_output_bias = [](const Problem& problem) { return problem.bo.has_value(); };
    const Concerns has_output_bias_and_several = [](const Problem& p) { return p.bo && p.heads.size() > 1; };
    return {
        {"one_head_for_all",
         {"every head is computed with the matrices of head 1", "每个头都用了第 1 个头的矩阵"},
         first_head_in_all,
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
         [](const Problem& problem, const Walkthrough& earlier) { return heads_cut_by(reshaped_head, problem, earlier); },
         has_several_vectors},
        {"joined_without_transposing",
         {"the heads' outputs are joined by reshaping without transposing: several outputs of one head make one vector",
          "直接改形状来合并各个头的输出，没有转置：同一个头的好几个输出合成了一个向量"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return StepValues{{"concat", listed(joined_by_reshaping(in_every_head(earlier, "b", problem.heads.size())))}};
         },
         has_several_queries},
        {"heads_attend_to_each_other",
         {"every input attends to its own heads in place of to the other inputs: two axes were exchanged",
          "每个输入只关注自己的各个头，而不关注别的输入：两个轴弄反了"},
         attention_between_heads,
         has_free_dot_products},
        {"softmax_over_heads",
         {"softmax over heads: for every query and key the weights of all heads sum to 1",
          "对头做 softmax：每个查询和每个键，各个头的权重之和为 1"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const std::vector<Matrix> A = in_every_head(earlier, "alpha", problem.heads.size());
             return named_by_head("alpha_prime", softmax_over_heads(A, mask_of(problem, A[0].shape(0), A[0].shape(1))));
         },
         has_several},
        {"reshaped_there_and_back",
         {"heads are split off and joined again by reshaping, without transposing either time",
          "拆分头和合并头都直接改形状，两次都没有转置"},
         [](const Problem& problem, const Walkthrough& earlier) {
             StepValues steps = heads_cut_by(reshaped_head, problem, earlier);
             steps["concat"] = listed(joined_by_reshaping(outputs_with_heads_cut_by(reshaped_head, problem, earlier)));
             return steps;
         },
         has_wide_dot_products},
        {"heads_interleaved",
         {"heads are cut out interleaved, every H-th component, in place of block after block",
          "拆分头时每 H 个分量取一个，而不是一块一块地拆"},
         [](const Problem& problem, const Walkthrough& earlier) { return heads_cut_by(interleaved_head, problem, earlier); },
         has_wide_heads},
        {"scaled_by_width_of_all_heads",
         {"divided by the root of the width of all heads together, in place of √d_k, the width of one",
          "除以的是所有头合起来的宽度的平方根，而不是一个头的宽度的平方根 √d_k"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return heads_scaled_by(1 / std::sqrt(static_cast<double>(width_of_all_heads(problem))), problem, earlier);
         },
         has_scale},
        {"scaled_by_number_of_heads",
         {"divided by the root of the number of heads, in place of √d_k", "除以的是头的个数的平方根，而不是 √d_k"},
         [](const Problem& problem, const Walkthrough& earlier) {
             return heads_scaled_by(1 / std::sqrt(static_cast<double>(problem.heads.size())), problem, earlier);
         },
         has_scale_and_other_number},
        {"heads_summed",
         {"the outputs of the heads are added in place of stacked", "把各个头的输出相加，而不是拼接"},
         summed_heads,
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
        {"output_bias_for_every_head",
         {"the bias of the output is added once for every head", "每个头都加了一次输出的偏置"},
         [](const Problem& problem, const Walkthrough& earlier) {
             const Vector often = static_cast<double>(problem.heads.size()) * *problem.bo;
             return StepValues{{"b", listed(output_of_heads(earlier.as<Matrix>("concat"), {problem.Wo, often}))}};
         },
         has_output_bias_and_several},
    };
}

}  // namespace attention
