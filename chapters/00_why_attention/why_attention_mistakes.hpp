#pragma once
#include <cstddef>
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

inline std::vector<Mistake> why_attention_mistakes()
{
    const auto is_per_vector = [](const Problem& problem) { return problem.kind == "per_vector"; };
    const auto is_window = [](const Problem& problem) { return problem.kind == "window"; };
    return {
        {"bias_left_out",
         {"the bias is not added", "没有加偏置"},
         [](const Problem& problem, const Walkthrough&) {
             return StepValues{{"y", listed(per_vector(problem.W, problem.inputs))}};
         },
         is_per_vector},
        {"reshaped_not_transposed",
         {"the list of vectors is reshaped to d × n in place of transposed: numbers of different words make one vector",
          "把向量的列表直接改形状成 d × n，而没有转置：一个向量里混进了不同词的数"},
         [](const Problem& problem, const Walkthrough&) {
             return StepValues{{"y", listed(per_vector(problem.W, reshaped_vectors(problem.inputs), problem.bias))}};
         },
         is_per_vector},
        {"window_reversed",
         {"the window is stacked from the last vector to the first", "从最后一个向量往第一个拼接窗口"},
         [](const Problem& problem, const Walkthrough&) {
             const std::vector<Vector> reversed(problem.inputs.rbegin(), problem.inputs.rend());
             return StepValues{{"y", listed(window(problem.W, reversed, problem.bias))}};
         },
         is_window},
        {"stacked_by_component",
         {"the window is stacked component by component in place of vector by vector", "按分量拼接窗口，而不是按向量"},
         [](const Problem& problem, const Walkthrough&) {
             return StepValues{{"y", listed(fully_connected(problem.W, stacked_by_component(problem.inputs), problem.bias))}};
         },
         is_window},
    };
}

}  // namespace attention
