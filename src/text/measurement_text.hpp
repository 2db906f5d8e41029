#pragma once
#include <string>

#include "base/chapter.hpp"
#include "text/language.hpp"

namespace attention {

/// What was measured, what each column holds, and the table; numbers to three significant digits.
std::string measurement_text(const Measurement& measurement, Language language);

}  // namespace attention
