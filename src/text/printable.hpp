#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace attention {

/// The text on one line, fit for a terminal: control characters become "?", so that a file cannot move the cursor or
/// colour the screen; more than `most` characters are cut with "…".
std::string printable(std::string_view text, std::size_t most = 60);

/// The number of characters (code points) in UTF-8 text.
std::size_t character_count(std::string_view text);

}  // namespace attention
