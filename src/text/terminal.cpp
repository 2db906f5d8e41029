#include "text/terminal.hpp"
#include "base/stated.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "text/cells.hpp"
#include "text/elision.hpp"
#include "text/format.hpp"
#include "text/numbers.hpp"
#include "text/padding.hpp"
#include "text/plain_math.hpp"
#include "text/printable.hpp"
#include "text/step_look.hpp"
#include "text/symbols.hpp"

namespace attention {
namespace {

using Lines = std::vector<std::string>;
using Column = std::vector<std::string>;  ///< cells from top to bottom
using Table = std::vector<Column>;        ///< columns from left to right

constexpr std::size_t bar_width = 20;
constexpr const char* gap = "…";  ///< stands for what is left out

constexpr std::string_view bold = "\033[1m";
constexpr std::string_view dim = "\033[2m";
constexpr std::string_view cyan = "\033[36m";
constexpr std::string_view blue = "\033[94m";  // the bright one: plain blue is hard to see on black

std::string painted(const std::string& text, std::string_view code, const View& view)
{
    const bool blank = text.find_first_not_of(' ') == std::string::npos;
    return view.colour && !blank ? fmt::format("{}{}\033[0m", code, text) : text;
}

// ---- columns of equal width ----

std::size_t width_of(const Column& cells)
{
    std::size_t widest = 0;
    for (const std::string& cell : cells) {
        widest = std::max(widest, width(cell));
    }
    return widest;
}

bool is_plain_number(const std::string& cell)
{
    return cell.find_first_not_of("-.0123456789") == std::string::npos;
}

/// Cells of equal width, with the decimal points of plain numbers below each other.
Column aligned(Column cells)
{
    if (std::all_of(cells.begin(), cells.end(), is_plain_number)) {
        Column fractions;
        for (const std::string& cell : cells) {
            fractions.push_back(cell.substr(std::min(cell.find('.'), cell.size())));
        }
        const std::size_t longest = width_of(fractions);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            cells[i] += std::string(longest - fractions[i].size(), ' ');
        }
    }
    const std::size_t widest = width_of(cells);
    for (std::string& cell : cells) {
        cell = padded_left(cell, widest);
    }
    return cells;
}

/// cell(0), cell(1), … of n as far as they are shown, and a gap for the others.
template <class Cell>
Column elided(std::size_t n, const Cell& cell)
{
    Column cells;
    for (const std::size_t i : shown(n)) {
        cells.push_back(i == n ? gap : cell(i));
    }
    return cells;
}

/// The same, aligned; the gap does not take part.
template <class Cell>
Column aligned_column(std::size_t n, const Cell& cell)
{
    Column cells = elided(n, cell);
    const bool has_gap = cells.size() < n;
    if (has_gap) {
        cells.erase(cells.end() - 2);
    }
    cells = aligned(cells);
    if (has_gap) {
        cells.insert(cells.end() - 1, padded_left(gap, width_of(cells)));
    }
    return cells;
}

/// Aligned columns of cell(column, row).
template <class Cell>
Table aligned_table(std::size_t columns, std::size_t rows, const Cell& cell)
{
    Table table;
    for (const std::size_t c : shown(columns)) {
        const auto cell_of_column = [&cell, c](std::size_t r) { return cell(c, r); };
        table.push_back(c == columns ? Column(shown(rows).size(), gap) : aligned_column(rows, cell_of_column));
    }
    return table;
}

// ---- bars for weights ----

/// How many parts of `whole` a weight fills: none below 0 and all above 1, for a step that the problem gives can be wrong.
std::size_t filled(double weight, std::size_t whole)
{
    const double share = weight > 0 ? std::min(weight, 1.0) : 0;  // not std::clamp, which lets NaN through
    return static_cast<std::size_t>(std::lround(share * static_cast<double>(whole)));
}

/// "▁" to "█" in eighths: a bar that fits a matrix.
std::string small_bar(double weight)
{
    static const std::array<const char*, 9> eighths{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    return eighths.at(filled(weight, 8));
}

/// A bar of up to bar_width characters, to the nearest eighth of one.
std::string long_bar(double weight)
{
    static const std::array<const char*, 8> eighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const std::size_t total = filled(weight, bar_width * 8);
    std::string bar;
    for (std::size_t i = 0; i < total / 8; ++i) {
        bar += "█";
    }
    return bar + eighths.at(total % 8);
}

// ---- vectors and lists ----

/// "(1, 0, 3)"
std::string in_parentheses(const Column& components)
{
    return fmt::format("({})", fmt::join(components, ", "));
}

std::string one_vector(const Cells& cells)
{
    return in_parentheses(elided(cells.value.size(), [&](std::size_t r) { return cells.at(r); }));
}

/// "k_1", "k_2", … of n.
Column indexed(const std::string& symbol, std::size_t n)
{
    return elided(n, [&](std::size_t i) { return plain_math(at_index(symbol, i + 1)); });
}

/// names = values, one below the other; a gap stands alone.
Lines equations(const Column& names, const Column& values)
{
    Lines lines;
    for (std::size_t row = 0; row < names.size(); ++row) {
        lines.push_back(names[row] == gap ? gap : padded_right(names[row], width_of(names)) + " = " + values[row]);
    }
    return lines;
}

/// α_{1,1} = 0.1, α_{1,2} = 0.2, …, one below the other, with bars when they are weights.
Lines listed_numbers(const std::string& symbol, const Cells& cells, bool weights, const View& view)
{
    const std::size_t n = cells.value.size();
    Column numbers = aligned_column(n, [&](std::size_t j) { return cells.at(j); });
    const std::vector<std::size_t> items = shown(n);
    for (std::size_t row = 0; weights && row < items.size(); ++row) {
        numbers[row] += items[row] == n ? "" : "  " + painted(long_bar(cells.value(items[row])), blue, view);
    }
    return equations(indexed(symbol, n), numbers);
}

/// The cell with a comma or parenthesis right behind its last digit.
std::string closed(const std::string& cell, char mark)
{
    const std::size_t end = cell.find_last_not_of(' ') + 1;
    return cell.substr(0, end) + mark + cell.substr(end);
}

/// k_1 = (…), k_2 = (…), one below the other, components aligned.
Lines listed_vectors(const std::string& symbol, const Cells& cells)
{
    const std::size_t n = cells.value.shape(0);
    const Table table = aligned_table(cells.value.shape(1), n, [&](std::size_t r, std::size_t i) { return cells.at(i, r); });
    Column vectors;
    for (std::size_t row = 0; row < shown(n).size(); ++row) {
        Column components;
        for (const Column& column : table) {
            components.push_back(closed(column[row], &column == &table.back() ? ')' : ','));
        }
        vectors.push_back(fmt::format("({}", fmt::join(components, " ")));
    }
    return equations(indexed(symbol, n), vectors);
}

// ---- matrices ----

/// What stands around a matrix: above each column, and before each row. Either may be empty.
struct Labels {
    Column above = {};
    Column before = {};
};

/// The matrix in brackets, its symbol before the middle row.
Lines bracketed(const std::string& symbol, const Table& table, const Labels& labels = {})
{
    const std::size_t rows = table[0].size();
    const std::string blank(width(symbol) + 3, ' ');
    const std::size_t side = labels.before.empty() ? 0 : width_of(labels.before) + 1;
    std::string head = blank + std::string(side + 1, ' ');
    Lines lines;
    for (std::size_t r = 0; r < rows; ++r) {
        lines.push_back(r == (rows - 1) / 2 ? symbol + " = " : blank);
        lines[r] += side == 0 ? "" : padded_right(labels.before[r], side);
        lines[r] += rows == 1 ? "[" : r == 0 ? "⎡" : r == rows - 1 ? "⎣" : "⎢";
    }
    for (std::size_t c = 0; c < table.size(); ++c) {
        const std::string above = labels.above.empty() ? "" : labels.above[c];
        const std::size_t wide = std::max(width_of(table[c]), width(above));
        head += fmt::format(" {} ", padded_left(above, wide));
        for (std::size_t r = 0; r < rows; ++r) {
            lines[r] += fmt::format(" {} ", padded_left(table[c][r], wide));
        }
    }
    for (std::size_t r = 0; r < rows; ++r) {
        lines[r] += rows == 1 ? "]" : r == 0 ? "⎤" : r == rows - 1 ? "⎦" : "⎥";
    }
    if (!labels.above.empty()) {
        lines.insert(lines.begin(), head);
    }
    return lines;
}

/// A weight matrix, whose value is the list of its rows.
Lines rows_as_matrix(const std::string& symbol, const Cells& cells)
{
    const auto cell = [&](std::size_t c, std::size_t r) { return cells.at(r, c); };
    return bracketed(symbol, aligned_table(cells.value.shape(1), cells.value.shape(0), cell));
}

/// The lecture's matrix, whose columns are the listed vectors; scores and weights have a row per key.
Lines columns_as_matrix(const Step& step, const Cells& cells, const View& view)
{
    const bool weights = holds_weights(step);
    const std::size_t n = cells.value.shape(0);
    const std::size_t d = cells.value.shape(1);
    Table table = aligned_table(n, d, [&](std::size_t i, std::size_t r) { return cells.at(i, r); });
    const std::vector<std::size_t> columns = shown(n);
    const std::vector<std::size_t> rows = shown(d);
    for (std::size_t c = 0; weights && c < columns.size(); ++c) {
        for (std::size_t r = 0; columns[c] != n && r < rows.size(); ++r) {
            table[c][r] += " " + (rows[r] == d ? " " : painted(small_bar(cells.value(columns[c], rows[r])), blue, view));
        }
    }
    const char* bar_room = weights ? "  " : "";  // the name stands above the number, not above its bar
    const auto above = [&](std::size_t i) { return plain_math(column_head(step, i)) + bar_room; };
    const auto before = [&](std::size_t j) { return plain_math(row_head(step, j)); };
    return bracketed(plain_math(step.symbol), table, {elided(n, above), has_row_heads(step) ? elided(d, before) : Column{}});
}

Lines step_lines(const Step& step, const View& view);

/// The vectors of each query in turn.
Lines lines_by_query(const Step& step, const View& view)
{
    Lines lines;
    const std::size_t n = step.value.shape(0);
    for (const std::size_t i : shown(n)) {
        const Lines part = i == n ? Lines{gap} : step_lines(part_of_query(step, i), view);
        lines.insert(lines.end(), part.begin(), part.end());
    }
    return lines;
}

Lines step_lines(const Step& step, const View& view)
{
    const bool weights = holds_weights(step);
    const Cells cells{step.value};
    const bool listed = runs_over_an_index(step.symbol);
    if (step.value.dimension() == 3) {
        return lines_by_query(step, view);
    }
    if (step.value.dimension() == 0) {
        return {plain_math(step.symbol) + " = " + cells.at()};
    }
    if (step.value.dimension() == 1) {
        return listed ? listed_numbers(step.symbol, cells, weights, view)
                      : Lines{plain_math(step.symbol) + " = " + one_vector(cells)};
    }
    return listed ? listed_vectors(step.symbol, cells) : columns_as_matrix(step, cells, view);
}

Lines stated_lines(const Stated& stated, const Problem& problem)
{
    const Cells cells{stated.value, &problem, stated.field};
    if (stated.value.dimension() == 0) {
        return {plain_math(stated.symbol) + " = " + cells.at()};
    }
    if (stated.value.dimension() == 1) {
        return {plain_math(stated.symbol) + " = " + one_vector(cells)};
    }
    return runs_over_an_index(stated.symbol) ? listed_vectors(stated.symbol, cells)
                                             : rows_as_matrix(plain_math(stated.symbol), cells);
}

/// The lines three places in, without blanks at their ends.
std::string indented(const Lines& lines)
{
    std::string result;
    for (const std::string& line : lines) {
        result += "   " + line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return result;
}

/// "(8, 4.5)", or "(8, 4.5) (4.5, 8)" for a list of vectors; a semicolon stands between queries.
std::string on_one_line(const Tensor& value)
{
    const Cells cells{value};
    if (value.dimension() == 0) {
        return cells.at();
    }
    if (value.dimension() == 1) {
        return one_vector(cells);
    }
    if (value.dimension() == 3) {
        const auto part = [&](std::size_t i) { return on_one_line(part_of_query({"", "", "", {}, value}, i).value); };
        return fmt::format("{}", fmt::join(elided(value.shape(0), part), "; "));
    }
    const auto vector = [&](std::size_t i) {
        return in_parentheses(elided(value.shape(1), [&](std::size_t r) { return cells.at(i, r); }));
    };
    return fmt::format("{}", fmt::join(elided(value.shape(0), vector), " "));
}

}  // namespace

std::string terminal_title(const Chapter& chapter, const View& view)
{
    const std::string title = chapter.name.substr(0, 2) + "  " + in(view.language, chapter.title);
    return painted(title, bold, view) + "\n" + in(view.language, chapter.question) + "\n";
}

std::string terminal_heading(const std::string& title, const View& view)
{
    return painted(printable(title, longest_line), bold, view) + "\n";
}

std::string terminal_stated(const Problem& problem, const View& view)
{
    std::string result = painted(in(view.language, {"Given", "已知"}), bold, view) + "\n";
    for (const Stated& one : stated(problem)) {
        result += indented(stated_lines(one, problem));
    }
    return result;
}

std::string terminal_step(const Step& step, std::size_t number, const View& view)
{
    const std::string words = words_of(step, view.language);
    return painted(std::to_string(number), bold, view) + "  " + painted(plain_math(head_of(step)), cyan, view) + "\n" +
           (words.empty() ? "" : "   " + painted(words, dim, view) + "\n") + indented(step_lines(step, view));
}

std::string terminal_right(const Step& right, const View& view)
{
    return painted(in(view.language, {"right", "正确结果"}), bold, view) + "\n   " + plain_math(right.symbol) + " = " +
           on_one_line(right.value) + "\n";
}

std::string terminal_mistake(const Mistake& mistake, const Step& wrong, const View& view)
{
    return painted(mistake.name, bold, view) + "\n   " + painted(in(view.language, mistake.words), dim, view) + "\n   " +
           plain_math(wrong.symbol) + " = " + on_one_line(wrong.value) + "\n";
}

}  // namespace attention
