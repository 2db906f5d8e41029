#include "text/measurement_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "text/format.hpp"
#include "text/padding.hpp"

namespace attention {
namespace {

constexpr std::size_t narrowest = 6;

std::string legend(const std::vector<MeasuredColumn>& columns, Language language)
{
    std::size_t widest = 0;
    for (const MeasuredColumn& column : columns) {
        widest = std::max(widest, width(in(language, column.head)));
    }
    std::string lines;
    for (const MeasuredColumn& column : columns) {
        lines += fmt::format("   {}  {}\n", padded_right(in(language, column.head), widest), in(language, column.words));
    }
    return lines;
}

/// Three significant digits; a whole number in all its digits, for it may be a count.
std::string cell(double number)
{
    constexpr double longest = 1e9;
    const bool is_whole = std::abs(number) < longest && number == std::floor(number);
    return is_whole ? fmt::format("{:.0f}", number) : fmt::format("{:.3g}", number);
}

std::string table(const std::vector<MeasuredColumn>& columns, const Matrix& rows, Language language)
{
    std::vector<std::string> lines(rows.shape(0) + 1, " ");
    for (std::size_t c = 0; c < columns.size(); ++c) {
        std::vector<std::string> cells{in(language, columns[c].head)};
        std::size_t widest = std::max(narrowest, width(cells[0]));
        for (std::size_t r = 0; r < rows.shape(0); ++r) {
            cells.push_back(cell(rows(r, c)));
            widest = std::max(widest, width(cells.back()));
        }
        for (std::size_t line = 0; line < lines.size(); ++line) {
            lines[line] += "  " + padded_left(cells[line], widest);
        }
    }
    return fmt::format("{}\n", fmt::join(lines, "\n"));
}

}  // namespace

std::string measurement_text(const Measurement& measurement, Language language)
{
    return in(language, measurement.words) + "\n\n" + legend(measurement.columns, language) + "\n" +
           table(measurement.columns, measurement.rows, language);
}

}  // namespace attention
