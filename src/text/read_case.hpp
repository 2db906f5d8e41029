#pragma once
#include <string_view>

#include "base/case.hpp"

namespace attention {

/// A case from JSON, as docs/problem-format.md describes it.
/// Throws InputError for anything else; `where` is then the path inside the text, not the file.
Case read_case(std::string_view text);

/// A case of a problem whose steps nobody has recorded yet: `expected` is empty.
/// Throws InputError, as read_problem does.
Case unrecorded_case(std::string_view problem);

}  // namespace attention
