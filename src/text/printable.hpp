#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace attention {

/// How many characters of a title, of a step's words or of any other free text are shown.
constexpr std::size_t longest_line = 300;

/// The text on one line, fit for a terminal: bytes that are no UTF-8, control characters, and marks that nobody sees but
/// that break or turn round a line become "?", so that a file cannot move the cursor or colour the screen; more than
/// `most` characters are cut with "…".
std::string printable(std::string_view text, std::size_t most = 60);

/// The number of characters (code points) in UTF-8 text.
std::size_t character_count(std::string_view text);

/// The length in bytes of the UTF-8 character at the start of the text; 0 when there is none, or a malformed one.
std::size_t character_length(std::string_view text);

}  // namespace attention
