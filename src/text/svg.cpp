#include "text/svg.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "text/elision.hpp"
#include "text/format.hpp"
#include "text/numbers.hpp"
#include "text/plain_math.hpp"
#include "text/printable.hpp"
#include "text/step_look.hpp"
#include "text/svg_heat_map.hpp"
#include "text/svg_text.hpp"
#include "text/symbols.hpp"

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
  .step-q .cell { fill: #fff4d4; stroke: #d9ad45 }
  .step-k .cell { fill: #e2f6e5; stroke: #71b783 }
  .step-v .cell { fill: #f4e9fe; stroke: #ad8bd8 }
  .step-b .cell { fill: #ffebe6; stroke: #dd8f7d }
  .weight, .above { fill: #7ab8ff }
  .below { fill: #ffae70 }
  .frame { fill: none; stroke: #afb8c1; stroke-width: 0.8 }
  text { font: 13px "Segoe UI", "Helvetica Neue", "Noto Sans", "DejaVu Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; fill: #1f2328 }
  .number { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace }
  .number, .head { text-anchor: middle }
  .row { text-anchor: end }
  .head, .side, .row, .words { fill: #59636e }
  .step-q .head, .head.q { fill: #8a5a00 }
  .step-k .head, .side { fill: #1a7037 }
  .step-v .head { fill: #7636b5 }
  .step-b .head { fill: #b5351a }
  .formula { font-size: 16px; font-weight: 600 }
  .script { font-size: 75% }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117; stroke: #3d444d }
    .cell { fill: #1b2129; stroke: #59636e }
    .step-q .cell { fill: #33280c; stroke: #8a6a1e }
    .step-k .cell { fill: #11301b; stroke: #38794c }
    .step-v .cell { fill: #2b1d40; stroke: #7350a3 }
    .step-b .cell { fill: #3d1d15; stroke: #9c4f3d }
    .weight, .above { fill: #1f5fbf }
    .below { fill: #a8581a }
    .frame { stroke: #59636e }
    text { fill: #f0f6fc }
    .head, .side, .row, .words { fill: #a3acb6 }
    .step-q .head, .head.q { fill: #eac54f }
    .step-k .head, .side { fill: #6fdd8b }
    .step-v .head { fill: #d2a8ff }
    .step-b .head { fill: #ffa28b }
  }
)css";

/// What one panel of the picture shows.
struct Panel {
    Step step;
    std::string formula;
    std::string words;
    Matrix numbers;    ///< as drawn; none where queries are left out
    std::size_t slot;  ///< where its first column stands
};

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

/// What is drawn of a step in one panel of a picture of so many columns.
Panel panel_of(const Step& step, std::size_t columns)
{
    return {step, "", "", as_drawn(step), slot_of(step, columns)};
}

/// Where queries are left out.
Panel panel_of_gap(const Step& step)
{
    return {{step.name, step.symbol, "", {}}, "", "", xt::zeros<double>({0, 0}), 0};
}

/// What is drawn of a step, in panels one below the other: a panel a query when the value has three axes.
std::vector<Panel> panels_of(const Step& step, std::size_t columns)
{
    if (step.value.dimension() != 3) {
        return {panel_of(step, columns)};
    }
    const std::size_t n = step.value.shape(0);
    std::vector<Panel> panels;
    for (const std::size_t i : shown(n)) {
        panels.push_back(i == n ? panel_of_gap(step) : panel_of(part_of_query(step, i), columns));
    }
    return panels;
}

std::vector<Panel> panels_of(const std::vector<Step>& steps, Language language)
{
    const std::size_t columns = column_count(steps);
    std::vector<Panel> panels;
    for (const Step& step : steps) {
        const std::size_t first = panels.size();
        for (Panel& panel : panels_of(step, columns)) {
            panels.push_back(std::move(panel));
        }
        panels[first].formula = plain_math(head_of(step));  // above the first part alone, as the words
        panels[first].words = words_of(step, language);
    }
    return panels;
}

bool is_gap(const Panel& panel)
{
    return panel.numbers.size() == 0;
}

/// What stands above the cells of a panel: formula and words, and the heads of its columns.
std::size_t height_above(const Panel& panel)
{
    return (panel.formula.empty() ? 0 : words_height) + (is_gap(panel) ? 0 : head_height);
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
    if (holds_signs(panel.step)) {
        drawn += svg_tint(number, box);
    }
    const std::string text = holds_truths(panel.step.name) ? fmt::format("{:.0f}", number) : two_decimals(number);
    return drawn + text_at(x + width / 2, y + 16, "number", text);
}

/// Whether the panel shows colours in place of numbers, which would be too many.
bool is_heat_map(const Panel& panel)
{
    const auto [m, n] = panel.numbers.shape();
    return holds_signs(panel.step) && (shown(m).size() < m || shown(n).size() < n);
}

HeatMap heat_map_of(const Panel& panel)
{
    return {panel.numbers, [panel](std::size_t c) { return head_above(panel, c); },
            [](std::size_t r) { return std::to_string(r + 1); }};
}

/// Draws a panel whose top is at y.
std::string panel_svg(const Panel& panel, std::size_t y, std::size_t width)
{
    std::string drawn = fmt::format("  <g class=\"step-{}\">\n", parts_of_name(panel.step.name).base);
    if (!panel.formula.empty()) {
        drawn += text_at(margin, y + 14, "formula", panel.formula) + text_at(margin, y + 34, "words", panel.words);
    }
    const std::size_t top = y + height_above(panel);
    if (is_gap(panel)) {
        return drawn + text_at(margin + side_width + width / 2, top + 16, "number", "…") + "  </g>\n";
    }
    if (is_heat_map(panel)) {
        return drawn + svg_heat_map(heat_map_of(panel), margin + side_width, top) + "  </g>\n";
    }
    const std::vector<std::size_t> rows = shown(panel.numbers.shape(0));
    const std::vector<std::size_t> columns = shown(panel.numbers.shape(1));
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const std::size_t x = margin + side_width + (panel.slot + c) * (width + column_gap);
        const bool left_out = columns[c] == panel.numbers.shape(1);
        drawn += text_at(x + width / 2, top - 8, has_key_rows(panel.step) ? "head q" : "head",
                         left_out ? "…" : head_above(panel, columns[c]));
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const std::size_t cell_top = top + r * cell_height;
            const bool in_gap = left_out || rows[r] == panel.numbers.shape(0);
            drawn += in_gap ? text_at(x + width / 2, cell_top + 16, "number", "…")
                            : cell(panel, x, cell_top, width, panel.numbers(rows[r], columns[c]));
        }
    }
    for (std::size_t r = 0; has_row_heads(panel.step) && r < rows.size(); ++r) {
        drawn += text_at(margin, top + r * cell_height + 16, "side",
                         rows[r] == panel.numbers.shape(0) ? "…" : plain_math(row_head(panel.step, rows[r])));
    }
    return drawn + "  </g>\n";
}

std::size_t panel_height(const Panel& panel)
{
    const std::size_t rows = is_gap(panel) ? 1 : shown(panel.numbers.shape(0)).size();
    return height_above(panel) + (is_heat_map(panel) ? heat_map_height(heat_map_of(panel)) : rows * cell_height);
}

/// How far the panel's cells reach, which are so wide, from the left margin.
std::size_t panel_width(const Panel& panel, std::size_t cells)
{
    const std::size_t columns = panel.slot + shown(panel.numbers.shape(1)).size();
    return side_width + (is_heat_map(panel) ? heat_map_width(heat_map_of(panel)) : columns * (cells + column_gap));
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

/// What goes in, as if it were a step: the inputs, or the target and the source.
std::vector<Step> panels_of_inputs(const Problem& problem)
{
    if (has_target(problem)) {
        return {{"x",
                 "x_i",
                 "x_1 … x_m",
                 {"The target, which asks, one vector per column.", "目标序列：发问的向量，一列一个。"},
                 listed(problem.target)},
                {"y",
                 "y_j",
                 "y_1 … y_n",
                 {"The source, which answers, one vector per column.", "源序列：应答的向量，一列一个。"},
                 listed(problem.source)}};
    }
    if (problem.inputs.empty()) {
        return {};  // positions alone
    }
    return {{"a", "a_j", "a_1 … a_n", {"The inputs, one per column.", "输入，一列一个。"}, listed(problem.inputs)}};
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
        width = std::max({width, panel_width(panel, cells), svg_width(panel.words, 7), svg_width(panel.formula, 10)});
    }
    width += 2 * margin;
    return fmt::format(
        R"svg(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img" xml:lang="{2}" xml:space="preserve">
  <title>{3}</title>
  <style>{4}</style>
  <rect class="paper" x="0.5" y="0.5" width="{5}" height="{6}" rx="8"/>
{7}</svg>
)svg",
        width, y, language == Language::chinese ? "zh" : "en", svg_escaped(printable(title, longest_line)), style, width - 1,
        y - 1, drawn);
}

}  // namespace

std::string svg_picture(const Problem& problem, const Walkthrough& walkthrough, Language language)
{
    std::vector<Step> steps = panels_of_inputs(problem);
    steps.insert(steps.end(), walkthrough.steps.begin(), walkthrough.steps.end());
    return svg_of_steps(problem.title.en.empty() ? problem.kind : in(language, problem.title), steps, language);
}

std::string svg_picture(const Walkthrough& walkthrough, Language language)
{
    return svg_of_steps(walkthrough.id.empty() ? walkthrough.kind : walkthrough.id, walkthrough.steps, language);
}

}  // namespace attention
