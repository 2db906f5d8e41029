#pragma once
#include <cstddef>
#include <string>

namespace attention {

/// Places on the screen: two for a Chinese character, none for the codes for colour, one for all else.
std::size_t width(const std::string& text);

/// The text with spaces before it, up to the wanted width.
std::string padded_left(const std::string& text, std::size_t wanted);

/// The text with spaces behind it, up to the wanted width.
std::string padded_right(const std::string& text, std::size_t wanted);

}  // namespace attention
