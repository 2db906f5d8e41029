#include "judge/check.hpp"

#include <algorithm>
#include <chrono>

#include "text/input_error.hpp"
#include "text/printable.hpp"
#include "text/read_answer.hpp"

namespace attention {
namespace {

CaseResult without_answer(const JudgedCase& asked, Outcome outcome, const Words& trouble)
{
    return {asked.recorded.problem.id, asked.chapter->name, outcome, trouble, {}};
}

Words in_quotes(const std::string& text)
{
    return {"\"" + printable(text) + "\"", "“" + printable(text) + "”"};
}

/// What came of a case when this line came for it.
CaseResult result_of_line(const std::string& line, const JudgedCase& asked, const std::vector<Mistake>& mistakes,
                          const Precision& precision)
{
    const auto broken = [&](const Words& why) { return without_answer(asked, Outcome::no_answer, why); };
    Answer answer;
    try {
        answer = read_answer(line);
    } catch (const InputError& error) {
        const Words what = in_quotes(line);
        const Words why = told(error);
        return broken(
            {"no walkthrough: " + why.en + "; it wrote " + what.en, "不是一份演算：" + why.zh + "；它写的是" + what.zh});
    }
    const std::string& id = asked.recorded.problem.id;
    if (answer.id != id) {
        return broken({"an answer to another problem: expected id " + in_quotes(id).en + ", got " + in_quotes(answer.id).en,
                       "答的是另一道题目：id 应为" + in_quotes(id).zh + "，实为" + in_quotes(answer.id).zh});
    }
    if (answer.is_unsupported) {
        return without_answer(asked, Outcome::unsupported, {});
    }
    if (!answer.error.empty()) {
        const std::string error = printable(answer.error, longest_line);
        return without_answer(asked, Outcome::wrong, {"it says: " + error, "它说：" + error});
    }
    return result_of(answer, asked, mistakes, precision);
}

CaseResult asked_of(Port& port, const JudgedCase& asked, const std::vector<Mistake>& mistakes, const Precision& precision)
{
    const Reply reply = port.ask(asked.line);
    return reply.trouble.en.empty() ? result_of_line(reply.line, asked, mistakes, precision)
                                    : without_answer(asked, Outcome::no_answer, reply.trouble);
}

/// Whether some step was judged that the problem does not give.
bool says_something(const Verdict& verdict, const Problem& problem)
{
    return std::any_of(verdict.steps.begin(), verdict.steps.end(), [&problem](const JudgedStep& step) {
        const bool is_judged = step.standing != Standing::unanswered && step.standing != Standing::unjudged;
        return is_judged && !problem.given.contains(step.name);
    });
}

/// When a port that gives no answers is given up.
class Patience {
public:
    explicit Patience(const Limits& limits) : limits_(limits) {}

    bool is_at_end() const { return in_a_row_ == most_in_a_row || late_in_a_row_ == most_late_in_a_row; }

    void note(Outcome outcome, std::chrono::steady_clock::duration time)
    {
        const bool is_troubled = outcome == Outcome::no_answer;
        in_a_row_ = is_troubled ? in_a_row_ + 1 : 0;
        late_in_a_row_ = is_troubled && time >= limits_.time ? late_in_a_row_ + 1 : 0;
    }

private:
    static constexpr int most_in_a_row = 10;
    static constexpr int most_late_in_a_row = 3;

    const Limits& limits_;
    int in_a_row_ = 0;
    int late_in_a_row_ = 0;
};

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

CaseResult result_of(const Answer& answer, const JudgedCase& asked, const std::vector<Mistake>& mistakes,
                     const Precision& precision)
{
    const Tolerance tolerance{asked.recorded.tolerance * precision.widening, precision.absolute};
    const Judge judge{*asked.chapter, mistakes, tolerance};
    CaseResult result = without_answer(asked, Outcome::right, {});
    result.verdict = verdict_on(answer, asked.recorded, judge);
    if (!result.verdict.faults.empty()) {
        result.outcome = Outcome::wrong;
    } else if (!says_something(result.verdict, asked.recorded.problem)) {
        result.outcome = Outcome::wrong;
        result.trouble = {"none of its steps is one to be worked out here", "回答中没有一个是这道题目要算的步骤"};
    }
    return result;
}

PortResult check_port(const std::string& name, const std::vector<std::string>& command, const std::vector<JudgedCase>& cases,
                      const std::vector<Mistake>& mistakes, const CheckOptions& options)
{
    PortResult result{printable(name, longest_line), {}, {}};
    Port port(command, options.limits);
    Patience patience(options.limits);
    for (const JudgedCase& asked : cases) {
        if (patience.is_at_end()) {
            result.cases.push_back(without_answer(asked, Outcome::not_asked, {}));
        } else {
            const auto begun = std::chrono::steady_clock::now();
            result.cases.push_back(asked_of(port, asked, mistakes, options.precision));
            const Outcome outcome = result.cases.back().outcome;
            patience.note(outcome, std::chrono::steady_clock::now() - begun);
            if (outcome == Outcome::no_answer) {
                port.stop();  // what still comes would be taken for the next answer
            }
        }
        options.progress(result.cases.size());
    }
    result.ending = port.finish();
    return result;
}

}  // namespace attention
