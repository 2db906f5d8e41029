#pragma once
#include <cstddef>

#include "base/shape_error.hpp"
#include "base/tensor.hpp"

// Products in plain loops. xtensor would broadcast a size-1 argument without a word, so each checks its shapes first.

namespace attention {

/// x · y = Σ_r x_r y_r, for x [d] and y [d].
/// Throws ShapeError when the lengths differ.
inline double dot(const Vector& x, const Vector& y)
{
    if (x.size() != y.size()) {
        throw ShapeError("dot: " + std::to_string(x.size()) + " and " + std::to_string(y.size()) + " components");
    }
    double sum = 0;
    for (std::size_t r = 0; r < x.size(); ++r) {
        sum += x(r) * y(r);
    }
    return sum;
}

/// W a, for W [m x d] and a [d]; the result has m components.
/// Throws ShapeError when W does not have a column for each component of a.
inline Vector product(const Matrix& W, const Vector& a)
{
    if (W.shape(1) != a.size()) {
        throw ShapeError("product: W is " + shape_text(W) + " but a has " + std::to_string(a.size()) + " components");
    }
    Vector result = xt::zeros<double>({W.shape(0)});
    for (std::size_t r = 0; r < W.shape(0); ++r) {
        for (std::size_t c = 0; c < W.shape(1); ++c) {
            result(r) += W(r, c) * a(c);
        }
    }
    return result;
}

/// A B, for A [m x d] and B [d x n]; the result is m x n.
/// Throws ShapeError when A does not have a column for each row of B.
inline Matrix product(const Matrix& A, const Matrix& B)
{
    if (A.shape(1) != B.shape(0)) {
        throw ShapeError("product: " + shape_text(A) + " times " + shape_text(B));
    }
    Matrix result = xt::zeros<double>({A.shape(0), B.shape(1)});
    for (std::size_t r = 0; r < A.shape(0); ++r) {
        for (std::size_t s = 0; s < A.shape(1); ++s) {  // s outside c: both inner accesses walk along a row
            for (std::size_t c = 0; c < B.shape(1); ++c) {
                result(r, c) += A(r, s) * B(s, c);
            }
        }
    }
    return result;
}

/// Aᵀ, for any A [m x n]; the result is n x m.
inline Matrix transposed(const Matrix& A)
{
    return xt::transpose(A);
}

/// Whether Aᵀ fits wherever A does, and is another matrix.
inline bool has_another_transpose(const Matrix& A)
{
    return A.shape(0) == A.shape(1) && A != transposed(A);
}

}  // namespace attention
