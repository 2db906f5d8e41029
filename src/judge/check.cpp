#include "judge/check.hpp"

#include <algorithm>

#include "text/input_error.hpp"
#include "text/printable.hpp"
#include "text/read_answer.hpp"

namespace attention {
namespace {

constexpr int most_troubles_in_a_row = 3;

CaseResult without_answer(const JudgedCase& asked, Outcome outcome, const Words& trouble)
{
    return {asked.recorded.problem.id, asked.chapter->name, outcome, trouble, {}};
}

Words in_quotes(const std::string& text)
{
    return {"\"" + printable(text) + "\"", "“" + printable(text) + "”"};
}

/// What came of a case when this line came for it.
CaseResult result_of_line(const std::string& line, const JudgedCase& asked, const std::vector<Mistake>& mistakes, double widening)
{
    const auto broken = [&](const Words& why) { return without_answer(asked, Outcome::no_answer, why); };
    Answer answer;
    try {
        answer = read_answer(line);
    } catch (const InputError& error) {
        const Words what = in_quotes(line);
        return broken(
            {"no walkthrough: " + error.where.en + (error.where.en.empty() ? "" : ": ") + error.words.en + "; it wrote " +
                 what.en,
             "不是一份演算：" + error.where.zh + (error.where.zh.empty() ? "" : "：") + error.words.zh + "；它写的是" + what.zh});
    }
    const std::string& id = asked.recorded.problem.id;
    if (answer.id != id) {
        return broken({"an answer to another problem: expected id \"" + id + "\", got \"" + printable(answer.id) + "\"",
                       "答的是另一道题目：id 应为 \"" + id + "\"，实为 \"" + printable(answer.id) + "\""});
    }
    if (answer.is_unsupported) {
        return without_answer(asked, Outcome::unsupported, {});
    }
    if (!answer.error.empty()) {
        const std::string error = printable(answer.error, longest_line);
        return without_answer(asked, Outcome::wrong, {"it says: " + error, "它说：" + error});
    }
    return result_of(answer.steps, asked, mistakes, widening);
}

CaseResult asked_of(Port& port, const JudgedCase& asked, const std::vector<Mistake>& mistakes, double widening)
{
    const Reply reply = port.ask(asked.recorded.line);
    return reply.trouble.en.empty() ? result_of_line(reply.line, asked, mistakes, widening)
                                    : without_answer(asked, Outcome::no_answer, reply.trouble);
}

}  // namespace

bool is_failure(const CaseResult& result)
{
    const bool is_fine = result.outcome == Outcome::right || result.outcome == Outcome::unsupported;
    return !is_fine && result.known.empty();
}

bool is_healed(const CaseResult& result)
{
    return result.outcome == Outcome::right && !result.known.empty();
}

bool is_sound(const PortResult& result)
{
    const auto is_right = [](const CaseResult& one) { return one.outcome == Outcome::right; };
    return result.ending.en.empty() && std::none_of(result.cases.begin(), result.cases.end(), is_failure) &&
           std::any_of(result.cases.begin(), result.cases.end(), is_right);
}

std::vector<Mistake> all_mistakes(const std::vector<Chapter>& chapters)
{
    std::vector<Mistake> all;
    for (const Chapter& chapter : chapters) {
        all.insert(all.end(), chapter.mistakes.begin(), chapter.mistakes.end());
    }
    return all;
}

CaseResult result_of(const StepValues& answer, const JudgedCase& asked, const std::vector<Mistake>& mistakes, double widening)
{
    const Judge judge{*asked.chapter, mistakes, asked.recorded.tolerance * widening};
    CaseResult result = without_answer(asked, Outcome::right, {});
    result.verdict = verdict_on(answer, asked.recorded, judge);
    if (!result.verdict.faults.empty()) {
        result.outcome = Outcome::wrong;
    } else if (result.verdict.judged.empty()) {
        result.outcome = Outcome::wrong;
        result.trouble = {"none of its steps is one of this problem", "回答中没有一个这道题目的步骤"};
    }
    return result;
}

PortResult check_port(const std::string& name, const std::vector<std::string>& command, const std::vector<JudgedCase>& cases,
                      const std::vector<Mistake>& mistakes, const CheckOptions& options)
{
    PortResult result{printable(name, longest_line), {}, {}};
    Port port(command, options.limits);
    int troubles = 0;
    for (const JudgedCase& asked : cases) {
        result.cases.push_back(troubles < most_troubles_in_a_row ? asked_of(port, asked, mistakes, options.widening)
                                                                 : without_answer(asked, Outcome::not_asked, {}));
        const Outcome outcome = result.cases.back().outcome;
        if (outcome == Outcome::no_answer) {
            ++troubles;
            port.stop();  // what still comes would be taken for the next answer
        } else if (outcome != Outcome::not_asked) {
            troubles = 0;
        }
        options.progress(result.cases.size());
    }
    result.ending = port.finish();
    return result;
}

}  // namespace attention
