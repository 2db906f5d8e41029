#include "app/commands.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "app/chapters.hpp"
#include "app/console.hpp"
#include "app/files.hpp"
#include "text/input_error.hpp"
#include "text/printable.hpp"
#include "text/problem_format.hpp"
#include "text/read_problem.hpp"
#include "text/svg.hpp"
#include "text/write_json.hpp"

namespace attention {
namespace {

const Chapter& required_chapter(const std::string& spoken)
{
    const Chapter* chapter = find_chapter(spoken);
    if (chapter == nullptr) {
        std::vector<std::string> names;
        for (const Chapter& c : chapters()) {
            names.push_back(c.name);
        }
        throw UsageError({fmt::format("expected a chapter ({}), got \"{}\"", fmt::join(names, ", "), printable(spoken)),
                          fmt::format("应为章名（{}），实为 \"{}\"", fmt::join(names, "、"), printable(spoken))});
    }
    return *chapter;
}

std::vector<const Chapter*> required_chapters(const std::vector<std::string>& spoken)
{
    std::vector<const Chapter*> wanted;
    for (const std::string& name : spoken) {
        wanted.push_back(&required_chapter(name));
    }
    if (spoken.empty()) {
        for (const Chapter& chapter : chapters()) {
            wanted.push_back(&chapter);
        }
    }
    return wanted;
}

/// The steps that were asked for by name, all when none was. Names that the walkthrough does not have are refused.
std::vector<Step> wanted_steps(const Walkthrough& walkthrough, const std::vector<std::string>& names)
{
    std::vector<std::string> known;
    std::vector<Step> wanted;
    for (const Step& step : walkthrough.steps) {
        known.push_back(step.name);
        if (names.empty() || holds(names, step.name)) {
            wanted.push_back(step);
        }
    }
    for (const std::string& name : names) {
        if (!holds(known, name)) {
            throw UsageError(
                {fmt::format("--steps: expected steps out of {}, got \"{}\"", fmt::join(known, ", "), printable(name)),
                 fmt::format("--steps：应为 {} 中的步骤，实为 \"{}\"", fmt::join(known, "、"), printable(name))});
        }
    }
    return wanted;
}

std::size_t number_of(const Step& wanted, const Walkthrough& walkthrough)
{
    const auto is_wanted = [&](const Step& step) { return step.name == wanted.name; };
    const auto found = std::find_if(walkthrough.steps.begin(), walkthrough.steps.end(), is_wanted);
    return static_cast<std::size_t>(found - walkthrough.steps.begin()) + 1;
}

// ---- solve: which chapter, which numbers ----

/// Why no chapter, or not this one, takes the problem: names what it asks and the chapter that brings it.
InputError refusal(const Problem& problem, const Chapter* chapter)
{
    std::string asked = problem.kind;
    const bool kind_fits = chapter != nullptr ? holds(chapter->kinds, problem.kind)
                                              : std::any_of(chapters().begin(), chapters().end(),
                                                            [&](const Chapter& c) { return holds(c.kinds, problem.kind); });
    if (kind_fits) {
        asked = problem.asks.at(0);
    }
    const std::string where = kind_fits ? asked : "kind";
    const std::string brought_by = chapter_that_brings(asked);
    Words words = chapter == nullptr ? Words{"no chapter answers " + asked + " yet", "还没有哪一章能处理 " + asked}
                                     : Words{chapter->name + " does not answer " + asked, chapter->name + " 不处理 " + asked};
    const bool exists = find_chapter(brought_by) != nullptr;
    words.en += exists ? "; " + brought_by + " does" : "; it comes with " + brought_by;
    words.zh += exists ? "，请用 " + brought_by : "，它属于 " + brought_by;
    return {{where, where}, words};
}

const Chapter& chapter_for(const Problem& problem, const std::string& spoken)
{
    if (!spoken.empty()) {
        const Chapter& chapter = required_chapter(spoken);
        if (!accepts(chapter, problem)) {
            throw refusal(problem, &chapter);
        }
        return chapter;
    }
    const auto found = std::find_if(chapters().begin(), chapters().end(), [&](const Chapter& c) { return accepts(c, problem); });
    if (found == chapters().end()) {
        throw refusal(problem, nullptr);
    }
    return *found;
}

std::string shape_of(const Tensor& value)
{
    return fmt::format("{}", fmt::join(value.shape(), " x "));
}

/// The steps that a problem gives must be steps of the chapter, and of their shapes.
void check_given(const Problem& problem, const Walkthrough& plain)
{
    for (const auto& [name, value] : problem.given) {
        const std::string where = "given." + printable(name);
        const auto is_it = [&step_name = name](const Step& step) { return step.name == step_name; };
        const auto step = std::find_if(plain.steps.begin(), plain.steps.end(), is_it);
        if (step == plain.steps.end()) {
            std::vector<std::string> known;
            for (const Step& s : plain.steps) {
                known.push_back(s.name);
            }
            throw InputError({where, where}, {fmt::format("expected a step out of {}", fmt::join(known, ", ")),
                                              fmt::format("应为 {} 中的步骤", fmt::join(known, "、"))});
        }
        if (value.shape() != step->value.shape()) {
            throw InputError({where, where}, {fmt::format("expected {} numbers, got {}", shape_of(step->value), shape_of(value)),
                                              fmt::format("应为 {} 个数，实为 {}", shape_of(step->value), shape_of(value))});
        }
    }
}

/// Numbers near the end of double's range can leave it on the way: that is said, not shown as inf or nan.
void check_finite(const Walkthrough& walkthrough)
{
    for (const Step& step : walkthrough.steps) {
        if (!std::all_of(step.value.begin(), step.value.end(), [](double x) { return std::isfinite(x); })) {
            throw InputError(
                {step.name, step.name},
                {"expected results within the range of a double, got numbers too large; use smaller inputs or weights",
                 "结果应在双精度范围之内，实际的数过大；请用更小的输入或权重"});
        }
    }
}

Walkthrough walked(const Chapter& chapter, const Problem& problem)
{
    if (!problem.given.empty()) {
        Problem plain = problem;
        plain.given.clear();
        check_given(problem, chapter.walk(plain));
    }
    Walkthrough walkthrough = chapter.walk(problem);
    check_finite(walkthrough);
    return walkthrough;
}

std::string walkthrough_text(const Chapter& chapter, const Problem& problem, const Walkthrough& walkthrough,
                             const std::vector<Step>& steps, const View& view)
{
    std::string text;
    if (steps.size() == walkthrough.steps.size()) {
        text += terminal_title(chapter, view) + "\n" + terminal_givens(problem, view) + "\n";
    }
    for (const Step& step : steps) {
        text += (&step == steps.data() ? "" : "\n") + terminal_step(step, number_of(step, walkthrough), view);
    }
    return text;
}

std::string solution(const SolveOptions& options, const View& view)
{
    const Problem problem = read_problem(read_file(options.file));
    const Chapter& chapter = chapter_for(problem, options.chapter);
    Walkthrough walkthrough = walked(chapter, problem);
    const std::vector<Step> steps = wanted_steps(walkthrough, options.steps);
    if (options.format == "text") {
        return walkthrough_text(chapter, problem, walkthrough, steps, view);
    }
    walkthrough.steps = steps;
    return options.format == "json" ? walkthrough_json(walkthrough) : svg_picture(problem, walkthrough, view.language);
}

void write_to(const std::string& output, std::string_view text)
{
    if (output.empty() || output == "-") {
        write_output(text);
    } else {
        write_file(output, text);
    }
}

std::string key_prompt(const View& view)
{
    return in(view.language, {"— any key goes on, q ends —", "—— 按任意键继续，q 结束 ——"});
}

/// Waits below what was written so far; the prompt is wiped away again. False when the visitor has had enough.
bool go_on(const View& view)
{
    write_output(key_prompt(view));
    const bool more = wait_for_key();
    write_output("\r\033[K");
    return more;
}

bool tour_step_by_step(const Chapter& chapter, const Problem& problem, const Walkthrough& walkthrough,
                       const std::vector<Step>& steps, const View& view)
{
    write_output(terminal_title(chapter, view) + "\n" + terminal_givens(problem, view) + "\n");
    for (const Step& step : steps) {
        if (!go_on(view)) {
            return false;
        }
        write_output(terminal_step(step, number_of(step, walkthrough), view) + "\n");
    }
    return true;
}

}  // namespace

void tour(const TourOptions& options, const View& view)
{
    const std::vector<const Chapter*> wanted = required_chapters(options.chapters);
    if (options.wait && !has_keyboard()) {
        throw UsageError({"--step waits for a key and needs a terminal", "--step 要等待按键，需要在终端里运行"});
    }
    for (const Chapter* chapter : wanted) {
        const Problem problem = read_problem(default_problem(*chapter));
        const Walkthrough walkthrough = walked(*chapter, problem);
        const std::vector<Step> steps = wanted_steps(walkthrough, options.steps);
        if (options.wait) {
            if (!tour_step_by_step(*chapter, problem, walkthrough, steps, view)) {
                return;
            }
        } else {
            write_output((chapter == wanted[0] ? "" : "\n") + walkthrough_text(*chapter, problem, walkthrough, steps, view));
        }
        if (options.steps.empty()) {
            write_output(in(view.language, {"\nThe lesson: chapters/" + chapter->name + "/README.md\n",
                                            "\n这一课：chapters/" + chapter->name + "/README.zh.md\n"}));
        }
    }
}

void solve(const SolveOptions& options, const View& view)
{
    std::string text;
    try {
        text = solution(options, view);
    } catch (const InputError& error) {
        const Words file = options.file == "-" ? Words{"standard input", "标准输入"} : Words{options.file, options.file};
        const bool whole = error.where.en.empty();
        throw InputError({file.en + (whole ? "" : ": ") + error.where.en, file.zh + (whole ? "" : "：") + error.where.zh},
                         error.words);
    }
    write_to(options.output, text);
}

void example(const std::string& chapter, const std::string& output)
{
    write_to(output, default_problem(required_chapter(chapter)));
}

void list(const View& view)
{
    std::size_t longest = 0;
    for (const Chapter& chapter : chapters()) {
        longest = std::max(longest, chapter.name.size());
    }
    std::string text;
    for (const Chapter& chapter : chapters()) {
        text += fmt::format("{:<{}}  {}\n", chapter.name, longest, in(view.language, chapter.question));
    }
    write_output(text);
}

void mistakes(const std::vector<std::string>& names, const View& view)
{
    std::string text;
    for (const Chapter* chapter : required_chapters(names)) {
        const Problem problem = read_problem(default_problem(*chapter));
        text += (text.empty() ? "" : "\n") + terminal_title(*chapter, view) + "\n";
        text += terminal_right(chapter->walk(problem).steps.back(), view);
        for (const Mistake& mistake : chapter->mistakes) {
            text += "\n" + terminal_mistake(mistake, walk_with(mistake, *chapter, problem).steps.back(), view);
        }
    }
    write_output(text);
}

}  // namespace attention
