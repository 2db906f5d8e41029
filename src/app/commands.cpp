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
#include "text/measurement_text.hpp"
#include "text/printable.hpp"
#include "text/problem_format.hpp"
#include "text/read_problem.hpp"
#include "text/read_walkthrough.hpp"
#include "text/suggestion.hpp"

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
    const std::string brought_by = where == "kind" ? chapter_of_kind(asked) : chapter_of_field(asked, problem.kind);
    Words words = chapter == nullptr ? Words{"no chapter answers " + asked + " yet", "目前各章都不支持 " + asked}
                                     : Words{chapter->name + " does not answer " + asked, chapter->name + " 不处理 " + asked};
    const bool exists = find_chapter(brought_by) != nullptr;
    words.en += exists ? "; " + brought_by + " does" : "; it comes with " + brought_by;
    words.zh += exists ? "，请用 " + brought_by : "，将在 " + brought_by + " 中介绍";
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
            const Words advice = step.name == "e" ? Words{"a larger base or a smaller first", "更大的 base 或更小的 first"}
                                                  : Words{"smaller inputs or weights", "更小的输入或权重"};
            throw InputError(same(step.name),
                             {"expected results within the range of a double, got numbers too large; use " + advice.en,
                              "结果超出了双精度的范围；请用" + advice.zh});
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
