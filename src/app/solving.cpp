#include "app/solving.hpp"

#include <algorithm>

#include "app/chapters.hpp"
#include "app/rendering.hpp"
#include "judge/comparison.hpp"
#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/printable.hpp"
#include "text/problem_format.hpp"
#include "text/suggestion.hpp"

namespace attention {
namespace {

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

/// Numbers near the end of double's range can leave it on the way: that is said, not shown as inf or nan.
void check_finite(const Walkthrough& walkthrough)
{
    for (const Step& step : walkthrough.steps) {
        if (!is_finite(step.value)) {
            const Words advice = step.name == "e" ? Words{"a larger base or a smaller first", "更大的 base 或更小的 first"}
                                                  : Words{"smaller inputs or weights", "更小的输入或权重"};
            throw InputError(same(step.name),
                             {"expected results within the range of a double, got numbers too large; use " + advice.en,
                              "结果超出了双精度的范围；请用" + advice.zh});
        }
    }
}

}  // namespace

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

const Chapter& chapter_for(const Problem& problem, const Chapter* asked)
{
    const auto takes_it = [&](const Chapter& chapter) { return accepts(chapter, problem); };
    if (asked != nullptr) {
        return takes_it(*asked) ? *asked : throw refusal(problem, asked);
    }
    const auto found = std::find_if(chapters().begin(), chapters().end(), takes_it);
    return found != chapters().end() ? *found : throw refusal(problem, nullptr);
}

Walkthrough walked(const Chapter& chapter, const Problem& problem)
{
    if (!problem.given.empty()) {
        Problem plain = problem;
        plain.given.clear();
        require_steps_of(chapter.walk(plain), problem.given, "given.");
    }
    Walkthrough walkthrough = chapter.walk(problem);
    check_finite(walkthrough);
    return walkthrough;
}

void require_steps_of(const Walkthrough& walkthrough, const StepValues& steps, const std::string& path)
{
    const std::vector<std::string> known = step_names(walkthrough);
    for (const auto& [name, value] : steps) {
        const Words where = same(path + printable(name));
        if (!holds(known, name)) {
            throw InputError(where, expected_got(one_of(known), did_you_mean(name, known)));
        }
        const std::string shape = shape_text(walkthrough.value(name));
        if (shape_text(value) != shape) {
            throw InputError(where, expected_got({"the shape " + shape, "形状 " + shape}, same(shape_text(value))));
        }
    }
}

}  // namespace attention
