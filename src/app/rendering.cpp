#include "app/rendering.hpp"

#include <cstddef>
#include <utility>

#include "app/files.hpp"
#include "base/holds.hpp"
#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/latex.hpp"
#include "text/markdown.hpp"
#include "text/suggestion.hpp"
#include "text/svg.hpp"
#include "text/write_json.hpp"

namespace attention {
namespace {

using Blocks = std::vector<std::string>;

/// Whether the step was picked by name; all are when none was.
bool is_picked(const Step& step, const std::vector<std::string>& picked)
{
    return picked.empty() || holds(picked, step.name);
}

/// step(…) of every picked step, with the number that it has among all.
template <class StepText>
Blocks blocks_of(const Walkthrough& walkthrough, const std::vector<std::string>& picked, const StepText& step_text)
{
    Blocks blocks;
    std::size_t number = 0;
    for (const Step& step : walkthrough.steps) {
        ++number;
        if (is_picked(step, picked)) {
            blocks.push_back(step_text(step, number));
        }
    }
    return blocks;
}

/// The picked steps, after a head when there is one.
std::string page(const Walkthrough& walkthrough, const std::string& head, const Rendering& as, const View& view)
{
    Blocks blocks;
    if (as.format == "markdown") {
        blocks =
            blocks_of(walkthrough, as.steps, [&](const Step& s, std::size_t n) { return markdown_step(s, n, view.language); });
    } else if (as.format == "latex") {
        blocks = blocks_of(walkthrough, as.steps, [&](const Step& s, std::size_t n) { return latex_step(s, n, view.language); });
    } else {
        blocks = step_blocks(walkthrough, as.steps, view);
    }
    if (!head.empty()) {
        blocks.insert(blocks.begin(), head);
    }
    const std::string body = fmt::format("{}", fmt::join(blocks, "\n"));
    return as.format == "latex" ? latex_document(body, view.language) : body;
}

/// The title, and what the problem states.
std::string head_of(const Solution& solution, const std::string& format, const View& view)
{
    const auto& [problem, chapter, walkthrough] = solution;
    if (format == "markdown") {
        return markdown_title(problem, chapter->title, chapter->question, view.language) + "\n" +
               markdown_stated(problem, view.language);
    }
    if (format == "latex") {
        return latex_title(problem, chapter->title, chapter->question, view.language) + "\n" +
               latex_stated(problem, view.language);
    }
    return terminal_title(*chapter, view) + "\n" + terminal_stated(problem, view);
}

Walkthrough with_picked_steps(Walkthrough walkthrough, const std::vector<std::string>& picked)
{
    std::erase_if(walkthrough.steps, [&](const Step& step) { return !is_picked(step, picked); });
    return walkthrough;
}

}  // namespace

const std::vector<std::string>& formats()
{
    static const std::vector<std::string> all{"text", "markdown", "latex", "json", "svg"};
    return all;
}

std::vector<std::string> step_names(const Walkthrough& walkthrough)
{
    std::vector<std::string> names;
    names.reserve(walkthrough.steps.size());
    for (const Step& step : walkthrough.steps) {
        names.push_back(step.name);
    }
    return names;
}

void require_steps(const std::vector<std::string>& names, const std::vector<std::string>& known)
{
    for (const std::string& name : names) {
        if (!holds(known, name)) {
            throw InputError(same("--steps"), expected_got(one_of(known), did_you_mean(name, known)));
        }
    }
}

std::vector<std::string> step_blocks(const Walkthrough& walkthrough, const std::vector<std::string>& picked, const View& view)
{
    return blocks_of(walkthrough, picked,
                     [&](const Step& step, std::size_t number) { return terminal_step(step, number, view); });
}

void render(const Solution& solution, const Rendering& as, const View& view)
{
    const Walkthrough& walkthrough = solution.walkthrough;
    if (as.format == "svg") {
        require_steps(as.steps, step_names(walkthrough));
        write_file(as.output, svg_picture(solution.problem, with_picked_steps(walkthrough, as.steps), view.language));
    } else if (as.format == "json" || !as.steps.empty()) {
        render(walkthrough, as, view);
    } else {
        write_file(as.output, page(walkthrough, head_of(solution, as.format, view), as, view));
    }
}

void render(const Walkthrough& walkthrough, const Rendering& as, const View& view)
{
    require_steps(as.steps, step_names(walkthrough));
    if (as.format == "svg") {
        write_file(as.output, svg_picture(with_picked_steps(walkthrough, as.steps), view.language));
    } else if (as.format == "json") {
        write_file(as.output, walkthrough_json(with_picked_steps(walkthrough, as.steps)));
    } else {
        write_file(as.output, page(walkthrough, "", as, view));
    }
}

}  // namespace attention
