#include "text/exact_number.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>

namespace attention {
namespace {

constexpr std::int64_t largest_exact = std::int64_t{1} << 53;  // a double holds every whole number up to here

bool take(std::string_view& text, std::string_view word)
{
    if (text.substr(0, word.size()) != word) {
        return false;
    }
    text.remove_prefix(word.size());
    return true;
}

void skip_spaces(std::string_view& text)
{
    while (take(text, " ")) {
    }
}

std::optional<double> take_whole_number(std::string_view& text)
{
    if (text.empty() || text[0] < '0' || text[0] > '9') {
        return {};
    }
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || value > largest_exact) {
        return {};
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return static_cast<double>(value);
}

struct Ratio {
    double value;
    bool is_fraction;
};

std::optional<Ratio> take_ratio(std::string_view& text)
{
    const auto above = take_whole_number(text);
    if (!above || !take(text, "/")) {
        return above ? std::optional<Ratio>({*above, false}) : std::nullopt;
    }
    const auto below = take_whole_number(text);
    return below && *below != 0 ? std::optional<Ratio>({*above / *below, true}) : std::nullopt;
}

}  // namespace

std::optional<double> exact_number(std::string_view text)
{
    const double sign = take(text, "-") ? -1 : 1;
    const bool starts_with_digit = !text.empty() && text[0] >= '0' && text[0] <= '9';
    const auto factor = starts_with_digit ? take_ratio(text) : std::optional<Ratio>({1, false});
    if (!factor) {
        return {};
    }
    if (text.empty()) {
        return factor->is_fraction ? std::optional(sign * factor->value) : std::nullopt;
    }

    skip_spaces(text);
    const bool logarithm = take(text, "ln");
    if (!logarithm && !take(text, "sqrt")) {
        return {};
    }
    skip_spaces(text);
    const auto argument = take_ratio(text);
    if (!argument || !text.empty() || (logarithm && argument->value == 0)) {
        return {};
    }
    return sign * factor->value * (logarithm ? std::log(argument->value) : std::sqrt(argument->value));
}

}  // namespace attention
