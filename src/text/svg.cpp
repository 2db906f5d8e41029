#include "text/svg.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "text/elision.hpp"
#include "text/format.hpp"
#include "text/numbers.hpp"
#include "text/plain_math.hpp"
#include "text/printable.hpp"
#include "text/step_look.hpp"
#include "text/svg_text.hpp"

namespace attention {
namespace {

constexpr std::size_t margin = 24;
constexpr std::size_t side_width = 30;    // for "k_1" before the rows of scores
constexpr std::size_t words_height = 40;  // formula and words above the cells
constexpr std::size_t head_height = 22;   // "q_1" above a column
constexpr std::size_t cell_height = 23;
constexpr std::size_t column_gap = 7;
constexpr std::size_t panel_gap = 26;

// Queries, keys, values and outputs keep their colour from panel to panel; the words carry the same, for those who see none.
constexpr const char* style = R"css(
  .paper { fill: #ffffff; stroke: #d1d9e0 }
  .cell { fill: #f3f5f8; stroke: #afb8c1; stroke-width: 0.8 }
  .q .cell { fill: #fff4d4; stroke: #d9ad45 }
  .k .cell { fill: #e2f6e5; stroke: #71b783 }
  .v .cell { fill: #f4e9fe; stroke: #ad8bd8 }
  .b .cell { fill: #ffebe6; stroke: #dd8f7d }
  .weight { fill: #7ab8ff }
  text { font: 13px "Segoe UI", "Helvetica Neue", "Noto Sans", "DejaVu Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; fill: #1f2328 }
  .number { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace }
  .number, .head { text-anchor: middle }
  .head, .side, .words { fill: #59636e }
  .q .head, .head.q { fill: #8a5a00 }
  .k .head, .side { fill: #1a7037 }
  .v .head { fill: #7636b5 }
  .b .head { fill: #b5351a }
  .formula { font-size: 16px; font-weight: 600 }
  .script { font-size: 75% }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117; stroke: #3d444d }
    .cell { fill: #1b2129; stroke: #59636e }
    .q .cell { fill: #33280c; stroke: #8a6a1e }
    .k .cell { fill: #11301b; stroke: #38794c }
    .v .cell { fill: #2b1d40; stroke: #7350a3 }
    .b .cell { fill: #3d1d15; stroke: #9c4f3d }
    .weight { fill: #1f5fbf }
    text { fill: #f0f6fc }
    .head, .side, .words { fill: #a3acb6 }
    .q .head, .head.q { fill: #eac54f }
    .k .head, .side { fill: #6fdd8b }
    .v .head { fill: #d2a8ff }
    .b .head { fill: #ffa28b }
  }
)css";

/// What one panel of the picture shows.
struct Panel {
    Step step;
    std::string formula;
    std::string words;
    Matrix numbers;    ///< as drawn
    std::size_t slot;  ///< where its first column stands
};

std::string text_at(std::size_t x, std::size_t y, const char* style_class, const std::string& text)
{
    return fmt::format("    <text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", style_class, x, y, svg_formula(text));
}

/// The value as columns of numbers: a column per vector of a list, per listed number, and one for a vector or number alone.
Matrix as_drawn(const Step& step)
{
    if (step.value.dimension() == 2) {
        return from_listed<Matrix>(step.value);
    }
    const std::size_t size = step.value.size();
    const bool listed_numbers = runs_over_an_index(step.symbol);
    Matrix drawn = xt::zeros<double>({listed_numbers ? 1 : size, listed_numbers ? size : 1});
    std::copy(step.value.begin(), step.value.end(), drawn.begin());
    return drawn;
}

/// How many columns the picture has: as many as the longest list.
std::size_t column_count(const std::vector<Step>& steps)
{
    std::size_t count = 0;
    for (const Step& step : steps) {
        count = std::max(count, step.value.dimension() == 3 ? step.value.shape(1) : as_drawn(step).shape(1));
    }
    return count;
}

/// Where the first column stands: a vector alone, q_{3} or b_{3}, stands with the input that asks, or in the gap where that is
/// left out.
std::size_t slot_of(const Step& step, std::size_t inputs)
{
    const std::size_t query = fixed_index(step.symbol);
    if (step.value.dimension() != 1 || runs_over_an_index(step.symbol) || query == 0 || query > inputs) {
        return 0;
    }
    const std::vector<std::size_t> slots = shown(inputs);
    const auto slot = std::find(slots.begin(), slots.end(), query - 1);
    return slot == slots.end() ? slots.size() - 2 : static_cast<std::size_t>(slot - slots.begin());
}

/// What is drawn of a step, in panels one below the other: a panel a query when the value has three axes.
std::vector<Step> parts_of(const Step& step)
{
    if (step.value.dimension() != 3) {
        return {step};
    }
    const std::size_t n = step.value.shape(0);
    std::vector<Step> parts;
    for (const std::size_t i : shown(n)) {
        if (i < n) {
            parts.push_back(part_of_query(step, i));
        }
    }
    return parts;
}

std::vector<Panel> panels_of(const std::vector<Step>& steps, Language language)
{
    const std::size_t columns = column_count(steps);
    std::vector<Panel> panels;
    for (const Step& step : steps) {
        std::string formula = plain_math(head_of(step));  // stands above the first part alone, as the words do
        std::string words = words_of(step, language);
        for (const Step& part : parts_of(step)) {
            panels.push_back({part, formula, words, as_drawn(part), slot_of(part, columns)});
            formula.clear();
            words.clear();
        }
    }
    return panels;
}

/// What stands above the heads of a panel.
std::size_t height_above(const Panel& panel)
{
    return panel.formula.empty() ? 0 : words_height;
}

std::string head_above(const Panel& panel, std::size_t column)
{
    if (runs_over_an_index(panel.step.symbol)) {
        return plain_math(at_index(panel.step.symbol, column + 1));
    }
    return plain_math(panel.step.value.dimension() == 2 ? column_head(panel.step, column) : panel.step.symbol);
}

std::string cell(const Panel& panel, std::size_t x, std::size_t y, std::size_t width, double number)
{
    const std::string box = fmt::format(R"(x="{}" y="{}" width="{}" height="{}")", x, y, width, cell_height);
    std::string drawn = fmt::format("    <rect class=\"cell\" {}/>\n", box);
    if (holds_weights(panel.step)) {
        drawn +=
            fmt::format("    <rect class=\"weight\" {} fill-opacity=\"{}\"/>\n", box, two_decimals(std::clamp(number, 0.0, 1.0)));
    }
    return drawn + text_at(x + width / 2, y + 16, "number", two_decimals(number));
}

/// Draws a panel whose top is at y.
std::string panel_svg(const Panel& panel, std::size_t y, std::size_t width)
{
    std::string drawn = fmt::format("  <g class=\"{}\">\n", panel.step.name);
    if (!panel.formula.empty()) {
        drawn += text_at(margin, y + 14, "formula", panel.formula) + text_at(margin, y + 34, "words", panel.words);
    }
    const std::vector<std::size_t> rows = shown(panel.numbers.shape(0));
    const std::vector<std::size_t> columns = shown(panel.numbers.shape(1));
    const std::size_t top = y + height_above(panel) + head_height;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const std::size_t x = margin + side_width + (panel.slot + c) * (width + column_gap);
        const bool left_out = columns[c] == panel.numbers.shape(1);
        drawn += text_at(x + width / 2, top - 8, has_key_rows(panel.step) ? "head q" : "head",
                         left_out ? "…" : head_above(panel, columns[c]));
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const std::size_t cell_top = top + r * cell_height;
            const bool gap = left_out || rows[r] == panel.numbers.shape(0);
            drawn += gap ? text_at(x + width / 2, cell_top + 16, "number", "…")
                         : cell(panel, x, cell_top, width, panel.numbers(rows[r], columns[c]));
        }
    }
    for (std::size_t r = 0; has_key_rows(panel.step) && r < rows.size(); ++r) {
        drawn += text_at(margin, top + r * cell_height + 16, "side",
                         rows[r] == panel.numbers.shape(0) ? "…" : fmt::format("k_{}", rows[r] + 1));
    }
    return drawn + "  </g>\n";
}

std::size_t panel_height(const Panel& panel)
{
    return height_above(panel) + head_height + shown(panel.numbers.shape(0)).size() * cell_height;
}

/// So wide that the longest number and the longest head fit.
std::size_t cell_width(const std::vector<Panel>& panels)
{
    std::size_t width = 44;
    for (const Panel& panel : panels) {
        const auto [m, n] = panel.numbers.shape();
        for (const std::size_t c : shown(n)) {
            width = std::max(width, c == n ? 0 : svg_width(head_above(panel, c), 6));
            for (const std::size_t r : shown(m)) {
                width = std::max(width, c == n || r == m ? 0 : svg_width(two_decimals(panel.numbers(r, c)), 8));
            }
        }
    }
    return width + 12;
}

/// Every step as a panel, one below the other.
std::string svg_of_steps(const std::string& title, const std::vector<Step>& steps, Language language)
{
    const std::vector<Panel> panels = panels_of(steps, language);
    const std::size_t cells = cell_width(panels);
    std::string drawn;
    std::size_t y = margin;
    std::size_t width = 0;
    for (const Panel& panel : panels) {
        drawn += panel_svg(panel, y, cells);
        y += panel_height(panel) + panel_gap;
        const std::size_t columns = panel.slot + shown(panel.numbers.shape(1)).size();
        width = std::max(
            {width, side_width + columns * (cells + column_gap), svg_width(panel.words, 7), svg_width(panel.formula, 10)});
    }
    width += 2 * margin;
    return fmt::format(
        R"svg(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img" xml:lang="{2}" xml:space="preserve">
  <title>{3}</title>
  <style>{4}</style>
  <rect class="paper" x="0.5" y="0.5" width="{5}" height="{6}" rx="8"/>
{7}</svg>
)svg",
        width, y, language == Language::chinese ? "zh" : "en", svg_escaped(printable(title, 200)), style, width - 1, y - 1,
        drawn);
}

}  // namespace

std::string svg_picture(const Problem& problem, const Walkthrough& walkthrough, Language language)
{
    std::vector<Step> steps{
        {"a", "a_j", "a_1 … a_n", {"The inputs, one per column.", "输入，一列一个。"}, listed(problem.inputs)}};
    steps.insert(steps.end(), walkthrough.steps.begin(), walkthrough.steps.end());
    return svg_of_steps(problem.title.empty() ? problem.kind : problem.title, steps, language);
}

std::string svg_picture(const Walkthrough& walkthrough, Language language)
{
    return svg_of_steps(walkthrough.id.empty() ? walkthrough.kind : walkthrough.id, walkthrough.steps, language);
}

}  // namespace attention
