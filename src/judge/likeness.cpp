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

/// wrong/right, when it is the same for all numbers, two at least that are not 0, and changes them.
std::optional<double> common_factor(const Tensor& right, const Tensor& wrong, const Tolerance& t)
{
    std::vector<double> factors;
    for (std::size_t i = 0; i < right.size(); ++i) {
        if (is_close(0, right.flat(i), t) && is_close(0, wrong.flat(i), t)) {
            continue;  // 0 stays 0, whatever the factor
        }
        factors.push_back(wrong.flat(i) / right.flat(i));
        if (!is_close(factors[0], factors.back(), {10 * t.relative})) {
            return std::nullopt;
        }
    }
    const bool is_change = factors.size() > 1 && six_digits(factors[0]) != "1";
    return is_change ? std::optional(factors[0]) : std::nullopt;
}

/// wrong − right, when it is the same for all numbers, two at least, and changes them.
std::optional<double> common_difference(const Tensor& right, const Tensor& wrong, const Tolerance& t)
{
    const Tensor differences = wrong - right;
    const double first = differences.flat(0);
    const auto is_same = [&](double x) { return is_close(first, x, {10 * t.relative}); };
    const bool is_common = differences.size() > 1 && std::all_of(differences.begin(), differences.end(), is_same);
    return is_common ? std::optional(first) : std::nullopt;
}

/// Whether some number is right that is not 0.
bool has_right_number(const Tensor& right, const Tensor& wrong, const Tolerance& t)
{
    for (std::size_t i = 0; i < right.size(); ++i) {
        if (is_close(right.flat(i), wrong.flat(i), t) && !is_close(0, right.flat(i), t)) {
            return true;
        }
    }
    return false;
}

/// Whether what is a number is right, where something is none.
bool is_right_where_number(const Tensor& right, const Tensor& wrong, const Tolerance& t)
{
    const auto fits = [&t](double r, double w) { return !std::isfinite(w) || is_close(r, w, t); };
    const bool has_number = std::any_of(wrong.begin(), wrong.end(), [](double w) { return std::isfinite(w); });
    return has_number && !is_finite(wrong) && std::equal(right.begin(), right.end(), wrong.begin(), fits);
}

/// How many significant digits agree in the number that is furthest off.
int agreeing_digits(const Tensor& right, const Tensor& wrong)
{
    double furthest = 0;
    for (std::size_t i = 0; i < right.size(); ++i) {
        furthest = std::max(furthest, std::abs(wrong.flat(i) - right.flat(i)) / std::max(1.0, std::abs(right.flat(i))));
    }
    return furthest > 0 ? static_cast<int>(-std::log10(furthest)) : 0;
}

/// Which items of the list are right, from 1; only when some are and some are not.
std::vector<std::size_t> right_items(const Tensor& right, const Tensor& wrong, const Tolerance& t)
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
Words likeness_of_numbers(const Tensor& right, const Tensor& wrong, const Tolerance& t)
{
    constexpr int fewest_digits = 3;  // that do not agree by chance
    constexpr int digits_of_single = 6;
    if (is_close(turned_round(right), wrong, t)) {
        return {"these are the right numbers from the last to the first", "数都对，只是前后顺序颠倒了"};
    }
    if (is_right_where_number(right, wrong, t)) {
        return {"right wherever it is a number", "凡是数的地方都对"};
    }
    if (!is_finite(wrong)) {
        return {};
    }
    if (const int digits = agreeing_digits(right, wrong); digits >= fewest_digits) {
        const Words cause =
            digits < digits_of_single
                ? Words{"rounded? --precision says to how many decimals", "四舍五入过？可用 --precision 说明保留了几位小数"}
                : Words{"in single precision? then with --precision float32", "按单精度算的？可用 --precision float32"};
        return {fmt::format("right to {} digits: {}", digits, cause.en), fmt::format("前 {} 位数字都对：{}", digits, cause.zh)};
    }
    const bool may_be_changed_throughout = !has_right_number(right, wrong, t);
    if (const auto factor = common_factor(right, wrong, t); factor && may_be_changed_throughout) {
        const std::string number = six_digits(*factor);
        return {"every number is " + number + " times the right one", "每个数都是正确结果的 " + number + " 倍"};
    }
    if (const auto difference = common_difference(right, wrong, t); difference && may_be_changed_throughout) {
        const std::string number = six_digits(*difference);
        return {"every number is the right one plus " + number, "每个数都比正确结果多 " + number};
    }
    const std::vector<std::size_t> items = right_items(right, wrong, t);
    if (items.empty() || right.shape(0) == 1) {
        return {};
    }
    const Words list = listed_items(items);
    return {fmt::format("right in {} of its {} places: {}", items.size(), right.shape(0), list.en),
            fmt::format("共 {} 项，对了 {} 项：第 {} 项", right.shape(0), items.size(), list.zh)};
}

}  // namespace

Words likeness(const Tensor& right, const Tensor& wrong, const Tolerance& t)
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
