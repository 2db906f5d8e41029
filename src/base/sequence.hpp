#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "base/shape_error.hpp"
#include "base/tensor.hpp"

// A sequence of vectors in its three forms: a std::vector of them (chapter 01), the lecture's matrix with one vector a
// column (chapter 02 on), and the neutral list of lists that walkthroughs and JSON speak, position first.

namespace attention {

/// I = [a_1 a_2 … a_n]: vector i becomes column i; the result is d x n.
/// Throws ShapeError when there is no vector, or one differs in length from the first.
inline Matrix as_columns(const std::vector<Vector>& a)
{
    if (a.empty()) {
        throw ShapeError("as_columns: no vectors");
    }
    Matrix I = xt::zeros<double>({a[0].size(), a.size()});
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i].size() != a[0].size()) {
            throw ShapeError("as_columns: vector " + std::to_string(i + 1) + " has " + std::to_string(a[i].size()) +
                             " components, vector 1 has " + std::to_string(a[0].size()));
        }
        for (std::size_t r = 0; r < a[i].size(); ++r) {
            I(r, i) = a[i](r);
        }
    }
    return I;
}

/// The columns of X [d x n], one vector [d] each: the inverse of as_columns.
inline std::vector<Vector> column_vectors(const Matrix& X)
{
    std::vector<Vector> columns(X.shape(1), Vector(xt::zeros<double>({X.shape(0)})));
    for (std::size_t i = 0; i < X.shape(1); ++i) {
        for (std::size_t r = 0; r < X.shape(0); ++r) {
            columns[i](r) = X(r, i);
        }
    }
    return columns;
}

/// The neutral form of a vector [d] is the vector itself.
inline Tensor listed(const Vector& x)
{
    return x;
}

/// The neutral form of a matrix of columns [d x n]: n lists of d.
inline Tensor listed(const Matrix& X)
{
    return xt::transpose(X);
}

/// The neutral form of n vectors [d]: n lists of d.
inline Tensor listed(const std::vector<Vector>& vectors)
{
    return listed(as_columns(vectors));
}

/// What has three axes is neutral already: a vector by query and key.
inline Tensor listed(const Tensor3& by_query_and_key)
{
    return by_query_and_key;
}

/// Back from the neutral form: T is Vector, Matrix (of columns), std::vector<Vector> or Tensor3.
/// Throws ShapeError when the tensor does not have as many axes as T needs.
template <class T>
T from_listed(const Tensor& value);

template <>
inline Vector from_listed<Vector>(const Tensor& value)
{
    if (value.dimension() != 1) {
        throw ShapeError("expected a list of numbers, got " + std::to_string(value.dimension()) + " axes");
    }
    return value;
}

template <>
inline Matrix from_listed<Matrix>(const Tensor& value)
{
    if (value.dimension() != 2) {
        throw ShapeError("expected a list of vectors, got " + std::to_string(value.dimension()) + " axes");
    }
    return xt::transpose(value);
}

template <>
inline std::vector<Vector> from_listed<std::vector<Vector>>(const Tensor& value)
{
    return column_vectors(from_listed<Matrix>(value));
}

template <>
inline Tensor3 from_listed<Tensor3>(const Tensor& value)
{
    if (value.dimension() != 3) {
        throw ShapeError("expected a list of lists of vectors, got " + std::to_string(value.dimension()) + " axes");
    }
    return value;
}

}  // namespace attention
