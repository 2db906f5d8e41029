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
#include "text/printable.hpp"
#include "text/problem_format.hpp"
#include "text/read_problem.hpp"
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

/// What is shown of a walkthrough, as blocks to stand an empty line apart: title and what is stated, unless steps are picked by
/// name, then the steps.
std::vector<std::string> shown_blocks(const Chapter& chapter, const Problem& problem, const Walkthrough& walkthrough,
                                      const std::vector<std::string>& picked, const View& view)
{
    std::vector<std::string> blocks;
    if (picked.empty()) {
        blocks.push_back(terminal_title(chapter, view) + "\n" + terminal_stated(problem, view));
    }
    std::size_t number = 0;
    for (const Step& step : walkthrough.steps) {
        ++number;
        if (is_picked(step, picked)) {
            blocks.push_back(terminal_step(step, number, view));
        }
    }
    return blocks;
}

struct Solution {
    Problem problem;
    const Chapter* chapter;
    Walkthrough walkthrough;
};

/// Solves the problem in a file; what is wrong with it is told with the file's name in front of the place.
Solution solution(const std::string& file, const Chapter* asked)
{
    const std::string text = read_file(file);
    try {
        Problem problem = read_problem(text);
        const Chapter& chapter = chapter_for(problem, asked);
        Walkthrough walkthrough = walked(chapter, problem);
        return {std::move(problem), &chapter, std::move(walkthrough)};
    } catch (const InputError& error) {
        const Words name = input_name(file);
        const bool is_whole = error.where.en.empty();
        throw InputError({name.en + (is_whole ? "" : ": ") + error.where.en, name.zh + (is_whole ? "" : "：") + error.where.zh},
                         error.words);
    }
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
    std::vector<Problem> problems;
    std::vector<Walkthrough> walkthroughs;
    std::vector<std::string> known;  // a step that one of the chapters has may be asked for
    for (const Chapter* chapter : wanted) {
        problems.push_back(read_problem(default_problem(*chapter)));
        walkthroughs.push_back(walked(*chapter, problems.back()));
        for (const std::string& name : step_names(walkthroughs.back())) {
            if (!holds(known, name)) {
                known.push_back(name);
            }
        }
    }
    require_steps(options.steps, known);

    for (std::size_t c = 0; c < wanted.size(); ++c) {
        std::string gap = c == 0 ? "" : "\n";
        const auto blocks = shown_blocks(*wanted[c], problems[c], walkthroughs[c], options.steps, view);
        for (const std::string& block : blocks) {
            if (options.wait && &block != blocks.data() && !wait_for_visitor(view)) {
                return;
            }
            write_output(gap + block);
            gap = "\n";
        }
        if (options.steps.empty()) {
            const std::string folder = "chapters/" + wanted[c]->name;
            write_output(
                in(view.language, {"\nThe lesson: " + folder + "/README.md\n", "\n课文：" + folder + "/README.zh.md\n"}));
        }
    }
}

void solve(const SolveOptions& options, const View& view)
{
    const Chapter* asked = options.chapter.empty() ? nullptr : &required_chapter(options.chapter);
    Solution solved = solution(options.file, asked);
    require_steps(options.steps, step_names(solved.walkthrough));
    if (options.format == "text") {
        const auto blocks = shown_blocks(*solved.chapter, solved.problem, solved.walkthrough, options.steps, view);
        write_file(options.output, fmt::format("{}", fmt::join(blocks, "\n")));
        return;
    }
    std::erase_if(solved.walkthrough.steps, [&](const Step& step) { return !is_picked(step, options.steps); });
    write_file(options.output, options.format == "json" ? walkthrough_json(solved.walkthrough)
                                                        : svg_picture(solved.problem, solved.walkthrough, view.language));
}

void example(const std::string& chapter, const std::string& output)
{
    const std::string_view text = default_problem(required_chapter(chapter));
    std::error_code unknown;                                  // what cannot be looked at is for write_file to tell
    if (std::filesystem::is_regular_file(output, unknown)) {  // somebody's edited numbers must not be lost
        throw InputError(same(output),
                         expected_got({"a new file", "新文件"},
                                      {"one that exists; remove it or choose another name", "已有的文件；请删除它或换个名字"}));
    }
    write_file(output, text);
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
