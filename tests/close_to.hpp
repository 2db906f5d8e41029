#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "base/tensor.hpp"
#include "catch.hpp"
#include "text/format.hpp"

namespace attention::test {

/// "{{1, 2}, {3, 4}}": nested braces, so that a shape can be read off, in six digits; of a long list the first eight, and how many
/// there are.
template <class T>
std::string braces(const T& value, std::size_t depth = 0, std::size_t offset = 0)
{
    constexpr std::size_t most = 8;
    if (depth == value.dimension()) {
        return fmt::format("{:.6g}", value.data()[offset]);
    }
    std::string text;
    for (std::size_t i = 0; i < std::min(most, value.shape(depth)); ++i) {
        text += (i == 0 ? "" : ", ") + braces(value, depth + 1, offset * value.shape(depth) + i);
    }
    return "{" + text + (value.shape(depth) > most ? fmt::format(", … {} in all", value.shape(depth)) : "") + "}";
}

/// Matches a tensor of exactly this shape whose every entry lies within `margin` of the expected one; NaN never does.
template <class T>
class CloseTo : public MatcherBase<T> {
public:
    CloseTo(T expected, double margin) : expected_(std::move(expected)), margin_(margin) {}

    bool match(const T& actual) const override
    {
        if (actual.shape() != expected_.shape()) {
            departure_ = fmt::format("the shape departs: {} for {}", fmt::join(actual.shape(), " x "),
                                     fmt::join(expected_.shape(), " x "));
            return false;
        }
        const auto near = [this](double x, double y) { return std::abs(x - y) <= margin_; };
        const auto [got, wanted] = std::mismatch(actual.begin(), actual.end(), expected_.begin(), near);
        if (got == actual.end()) {
            return true;
        }
        departure_ = fmt::format("first departs at number {}: {} for {}", got - actual.begin() + 1, *got, *wanted);
        return false;
    }

    std::string describe() const override
    {
        return fmt::format("came, expected\n{} to within {};\n{}", braces(expected_), margin_, departure_);
    }

private:
    T expected_;
    double margin_;
    mutable std::string departure_;  ///< of the last match, for the report that follows it
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
