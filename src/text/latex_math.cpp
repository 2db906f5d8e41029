#include "text/latex_math.hpp"

#include <algorithm>
#include <cstddef>

#include "text/cells.hpp"
#include "text/elision.hpp"
#include "text/format.hpp"
#include "text/step_look.hpp"
#include "text/symbols.hpp"

namespace attention {
namespace {

using Formulas = std::vector<std::string>;

std::string_view without_spaces(std::string_view text)
{
    const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
    return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

/// "2", or "\frac{2}{3}" for "2/3".
std::string ratio_math(std::string_view ratio)
{
    const std::size_t slash = ratio.find('/');
    return slash == std::string_view::npos ? std::string(ratio)
                                           : fmt::format(R"(\frac{{{}}}{{{}}})", ratio.substr(0, slash), ratio.substr(slash + 1));
}

/// item(0), item(1), … of n as far as they are shown, and a gap for the others.
template <class Item>
Formulas shown_items(std::size_t n, const char* gap, const Item& item)
{
    Formulas items;
    for (const std::size_t i : shown(n)) {
        items.push_back(i == n ? gap : item(i));
    }
    return items;
}

/// (1, 0, 3); the parentheses grow with fractions.
template <class Component>
std::string vector_math(std::size_t n, const Component& component)
{
    const Formulas components = shown_items(n, R"(\dots)", component);
    const std::string inside = fmt::format("{}", fmt::join(components, ", "));
    const bool is_high = inside.find(R"(\frac)") != std::string::npos;
    return (is_high ? R"(\left()" : "(") + inside + (is_high ? R"(\right))" : ")");
}

/// k_1 = right(0), k_2 = right(1), …, one below the other.
template <class Right>
std::string equations_math(const std::string& symbol, std::size_t n, const Right& right)
{
    const auto equation = [&](std::size_t i) { return at_index(symbol, i + 1) + " &= " + right(i); };
    return "\\begin{aligned}\n" + fmt::format("{}", fmt::join(shown_items(n, R"(&\vdots)", equation), " \\\\\n")) +
           "\n\\end{aligned}";
}

/// "1 & 2 & \cdots & 4" of cell(0), cell(1), …
template <class Cell>
std::string row_math(std::size_t columns, const char* gap, const Cell& cell)
{
    return fmt::format("{}", fmt::join(shown_items(columns, gap, cell), " & "));
}

/// The rows of cell(row, column).
template <class Cell>
Formulas rows_math(std::size_t rows, std::size_t columns, const Cell& cell)
{
    Formulas all;
    for (const std::size_t r : shown(rows)) {
        const auto vertical_gap = [](std::size_t /*column*/) { return std::string(R"(\vdots)"); };
        const auto cell_of_row = [&](std::size_t c) { return cell(r, c); };
        all.push_back(r == rows ? row_math(columns, R"(\ddots)", vertical_gap) : row_math(columns, R"(\cdots)", cell_of_row));
    }
    return all;
}

std::string matrix_math(const Formulas& rows)
{
    return "\\begin{bmatrix}\n" + fmt::format("{}", fmt::join(rows, " \\\\\n")) + "\n\\end{bmatrix}";
}

/// The matrix of the lecture: first by the names of its columns, then by their numbers.
std::string columns_math(const Step& step, const Cells& cells)
{
    const std::size_t n = cells.value.shape(0);
    const std::string names = row_math(n, R"(\cdots)", [&](std::size_t i) { return column_head(step, i); });
    const auto cell = [&](std::size_t r, std::size_t i) { return number_math(cells.at(i, r)); };
    return "\\begin{aligned}\n" + step.symbol + " &= \\begin{bmatrix} " + names +
           " \\end{bmatrix} \\\\\n&= " + matrix_math(rows_math(cells.value.shape(1), n, cell)) + "\n\\end{aligned}";
}

/// The same of scores and weights, as a table with a column a query and a row a key.
std::string key_table_math(const Step& step, const Cells& cells)
{
    const std::size_t queries = cells.value.shape(0);
    const std::size_t keys = cells.value.shape(1);
    const std::string heads = row_math(queries, R"(\cdots)", [&](std::size_t i) { return column_head(step, i); });
    const auto name = [&](std::size_t j) { return row_head(step, j); };
    const Formulas names = shown_items(keys, R"(\vdots)", name);
    const auto cell = [&](std::size_t j, std::size_t i) { return number_math(cells.at(i, j)); };
    Formulas rows = rows_math(keys, queries, cell);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        rows[row] = names[row] + " & " + rows[row];
    }
    return fmt::format("{} = \\begin{{array}}{{c|{}}}\n & {} \\\\ \\hline\n{}\n\\end{{array}}", step.symbol,
                       std::string(shown(queries).size(), 'r'), heads, fmt::join(rows, " \\\\\n"));
}

/// k_1 = (…), k_2 = (…), one below the other.
std::string listed_vectors_math(const std::string& symbol, const Cells& cells)
{
    return equations_math(symbol, cells.value.shape(0), [&](std::size_t i) {
        return vector_math(cells.value.shape(1), [&](std::size_t r) { return number_math(cells.at(i, r)); });
    });
}

std::string listed_numbers_math(const std::string& symbol, const Cells& cells)
{
    return equations_math(symbol, cells.value.size(), [&](std::size_t j) { return number_math(cells.at(j)); });
}

/// A single number or vector.
std::string alone_math(const std::string& symbol, const Cells& cells)
{
    const auto component = [&](std::size_t r) { return number_math(cells.at(r)); };
    return symbol + " = " + (cells.value.dimension() == 0 ? number_math(cells.at()) : vector_math(cells.value.size(), component));
}

std::string math_of(const Step& step)
{
    const Cells cells{step.value};
    const bool listed = runs_over_an_index(step.symbol);
    if (step.value.dimension() < 2) {
        return listed && step.value.dimension() == 1 ? listed_numbers_math(step.symbol, cells) : alone_math(step.symbol, cells);
    }
    return listed                ? listed_vectors_math(step.symbol, cells)
           : has_row_heads(step) ? key_table_math(step, cells)
                                 : columns_math(step, cells);
}

}  // namespace

std::string number_math(std::string_view number)
{
    if (number.starts_with('-')) {
        return "-" + number_math(number.substr(1));
    }
    for (const std::string_view function : {"ln", "sqrt"}) {
        const std::size_t at = number.find(function);
        if (at != std::string_view::npos) {
            const std::string factor = ratio_math(without_spaces(number.substr(0, at)));
            const std::string argument = ratio_math(without_spaces(number.substr(at + function.size())));
            return factor + (factor.empty() ? "" : " ") +
                   (function == "ln" ? R"(\ln )" + argument : R"(\sqrt{)" + argument + "}");
        }
    }
    const std::size_t e = number.find('e');
    if (e != std::string_view::npos) {
        const bool is_negative = number[e + 1] == '-';
        const std::string_view digits = number.substr(number.find_first_of("123456789", e + 1));
        return fmt::format(R"({} \times 10^{{{}{}}})", number.substr(0, e), is_negative ? "-" : "", digits);
    }
    return ratio_math(number);
}

std::vector<std::string> step_math(const Step& step)
{
    if (step.value.dimension() != 3) {
        return {math_of(step)};
    }
    return shown_items(step.value.shape(0), R"(\vdots)", [&](std::size_t i) { return math_of(part_of_query(step, i)); });
}

std::string stated_math(const Stated& stated, const Problem& problem)
{
    const Cells cells{stated.value, &problem, stated.field};
    if (stated.value.dimension() < 2) {
        return alone_math(stated.symbol, cells);
    }
    if (runs_over_an_index(stated.symbol)) {
        return listed_vectors_math(stated.symbol, cells);
    }
    const auto cell = [&](std::size_t r, std::size_t c) { return number_math(cells.at(r, c)); };
    return stated.symbol + " = " + matrix_math(rows_math(stated.value.shape(0), stated.value.shape(1), cell));
}

}  // namespace attention
