#include "text/terminal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "text/elision.hpp"
#include "text/numbers.hpp"
#include "text/plain_math.hpp"
#include "text/printable.hpp"

namespace attention {
namespace {

using Lines = std::vector<std::string>;
using Column = std::vector<std::string>;  ///< cells from top to bottom

constexpr std::size_t bar_width = 20;

enum class Ink { plain, title, formula, words, bar };

std::string inked(const std::string& text, Ink ink, const View& view)
{
    if (!view.colour || text.empty()) {
        return text;
    }
    static const std::array<std::string_view, 5> codes{"", "\033[1m", "\033[36m", "\033[2m", "\033[34m"};
    const std::string_view code = codes.at(static_cast<std::size_t>(ink));
    return code.empty() ? text : std::string(code) + text + "\033[0m";
}

/// Characters that take a place on the screen: all but the codes for colour.
std::size_t width(const std::string& text)
{
    std::size_t codes = 0;
    for (std::size_t start = text.find('\033'); start != std::string::npos; start = text.find('\033', start + 1)) {
        codes += text.find('m', start) - start + 1;
    }
    return character_count(text) - codes;
}

std::string padded_left(const std::string& text, std::size_t wanted)
{
    const std::size_t length = width(text);
    return length < wanted ? std::string(wanted - length, ' ') + text : text;
}

std::string padded_right(const std::string& text, std::size_t wanted)
{
    const std::size_t length = width(text);
    return length < wanted ? text + std::string(wanted - length, ' ') : text;
}

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
    return cell.find_first_not_of("-+.0123456789") == std::string::npos;
}

/// Cells of equal width, at least `narrowest`, with the decimal points of plain numbers below each other.
Column aligned(Column cells, std::size_t narrowest = 0)
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
    const std::size_t widest = std::max(width_of(cells), narrowest);
    for (std::string& cell : cells) {
        cell = padded_left(cell, widest);
    }
    return cells;
}

/// "▁" to "█" for a weight from 0 to 1, in eighths: a bar that fits a matrix.
std::string small_bar(double weight)
{
    static const std::array<std::string_view, 9> eighths{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const double eighth = std::round(std::clamp(weight, 0.0, 1.0) * 8);
    return std::string(eighths.at(static_cast<std::size_t>(eighth)));
}

/// A weight from 0 to 1 as a bar of up to bar_width characters, to the nearest eighth of one.
std::string long_bar(double weight)
{
    static const std::array<std::string_view, 8> eighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const auto total = static_cast<std::size_t>(std::round(std::clamp(weight, 0.0, 1.0) * bar_width * 8));
    std::string bar;
    for (std::size_t i = 0; i < total / 8; ++i) {
        bar += "█";
    }
    return bar + std::string(eighths.at(total % 8));
}

/// The text of one number of a tensor: as it was written, or to six digits.
struct Cells {
    const Tensor& value;
    const std::map<std::string, std::string>* written = nullptr;
    std::string field = {};

    std::string at(std::size_t i, std::size_t r) const
    {
        return text(fmt::format("{}[{}][{}]", field, i + 1, r + 1), value(i, r));
    }
    std::string at(std::size_t r) const { return text(fmt::format("{}[{}]", field, r + 1), value(r)); }

private:
    std::string text(const std::string& path, double number) const
    {
        if (written != nullptr) {
            const auto found = written->find(path);
            if (found != written->end()) {
                return found->second;
            }
        }
        return six_digits(number);
    }
};

/// "(1, 0, 3)"
std::string in_parentheses(const Column& cells)
{
    return fmt::format("({})", fmt::join(cells, ", "));
}

Lines one_vector(const std::string& symbol, const Cells& cells)
{
    Column components;
    for (const std::size_t r : shown(cells.value.size())) {
        components.push_back(r == cells.value.size() ? "…" : cells.at(r));
    }
    return {symbol + " = " + in_parentheses(components)};
}

/// α_{1,1} = 0.1, α_{1,2} = 0.2, …, one below the other, with bars when they are weights.
Lines listed_numbers(const std::string& symbol, const Cells& cells, bool weights, const View& view)
{
    const std::vector<std::size_t> items = shown(cells.value.size());
    Column names;
    Column numbers;
    for (const std::size_t j : items) {
        const bool gap = j == cells.value.size();
        names.push_back(gap ? "…" : plain_math(at_index(symbol, j + 1)));
        numbers.push_back(gap ? "" : cells.at(j));
    }
    numbers = aligned(numbers);
    Lines lines;
    for (std::size_t row = 0; row < items.size(); ++row) {
        if (items[row] == cells.value.size()) {
            lines.push_back(names[row]);
            continue;
        }
        const std::string bar = weights ? "  " + inked(long_bar(cells.value(items[row])), Ink::bar, view) : "";
        lines.push_back(padded_right(names[row], width_of(names)) + " = " + numbers[row] + bar);
    }
    return lines;
}

/// k_1 = (…), k_2 = (…), one below the other, components aligned.
Lines listed_vectors(const std::string& symbol, const Cells& cells)
{
    const std::size_t n = cells.value.shape(0);
    const std::size_t d = cells.value.shape(1);
    const std::vector<std::size_t> items = shown(n);
    Column names;
    for (const std::size_t i : items) {
        names.push_back(i == n ? "…" : plain_math(at_index(symbol, i + 1)));
    }
    std::vector<Column> columns;
    for (const std::size_t r : shown(d)) {
        Column column;
        for (const std::size_t i : items) {
            column.push_back(i == n ? "" : r == d ? "…" : cells.at(i, r));
        }
        columns.push_back(aligned(column));
    }
    Lines lines;
    for (std::size_t row = 0; row < items.size(); ++row) {
        if (items[row] == n) {
            lines.push_back(names[row]);
            continue;
        }
        Column components;
        for (const Column& column : columns) {
            components.push_back(column[row]);
        }
        lines.push_back(padded_right(names[row], width_of(names)) + " = " + in_parentheses(components));
    }
    return lines;
}

/// A matrix in brackets: `columns` hold its cells, `heads` stand above them and `sides` before its rows (both may be empty).
Lines bracketed(const std::string& symbol, const std::vector<Column>& columns, const Column& heads, const Column& sides)
{
    const std::size_t rows = columns[0].size();
    const std::size_t beside = width_of(sides);
    const std::string before_columns(width(symbol) + 3 + (beside > 0 ? beside + 1 : 0) + 1, ' ');
    Lines lines;
    if (!heads.empty()) {
        std::string head = before_columns;
        for (std::size_t c = 0; c < columns.size(); ++c) {
            head += " " + padded_left(heads[c], width_of(columns[c])) + " ";
        }
        lines.push_back(head);
    }
    for (std::size_t r = 0; r < rows; ++r) {
        std::string line = r == (rows - 1) / 2 ? symbol + " = " : std::string(width(symbol) + 3, ' ');
        line += beside > 0 ? padded_right(sides[r], beside) + " " : "";
        line += rows == 1 ? "[" : r == 0 ? "⎡" : r == rows - 1 ? "⎣" : "⎢";
        for (const Column& column : columns) {
            line += " " + column[r] + " ";
        }
        line += rows == 1 ? "]" : r == 0 ? "⎤" : r == rows - 1 ? "⎦" : "⎥";
        lines.push_back(line);
    }
    return lines;
}

/// A weight matrix, whose value is the list of its rows.
Lines rows_as_matrix(const std::string& symbol, const Cells& cells)
{
    const std::size_t m = cells.value.shape(0);
    const std::size_t d = cells.value.shape(1);
    std::vector<Column> columns;
    for (const std::size_t c : shown(d)) {
        Column column;
        for (const std::size_t r : shown(m)) {
            column.push_back(r == m || c == d ? "…" : cells.at(r, c));
        }
        columns.push_back(aligned(column));
    }
    return bracketed(symbol, columns, {}, {});
}

/// The lecture's matrix, whose columns are the listed vectors; scores and weights have a row a key.
Lines columns_as_matrix(const Step& step, const Cells& cells, bool weights, const View& view)
{
    const bool keys_below = step.name == "alpha" || weights;
    const std::size_t n = cells.value.shape(0);
    const std::size_t d = cells.value.shape(1);
    const std::string head = keys_below ? "q" : step.name;
    Column heads;
    Column sides;
    std::vector<Column> columns;
    for (const std::size_t i : shown(n)) {
        heads.push_back(i == n ? "…" : fmt::format("{}_{}", head, i + 1));
        Column column;
        for (const std::size_t r : shown(d)) {
            column.push_back(i == n || r == d ? "…" : cells.at(i, r));
        }
        column = aligned(column, width(heads.back()));
        const std::vector<std::size_t> rows = shown(d);
        for (std::size_t row = 0; row < rows.size() && weights; ++row) {
            const bool gap = i == n || rows[row] == d;
            column[row] += gap ? "" : " " + inked(small_bar(cells.value(i, rows[row])), Ink::bar, view);
        }
        columns.push_back(column);
    }
    for (const std::size_t r : shown(d)) {
        if (keys_below) {
            sides.push_back(r == d ? "…" : fmt::format("k_{}", r + 1));
        }
    }
    return bracketed(plain_math(step.symbol), columns, heads, sides);
}

Lines step_lines(const Step& step, const View& view)
{
    const bool weights = step.name == "alpha_prime";
    const Cells cells{step.value};
    const bool listed = runs_over_an_index(step.symbol);
    if (step.value.dimension() == 1) {
        return listed ? listed_numbers(step.symbol, cells, weights, view) : one_vector(plain_math(step.symbol), cells);
    }
    return listed ? listed_vectors(step.symbol, cells) : columns_as_matrix(step, cells, weights, view);
}

Lines given_lines(const Given& given, const Problem& problem)
{
    const Cells cells{given.value, &problem.written, given.field};
    if (given.value.dimension() == 1) {
        return one_vector(plain_math(given.symbol), cells);
    }
    return runs_over_an_index(given.symbol) ? listed_vectors(given.symbol, cells)
                                            : rows_as_matrix(plain_math(given.symbol), cells);
}

std::string indented(const Lines& lines, std::size_t spaces)
{
    std::string result;
    for (const std::string& line : lines) {
        result += std::string(spaces, ' ') + line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return result;
}

/// "(8, 4.5)", or "(8, 4.5) (4.5, 8)" for a list of vectors.
std::string on_one_line(const Tensor& value)
{
    const Cells cells{value};
    if (value.dimension() == 1) {
        Column components;
        for (std::size_t r = 0; r < value.size(); ++r) {
            components.push_back(cells.at(r));
        }
        return in_parentheses(components);
    }
    Column vectors;
    for (std::size_t i = 0; i < value.shape(0); ++i) {
        Column components;
        for (std::size_t r = 0; r < value.shape(1); ++r) {
            components.push_back(cells.at(i, r));
        }
        vectors.push_back(in_parentheses(components));
    }
    return fmt::format("{}", fmt::join(vectors, " "));
}

}  // namespace

std::string terminal_title(const Chapter& chapter, const View& view)
{
    const std::string title = chapter.name.substr(0, 2) + "  " + in(view.language, chapter.title);
    return inked(title, Ink::title, view) + "\n" + in(view.language, chapter.question) + "\n";
}

std::string terminal_givens(const Problem& problem, const View& view)
{
    std::string result = inked(in(view.language, {"Given", "已知"}), Ink::title, view) + "\n";
    for (const Given& given : givens(problem)) {
        result += indented(given_lines(given, problem), 3);
    }
    return result;
}

std::string terminal_step(const Step& step, std::size_t number, const View& view)
{
    return inked(std::to_string(number), Ink::title, view) + "  " + inked(plain_math(step.formula), Ink::formula, view) +
           "\n   " + inked(in(view.language, step.words), Ink::words, view) + "\n" + indented(step_lines(step, view), 3);
}

std::string terminal_right(const Step& right, const View& view)
{
    return inked(in(view.language, {"right", "正确"}), Ink::title, view) + "\n   " + plain_math(right.symbol) + " = " +
           on_one_line(right.value) + "\n";
}

std::string terminal_mistake(const Mistake& mistake, const Step& wrong, const View& view)
{
    const std::string symbol = plain_math(wrong.symbol);
    return inked(mistake.name, Ink::title, view) + "\n   " + inked(in(view.language, mistake.words), Ink::words, view) + "\n   " +
           symbol + " = " + on_one_line(wrong.value) + "\n";
}

}  // namespace attention
