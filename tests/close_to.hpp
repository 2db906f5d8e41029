#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/tensor.hpp"
#include "catch.hpp"

namespace attention::test {

/// "{{1, 2}, {3, 4}}": nested braces, so that a shape can be read off.
template <class T>
std::string braces(const T& value, std::size_t depth = 0, std::size_t offset = 0)
{
    if (depth == value.dimension()) {
        return fmt::format("{}", value.data()[offset]);
    }
    std::string text;
    for (std::size_t i = 0; i < value.shape(depth); ++i) {
        text += (i == 0 ? "" : ", ") + braces(value, depth + 1, offset * value.shape(depth) + i);
    }
    return "{" + text + "}";
}

/// Matches a tensor of exactly this shape whose every entry lies within `margin` of the expected one; NaN never does.
template <class T>
class CloseTo : public MatcherBase<T> {
public:
    CloseTo(T expected, double margin) : expected_(std::move(expected)), margin_(margin) {}

    bool match(const T& actual) const override
    {
        const auto near = [this](double x, double y) { return std::abs(x - y) <= margin_; };
        return actual.shape() == expected_.shape() && std::equal(actual.begin(), actual.end(), expected_.begin(), near);
    }

    std::string describe() const override { return fmt::format("is within {} of {}", margin_, braces(expected_)); }

private:
    T expected_;
    double margin_;
};

constexpr double exact = 1e-14;  ///< paper's numbers, but for the last bits of a double

template <class T>
CloseTo<T> close_to(T expected, double margin = exact)
{
    return {std::move(expected), margin};
}

}  // namespace attention::test

template <>
struct Catch::StringMaker<attention::Vector> {
    static std::string convert(const attention::Vector& value) { return attention::test::braces(value); }
};
template <>
struct Catch::StringMaker<attention::Matrix> {
    static std::string convert(const attention::Matrix& value) { return attention::test::braces(value); }
};
template <>
struct Catch::StringMaker<attention::Tensor> {
    static std::string convert(const attention::Tensor& value) { return attention::test::braces(value); }
};
