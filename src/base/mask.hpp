#pragma once
#include <string>

#include "base/shape_error.hpp"
#include "base/tensor.hpp"

namespace attention {

/// Which keys a query may attend to: row j, column i holds whether query i may attend to key j, as in the matrix of scores.
using Mask = xt::xtensor<bool, 2>;

/// "2 x 4": keys, then queries.
inline std::string shape_text(const Mask& mask)
{
    return std::to_string(mask.shape(0)) + " x " + std::to_string(mask.shape(1));
}

/// Throws ShapeError, by name, unless there is an entry for each entry: xtensor would stretch a row or column of size 1.
template <class One, class Other>
void require_same_shape(const std::string& name, const One& one, const std::string& other_name, const Other& other)
{
    if (one.shape() != other.shape()) {
        throw ShapeError(name + " is " + shape_text(one) + " but " + other_name + " is " + shape_text(other));
    }
}

}  // namespace attention
