#include "app/commands.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/chapters.hpp"
#include "app/console.hpp"
#include "app/files.hpp"
#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/latex.hpp"
#include "text/markdown.hpp"
#include "text/measurement_text.hpp"
#include "text/printable.hpp"
#include "text/problem_format.hpp"
#include "text/read_problem.hpp"
#include "text/read_walkthrough.hpp"
#include "text/suggestion.hpp"
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
        std::vector<std::string> spellings = names;
        spellings.reserve(2 * names.size());
        for (const std::string& name : names) {
            spellings.push_back(name.substr(3));
        }
        throw InputError({"chapter", "章"}, expected_got(one_of(names), did_you_mean(spoken, spellings)));
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

/// Whether the step was picked by name; all are when none was.
bool is_picked(const Step& step, const std::vector<std::string>& picked)
{
    return picked.empty() || holds(picked, step.name);
}

/// The chapters that measure something. Throws InputError when one was asked for that does not.
std::vector<const Chapter*> measured_chapters(const std::vector<std::string>& spoken)
{
    std::vector<const Chapter*> wanted = required_chapters(spoken);
    std::vector<std::string> names;
    for (const Chapter& chapter : chapters()) {
        if (chapter.measure != nullptr) {
            names.push_back(chapter.name);
        }
    }
    for (const Chapter* chapter : wanted) {
        if (chapter->measure == nullptr && !spoken.empty()) {
            throw InputError({"chapter", "章"}, expected_got(one_of(names), same(chapter->name)));
        }
    }
    std::erase_if(wanted, [](const Chapter* chapter) { return chapter->measure == nullptr; });
    return wanted;
}

// ---- solve: which chapter, which numbers ----

/// What the problem asks that none of these chapters answers: its kind, or a field of it.
std::string unanswered(const Problem& problem, const std::vector<const Chapter*>& asked)
{
    const auto takes = [&](const std::string& ask) {
        return std::any_of(asked.begin(), asked.end(), [&](const Chapter* chapter) {
            return holds(chapter->kinds, problem.kind) && (ask.empty() || holds(chapter->brings, ask));
        });
    };
    if (!takes("")) {
        return "kind";
    }
    const auto ask = std::find_if(problem.asks.begin(), problem.asks.end(), [&](const std::string& a) { return !takes(a); });
    return ask == problem.asks.end() ? problem.asks.at(0) : *ask;
}

/// Why no chapter, or not this one, takes the problem: names what it asks and the chapter that brings it.
InputError refusal(const Problem& problem, const Chapter* chapter)
{
    const std::string where = unanswered(problem, chapter == nullptr ? required_chapters({}) : std::vector{chapter});
    const std::string asked = where == "kind" ? problem.kind : where;
    const std::string brought_by = chapter_that_brings(asked);
    Words words = chapter == nullptr ? Words{"no chapter answers " + asked + " yet", "目前还没有哪一章能解 " + asked}
                                     : Words{chapter->name + " does not answer " + asked, chapter->name + " 不处理 " + asked};
    const bool exists = find_chapter(brought_by) != nullptr;
    words.en += exists ? "; " + brought_by + " does" : "; it comes with " + brought_by;
    words.zh += exists ? "，请用 " + brought_by : "，要等到 " + brought_by;
    return {same(where), words};
}

/// The chapter that was asked for, or else the first that takes the problem.
const Chapter& chapter_for(const Problem& problem, const Chapter* asked)
{
    const auto takes_it = [&](const Chapter& chapter) { return accepts(chapter, problem); };
    if (asked != nullptr) {
        return takes_it(*asked) ? *asked : throw refusal(problem, asked);
    }
    const auto found = std::find_if(chapters().begin(), chapters().end(), takes_it);
    return found != chapters().end() ? *found : throw refusal(problem, nullptr);
}

std::string shape_of(const Tensor& value)
{
    return fmt::format("{}", fmt::join(value.shape(), " x "));
}

/// The steps that a problem gives must be steps of the chapter, and of their shapes.
void check_given(const Problem& problem, const Walkthrough& plain)
{
    const std::vector<std::string> known = step_names(plain);
    for (const auto& [name, value] : problem.given) {
        const Words where = same("given." + printable(name));
        if (!holds(known, name)) {
            throw InputError(where, expected_got(one_of(known), did_you_mean(name, known)));
        }
        const Tensor& right = plain.value(name);
        if (value.shape() != right.shape()) {
            throw InputError(where,
                             expected_got({"the shape " + shape_of(right), "形状 " + shape_of(right)}, same(shape_of(value))));
        }
    }
}

/// Numbers near the end of double's range can leave it on the way: that is said, not shown as inf or nan.
void check_finite(const Walkthrough& walkthrough)
{
    for (const Step& step : walkthrough.steps) {
        if (!std::all_of(step.value.begin(), step.value.end(), [](double x) { return std::isfinite(x); })) {
            throw InputError(
                same(step.name),
                {"expected results within the range of a double, got numbers too large; use smaller inputs or weights",
                 "结果超出了双精度的范围；请用更小的输入或权重"});
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

/// A problem, the chapter that answers it, and what came out.
struct Solution {
    Problem problem;
    const Chapter* chapter;
    Walkthrough walkthrough;
    std::string heading = {};  ///< of one of a chapter's several problems
};

// ---- pages of text, Markdown and LaTeX: blocks that stand an empty line apart ----

bool is_page(const std::string& format)
{
    return format == "text" || format == "markdown" || format == "latex";
}

/// The title, and what the problem states.
std::string head_block(const Solution& solution, const std::string& format, const View& view)
{
    const Problem& problem = solution.problem;
    const Chapter* chapter = solution.chapter;
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

std::string step_block(const Step& step, std::size_t number, const std::string& format, const View& view)
{
    return format == "markdown" ? markdown_step(step, number, view.language)
           : format == "latex"  ? latex_step(step, number, view.language)
                                : terminal_step(step, number, view);
}

std::string page(const std::vector<std::string>& blocks, const std::string& format, const View& view)
{
    const std::string body = fmt::format("{}", fmt::join(blocks, "\n"));
    return format == "latex" ? latex_document(body, view.language) : body;
}

/// The steps that were picked.
std::vector<std::string> step_blocks(const Walkthrough& walkthrough, const std::vector<std::string>& picked,
                                     const std::string& format, const View& view)
{
    std::vector<std::string> blocks;
    std::size_t number = 0;
    for (const Step& step : walkthrough.steps) {
        ++number;
        if (is_picked(step, picked)) {
            blocks.push_back(step_block(step, number, format, view));
        }
    }
    return blocks;
}

/// What stands above one of a chapter's several problems, and an empty line; nothing above its only one.
std::string heading_of(const Example& example, const Chapter& chapter, const View& view)
{
    const auto heading = chapter.problems.find(example.name);
    return heading == chapter.problems.end() ? "" : terminal_heading(in(view.language, heading->second), view) + "\n";
}

/// The chapters' own problems, solved.
std::vector<Solution> solved_examples(const std::vector<const Chapter*>& wanted, const View& view)
{
    std::vector<Solution> solutions;
    for (const Chapter* chapter : wanted) {
        for (const Example& example : examples(*chapter)) {
            Problem problem = read_problem(example.text);
            Walkthrough walkthrough = walked(*chapter, problem);
            solutions.push_back({std::move(problem), chapter, std::move(walkthrough), heading_of(example, *chapter, view)});
        }
    }
    return solutions;
}

/// What the tour shows of one example: unless steps are picked, the chapter's title when it is new and the problem's when there
/// are several, and what is stated; then the steps.
std::vector<std::string> tour_blocks(const Solution& solution, bool is_new, const std::vector<std::string>& picked,
                                     const View& view)
{
    std::vector<std::string> blocks = step_blocks(solution.walkthrough, picked, "text", view);
    if (picked.empty()) {
        std::string head = is_new ? terminal_title(*solution.chapter, view) + "\n" : "";
        blocks.insert(blocks.begin(), head + solution.heading + terminal_stated(solution.problem, view));
    }
    return blocks;
}

std::string lesson_of(const Chapter& chapter, const View& view)
{
    const std::string folder = "chapters/" + chapter.name;
    return in(view.language, {"\nThe lesson: " + folder + "/README.md\n", "\n课文：" + folder + "/README.zh.md\n"});
}

/// What `use` makes of the text of a file; what is wrong with it is told with the file's name in front of the place.
template <class Use>
auto from_file(const std::string& file, const Use& use)
{
    const std::string text = read_file(file);
    try {
        return use(text);
    } catch (const InputError& error) {
        const Words name = input_name(file);
        const bool is_whole = error.where.en.empty();
        throw InputError({name.en + (is_whole ? "" : ": ") + error.where.en, name.zh + (is_whole ? "" : "：") + error.where.zh},
                         error.words);
    }
}

Solution solution(const std::string& text, const Chapter* asked)
{
    Problem problem = read_problem(text);
    const Chapter& chapter = chapter_for(problem, asked);
    Walkthrough walkthrough = walked(chapter, problem);
    return {std::move(problem), &chapter, std::move(walkthrough)};
}

/// What to say when a chapter has no problem of that name.
Words no_such_example(const std::vector<Example>& all, const std::string& name)
{
    std::vector<std::string> names;
    for (const Example& example : all) {
        if (!example.name.empty()) {
            names.push_back(example.name);
        }
    }
    const std::string got = '"' + printable(name) + '"';
    return names.empty() ? Words{"expected no name, for the chapter has one problem only, got " + got,
                                 "这一章只有一道题目，不必写名字，却写了 " + got}
                         : expected_got(one_of(names), did_you_mean(name, names));
}

bool wait_for_visitor(const View& view)
{
    return wait_for_key(in(view.language, {"— any key goes on, q ends —", "—— 按任意键继续，按 q 结束 ——"}));
}

}  // namespace

void tour(const TourOptions& options, const View& view)
{
    const std::vector<const Chapter*> wanted = required_chapters(options.chapters);
    if (options.wait && !has_keyboard()) {
        throw InputError(same("--step"),
                         {"expected a terminal, where one can press a key, got none", "需要在终端里运行，才能按键继续"});
    }
    const std::vector<Solution> solutions = solved_examples(wanted, view);
    std::vector<std::string> known;  // a step that one of the examples has may be asked for
    for (const Solution& solution : solutions) {
        for (const std::string& name : step_names(solution.walkthrough)) {
            if (!holds(known, name)) {
                known.push_back(name);
            }
        }
    }
    require_steps(options.steps, known);

    std::string gap;
    for (std::size_t s = 0; s < solutions.size(); ++s) {
        const Chapter* chapter = solutions[s].chapter;
        const bool is_new = s == 0 || solutions[s - 1].chapter != chapter;
        const bool is_last = s + 1 == solutions.size() || solutions[s + 1].chapter != chapter;
        for (const std::string& block : tour_blocks(solutions[s], is_new, options.steps, view)) {
            if (options.wait && !gap.empty() && !wait_for_visitor(view)) {
                return;
            }
            write_output(gap + block);
            gap = "\n";
        }
        if (is_last && options.steps.empty()) {
            write_output(lesson_of(*chapter, view));
        }
    }
}

void solve(const SolveOptions& options, const View& view)
{
    const Chapter* asked = options.chapter.empty() ? nullptr : &required_chapter(options.chapter);
    Solution solved = from_file(options.file, [asked](const std::string& text) { return solution(text, asked); });
    require_steps(options.steps, step_names(solved.walkthrough));
    if (is_page(options.format)) {
        std::vector<std::string> blocks = step_blocks(solved.walkthrough, options.steps, options.format, view);
        if (options.steps.empty()) {
            blocks.insert(blocks.begin(), head_block(solved, options.format, view));
        }
        write_file(options.output, page(blocks, options.format, view));
        return;
    }
    std::erase_if(solved.walkthrough.steps, [&](const Step& step) { return !is_picked(step, options.steps); });
    write_file(options.output, options.format == "json" ? walkthrough_json(solved.walkthrough)
                                                        : svg_picture(solved.problem, solved.walkthrough, view.language));
}

void show(const ShowOptions& options, const View& view)
{
    Walkthrough walkthrough = from_file(options.file, [](const std::string& text) { return read_walkthrough(text); });
    require_steps(options.steps, step_names(walkthrough));
    if (is_page(options.format)) {
        write_file(options.output, page(step_blocks(walkthrough, options.steps, options.format, view), options.format, view));
        return;
    }
    std::erase_if(walkthrough.steps, [&](const Step& step) { return !is_picked(step, options.steps); });
    write_file(options.output,
               options.format == "json" ? walkthrough_json(walkthrough) : svg_picture(walkthrough, view.language));
}

void example(const ExampleOptions& options)
{
    const std::vector<Example>& all = examples(required_chapter(options.chapter));
    const auto wanted = std::find_if(all.begin(), all.end(), [&](const Example& one) { return one.name == options.name; });
    if (wanted == all.end()) {
        throw InputError({"problem", "题目"}, no_such_example(all, options.name));
    }
    const std::string& output = options.output;
    std::error_code unknown;                                  // what cannot be looked at is for write_file to tell
    if (std::filesystem::is_regular_file(output, unknown)) {  // somebody's edited numbers must not be lost
        throw InputError(same(output),
                         expected_got({"a new file", "新文件"},
                                      {"one that exists; remove it or choose another name", "已有的文件；请删除它或换个名字"}));
    }
    write_file(output, wanted->text);
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

void mistakes(const std::vector<std::string>& spoken, const View& view)
{
    std::string text;
    for (const Chapter* chapter : required_chapters(spoken)) {
        text += (text.empty() ? "" : "\n") + terminal_title(*chapter, view);
        for (const Example& example : examples(*chapter)) {
            const Problem problem = read_problem(example.text);
            text += "\n" + heading_of(example, *chapter, view);
            text += terminal_right(chapter->walk(problem).steps.back(), view);
            for (const Mistake& mistake : chapter->mistakes) {
                if (&example_for(mistake, *chapter) == &example) {
                    text += "\n" + terminal_mistake(mistake, walk_with(mistake, *chapter, problem).steps.back(), view);
                }
            }
        }
    }
    write_output(text);
}

void measure(const std::vector<std::string>& spoken, const View& view)
{
    std::string text;
    for (const Chapter* chapter : measured_chapters(spoken)) {
        text += (text.empty() ? "" : "\n") + terminal_title(*chapter, view) + "\n" +
                measurement_text(chapter->measure(), view.language);
    }
    write_output(text);
}

}  // namespace attention
