#pragma once
#include <string>
#include <string_view>

#include "base/case.hpp"

namespace attention {

/// A case from JSON, as docs/problem-format.md describes it.
/// Throws InputError for anything else; `where` is then the path inside the text, not the file.
Case read_case(std::string_view text);

/// Whether the JSON is of a case, for which steps are recorded, and not of a mere problem. Throws InputError for what is no object.
bool is_case(std::string_view text);

/// What a port is sent for a case: its problem as JSON on one line, every number a plain one, without the title.
/// Throws InputError for what is no object.
std::string line_for_port(std::string_view text);

}  // namespace attention
