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
#include "app/solving.hpp"
#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/measurement_text.hpp"
#include "text/printable.hpp"
#include "text/problem_format.hpp"
#include "text/read_problem.hpp"
#include "text/read_walkthrough.hpp"
#include "text/suggestion.hpp"

namespace attention {
namespace {

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
            throw InputError({"chapter", "章"},
                             {fmt::format("{} measures nothing; {} {}", chapter->name, fmt::join(names, ", "),
                                          names.size() == 1 ? "does" : "do"),
                              fmt::format("{} 没有实测的内容；有实测的是 {}", chapter->name, fmt::join(names, "、"))});
        }
    }
    std::erase_if(wanted, [](const Chapter* chapter) { return chapter->measure == nullptr; });
    return wanted;
}

/// What stands above one of a chapter's several problems, its title and an empty line; nothing above its only one.
std::string heading_of(const Problem& problem, const Chapter& chapter, const View& view)
{
    return examples(chapter).size() == 1 ? "" : terminal_heading(in(view.language, problem.title), view) + "\n";
}

/// One of a chapter's own problems, solved, and what stands above it.
struct Visit {
    Solution solution;
    std::string heading;
};

/// The chapters' own problems, solved.
std::vector<Visit> visits_to(const std::vector<const Chapter*>& wanted, const View& view)
{
    std::vector<Visit> visits;
    for (const Chapter* chapter : wanted) {
        for (Problem& problem : own_problems(*chapter)) {
            Walkthrough walkthrough = walked(*chapter, problem);
            const std::string heading = heading_of(problem, *chapter, view);
            visits.push_back({{std::move(problem), chapter, std::move(walkthrough)}, heading});
        }
    }
    return visits;
}

/// What the tour shows of one example: unless steps are picked, the chapter's title when it is new and the problem's when there
/// are several, and what is stated; then the steps.
std::vector<std::string> tour_blocks(const Visit& visit, bool is_new, const std::vector<std::string>& picked, const View& view)
{
    std::vector<std::string> blocks = step_blocks(visit.solution.walkthrough, picked, view);
    if (picked.empty()) {
        std::string head = is_new ? terminal_title(*visit.solution.chapter, view) + "\n" : "";
        blocks.insert(blocks.begin(), head + visit.heading + terminal_stated(visit.solution.problem, view));
    }
    return blocks;
}

std::string lesson_of(const Chapter& chapter, const View& view)
{
    const std::string folder = "chapters/" + chapter.name;
    return in(view.language, {"\nThe lesson: " + folder + "/README.md\n", "\n课文：" + folder + "/README.zh.md\n"});
}

Solution solution(const std::string& text, const Chapter* asked)
{
    Problem problem = read_problem(text);
    const Chapter& chapter = chapter_for(problem, asked);
    Walkthrough walkthrough = walked(chapter, problem);
    return {std::move(problem), &chapter, std::move(walkthrough)};
}

/// What a chapter's problems are called, but for its own one, which has no name.
std::vector<std::string> names_of(const std::vector<Example>& all)
{
    std::vector<std::string> names;
    for (const Example& example : all) {
        if (!example.name.empty()) {
            names.push_back(example.name);
        }
    }
    return names;
}

/// What to say when a chapter has no problem of that name.
Words no_such_example(const std::vector<Example>& all, const std::string& name)
{
    const std::vector<std::string> names = names_of(all);
    const Words any = one_of(names);
    const Words expected{any.en + " (or no name, for the chapter's own problem)", any.zh + "（不写名字就是该章自己的题目）"};
    const std::string got = '"' + printable(name) + '"';
    return names.empty() ? Words{"expected no name, for the chapter has one problem only, got " + got,
                                 "这一章只有一道题目，不必写名字，却写了 " + got}
                         : expected_got(expected, did_you_mean(name, names));
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
    const std::vector<Visit> visits = visits_to(wanted, view);
    std::vector<std::string> known;  // a step that one of the examples has may be asked for
    for (const Visit& visit : visits) {
        for (const std::string& name : step_names(visit.solution.walkthrough)) {
            if (!holds(known, name)) {
                known.push_back(name);
            }
        }
    }
    require_steps(options.steps, known);

    std::string gap;
    for (std::size_t v = 0; v < visits.size(); ++v) {
        const Chapter* chapter = visits[v].solution.chapter;
        const bool is_new = v == 0 || visits[v - 1].solution.chapter != chapter;
        const bool is_last = v + 1 == visits.size() || visits[v + 1].solution.chapter != chapter;
        for (const std::string& block : tour_blocks(visits[v], is_new, options.steps, view)) {
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

void solve(const std::string& file, const std::string& chapter, const Rendering& as, const View& view)
{
    const Chapter* asked = chapter.empty() ? nullptr : &required_chapter(chapter);
    render(from_file(file, [asked](const std::string& text) { return solution(text, asked); }), as, view);
}

void show(const std::string& file, const Rendering& as, const View& view)
{
    render(from_file(file, [](const std::string& text) { return read_walkthrough(text); }), as, view);
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
        const std::vector<std::string> names = names_of(examples(chapter));
        if (!names.empty()) {
            const Words more{fmt::format("more problems: {}", fmt::join(names, ", ")),
                             fmt::format("另有题目：{}", fmt::join(names, "、"))};
            text += fmt::format("{:{}}  {}\n", "", longest, in(view.language, more));
        }
    }
    write_output(text);
}

void mistakes(const std::vector<std::string>& spoken, const View& view)
{
    std::string text;
    for (const Chapter* chapter : required_chapters(spoken)) {
        text += (text.empty() ? "" : "\n") + terminal_title(*chapter, view);
        const std::vector<Problem> problems = own_problems(*chapter);
        for (const Problem& problem : problems) {
            text += "\n" + heading_of(problem, *chapter, view);
            text += terminal_right(chapter->walk(problem).steps.back(), view);
            for (const Mistake& mistake : chapter->mistakes) {
                if (&problem_for(mistake, problems) == &problem) {
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
        text += (text.empty() ? "" : "\n") + terminal_title(*chapter, view);
        for (const Measurement& measurement : chapter->measure()) {
            text += "\n" + measurement_text(measurement, view.language);
        }
    }
    write_output(text);
}

}  // namespace attention
