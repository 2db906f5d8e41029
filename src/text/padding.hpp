#pragma once
#include <cstddef>
#include <string>

namespace attention {

/// Characters that take a place on the screen: all but the codes for colour.
std::size_t width(const std::string& text);

/// The text with spaces before it, up to the wanted width.
std::string padded_left(const std::string& text, std::size_t wanted);

/// The text with spaces behind it, up to the wanted width.
std::string padded_right(const std::string& text, std::size_t wanted);

}  // namespace attention
