#include "judge/likeness.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "judge/comparison.hpp"
#include "text/format.hpp"
#include "text/numbers.hpp"

namespace attention {
namespace {

Tensor with_first_indices_exchanged(const Tensor& value)
{
    std::vector<std::size_t> axes(value.dimension());
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        axes[axis] = axis < 2 ? 1 - axis : axis;
    }
    return xt::transpose(value, axes);
}

/// The list from its last item to its first.
Tensor turned_round(const Tensor& value)
{
    return xt::flip(value, 0);
}

/// The numbers wrong/right, or wrong − right, when it is the same everywhere, and not what leaves a number as it is.
std::optional<double> same_everywhere(const Tensor& right, const Tensor& wrong, double t, bool is_factor)
{
    std::optional<double> common;
    for (std::size_t i = 0; i < right.size(); ++i) {
        const double r = right.flat(i);
        const double w = wrong.flat(i);
        if (is_factor && std::abs(r) <= t && std::abs(w) <= t) {
            continue;  // 0 stays 0, whatever the factor
        }
        const double change = is_factor ? w / r : w - r;
        if (!std::isfinite(change) || (common && !is_close(*common, change, 10 * t))) {
            return std::nullopt;
        }
        common = common.value_or(change);
    }
    return common;
}

/// How many significant digits agree in the number that is furthest off.
int agreeing_digits(const Tensor& right, const Tensor& wrong)
{
    double furthest = 0;
    for (std::size_t i = 0; i < right.size(); ++i) {
        furthest = std::max(furthest, std::abs(wrong.flat(i) - right.flat(i)) / std::max(1.0, std::abs(right.flat(i))));
    }
    return std::isfinite(furthest) && furthest > 0 ? static_cast<int>(-std::log10(furthest)) : 0;
}

/// Which items of the list are right, from 1; only when some are and some are not.
std::vector<std::size_t> right_items(const Tensor& right, const Tensor& wrong, double t)
{
    std::vector<std::size_t> items;
    const std::size_t size = right.size() / right.shape(0);
    for (std::size_t i = 0; i < right.shape(0); ++i) {
        bool is_right = true;
        for (std::size_t r = i * size; r < (i + 1) * size; ++r) {
            is_right = is_right && is_close(right.flat(r), wrong.flat(r), t);
        }
        if (is_right) {
            items.push_back(i + 1);
        }
    }
    return items;
}

Words listed_items(std::vector<std::size_t> items)
{
    constexpr std::size_t most = 6;
    const std::string more = items.size() > most ? ", …" : "";
    items.resize(std::min(items.size(), most));
    return {fmt::format("{}{}", fmt::join(items, ", "), more), fmt::format("{}{}", fmt::join(items, "、"), more)};
}

/// What can be said when the shapes agree.
Words likeness_of_numbers(const Tensor& right, const Tensor& wrong, double t)
{
    constexpr int digits_of_chance = 4;
    if (is_close(turned_round(right), wrong, t)) {
        return {"these are the right numbers from the last to the first", "数都对，只是从最后一个排到了第一个"};
    }
    if (const auto factor = same_everywhere(right, wrong, t, true)) {
        const std::string number = six_digits(*factor);
        return {"every number is " + number + " times the right one", "每个数都是正确结果的 " + number + " 倍"};
    }
    if (const auto difference = same_everywhere(right, wrong, t, false)) {
        const std::string number = six_digits(*difference);
        return {"every number is the right one plus " + number, "每个数都比正确结果多 " + number};
    }
    if (const int digits = agreeing_digits(right, wrong); digits >= digits_of_chance) {
        return {fmt::format("right to {} digits: rounded, or computed in single precision", digits),
                fmt::format("前 {} 位数字都对：四舍五入过，或者是按单精度算的", digits)};
    }
    const std::vector<std::size_t> items = right_items(right, wrong, t);
    if (items.empty() || right.shape(0) == 1) {
        return {};
    }
    const Words list = listed_items(items);
    return {fmt::format("right in place {} of {}", list.en, right.shape(0)),
            fmt::format("共 {} 项，其中第 {} 项是对的", right.shape(0), list.zh)};
}

}  // namespace

Words likeness(const Tensor& right, const Tensor& wrong, double t)
{
    if (right.dimension() >= 2 && wrong.dimension() == right.dimension() &&
        is_close(with_first_indices_exchanged(right), wrong, t)) {
        return {"these are the right numbers with the first two indices exchanged", "数都对，只是前两个下标互换了"};
    }
    if (right.size() == wrong.size() && right.shape() != wrong.shape()) {
        Tensor reshaped = wrong;
        reshaped.reshape(right.shape());
        if (is_close(right, reshaped, t)) {
            return {"these are the right numbers in another shape", "数都对，只是形状不同"};
        }
    }
    return right.shape() == wrong.shape() ? likeness_of_numbers(right, wrong, t) : Words{};
}

}  // namespace attention
