#include "text/svg_heat_map.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "text/elision.hpp"
#include "text/format.hpp"
#include "text/numbers.hpp"
#include "text/svg_text.hpp"

namespace attention {
namespace {

constexpr std::size_t most_cells = 64;
constexpr std::size_t cell_side = 14;      // of a cell
constexpr std::size_t head_every = 4;      // as many cells have room for one head
constexpr std::size_t shades_gap = 14;     // above the scale of colours
constexpr std::size_t shade_count = 9;     // -1, -3/4, … 1
constexpr std::size_t shade_width = 24;    // of one of them
constexpr std::size_t shades_height = 36;  // with the numbers below

std::string box_at(std::size_t x, std::size_t y, std::size_t width)
{
    return fmt::format(R"(x="{}" y="{}" width="{}" height="{}")", x, y, width, cell_side);
}

std::string scale_of_colours(std::size_t x, std::size_t y)
{
    std::string drawn = fmt::format("    <rect class=\"frame\" {}/>\n", box_at(x, y, shade_count * shade_width));
    for (std::size_t s = 0; s < shade_count; ++s) {
        const double number = 2 * static_cast<double>(s) / (shade_count - 1) - 1;
        const std::size_t left = x + s * shade_width;
        drawn += svg_tint(number, box_at(left, y, shade_width));
        if (s % head_every == 0) {
            drawn += text_at(left + shade_width / 2, y + cell_side + 16, "number", six_digits(number));
        }
    }
    return drawn;
}

}  // namespace

std::string svg_tint(double number, const std::string& box)
{
    const double strength = std::isnan(number) ? 0 : std::min(std::abs(number), 1.0);
    const std::string opacity = two_decimals(strength);
    return opacity == "0.00"
               ? ""
               : fmt::format("    <rect class=\"{}\" {} fill-opacity=\"{}\"/>\n", number > 0 ? "above" : "below", box, opacity);
}

std::string svg_heat_map(const HeatMap& map, std::size_t x, std::size_t y)
{
    const auto [m, n] = map.numbers.shape();
    const std::vector<std::size_t> rows = shown(m, most_cells);
    const std::vector<std::size_t> columns = shown(n, most_cells);
    std::string drawn = fmt::format("    <rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", x, y,
                                    columns.size() * cell_side, rows.size() * cell_side);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const std::size_t top = y + r * cell_side;
        if (r % head_every == 0 || rows[r] == m) {
            drawn += text_at(x - 8, top + 12, "row", rows[r] == m ? "…" : map.side(rows[r]));
        }
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const bool is_gap = rows[r] == m || columns[c] == n;
            drawn += is_gap ? "" : svg_tint(map.numbers(rows[r], columns[c]), box_at(x + c * cell_side, top, cell_side));
        }
    }
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (c % head_every == 0 || columns[c] == n) {
            drawn += text_at(x + c * cell_side + cell_side / 2, y - 8, "head", columns[c] == n ? "…" : map.head(columns[c]));
        }
    }
    return drawn + scale_of_colours(x, y + rows.size() * cell_side + shades_gap);
}

std::size_t heat_map_width(const HeatMap& map)
{
    return std::max(shown(map.numbers.shape(1), most_cells).size() * cell_side + head_every * cell_side / 2,
                    shade_count * shade_width);
}

std::size_t heat_map_height(const HeatMap& map)
{
    return shown(map.numbers.shape(0), most_cells).size() * cell_side + shades_gap + shades_height;
}

}  // namespace attention
