#pragma once
#include <optional>
#include <string_view>

namespace attention {

/// The value of an exact string, such as "1/3", "ln 2", "-1/2 ln 3", "5/3 ln 3/2" or "sqrt 2": an optional sign, an
/// optional whole number or fraction, and optionally ln or sqrt of a whole number or fraction.
/// Nothing when the text is none, divides by 0, takes ln of 0, or is a plain number that needs no quotes.
std::optional<double> exact_number(std::string_view text);

}  // namespace attention
