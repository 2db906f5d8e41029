#pragma once
#include <stdexcept>
#include <string>

#include "base/tensor.hpp"

namespace attention {

/// Thrown when the shapes of the arguments do not belong together; the message says which came.
struct ShapeError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// "2 x 4": rows, then columns.
inline std::string shape_text(const Matrix& A)
{
    return std::to_string(A.shape(0)) + " x " + std::to_string(A.shape(1));
}

}  // namespace attention
