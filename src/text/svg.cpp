#include "text/svg.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "text/elision.hpp"
#include "text/numbers.hpp"
#include "text/plain_math.hpp"

namespace attention {
namespace {

constexpr std::size_t cell_width = 58;
constexpr std::size_t cell_height = 22;
constexpr std::size_t column_gap = 8;
constexpr std::size_t margin = 20;
constexpr std::size_t side_width = 34;    // for "k_1" before the rows of scores
constexpr std::size_t words_height = 44;  // formula and words above the cells
constexpr std::size_t head_height = 18;   // "q_1" above a column
constexpr std::size_t panel_gap = 18;

constexpr const char* style = R"css(
  .paper { fill: #ffffff; stroke: #c9d1d9 }
  .cell { fill: #f3f5f8; stroke: #8c959f; stroke-width: 0.6 }
  .weight { fill: #2f81f7 }
  text { font: 13px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328 }
  .number, .head { text-anchor: middle }
  .head, .side { fill: #59636e; font-size: 12px }
  .formula { font-size: 15px; font-weight: 600; fill: #0550ae }
  .words { font: 13px system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif; fill: #424a53 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117; stroke: #3d444d }
    .cell { fill: #161b22; stroke: #656c76 }
    text { fill: #f0f6fc }
    .head, .side { fill: #9198a1 }
    .formula { fill: #79c0ff }
    .words { fill: #c9d1d9 }
  }
)css";

/// What one panel of the picture shows.
struct Panel {
    std::string symbol;   ///< LaTeX
    std::string formula;  ///< LaTeX
    std::string words;
    Tensor value;  ///< neutral form
    bool scores;   ///< a column a query, a row a key
    bool weights;
};

std::string escaped(const std::string& text)
{
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            default: result += c;
        }
    }
    return result;
}

std::string text_at(std::size_t x, std::size_t y, const char* style_class, const std::string& text)
{
    return fmt::format("  <text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", style_class, x, y, escaped(text));
}

/// The value as columns of numbers: a list of vectors is a column a vector, listed numbers a column each, one vector one column.
Matrix as_drawn(const Panel& panel)
{
    if (panel.value.dimension() == 2) {
        return from_listed<Matrix>(panel.value);
    }
    const Vector numbers = panel.value;
    const bool one_column = !runs_over_an_index(panel.symbol);
    Matrix drawn = xt::zeros<double>({one_column ? numbers.size() : 1, one_column ? 1 : numbers.size()});
    std::copy(numbers.begin(), numbers.end(), drawn.begin());
    return drawn;
}

std::string head_of(const Panel& panel, std::size_t column, std::size_t columns)
{
    if (panel.scores) {
        return fmt::format("q_{}", column + 1);
    }
    if (runs_over_an_index(panel.symbol)) {
        return plain_math(at_index(panel.symbol, column + 1));
    }
    return columns == 1 ? plain_math(panel.symbol) : std::to_string(column + 1);
}

std::string cell(const Panel& panel, std::size_t x, std::size_t y, double number)
{
    std::string drawn =
        fmt::format("  <rect class=\"cell\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", x, y, cell_width, cell_height);
    if (panel.weights) {
        drawn += fmt::format("  <rect class=\"weight\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill-opacity=\"{}\"/>\n", x,
                             y, cell_width, cell_height, two_decimals(0.6 * std::clamp(number, 0.0, 1.0)));
    }
    return drawn + text_at(x + cell_width / 2, y + 16, "number", two_decimals(number));
}

/// Draws a panel whose top is at y, and moves y below it.
std::string panel_svg(const Panel& panel, std::size_t& y)
{
    std::string drawn =
        text_at(margin, y + 14, "formula", plain_math(panel.formula)) + text_at(margin, y + 33, "words", panel.words);
    const Matrix numbers = as_drawn(panel);
    const std::vector<std::size_t> rows = shown(numbers.shape(0));
    const std::vector<std::size_t> columns = shown(numbers.shape(1));
    const std::size_t top = y + words_height + head_height;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const std::size_t x = margin + side_width + c * (cell_width + column_gap);
        const bool column_gap_here = columns[c] == numbers.shape(1);
        drawn +=
            text_at(x + cell_width / 2, top - 5, "head", column_gap_here ? "…" : head_of(panel, columns[c], numbers.shape(1)));
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const std::size_t cell_top = top + r * cell_height;
            const bool gap = column_gap_here || rows[r] == numbers.shape(0);
            drawn += gap ? text_at(x + cell_width / 2, cell_top + 16, "number", "…")
                         : cell(panel, x, cell_top, numbers(rows[r], columns[c]));
        }
    }
    for (std::size_t r = 0; r < rows.size() && panel.scores; ++r) {
        drawn += text_at(margin, top + r * cell_height + 16, "side",
                         rows[r] == numbers.shape(0) ? "…" : fmt::format("k_{}", rows[r] + 1));
    }
    y = top + rows.size() * cell_height + panel_gap;
    return drawn;
}

std::vector<Panel> panels_of(const Problem& problem, const Walkthrough& walkthrough, Language language)
{
    std::vector<Panel> panels{{"a_j", "a_1 … a_n", in(language, {"The inputs, one a column.", "输入，一列一个。"}),
                               listed(problem.inputs), false, false}};
    for (const Step& step : walkthrough.steps) {
        const bool weights = step.name == "alpha_prime";
        const bool scores = (step.name == "alpha" || weights) && step.value.dimension() == 2;
        panels.push_back({step.symbol, step.formula, in(language, step.words), step.value, scores, weights});
    }
    return panels;
}

/// A rough width of text, for the card must hold it: Chinese characters are as wide as they are high.
std::size_t text_width(const std::string& words)
{
    std::size_t width = 0;
    for (const char byte : words) {
        const auto b = static_cast<unsigned char>(byte);
        width += b >= 0xE3 ? 13 : b < 0x80 ? 7 : b >= 0xC0 ? 9 : 0;
    }
    return width;
}

}  // namespace

std::string svg_picture(const Problem& problem, const Walkthrough& walkthrough, Language language)
{
    std::string drawn;
    std::size_t y = margin;
    std::size_t width = 0;
    for (const Panel& panel : panels_of(problem, walkthrough, language)) {
        drawn += panel_svg(panel, y);
        const std::size_t columns = shown(as_drawn(panel).shape(1)).size();
        width = std::max({width, side_width + columns * (cell_width + column_gap), text_width(panel.words)});
    }
    width += 2 * margin;
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\">\n"
        "  <title>{2}</title>\n  <style>{3}</style>\n"
        "  <rect class=\"paper\" x=\"0.5\" y=\"0.5\" width=\"{4}\" height=\"{5}\" rx=\"8\"/>\n{6}</svg>\n",
        width, y, escaped(problem.title.empty() ? problem.kind : problem.title), style, width - 1, y - 1, drawn);
}

}  // namespace attention
