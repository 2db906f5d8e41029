#pragma once
#include <string>

namespace attention {

/// Six significant digits: "1.38629", "8", "0.1"; never "-0".
std::string six_digits(double x);

/// Two decimals: "1.39", "8.00"; never "-0.00". From a million on "1.23e+06", so that it stays short.
std::string two_decimals(double x);

}  // namespace attention
