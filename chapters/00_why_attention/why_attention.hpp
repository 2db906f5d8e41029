#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/product.hpp"
#include "base/projections.hpp"
#include "base/shape_error.hpp"
#include "base/tensor.hpp"

// What a network of fully connected layers does with several vectors, and why that is not enough.
// Source: the lecture, section 2.

namespace attention {

/// y = W a + b: a fully connected layer; without a bias, y = W a.
///
/// W [m x d], a [d], bias [m]; the result is [m].
/// Throws ShapeError when the three do not fit.
// #region fully_connected
inline Vector fully_connected(const Matrix& W, const Vector& a, const std::optional<Vector>& bias = {})
{
    require_bias_fits(W, bias);
    // #part fully_connected
    Vector y = product(W, a);
    if (bias) {
        y += *bias;
    }
    return y;
    // #endpart
}
// #endregion

/// y_i = W a_i + b: the same layer on each vector alone. It takes any number of vectors, and none of them sees another.
///
/// W [m x d], n vectors of [d], bias [m]; the result is n of [m].
/// Throws ShapeError as fully_connected does.
// #region per_vector
inline std::vector<Vector> per_vector(const Matrix& W, const std::vector<Vector>& a, const std::optional<Vector>& bias = {})
{
    std::vector<Vector> y;
    y.reserve(a.size());
    for (const Vector& a_i : a) {
        y.push_back(fully_connected(W, a_i, bias));
    }
    return y;
}
// #endregion

/// [a_1; a_2; …; a_n]: the vectors one below the other, as one long vector.
///
/// n vectors of any lengths; the result has as many components as they have together.
// #region stacked
inline Vector stacked(const std::vector<Vector>& a)
{
    // #part stacked
    std::vector<double> components;
    for (const Vector& a_i : a) {
        components.insert(components.end(), a_i.begin(), a_i.end());
    }
    return xt::adapt(components);
    // #endpart
}
// #endregion

/// y = W [a_1; a_2; …; a_n] + b: one layer that sees all vectors of a window at once. The columns of W fix how many.
///
/// W [m x n d], n vectors of [d], bias [m]; the result is [m].
/// Throws ShapeError when the vectors together do not have a component for each column of W.
// #region window
inline Vector window(const Matrix& W, const std::vector<Vector>& a, const std::optional<Vector>& bias = {})
{
    const Vector x = stacked(a);
    if (x.size() != W.shape(1)) {
        throw ShapeError("window: W is " + shape_text(W) + " but the " + std::to_string(a.size()) + " vectors have " +
                         std::to_string(x.size()) + " components together");
    }
    return fully_connected(W, x, bias);
}
// #endregion

}  // namespace attention
