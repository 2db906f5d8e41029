#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "00_why_attention/why_attention.hpp"
#include "base/chapter.hpp"
#include "base/product.hpp"
#include "base/sequence.hpp"

// What people really write in place of a step. Each gives the wrong numbers that the lesson shows.

namespace attention {

/// The n x d list of numbers read as a d x n matrix: reshaped where it should have been transposed, so the vectors mix.
inline std::vector<Vector> reshaped_vectors(const std::vector<Vector>& a)
{
    Matrix X = transposed(as_columns(a));
    const std::size_t n = X.shape(0);
    X.reshape({X.shape(1), n});
    return column_vectors(X);
}

/// All first components, then all second ones, …: stacked by component in place of vector by vector.
inline Vector stacked_by_component(const std::vector<Vector>& a)
{
    const Matrix I = as_columns(a);
    const std::vector<double> components(I.begin(), I.end());  // row after row
    return xt::adapt(components);
}

/// What the layer of a problem comes to, on each vector or on all stacked, with another matrix or bias.
inline StepValues layer_with(const Matrix& W, const std::optional<Vector>& bias, const Problem& problem)
{
    if (problem.kind == "per_vector") {
        return {{"y", listed(per_vector(W, problem.inputs, bias))}};
    }
    return {{"y", listed(window(W, problem.inputs, bias))}};
}

inline std::vector<Mistake> why_attention_mistakes()
{
    using Concerns = bool (*)(const Problem&);
    const Concerns is_of_vectors = [](const Problem& problem) {
        return problem.kind == "per_vector" && problem.inputs.size() > 1 && problem.inputs[0].size() > 1;
    };
    const Concerns is_of_windows = [](const Problem& problem) { return problem.kind == "window" && problem.inputs.size() > 1; };
    const Concerns is_of_long_vectors = [](const Problem& problem) {
        return problem.kind == "window" && problem.inputs.size() > 1 && problem.inputs[0].size() > 1;
    };
    return {
        {"bias_left_out",
         {"the bias is not added", "没有加偏置"},
         [](const Problem& problem, const Walkthrough&) { return layer_with(problem.W, {}, problem); },
         [](const Problem& problem) { return (problem.kind == "per_vector" || problem.kind == "window") && problem.bias; }},
        {"layer_transposed",
         {"the matrix is multiplied from the wrong side, a W in place of W a; nothing complains when it is square",
          "矩阵乘错了边，把 W a 写成 a W；方阵时没有任何报错"},
         [](const Problem& problem, const Walkthrough&) { return layer_with(transposed(problem.W), problem.bias, problem); },
         [](const Problem& problem) {
             const bool is_layer = problem.kind == "per_vector" || problem.kind == "window";
             return is_layer && problem.W.shape(0) == problem.W.shape(1) && problem.W.shape(0) > 1;
         }},
        {"reshaped_not_transposed",
         {"the list of vectors is reshaped to d × n in place of transposed: numbers of different words make one vector",
          "把向量的列表直接改形状成 d × n，而没有转置：一个向量里混进了不同词的数"},
         [](const Problem& problem, const Walkthrough&) {
             return StepValues{{"y", listed(per_vector(problem.W, reshaped_vectors(problem.inputs), problem.bias))}};
         },
         is_of_vectors},
        {"window_reversed",
         {"the window is stacked from the last vector to the first", "从最后一个向量往第一个拼接窗口"},
         [](const Problem& problem, const Walkthrough&) {
             const std::vector<Vector> reversed(problem.inputs.rbegin(), problem.inputs.rend());
             return StepValues{{"y", listed(window(problem.W, reversed, problem.bias))}};
         },
         is_of_windows},
        {"stacked_by_component",
         {"the window is stacked component by component in place of vector by vector", "按分量拼接窗口，而不是按向量"},
         [](const Problem& problem, const Walkthrough&) {
             return StepValues{{"y", listed(fully_connected(problem.W, stacked_by_component(problem.inputs), problem.bias))}};
         },
         is_of_long_vectors},
    };
}

}  // namespace attention
