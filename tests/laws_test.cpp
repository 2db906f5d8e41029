// What holds for every chapter, and between chapters.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "01_single_output/single_output.hpp"
#include "02_matrix_form/matrix_form.hpp"
#include "app/chapters.hpp"
#include "close_to.hpp"
#include "random_layer.hpp"
#include "running_example.hpp"
#include "text/problem_format.hpp"

using namespace attention;
using namespace attention::test;

namespace {

/// The steps of a problem of each kind, as the format names them.
const std::map<std::string, std::vector<std::string>> steps_of_kind{
    {"single_output", {"q", "k", "v", "alpha", "alpha_prime", "b"}},
    {"self_attention", {"q", "k", "v", "alpha", "alpha_prime", "b"}},
};

using Named = std::vector<std::pair<std::string, Tensor>>;

/// Each chapter's own function on a problem, its results under the names of the steps.
const std::map<std::string, Named (*)(const Problem&)> function_of_chapter{
    {"01_single_output",
     [](const Problem& problem) {
         const SingleOutput out = single_output(problem.inputs, problem.query - 1, problem.projections);
         return Named{{"q", listed(out.q)},
                      {"k", listed(out.k)},
                      {"v", listed(out.v)},
                      {"alpha", listed(out.alpha)},
                      {"alpha_prime", listed(out.alpha_prime)},
                      {"b", listed(out.b)}};
     }},
    {"02_matrix_form",
     [](const Problem& problem) {
         const MatrixForm out = matrix_form(as_columns(problem.inputs), problem.projections);
         return Named{{"q", listed(out.Q)},
                      {"k", listed(out.K)},
                      {"v", listed(out.V)},
                      {"alpha", listed(out.A)},
                      {"alpha_prime", listed(out.A_prime)},
                      {"b", listed(out.O)}};
     }},
};

/// The last of its inputs asks.
Problem random_problem(const Sizes& sizes)
{
    const RandomLayer random = random_layer(sizes, true);
    Problem problem;
    problem.inputs = column_vectors(random.I);
    problem.query = sizes.n;
    problem.projections = random.layer;
    return problem;
}

bool speaks_both_languages(const Words& words)
{
    const bool has_chinese =
        std::any_of(words.zh.begin(), words.zh.end(), [](char c) { return static_cast<unsigned char>(c) >= 0xE3; });
    const bool is_english =
        std::none_of(words.en.begin(), words.en.end(), [](char c) { return static_cast<unsigned char>(c) >= 0xE3; });
    return !words.en.empty() && has_chinese && is_english;
}

std::vector<std::string> names_of(const std::vector<Step>& steps)
{
    std::vector<std::string> names;
    names.reserve(steps.size());
    for (const Step& step : steps) {
        names.push_back(step.name);
    }
    return names;
}

bool differs(const Tensor& one, const Tensor& other)
{
    const auto is_near = [](double x, double y) { return std::abs(x - y) <= 1e-6; };
    return one.shape() != other.shape() || !std::equal(one.begin(), one.end(), other.begin(), is_near);
}

}  // namespace

SCENARIO("a walkthrough is what the chapter's own function computes", "[laws]")
{
    for (const Chapter& chapter : chapters()) {
        REQUIRE(function_of_chapter.count(chapter.name) == 1);
        for (const Problem& problem : {running_example(chapter.name), random_problem({1, 1, 1, 1}), random_problem({2, 5, 1, 3}),
                                       random_problem({6, 3, 7, 2})}) {
            INFO(chapter.name << ", n = " << problem.inputs.size());
            const Walkthrough walkthrough = chapter.walk(problem);
            const Named computed = function_of_chapter.at(chapter.name)(problem);
            REQUIRE(computed.size() == walkthrough.steps.size());
            for (const auto& [name, value] : computed) {
                INFO(name);
                CHECK_THAT(walkthrough.value(name), close_to(value, 0));
            }
        }
    }
}

SCENARIO("every chapter has all that a chapter has", "[laws]")
{
    std::string before;
    for (const Chapter& chapter : chapters()) {
        INFO(chapter.name);
        const Problem problem = running_example(chapter.name);
        const Walkthrough walkthrough = chapter.walk(problem);

        CHECK(before < chapter.name);  // in reading order, none twice
        before = chapter.name;
        CHECK(speaks_both_languages(chapter.title));
        CHECK(speaks_both_languages(chapter.question));
        CHECK(accepts(chapter, problem));
        CHECK_FALSE(problem.id.empty());
        CHECK(walkthrough.id == problem.id);
        CHECK(walkthrough.kind == problem.kind);
        for (const std::string& kind : chapter.kinds) {
            CHECK_NOTHROW(chapter_that_brings(kind));
        }
        for (const std::string& field : chapter.brings) {
            CHECK_NOTHROW(chapter_that_brings(field));
        }

        REQUIRE(steps_of_kind.count(problem.kind) == 1);
        CHECK(names_of(walkthrough.steps) == steps_of_kind.at(problem.kind));
        for (const Step& step : walkthrough.steps) {
            INFO(step.name);
            CHECK(speaks_both_languages(step.words));
            CHECK(step.formula.find(step.symbol + " = ") == 0);
            CHECK(step.value.size() > 0);
        }
    }
}

SCENARIO("a chapter is found by its number, its name, or both", "[laws]")
{
    for (const Chapter& chapter : chapters()) {
        const std::string& name = chapter.name;
        for (const std::string& spoken : {name, name.substr(3), name.substr(0, 2), std::to_string(std::stoi(name))}) {
            INFO(spoken);
            CHECK(find_chapter(spoken) == &chapter);
        }
    }
    THEN("and by nothing else")
    {
        for (const char* spoken : {"", "0", "1_", "001", "01_", "single", "99", "-1"}) {
            INFO(spoken);
            CHECK(find_chapter(spoken) == nullptr);
        }
    }
}

SCENARIO("every mistake stands at a step of its chapter, under a name of its own, in both languages", "[laws]")
{
    for (const Chapter& chapter : chapters()) {
        const std::vector<std::string> steps = names_of(chapter.walk(running_example(chapter.name)).steps);
        std::set<std::string> names;
        CHECK_FALSE(chapter.mistakes.empty());
        for (const Mistake& mistake : chapter.mistakes) {
            INFO(chapter.name << ": " << mistake.name);
            CHECK(names.insert(mistake.name).second);
            CHECK(speaks_both_languages(mistake.words));
            CHECK(std::count(steps.begin(), steps.end(), mistake.step) == 1);
        }
    }
}

SCENARIO("every mistake is told apart from the truth and from every other by the last step", "[laws]")
{
    for (const Chapter& chapter : chapters()) {
        Named results{{"truth", chapter.walk(running_example(chapter.name)).steps.back().value}};
        for (const Mistake& mistake : chapter.mistakes) {
            results.emplace_back(mistake.name, running_example_with(chapter.name, mistake.name).steps.back().value);
        }
        for (auto one = results.begin(); one != results.end(); ++one) {
            for (auto other = results.begin(); other != one; ++other) {
                INFO(chapter.name << ": " << one->first << " and " << other->first);
                // The shift of softmax changes no number that can be written down: only large scores show that it is missing.
                const bool is_told = one->first != "unshifted_exponential" || other->first != "truth";
                CHECK(differs(one->second, other->second) == is_told);
            }
        }
    }
}
