#pragma once
#include <cstddef>
#include <string>
#include <string_view>

// Text inside an SVG picture.

namespace attention {

/// With &, < and > written as XML wants them.
std::string svg_escaped(std::string_view text);

/// Plain mathematics such as "W^q a_{1,j}", escaped: what follows _ stands low, what follows ^ high, both small.
std::string svg_formula(std::string_view text);

/// About how many pixels the text is wide, rather too many than too few: `each` a letter, and 14 a Chinese character.
std::size_t svg_width(std::string_view text, std::size_t each);

/// A line of the picture with text whose indices stand low, as svg_formula does it; the style's class tells from where it runs.
std::string text_at(std::size_t x, std::size_t y, const char* style_class, const std::string& text);

}  // namespace attention
