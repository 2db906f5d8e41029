// What holds for every chapter, and between chapters.
#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "01_single_output/single_output.hpp"
#include "02_matrix_form/matrix_form.hpp"
#include "app/chapters.hpp"
#include "close_to.hpp"
#include "text/problem_format.hpp"
#include "text/read_problem.hpp"

using namespace attention;
using attention::test::close_to;

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

/// A problem with random numbers from -1 to 1 and biases; the seed makes it the same in every run.
Problem random_problem(unsigned seed, std::size_t n, std::size_t d, std::size_t d_k, std::size_t d_v)
{
    std::mt19937 random(seed);
    const auto number = [&random] { return static_cast<double>(random()) / 2147483648.0 - 1; };
    const auto vector = [&number](std::size_t size) {
        Vector result = xt::zeros<double>({size});
        std::generate(result.begin(), result.end(), number);
        return result;
    };
    const auto matrix = [&number](std::size_t rows, std::size_t columns) {
        Matrix result = xt::zeros<double>({rows, columns});
        std::generate(result.begin(), result.end(), number);
        return result;
    };
    Problem problem;
    for (std::size_t i = 0; i < n; ++i) {
        problem.inputs.push_back(vector(d));
    }
    problem.projections = {matrix(d_k, d), matrix(d_k, d), matrix(d_v, d), vector(d_k), vector(d_k), vector(d_v)};
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

Problem default_of(const Chapter& chapter)
{
    return read_problem(default_problem(chapter));
}

bool differs_from(const Tensor& wrong, const Tensor& truth)
{
    const auto is_near = [](double x, double y) { return std::abs(x - y) <= 1e-6; };
    return wrong.shape() != truth.shape() || !std::equal(wrong.begin(), wrong.end(), truth.begin(), is_near);
}

}  // namespace

SCENARIO("one output is one of all outputs", "[laws]")
{
    GIVEN("random problems of many shapes, with biases")
    {
        const auto [n, d, d_k, d_v] = GENERATE(table<std::size_t, std::size_t, std::size_t, std::size_t>(
            {{1, 1, 1, 1}, {2, 5, 1, 3}, {4, 4, 4, 4}, {6, 3, 7, 2}, {14, 2, 3, 5}}));
        Problem problem = random_problem(static_cast<unsigned>(n + 10 * d), n, d, d_k, d_v);
        THEN("kind single_output gives for every query what self_attention lists there, from the score to the output")
        {
            const Walkthrough all = find_chapter("matrix_form")->walk(problem);
            for (std::size_t i = 0; i < n; ++i) {
                problem.query = i + 1;
                const Walkthrough one = find_chapter("single_output")->walk(problem);
                for (const char* step : {"q", "alpha", "alpha_prime", "b"}) {
                    INFO(step << " of query " << i + 1);
                    CHECK_THAT(one.as<Vector>(step), close_to(all.as<std::vector<Vector>>(step).at(i)));
                }
            }
        }
    }
}

SCENARIO("a walkthrough is what the chapter's own function computes", "[laws]")
{
    for (const Chapter& chapter : chapters()) {
        INFO(chapter.name);
        REQUIRE(function_of_chapter.count(chapter.name) == 1);
        const Problem problem = default_of(chapter);
        const Walkthrough walkthrough = chapter.walk(problem);
        const Named computed = function_of_chapter.at(chapter.name)(problem);
        REQUIRE(computed.size() == walkthrough.steps.size());
        for (const auto& [name, value] : computed) {
            INFO(name);
            CHECK_THAT(walkthrough.value(name), close_to(value, 0));
        }
    }
}

SCENARIO("every chapter has all that a chapter has", "[laws]")
{
    std::string before;
    for (const Chapter& chapter : chapters()) {
        INFO(chapter.name);
        const Problem problem = default_of(chapter);
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

SCENARIO("every mistake is told apart from the truth at its own step", "[laws]")
{
    for (const Chapter& chapter : chapters()) {
        const Problem problem = default_of(chapter);
        const Walkthrough truth = chapter.walk(problem);
        std::set<std::string> names;
        CHECK_FALSE(chapter.mistakes.empty());
        for (const Mistake& mistake : chapter.mistakes) {
            INFO(chapter.name << ": " << mistake.name);
            CHECK(names.insert(mistake.name).second);
            CHECK(speaks_both_languages(mistake.words));
            const std::vector<std::string> steps = names_of(truth.steps);
            REQUIRE(std::count(steps.begin(), steps.end(), mistake.step) == 1);
            // The shift of softmax changes no number that can be written down: only large scores show that it is missing.
            CHECK(differs_from(mistake.value(problem, truth), truth.value(mistake.step)) ==
                  (mistake.name != "unshifted_exponential"));
        }
    }
}
