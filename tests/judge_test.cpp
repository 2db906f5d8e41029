// How answers are compared, step by step, and what is said about them. Here with a toy chapter, x = a_1, y = 2 x, z = y + 1, whose
// numbers can be followed without a pencil.
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "close_to.hpp"
#include "judge/check.hpp"
#include "judge/comparison.hpp"
#include "judge/findings.hpp"
#include "judge/likeness.hpp"
#include "judge/report.hpp"
#include "text/input_error.hpp"
#include "text/read_answer.hpp"

using namespace attention;
using namespace attention::test;
using Catch::Matchers::Contains;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();
const Tolerance t{};

using Names = std::vector<std::string>;

Walkthrough toy_walk(const Problem& problem)
{
    Walk steps(problem, {{"x", "x", "x = a_1", {}}, {"y", "y", "y = 2 x", {}}, {"z", "z", "z = y + 1", {}}});
    const Vector x = steps.step("x", problem.inputs[0]);
    const Vector y = steps.step("y", Vector(2 * x));
    steps.step("z", Vector(y + 1));
    return steps.result();
}

Mistake threefold()
{
    return {"threefold", {"3 x in place of 2 x", "把 2 x 写成了 3 x"}, [](const Problem&, const Walkthrough& earlier) {
                return StepValues{{"y", 3 * earlier.value("x")}};
            }};
}

/// The same numbers as threefold, by another way.
Mistake x_added()
{
    return {"x_added", {"x is added once more", "多加了一个 x"}, [](const Problem&, const Walkthrough& earlier) {
                return StepValues{{"y", 2 * earlier.value("x") + earlier.value("x")}};
            }};
}

Mistake two_added()
{
    return {"two_added", {"2 is added in place of 1", "加的是 2 而不是 1"}, [](const Problem&, const Walkthrough& earlier) {
                return StepValues{{"z", earlier.value("y") + 2}};
            }};
}

Mistake sign_lost()
{
    return {"sign_lost", {"x without its sign", "漏了 x 的正负号"}, [](const Problem&, const Walkthrough& earlier) {
                return StepValues{{"x", xt::abs(earlier.value("x"))}};
            }};
}

Mistake needs_bias()
{
    return {"needs_bias",
            {"a mistake of other problems", "别的题目里的错误"},
            [](const Problem& problem, const Walkthrough&) {
                return StepValues{{"y", problem.bias.value()}};
            },
            [](const Problem& problem) { return problem.bias.has_value(); }};
}

const Chapter toy{"00_toy", {}, {}, {"toy"}, {}, toy_walk, {threefold(), x_added(), two_added(), sign_lost(), needs_bias()}};

/// a_1 = (5, -1): x = (5, -1), y = (10, -2), z = (11, -1).
JudgedCase toy_case(const std::string& id = "00_01_toy")
{
    Case recorded;
    recorded.problem.kind = "toy";
    recorded.problem.id = id;
    recorded.problem.inputs = {{5, -1}};
    recorded.expected = {{"x", {5, -1}}, {"y", {10, -2}}, {"z", {11, -1}}};
    return {recorded, {}, &toy};
}

CaseResult judged(const StepValues& steps, const JudgedCase& asked = toy_case(), const Precision& precision = {})
{
    return result_of({"", steps}, asked, toy.mistakes, precision);
}

Names judged_steps(const CaseResult& result, Standing standing)
{
    return steps_that_are(standing, result.verdict);
}

Names names_of(const std::vector<Mistake>& mistakes)
{
    Names names;
    for (const Mistake& mistake : mistakes) {
        names.push_back(mistake.name);
    }
    return names;
}

/// Of a result with one fault.
const Fault& only_fault(const CaseResult& result)
{
    REQUIRE(result.verdict.faults.size() == 1);
    return result.verdict.faults[0];
}

}  // namespace

SCENARIO("numbers are close to within t times the larger of 1 and the expected one", "[judge]")
{
    THEN("around 0.5 that is t itself, around 1000 it is 1000 t")
    {
        CHECK(is_close(0.5, 0.5 + 0.9e-12, t));
        CHECK_FALSE(is_close(0.5, 0.5 + 1.1e-12, t));
        CHECK(is_close(-1000, -1000 - 0.9e-9, t));
        CHECK_FALSE(is_close(-1000, -1000 - 1.1e-9, t));
    }
    THEN("numbers rounded to three decimals may be off by half the last one, however large they are")
    {
        const Tolerance decimals{.absolute = 0.0005};
        CHECK(is_close(100, 100.0004, decimals));
        CHECK_FALSE(is_close(100, 100.0006, decimals));
    }
    THEN("what is not a number is close to nothing, itself included")
    {
        CHECK_FALSE(is_close(1, no_number, t));
        CHECK_FALSE(is_close(no_number, no_number, t));
        CHECK_FALSE(is_close(infinite, infinite, t));
        CHECK_FALSE(is_close(infinite, 1, t));
    }
    THEN("shapes are compared first: a row does not stand for two equal rows")
    {
        CHECK(is_close(Tensor{{1, 2}, {1, 2}}, Tensor{{1, 2}, {1, 2}}, t));
        CHECK_FALSE(is_close(Tensor{{1, 2}, {1, 2}}, Tensor{{1, 2}}, t));
        CHECK_FALSE(is_close(Tensor{{1, 2}, {1, 2}}, Tensor{1, 2, 1, 2}, t));
    }
    THEN("a mistake that gives no number is recognised by that")
    {
        CHECK(is_alike(Tensor{1, no_number}, Tensor{1, infinite}, t));
        CHECK_FALSE(is_alike(Tensor{1, no_number}, Tensor{1, 2}, t));
        CHECK_FALSE(is_alike(Tensor{no_number}, Tensor{no_number, no_number}, t));
    }
}

SCENARIO("the first number that departs is found by its index", "[judge]")
{
    const Tensor right = xt::zeros<double>({2, 3, 2});
    Tensor wrong = right;
    CHECK_FALSE(first_departure(right, right, t));
    for (const std::vector<std::size_t>& index : {std::vector<std::size_t>{1, 2, 1}, {1, 0, 1}, {0, 2, 0}}) {
        wrong.element(index.begin(), index.end()) += 1;
        CHECK(first_departure(right, wrong, t)->index == index);
    }
}

SCENARIO("a wrong value may still be like the right one", "[judge]")
{
    const Tensor right{{1, 2, 3}, {4, 5, 7}};
    const auto about = [&right](const Tensor& wrong) { return likeness(right, wrong, t).en; };
    THEN("with its indices exchanged: (1, 4), (2, 5), (3, 7)")
    {
        CHECK(about({{1, 4}, {2, 5}, {3, 7}}) == "these are the right numbers with the first two indices exchanged");
        CHECK(likeness(Tensor{{1, 2}, {3, 4}}, Tensor{{1, 3}, {2, 4}}, t).zh == "数都对，只是前两个下标互换了");
    }
    THEN("in another shape, or from the last to the first")
    {
        CHECK(about({1, 2, 3, 4, 5, 7}) == "these are the right numbers in another shape");
        CHECK(about({{4, 5, 7}, {1, 2, 3}}) == "these are the right numbers from the last to the first");
    }
    THEN("halved throughout, or 2 too large throughout")
    {
        CHECK(about({{0.5, 1, 1.5}, {2, 2.5, 3.5}}) == "every number is 0.5 times the right one");
        CHECK(likeness(Tensor{0, 4, -2}, Tensor{0, -8, 4}, t).en == "every number is -2 times the right one");
        CHECK(about({{3, 4, 5}, {6, 7, 9}}) == "every number is the right one plus 2");
        const Tolerance decimals{.absolute = 0.0005};  // 0.5 is right, 0.3 is 0.001 too large: not both
        CHECK(likeness(Tensor{0.2, 0.5}, Tensor{0.203, 0.5001}, decimals).en == "right in 1 of its 2 places: 2");
        CHECK(likeness(Tensor{1. / 3}, Tensor{7}, t).en.empty());  // one number is always some multiple of another
    }
    THEN("rounded: 4/3 written as 1.33333 is off by 3e-6, so 5 digits agree")
    {
        CHECK(likeness(Tensor{4. / 3, 0.25}, Tensor{1.33333, 0.25}, t).en ==
              "right to 5 digits: rounded? --precision says to how many decimals");
        CHECK(likeness(Tensor{2. / 3, 1. / 3}, Tensor{0.66666666, 0.33333333}, t).en ==
              "right to 8 digits: in single precision? then with --precision float32");
    }
    THEN("right wherever it is a number: a mask that was put into the scores shows so")
    {
        CHECK(likeness(Tensor{{1, 2}, {3, 4}}, Tensor{{1, -infinite}, {3, 4}}, t).en == "right wherever it is a number");
    }
    THEN("right in some vectors of the list")
    {
        CHECK(about({{1, 2, 3}, {4, 5, 6}}) == "right in 1 of its 2 places: 1");
        CHECK(likeness(Tensor{1, 2, 3}, Tensor{1, 0, 3}, t).en == "right in 2 of its 3 places: 1, 3");
    }
    THEN("or not at all, and not by chance: no numbers, other shapes, nothing but zeros")
    {
        CHECK(about({{9, 8, 3}, {4, 1, 6}}).empty());
        CHECK(about({{no_number, no_number, no_number}, {no_number, no_number, no_number}}).empty());
        CHECK(about({{1, 2}, {3, 4}}).empty());
        CHECK(likeness(Tensor{0, 0}, Tensor{1, 2}, t).en.empty());
    }
}

SCENARIO("an answer is judged step by step, from its own earlier steps", "[judge]")
{
    WHEN("every step is right")
    {
        const CaseResult result = judged({{"x", {5, -1}}, {"y", {10, -2}}, {"z", {11, -1}}});
        THEN("so is the answer")
        {
            CHECK(result.outcome == Outcome::right);
            CHECK(judged_steps(result, Standing::right) == Names{"x", "y", "z"});
        }
    }
    WHEN("y = 3 x = (15, -3), and z = (16, -2) goes on from it")
    {
        const CaseResult result = judged({{"x", {5, -1}}, {"y", {15, -3}}, {"z", {16, -2}}});
        THEN("y is wrong, by one of two mistakes that give the same; z follows")
        {
            CHECK(judged_steps(result, Standing::following) == Names{"z"});
            CHECK(result.outcome == Outcome::wrong);
            const Fault& fault = only_fault(result);
            CHECK(fault.step == "y");
            CHECK(fault.first->index == std::vector<std::size_t>{0});
            CHECK(fault.first->expected == 10);
            CHECK(fault.first->got == 15);
            CHECK(names_of(fault.mistakes) == Names{"threefold", "x_added"});
            CHECK(fault.right == Names{"x"});
        }
    }
    WHEN("behind y = 3 x another mistake is made: z = y + 2 = (17, -1)")
    {
        const CaseResult result = judged({{"x", {5, -1}}, {"y", {15, -3}}, {"z", {17, -1}}});
        THEN("it is found, too, from the y that came: 16 was expected there, not 11")
        {
            REQUIRE(result.verdict.faults.size() == 2);
            const Fault& second = result.verdict.faults[1];
            CHECK(names_of(second.mistakes) == Names{"two_added"});
            CHECK(second.first->expected == 16);
            CHECK(second.first->got == 17);
            CHECK(second.right == Names{"x"});
        }
    }
    WHEN("y is left out, and z = 3 x + 1 = (16, -2)")
    {
        const CaseResult result = judged({{"x", {5, -1}}, {"z", {16, -2}}});
        THEN("the mistake is found at the first step that was answered behind it")
        {
            CHECK(judged_steps(result, Standing::unanswered) == Names{"y"});
            CHECK(only_fault(result).step == "z");
            CHECK(names_of(only_fault(result).mistakes) == Names{"threefold", "x_added"});
        }
    }
    WHEN("x = (5, 1) has lost its sign, and nothing else was answered")
    {
        THEN("that one step is judged, and nothing stands before it")
        {
            const CaseResult result = judged({{"x", {5, 1}}});
            CHECK(names_of(only_fault(result).mistakes) == Names{"sign_lost"});
            CHECK(only_fault(result).right.empty());
            CHECK(judged_steps(result, Standing::unanswered) == Names{"y", "z"});
        }
    }
    WHEN("z = (11, 7) is wrong as no mistake is")
    {
        const CaseResult result = judged({{"z", {11, 7}}});
        THEN("it is said what is still right")
        {
            CHECK(only_fault(result).mistakes.empty());
            CHECK(only_fault(result).likeness.en == "right in 1 of its 2 places: 1");
        }
    }
    WHEN("y has three numbers, or one that is none")
    {
        const Tensor wrong = GENERATE(values<Tensor>({{10, -2, 0}, {10, no_number}}));
        const CaseResult result = judged({{"x", {5, -1}}, {"y", wrong}, {"z", {0, 0}}});
        THEN("nothing follows from it, and z is not judged")
        {
            CHECK(only_fault(result).step == "y");
            CHECK(only_fault(result).first.has_value() == (wrong.size() == 2));
            CHECK(judged_steps(result, Standing::unjudged) == Names{"z"});
        }
    }
    WHEN("z is what is measured, and y before it is wrong")
    {
        JudgedCase asked = toy_case();
        asked.recorded.problem.measure = {"z"};
        THEN("z is not judged: it tells nothing more")
        {
            const CaseResult result = judged({{"x", {5, -1}}, {"y", {15, -3}}, {"z", {0, 0}}}, asked);
            CHECK(judged_steps(result, Standing::unjudged) == Names{"z"});
            CHECK(only_fault(judged({{"x", {5, -1}}, {"y", {10, -2}}, {"z", {0, 0}}}, asked)).step == "z");
        }
    }
    WHEN("the answer has a step that the problem does not have")
    {
        THEN("it is named beside others, and alone it is no answer")
        {
            CHECK(judged({{"x", {5, -1}}, {"w", {1}}}).verdict.unknown == Names{"w"});
            CHECK(judged({{"x", {5, -1}}, {"w", {1}}}).outcome == Outcome::right);
            CHECK(judged({{"w", {1}}}).outcome == Outcome::wrong);
            const PortResult port{"port", {judged({{"x", {5, -1}}, {"\033[31m", {1}}})}, {}};
            CHECK_THAT(report_text({port}, nullptr, {}), Contains("not steps of the problem: ?[31m, in 1 case\n"));
        }
    }
    WHEN("y cannot be read")
    {
        const CaseResult result =
            result_of({"", {{"x", {5, -1}}, {"z", {11, -1}}}, {{"y", {"expected numbers", "应为数"}}}}, toy_case(), {});
        THEN("it is wrong as it stands, and z is still right, for it is as recorded")
        {
            CHECK(departure_words(only_fault(result)).en == "y: expected numbers");
            CHECK(judged_steps(result, Standing::right) == Names{"x", "z"});
        }
    }
    WHEN("y is so large that z is beyond every number: x = 1.7e308 makes y = 3.4e308")
    {
        const CaseResult result = judged({{"x", {1.7e308, -1}}, {"y", {1, 1}}});
        THEN("x is wrong, and of y nothing can be said")
        {
            CHECK(only_fault(result).step == "x");
            CHECK(judged_steps(result, Standing::unjudged) == Names{"y"});
        }
    }
    WHEN("the problem gives y = (1, 2), and the answer takes 2 x = (10, -2) all the same")
    {
        JudgedCase asked = toy_case();
        asked.recorded.problem.given["y"] = {1, 2};
        asked.recorded.expected = {{"x", {5, -1}}, {"y", {1, 2}}, {"z", {2, 3}}};
        THEN("that is said, and no mistake is named for it")
        {
            const CaseResult result = judged({{"x", {5, -1}}, {"y", {10, -2}}, {"z", {11, -1}}}, asked);
            CHECK(only_fault(result).mistakes.empty());
            CHECK(only_fault(result).likeness.en == "the problem gives this step; it was computed anew");
        }
        THEN("and to repeat what is given is no answer")
        {
            CHECK(judged({{"y", {1, 2}}}, asked).outcome == Outcome::wrong);
        }
    }
    WHEN("numbers are left out of an answer by hand: y = (?, -3)")
    {
        const Answer answer{"", {{"x", {5, -1}}, {"y", {no_number, -3}}, {"z", {11, -2}}}, {}, true};
        const CaseResult result = result_of(answer, toy_case(), toy.mistakes);
        THEN("the others are judged, and z = y + 1 = (11, -2) follows with 10 in the gap")
        {
            CHECK(only_fault(result).first->index == std::vector<std::size_t>{1});
            CHECK(judged_steps(result, Standing::following) == Names{"z"});
        }
    }
    WHEN("the case accepts y = (10, 2) under the name of a convention")
    {
        JudgedCase asked = toy_case();
        asked.recorded.acceptable["without_sign"] = {{"y", {10, 2}}};
        const CaseResult result = judged({{"x", {5, -1}}, {"y", {10, 2}}, {"z", {11, 3}}}, asked);
        THEN("the answer is right by it, and z is what follows: (11, 3)")
        {
            CHECK(result.outcome == Outcome::right);
            CHECK(result.verdict.conventions == Names{"without_sign"});
        }
    }
    WHEN("a convention says y = (10, 2) and z = (0, 0), and the answer follows it in one of them only")
    {
        JudgedCase asked = toy_case();
        asked.recorded.acceptable["without_sign"] = {{"y", {10, 2}}, {"z", {0, 0}}};
        THEN("it is not taken for right: z = (11, -1) does not go with that y, nor z = (0, 0) with our y")
        {
            CHECK(judged({{"y", {10, 2}}, {"z", {0, 0}}}, asked).outcome == Outcome::right);
            CHECK(only_fault(judged({{"y", {10, 2}}, {"z", {11, -1}}}, asked)).step == "z");
            CHECK(only_fault(judged({{"y", {10, -2}}, {"z", {0, 0}}}, asked)).step == "z");
        }
    }
}

SCENARIO("what a case records comes first, to within its own tolerance", "[judge]")
{
    JudgedCase asked = toy_case();
    WHEN("it records y = (10.25, -2), which our own y is not")
    {
        asked.recorded.expected["y"] = {10.25, -2};
        THEN("that is right, and (10.5, -2) is not")
        {
            CHECK(judged({{"y", {10.25, -2}}}, asked).outcome == Outcome::right);
            CHECK(only_fault(judged({{"y", {10.5, -2}}}, asked)).step == "y");
        }
    }
    WHEN("its tolerance is 1e-3: that is 0.01 for 10")
    {
        asked.recorded.tolerance = 1e-3;
        THEN("10.009 is right, and 10.011 is not")
        {
            CHECK(judged({{"y", {10.009, -2}}}, asked).outcome == Outcome::right);
            CHECK(judged({{"y", {10.011, -2}}}, asked).outcome == Outcome::wrong);
        }
    }
}

SCENARIO("mistakes are looked for in what came, not in what should have come", "[judge]")
{
    THEN("after x = (5, 1), which lost its sign, y = 3 x = (15, 3) is threefold")
    {
        const CaseResult result = judged({{"x", {5, 1}}, {"y", {15, 3}}});
        REQUIRE(result.verdict.faults.size() == 2);
        CHECK(names_of(result.verdict.faults[1].mistakes) == Names{"threefold", "x_added"});
    }
    THEN("a mistake that spoils y and z at once is known at z, too: y = 3 x = (15, -3), and z = 2 x + 7 = (17, 5)")
    {
        const Mistake both{"both", {}, [](const Problem&, const Walkthrough& earlier) {
                               return StepValues{{"y", 3 * earlier.value("x")}, {"z", earlier.value("y") + 7}};
                           }};
        const CaseResult result =
            result_of({"", {{"x", {5, -1}}, {"y", {15, -3}}, {"z", {17, 5}}}}, toy_case(), {threefold(), both});
        REQUIRE(result.verdict.faults.size() == 2);
        CHECK(names_of(result.verdict.faults[0].mistakes) == Names{"threefold", "both"});
        CHECK(names_of(result.verdict.faults[1].mistakes) == Names{"both"});
        AND_THEN("with z = (16, -2), which follows, threefold is the better name")
        {
            const CaseResult other =
                result_of({"", {{"x", {5, -1}}, {"y", {15, -3}}, {"z", {16, -2}}}}, toy_case(), {both, threefold()});
            CHECK(names_of(only_fault(other).mistakes) == Names{"threefold"});
        }
    }
}

SCENARIO("rounding in one step is not held against the next", "[judge]")
{
    const JudgedCase asked = toy_case();
    const StepValues rounded{{"x", {5, -1}}, {"y", {10.00001, -2}}, {"z", {11.00001, -1}}};  // z follows from y to the last digit
    THEN("in double precision the first one is wrong")
    {
        CHECK(only_fault(judged(rounded, asked)).step == "y");
    }
    THEN("in single precision, 1e-12 times 1e7, an error of 1e-5 in 10 is within 1e-4")
    {
        CHECK(judged(rounded, asked, single_precision).outcome == Outcome::right);
    }
}

SCENARIO("what is wrong is told once, for all cases", "[judge]")
{
    const StepValues both{{"x", {5, -1}}, {"y", {15, -3}}, {"z", {17, -1}}};  // 3 x, then + 2
    const StepValues one{{"x", {5, -1}}, {"y", {15, -3}}};
    const StepValues odd{{"x", {5, -1}}, {"y", {8, 8}}};
    const std::vector<CaseResult> results{judged(both, toy_case("1")), judged(one, toy_case("2")), judged(odd, toy_case("3")),
                                          judged({{"x", {5, -1}}}, toy_case("4"))};
    const std::vector<Finding> found = findings(results);
    REQUIRE(found.size() == 3);
    THEN("the commonest cause first: threefold or x_added in cases 1 and 2")
    {
        CHECK(names_of(found[0].mistakes) == Names{"threefold", "x_added"});
        REQUIRE(found[0].faults.size() == 2);
        CHECK(found[0].faults[0].result->id == "1");
        CHECK(found[0].faults[1].result->id == "2");
    }
    THEN("then two_added in case 1, and at last what no mistake explains, y in case 3")
    {
        CHECK(names_of(found[1].mistakes) == Names{"two_added"});
        CHECK(found[2].mistakes.empty());
        CHECK(found[2].faults[0].result->id == "3");
    }
    THEN("a cause may be common though another comes first: sign_lost once, two_added twice")
    {
        const std::vector<CaseResult> more{judged({{"x", {5, 1}}, {"y", {10, 2}}, {"z", {12, 4}}}, toy_case("1")),
                                           judged({{"z", {12, 0}}}, toy_case("2"))};
        const std::vector<Finding> causes = findings(more);
        REQUIRE(causes.size() == 2);
        CHECK(names_of(causes[0].mistakes) == Names{"two_added"});
        CHECK(names_of(causes[1].mistakes) == Names{"sign_lost"});
    }
    THEN("faults of heads are one when no mistake is known: alpha.1 and alpha.2")
    {
        CaseResult heads;
        heads.verdict.faults = {{"alpha.1", {}, {}, {}, {}, {}, {}, {}},
                                {"alpha.2", {}, {}, {}, {}, {}, {}, {}},
                                {"b.1", {}, {}, {}, {}, {}, {}, {}}};
        CHECK(findings({heads}).size() == 2);
    }
    THEN("a case that is known to fail is left out")
    {
        std::vector<CaseResult> with_known = results;
        with_known[2].known = "a reason";
        CHECK(findings(with_known).size() == 2);
    }
}

SCENARIO("a port is sound when something was right, and nothing is amiss that nobody declared", "[judge]")
{
    const CaseResult right = judged({{"x", {5, -1}}});
    CaseResult wrong = judged({{"x", {5, 1}}});
    const CaseResult unsupported{"1", "00_toy", Outcome::unsupported};
    CHECK(is_sound({"", {right, unsupported}, {}}));
    CHECK_FALSE(is_sound({"", {unsupported}, {}}));
    CHECK_FALSE(is_sound({"", {right, wrong}, {}}));
    CHECK_FALSE(is_sound({"", {right}, {"it crashed", "它崩溃了"}}));
    wrong.known = "a reason";
    CHECK(is_sound({"", {right, wrong}, {}}));
}

SCENARIO("what a port declares is told apart from what it does", "[judge]")
{
    PortResult port{"port", {judged({{"x", {5, 1}}}, toy_case("1")), judged({{"x", {5, -1}}}, toy_case("2"))}, {}};
    for (CaseResult& result : port.cases) {
        result.known = "no signs yet";
    }
    const std::string text = report_text({port}, nullptr, {});
    CHECK_THAT(text, Contains("\nknown to fail: 1: no signs yet\nhealed: no longer to be declared as known to fail: 2\n"));
    CHECK_THAT(text, !Contains("sign_lost"));
    CHECK_THAT(report_junit({port}, Language::english), Contains("skipped=\"1\""));
}

SCENARIO("a case that was not there in the last run has not changed", "[judge]")
{
    const PortResult port{"port", {judged({{"x", {5, -1}}}, toy_case("new"))}, {}};
    const Record last{{"port", {{"old", "wrong"}}}};
    CHECK_THAT(report_text({port}, &last, {}), Contains("nothing has changed since the last run\n"));
}

SCENARIO("a report tells people what passes, what does not, and why", "[judge]")
{
    PortResult port{"my port", {}, {}};
    port.cases = {judged({{"x", {5, -1}}, {"y", {15, -3}}, {"z", {16, -2}}}, toy_case("00_01_toy")),
                  judged({{"x", {5, -1}}, {"y", {10, -2}}, {"z", {11, -1}}}, toy_case("00_02_toy")),
                  judged({{"x", {5, -1}}, {"y", {15, -3}}}, toy_case("00_03_toy")),
                  {"01_01_other", "01_other", Outcome::unsupported}};
    THEN("in English")
    {
        CHECK(report_text({port}, nullptr, {}) == R"(my port
   00_toy     1 of 3
   01_other        –
   all        1 of 3

1. threefold or x_added, in 2 cases
   3 x in place of 2 x; or x is added once more
   00_01_toy: y[1]: expected 10, got 15
   right before it: x
   also in 00_03_toy

steps left out: z, in 1 case
not supported, as the port says: 01_01_other
)");
    }
    THEN("in Chinese")
    {
        CHECK(report_text({port}, nullptr, {Language::chinese, false}) == R"(my port
   00_toy     1 / 3
   01_other       –
   合计       1 / 3

1. threefold 或 x_added，见于 2 个用例
   把 2 x 写成了 3 x；也可能是：多加了一个 x
   00_01_toy：y[1]：应为 10，实为 15
   在它之前，这些步骤是对的：x
   还见于 00_03_toy

没有给出的步骤：z，见于 1 个用例
移植版声明不支持：01_01_other
)");
    }
    THEN("for several ports in one table, and with what has changed")
    {
        PortResult other{"other", {judged({{"x", {5, -1}}}, toy_case("00_01_toy"))}, {}};
        const Record last{{"other", {{"00_01_toy", "wrong"}}}};
        CHECK(report_text({{"none", {{"00_01_toy", "00_toy", Outcome::not_asked}}, {}}, other}, &last, {}) ==
              R"(            none    other
   00_toy      –   1 of 1
   all         –   1 of 1

none
not asked, for too many before had no answer: 00_01_toy

the last run has no port of this name

other
steps left out: y, z, in 1 case

right since the last run: 00_01_toy
)");
    }
}

SCENARIO("a report tells programs the same", "[judge]")
{
    PortResult port{"a <port>", {}, {"it ended, with exit code 3", "它结束了，退出码为 3"}};
    port.cases = {judged({{"x", {5, -1}}, {"y", {15, no_number}}, {"z", {16, -2}}}),
                  judged({{"x", {5, -1}}}, toy_case("00_02_toy"))};
    THEN("in JSON, with indices from 1 and null for what is no number")
    {
        const nlohmann::json report = nlohmann::json::parse(report_json({port}));
        const nlohmann::json& result = report["ports"][0];
        CHECK(result["name"] == "a <port>");
        CHECK(result["sound"] == false);
        CHECK(result["ending"]["en"] == "it ended, with exit code 3");
        CHECK(result["cases"][0]["outcome"] == "wrong");
        CHECK(result["cases"][0]["steps"] == nlohmann::json{{"x", "right"}, {"y", "wrong"}, {"z", "unjudged"}});
        const nlohmann::json& fault = result["cases"][0]["faults"][0];
        CHECK(fault["step"] == "y");
        CHECK(fault["index"] == nlohmann::json{1});
        CHECK(fault["expected"] == 10);
        CHECK(fault["got"] == 15);
        CHECK(fault["right_before"] == nlohmann::json{"x"});
        CHECK(result["cases"][1]["outcome"] == "right");
        CHECK(result["findings"][0]["faults"] == nlohmann::json::parse(R"([{"id": "00_01_toy", "step": "y"}])"));
        CHECK(result["findings"][0]["mistakes"].empty());  // 15 is 3 x, no number is not
        CHECK(result["cases"][1]["steps"]["y"] == "unanswered");
    }
    THEN("and a later run reads how the cases came out")
    {
        const Record record = read_record(report_json({port}));
        CHECK(record.at("a <port>").at("00_01_toy") == "wrong");
        CHECK(record.at("a <port>").at("00_02_toy") == "right");
        CHECK_THROWS_AS(read_record("{\"ports\": 1}"), InputError);
    }
    THEN("in JUnit's XML, where & and < are written out")
    {
        CHECK(report_junit({port}, Language::english) == R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="a &lt;port&gt;.00_toy" tests="2" failures="1" errors="0" skipped="0">
    <testcase classname="a &lt;port&gt;.00_toy" name="00_01_toy"><failure message="y[1]: expected 10, got 15"/></testcase>
    <testcase classname="a &lt;port&gt;.00_toy" name="00_02_toy"/>
  </testsuite>
  <testsuite name="a &lt;port&gt;" tests="1" failures="0" errors="1" skipped="0">
    <testcase classname="a &lt;port&gt;" name="the end"><error message="it ended, with exit code 3"/></testcase>
  </testsuite>
</testsuites>
)");
    }
}

SCENARIO("one answer is told step by step", "[judge]")
{
    WHEN("y = (15, -2) is wrong in its first number, z = (16, -1) follows from it, and x is left out")
    {
        const CaseResult result = judged({{"y", {15, -2}}, {"z", {16, -1}}, {"w", {1}}});
        THEN("each step says how it stands")
        {
            CHECK(answer_text(result, {}) == R"(00_01_toy: 1 of 2 answered steps right
   x   –
   y   y[1]: expected 10, got 15
       right in 1 of its 2 places: 2
   z   right, going on from your own numbers
not steps of the problem: "w"
)");
            CHECK(answer_text(result, {Language::chinese, false}) == R"(00_01_toy：答了 2 步，对了 1 步
   x   –
   y   y[1]：应为 10，实为 15
       共 2 项，对了 1 项：第 2 项
   z   对：从你自己前面的数算下来是对的
不是题目的步骤："w"
)");
        }
    }
    WHEN("y has one number where it should have two")
    {
        THEN("z is not judged")
        {
            CHECK(answer_text(judged({{"x", {5, -1}}, {"y", {10}}, {"z", {0, 0}}}), {}) ==
                  R"(00_01_toy: 1 of 3 answered steps right
   x   right
   y   y: expected the shape 2, got 1
   z   not judged, for a step before is wrong
)");
        }
    }
}

SCENARIO("numbers that differ in the seventh digit are shown in full", "[judge]")
{
    const Fault fault = only_fault(judged({{"x", {5.0000001, -1}}}));
    CHECK(departure_words(fault).en == "x[1]: expected 5, got 5.0000001");
    CHECK(departure_words(only_fault(judged({{"x", {5, -1, 0}}}))).zh == "x：应为形状 2，实为 3");
}

SCENARIO("a port's line is read as it is meant", "[judge]")
{
    THEN("names and values are taken, everything else is passed over")
    {
        const Answer answer =
            read_answer(R"({"id": "1", "kind": "toy", "steps": [{"name": "x", "value": [1, 2.5], "note": "hm"}]})");
        CHECK(answer.id == "1");
        CHECK_THAT(answer.steps.at("x"), close_to(Tensor{1, 2.5}, 0));
    }
    THEN("what programs write for numbers that are none is none, outside of quotes")
    {
        const Answer answer =
            read_answer(R"({"id": "NaN \" inf", "steps": [{"name": "x", "value": [NaN, -Infinity, null, -inf, 1e5]}]})");
        CHECK(answer.id == "NaN \" inf");
        const Tensor& x = answer.steps.at("x");
        for (const std::size_t i : {0U, 1U, 2U, 3U}) {
            CHECK_FALSE(x(i) == x(i));
        }
        CHECK(x(4) == 1e5);
    }
    THEN("a port may say that it does not know such problems, or what went wrong")
    {
        CHECK(read_answer(R"({"id": "1", "unsupported": true})").is_unsupported);
        CHECK(read_answer(R"({"id": "1", "error": "no kernel"})").error == "no kernel");
    }
    THEN("a value that cannot be read is kept as that, with what was wrong; the other steps are read")
    {
        const Answer answer = read_answer(R"({"id": "1", "steps": [{"name": "x", "value": 1}, {"name": "y", "value": [2]}]})");
        CHECK(answer.unreadable.at("x").en == "expected a list of numbers, got 1");
        CHECK(answer.steps.size() == 1);
    }
}
