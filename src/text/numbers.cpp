#include "text/numbers.hpp"

#include <cmath>

#include "text/format.hpp"

namespace attention {

std::string six_digits(double x)
{
    return fmt::format("{:.6g}", x == 0 ? 0.0 : x);
}

std::string two_decimals(double x)
{
    const std::string text = std::abs(x) < 1e6 ? fmt::format("{:.2f}", x) : fmt::format("{:.2e}", x);
    return text == "-0.00" ? "0.00" : text;
}

}  // namespace attention
