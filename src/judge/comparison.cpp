#include "judge/comparison.hpp"

#include <algorithm>
#include <cmath>

#include "base/shape_error.hpp"

namespace attention {
namespace {

bool are_close_or_none(double expected, double got, const Tolerance& t)
{
    return is_close(expected, got, t) || (!std::isfinite(expected) && !std::isfinite(got));
}

/// The index of the number that stands at `place` among all.
std::vector<std::size_t> index_of(std::size_t place, const Tensor& value)
{
    std::vector<std::size_t> index(value.dimension());
    for (std::size_t axis = value.dimension(); axis-- > 0;) {
        index[axis] = place % value.shape(axis);
        place /= value.shape(axis);
    }
    return index;
}

}  // namespace

bool is_close(double expected, double got, const Tolerance& t)
{
    const double margin = std::max(t.relative * std::max(1.0, std::abs(expected)), t.absolute);
    return std::isfinite(got) && std::isfinite(expected) && std::abs(got - expected) <= margin;
}

bool is_close(const Tensor& expected, const Tensor& got, const Tolerance& t)
{
    return expected.shape() == got.shape() && !first_departure(expected, got, t);
}

bool is_alike(const Tensor& expected, const Tensor& got, const Tolerance& t)
{
    const auto alike = [&t](double x, double y) { return are_close_or_none(x, y, t); };
    return expected.shape() == got.shape() && std::equal(expected.begin(), expected.end(), got.begin(), alike);
}

std::optional<Departure> first_departure(const Tensor& expected, const Tensor& got, const Tolerance& t)
{
    if (expected.shape() != got.shape()) {
        throw ShapeError("first_departure: the shapes differ");
    }
    const auto close = [&t](double x, double y) { return is_close(x, y, t); };
    const auto [right, wrong] = std::mismatch(expected.begin(), expected.end(), got.begin(), close);
    if (right == expected.end()) {
        return std::nullopt;
    }
    return Departure{index_of(static_cast<std::size_t>(right - expected.begin()), expected), *right, *wrong};
}

bool is_finite(const Tensor& value)
{
    return std::all_of(value.begin(), value.end(), [](double x) { return std::isfinite(x); });
}

}  // namespace attention
