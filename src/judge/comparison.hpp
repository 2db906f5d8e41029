#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "base/tensor.hpp"

namespace attention {

/// How far a number may be from the expected one.
struct Tolerance {
    double relative = 1e-12;  ///< to the larger of 1 and the expected number
    double absolute = 0;      ///< in any case, for numbers that were rounded to decimals
};

/// |got − expected| ≤ max(relative max(1, |expected|), absolute). False for what is not a number, whatever was expected.
bool is_close(double expected, double got, const Tolerance& t);

/// True when both have the same shape and every number is close.
bool is_close(const Tensor& expected, const Tensor& got, const Tolerance& t);

/// The same, but what is not a finite number is like any other that is not: how the numbers of a mistake are recognised.
bool is_alike(const Tensor& expected, const Tensor& got, const Tolerance& t);

/// Whether every number is one, and not infinite.
bool is_finite(const Tensor& value);

/// Where two values of one shape part for the first time.
struct Departure {
    std::vector<std::size_t> index;  ///< from 0
    double expected;
    double got;
};

/// Nothing when every number is close. Throws ShapeError when the shapes differ.
std::optional<Departure> first_departure(const Tensor& expected, const Tensor& got, const Tolerance& t);

}  // namespace attention
