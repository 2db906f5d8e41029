#pragma once
#include <cstddef>
#include <functional>
#include <string>

#include "base/tensor.hpp"

// Numbers from -1 to 1 by colour: the class "above" (blue) for what is positive, "below" (orange) for what is negative, as strong
// as the number is large; 0 leaves the paper as it is. The classes get their colours from the picture's style.

namespace attention {

/// The colour of one number, as a rectangle at `box` (its attributes x, y, width and height). What lies outside is shown as -1 or 1.
std::string svg_tint(double number, const std::string& box);

/// Many numbers as small coloured cells without digits, for a matrix that is too large to be read number by number.
struct HeatMap {
    Matrix numbers;                                ///< of more than 64 rows or columns the first 62 and the last are drawn
    std::function<std::string(std::size_t)> head;  ///< plain text above column c, from 0; every fourth is written
    std::function<std::string(std::size_t)> side;  ///< plain text before row r, from 0; every fourth is written
};

/// Its drawing, heads and the scale of colours below included, with the upper left corner of its cells at (x, y).
std::string svg_heat_map(const HeatMap& map, std::size_t x, std::size_t y);

/// How far it reaches to the right of x, and below y.
std::size_t heat_map_width(const HeatMap& map);
std::size_t heat_map_height(const HeatMap& map);

}  // namespace attention
