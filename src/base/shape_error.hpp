#pragma once
#include <cstddef>
#include <stdexcept>
#include <string>

#include "base/tensor.hpp"

namespace attention {

/// Thrown when the shapes of the arguments do not belong together; the message says which came.
struct ShapeError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// "2 x 4": rows, then columns; or as many sizes as there are indices.
template <class T>
std::string shape_text(const T& value)
{
    std::string text;
    for (const std::size_t size : value.shape()) {
        text += (text.empty() ? "" : " x ") + std::to_string(size);
    }
    return text;
}

}  // namespace attention
