// The recorded cases: what each promises is true, and together they see everything.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/cases.hpp"
#include "app/chapters.hpp"
#include "app/judged_cases.hpp"
#include "close_to.hpp"
#include "judge/check.hpp"
#include "judge/comparison.hpp"
#include "judge/findings.hpp"
#include "run.hpp"
#include "text/problem_format.hpp"

using namespace attention;
using namespace attention::test;

namespace {

using Names = std::vector<std::string>;

const std::vector<JudgedCase>& all_cases()
{
    static const std::vector<JudgedCase> cases = built_in_cases();
    return cases;
}

const std::vector<Mistake>& catalogue()
{
    static const std::vector<Mistake> mistakes = all_mistakes(chapters());
    return mistakes;
}

Answer answer_of(const Walkthrough& walkthrough)
{
    Answer answer;
    for (const Step& step : walkthrough.steps) {
        answer.steps[step.name] = step.value;
    }
    return answer;
}

/// The answer of somebody who makes the mistake, whichever chapter knows it.
Answer answer_with(const std::string& name, const JudgedCase& asked)
{
    const Problem& problem = asked.recorded.problem;
    for (const Mistake& mistake : catalogue()) {
        if (mistake.name == name && !wrong_steps(mistake, problem, asked.chapter->walk(problem)).empty()) {
            return answer_of(walk_with(mistake, *asked.chapter, problem));
        }
    }
    return {};
}

/// A mistake here, and a choice in good faith elsewhere, which every case accepts.
const std::string convention_of_others = "equal_weights_for_no_key";

}  // namespace

SCENARIO("there are cases of every kind, with every field, and for every mistake", "[cases]")
{
    std::set<std::string> seen;
    for (const std::string_view text : recorded_cases()) {
        const nlohmann::json document = nlohmann::json::parse(text);
        seen.insert(document["kind"].get<std::string>());
        for (const auto& [name, value] : document.items()) {
            seen.insert(document["kind"].get<std::string>() + "." + name);
        }
        for (const auto& name : document["catches"]) {
            seen.insert("catches " + name.get<std::string>());
        }
    }
    CHECK(recorded_cases().size() >= 90);
    for (const Kind& kind : problem_kinds()) {
        CHECK(seen.count(kind.name) == 1);
    }
    for (const Field& field : problem_fields()) {
        for (const std::string& kind : field.kinds) {
            INFO(kind << "." << field.name);
            const bool is_answered = find_chapter(chapter_of_field(field.name, kind)) != nullptr;
            const bool is_refused = kind == "multi_head" && field.name == "W";  // heads have no bilinear score
            const bool is_idle = field.name == "given" && chapter_of_kind(kind) == "00_why_attention";  // the only step
            CHECK((seen.count(kind + "." + field.name) == 1 || !is_answered || is_refused || is_idle));
        }
    }
    for (const Mistake& mistake : catalogue()) {
        INFO(mistake.name);
        CHECK(seen.count("catches " + mistake.name) == (mistake.name == convention_of_others ? 0 : 1));
    }
}

SCENARIO("a case is called as its file is, and by the chapter that answers it", "[cases]")
{
    for (const JudgedCase& one : all_cases()) {
        const std::string& id = one.recorded.problem.id;
        INFO(id);
        CHECK(std::filesystem::exists(fmt::format("{}/tests/cases/{}.json", ATTENTION_SOURCE_DIR, id)));
        CHECK(id.substr(0, 3) == one.chapter->name.substr(0, 3));
        CHECK_FALSE(one.recorded.problem.title.en == one.recorded.problem.title.zh);
    }
}

SCENARIO("a case records every step, and this program answers all of them rightly", "[cases]")
{
    for (const JudgedCase& one : all_cases()) {
        INFO(one.recorded.problem.id);
        const CaseResult result = result_of(answer_of(one.chapter->walk(one.recorded.problem)), one, {});
        CHECK(result.outcome == Outcome::right);
        CHECK(steps_that_are(Standing::right, result.verdict).size() == result.verdict.steps.size());
        CHECK(result.verdict.conventions.empty());
        CHECK(result.verdict.steps.size() == one.recorded.expected.size());
    }
}

SCENARIO("what is recorded is what is judged: every number of every step counts", "[cases]")
{
    for (const JudgedCase& one : all_cases()) {
        for (const auto& [name, value] : one.recorded.expected) {
            INFO(one.recorded.problem.id << ", " << name);
            Answer answer{"", one.recorded.expected};
            Tensor& last = answer.steps[name];
            *(last.end() - 1) += 1;
            const CaseResult result = result_of(answer, one, {});
            REQUIRE_FALSE(result.verdict.faults.empty());
            CHECK(result.verdict.faults[0].step == name);
        }
    }
}

SCENARIO("a case catches the mistakes that it names, and they are named for it", "[cases]")
{
    for (const JudgedCase& one : all_cases()) {
        for (const std::string& name : one.recorded.catches) {
            INFO(one.recorded.problem.id << ": " << name);
            const CaseResult result = result_of(answer_with(name, one), one, catalogue());
            CHECK_FALSE(result.verdict.faults.empty());
            for (const Fault& fault : result.verdict.faults) {
                INFO(fault.step);
                CHECK(has_name(fault.mistakes, name));
                CHECK((!fault.first || !is_close(fault.first->expected, fault.first->got, {1e-6})));
            }
        }
    }
}

SCENARIO("another answer in good faith is accepted by the name of its convention", "[cases]")
{
    Names conventions;
    for (const JudgedCase& one : all_cases()) {
        for (const auto& [name, steps] : one.recorded.acceptable) {
            INFO(one.recorded.problem.id << ": " << name);
            Answer answer{"", one.recorded.expected};
            for (const auto& [step, value] : steps) {
                CHECK_FALSE(is_close(one.recorded.expected.at(step), value, {one.recorded.tolerance}));
                answer.steps[step] = value;
            }
            const CaseResult result = result_of(answer, one, catalogue());
            CHECK(result.outcome == Outcome::right);
            REQUIRE(result.verdict.conventions.size() == 1);
            CHECK(result.verdict.conventions[0] == name);
            conventions.push_back(name);
        }
    }
    CHECK_FALSE(conventions.empty());
}

SCENARIO("equal weights for a query with no key left are accepted in every case, and told by their name", "[cases]")
{
    std::size_t accepted = 0;
    for (const JudgedCase& one : all_cases()) {
        const Answer answer = answer_with(convention_of_others, one);
        if (!answer.steps.empty()) {
            INFO(one.recorded.problem.id);
            const CaseResult result = result_of(answer, one, catalogue());
            CHECK(result.outcome == Outcome::right);
            CHECK(holds(result.verdict.conventions, "mean_of_values_for_no_key"));
            ++accepted;
        }
    }
    CHECK(accepted >= 5);
}

SCENARIO("all cases together are checked in no time", "[cases]")
{
    const auto begun = std::chrono::steady_clock::now();
    const End end = run({"check", "--", ATTENTION_PROGRAM_FILE, "answer"});
    CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(5));  // it takes less than one; machines may be busy
    CHECK(end.exit_code == 0);
    const std::string all = std::to_string(recorded_cases().size());
    CHECK(end.out.find(all + " of " + all + "\n") != std::string::npos);
}
