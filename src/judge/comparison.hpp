#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "base/tensor.hpp"

namespace attention {

/// |got − expected| ≤ t max(1, |expected|). False for what is not a number, whatever was expected.
bool is_close(double expected, double got, double t);

/// True when both have the same shape and every number is close.
bool is_close(const Tensor& expected, const Tensor& got, double t);

/// The same, but what is not a finite number is like any other that is not: how the numbers of a mistake are recognised.
bool is_alike(const Tensor& expected, const Tensor& got, double t);

/// Where two values of one shape part for the first time.
struct Departure {
    std::vector<std::size_t> index;  ///< from 0
    double expected;
    double got;
};

/// Nothing when every number is close. Throws ShapeError when the shapes differ.
std::optional<Departure> first_departure(const Tensor& expected, const Tensor& got, double t);

}  // namespace attention
