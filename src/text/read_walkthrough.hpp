#pragma once
#include <string_view>

#include "base/walkthrough.hpp"

namespace attention {

/// Reads a walkthrough from JSON, as docs/problem-format.md describes it: what walkthrough_json wrote, or a port. A step without
/// a symbol gets one of its name; kind, formulas and words may be missing.
/// Throws InputError with the path inside the file, what was expected there and what came.
Walkthrough read_walkthrough(std::string_view text);

}  // namespace attention
