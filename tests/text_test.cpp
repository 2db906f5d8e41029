// How numbers, formulas and walkthroughs are written.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/chapters.hpp"
#include "base/step_name.hpp"
#include "close_to.hpp"
#include "running_example.hpp"
#include "text/elision.hpp"
#include "text/known_math.hpp"
#include "text/numbers.hpp"
#include "text/plain_math.hpp"
#include "text/read_problem.hpp"
#include "text/symbols.hpp"
#include "text/write_json.hpp"

using namespace attention;
using attention::test::running_example;

SCENARIO("results have six significant digits", "[text]")
{
    THEN("whole numbers stand without a point, others without zeros at the end")
    {
        CHECK(six_digits(8) == "8");
        CHECK(six_digits(0.1) == "0.1");
        CHECK(six_digits(1.3862943611198906) == "1.38629");
        CHECK(six_digits(-20.4905) == "-20.4905");
    }
    THEN("0.1 + 0.2 is 0.3, and 2/3 is rounded up")
    {
        CHECK(six_digits(0.1 + 0.2) == "0.3");
        CHECK(six_digits(2. / 3) == "0.666667");
    }
    THEN("very large and very small ones have an exponent")
    {
        CHECK(six_digits(999999.4) == "999999");
        CHECK(six_digits(-1234567.8) == "-1.23457e+06");
        CHECK(six_digits(1e-300) == "1e-300");
    }
    THEN("zero has no sign")
    {
        CHECK(six_digits(-0.0) == "0");
    }
}

SCENARIO("pictures have two decimals", "[text]")
{
    THEN("always two, rounded")
    {
        CHECK(two_decimals(8) == "8.00");
        CHECK(two_decimals(1.3862943611198906) == "1.39");
        CHECK(two_decimals(-0.006) == "-0.01");
    }
    THEN("what rounds to zero has no sign")
    {
        CHECK(two_decimals(-0.0) == "0.00");
        CHECK(two_decimals(-0.004) == "0.00");
    }
    THEN("a number of many digits stays short")
    {
        CHECK(two_decimals(-999999.5) == "-999999.50");
        CHECK(two_decimals(-1234567.8) == "-1.23e+06");
        CHECK(two_decimals(1e300) == "1.00e+300");
    }
}

SCENARIO("long lists are shown by their first ten and their last", "[text]")
{
    using Items = std::vector<std::size_t>;
    THEN("twelve are shown whole, and one, and none")
    {
        CHECK(shown(12) == Items{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
        CHECK(shown(1) == Items{0});
        CHECK(shown(0).empty());
    }
    THEN("of thirteen, and of 2048, the gap stands as their number")
    {
        CHECK(shown(13) == Items{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 12});
        CHECK(shown(2048) == Items{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2048, 2047});
    }
}

SCENARIO("LaTeX becomes text that a terminal can show", "[text]")
{
    THEN("commands become their signs")
    {
        CHECK(plain_math(R"(A = K^\top Q)") == "A = Kᵀ Q");
        CHECK(plain_math(R"(A' = \mathrm{softmax}(A))") == "A' = softmax(A)");
        CHECK(plain_math(R"(Q = W^q I + b^q \mathbf{1}^\top)") == "Q = W^q I + b^q 1ᵀ");
        CHECK(plain_math(R"(\tanh(W^q a_i) \cdot w)") == "tanh(W^q a_i) · w");
    }
    THEN("each command has its own sign")
    {
        for (const auto& [command, sign] : std::vector<std::pair<std::string, std::string>>{
                 {"alpha", "α"},     {"beta", "β"},  {"gamma", "γ"}, {"delta", "δ"},   {"epsilon", "ε"}, {"zeta", "ζ"},
                 {"eta", "η"},       {"theta", "θ"}, {"kappa", "κ"}, {"lambda", "λ"},  {"mu", "μ"},      {"nu", "ν"},
                 {"xi", "ξ"},        {"pi", "π"},    {"rho", "ρ"},   {"sigma", "σ"},   {"tau", "τ"},     {"phi", "φ"},
                 {"chi", "χ"},       {"psi", "ψ"},   {"omega", "ω"}, {"Gamma", "Γ"},   {"Delta", "Δ"},   {"Theta", "Θ"},
                 {"Lambda", "Λ"},    {"Xi", "Ξ"},    {"Pi", "Π"},    {"Sigma", "Σ"},   {"Phi", "Φ"},     {"Psi", "Ψ"},
                 {"Omega", "Ω"},     {"top", "⊤"},   {"cdot", "·"},  {"times", "×"},   {"odot", "⊙"},    {"otimes", "⊗"},
                 {"oplus", "⊕"},     {"circ", "∘"},  {"surd", "√"},  {"partial", "∂"}, {"nabla", "∇"},   {"infty", "∞"},
                 {"in", "∈"},        {"le", "≤"},    {"ge", "≥"},    {"approx", "≈"},  {"pm", "±"},      {"to", "→"},
                 {"leftarrow", "←"}, {"mid", "|"},   {"prime", "'"}, {"sum", "Σ"},     {"prod", "Π"},    {"ne", "≠"},
                 {"dots", "…"},      {"ldots", "…"}, {"cdots", "⋯"}, {"exp", "exp"},   {"ln", "ln"},     {"log", "log"},
                 {"max", "max"},     {"min", "min"}, {"sin", "sin"}, {"cos", "cos"},   {"tanh", "tanh"}, {"quad", " "},
                 {"qquad", "  "},    {",", " "},     {";", " "},     {":", " "},       {" ", " "},       {"!", ""},
                 {"_", "_"},         {"{", "{"},     {"}", "}"},     {"|", "|"}}) {
            CHECK(plain_math("\\" + command) == sign);
        }
    }
    THEN("an index of one part loses its braces, one of two parts keeps them")
    {
        CHECK(plain_math("q_{1} = W^q a_{12}") == "q_1 = W^q a_12");
        CHECK(plain_math(R"(\alpha'_{1,j} = \exp(\alpha_{1,j}) / \sum_m \exp(\alpha_{1,m}))") ==
              "α'_{1,j} = exp(α_{1,j}) / Σ_m exp(α_{1,m})");
    }
    THEN("roots, fractions and words lose theirs, or get parentheses")
    {
        CHECK(plain_math(R"(q_i \cdot k_j / \sqrt{d_k})") == "q_i · k_j / √d_k");
        CHECK(plain_math(R"(\sqrt{d + 1})") == "√(d + 1)");
        CHECK(plain_math(R"(\frac{1}{\sqrt{d_k}} \sum_j x)") == "1/(√d_k) Σ_j x");
        CHECK(plain_math(R"(b^{\mathrm{score}})") == "b^score");
        CHECK(plain_math(R"(w^\top h_{i,j} + [a_1; \dots; a_n])") == "wᵀ h_{i,j} + [a_1; …; a_n]");
        CHECK(plain_math(R"(\mathrm{my\_step} \; x)") == "my_step   x");
    }
    THEN("a brace that does not close stays as it is, and so does a command that is not known")
    {
        CHECK(plain_math("q_{1") == "q_{1");
        CHECK(plain_math(R"(\sqrt{2)") == "√2");
        CHECK(plain_math(R"(\undefined{x} \)") == R"(\undefined{x} \)");
    }
}

SCENARIO("mathematics from a stranger is known or not", "[text]")
{
    THEN("letters, digits, signs, known commands and braces in pairs are")
    {
        for (const std::string math : {"",
                                       "Q",
                                       R"(\alpha'_{1,j} = \exp(\alpha_{1,j}) / \sum_m x)",
                                       R"(\mathrm{my\_step})",
                                       R"([a_1; \dots; a_n])",
                                       R"(\{x\} \, \frac{1}{2})",
                                       "x_1^2",
                                       "x^2_1",
                                       "x''_1",
                                       "x_1''",
                                       "x'^2",
                                       "x_1 ^ 2",
                                       "(x_1)_2",
                                       "{x_1}_2",
                                       "{x^2}^3",
                                       R"(K^\top)",
                                       R"(x_\alpha)",
                                       R"(x^\mathrm{T})",
                                       R"(x_\text{in})",
                                       R"(\sum_i^n x)",
                                       R"(\text{the key, W\_q})",
                                       R"(\text{\{a\}\ b\,c})",
                                       "{}",
                                       "x_{}",
                                       "x_+",
                                       "x^*"}) {
            INFO(math);
            CHECK(is_known_math(math));
        }
    }
    THEN("other commands, other signs and stray braces are not")
    {
        for (const std::string math : {R"(\input{x})",
                                       R"(\end{math})",
                                       R"(\)",
                                       R"(\\)",
                                       "$",
                                       "%",
                                       "#",
                                       "&",
                                       "~",
                                       "`",
                                       "\"",
                                       "\n",
                                       "@",
                                       "é",
                                       "{",
                                       "}",
                                       "}{",
                                       R"(\sqrt)",
                                       R"(\frac12)",
                                       R"(\mathrm x)",
                                       R"(\frac{1})",
                                       R"(\frac{1}2)",
                                       R"(\frac{1} {2})",
                                       R"(\sqrt[3]{x})",
                                       "x_1_2",
                                       "x_1 _2",
                                       "x^1^2",
                                       "x^2'",
                                       "x' ^2",
                                       "x' '",
                                       "x'_1'",
                                       R"(x'^\mathrm{T})",
                                       R"(\sum_i_j)",
                                       "{x}_1_2",
                                       "y^",
                                       "y_",
                                       "y_ ",
                                       "y^}",
                                       "{y^}",
                                       "_1",
                                       "{_1}",
                                       "'",
                                       "x__1",
                                       "x_'",
                                       R"(x_\)",
                                       R"(x_\ln)",
                                       R"(x_\sum)",
                                       R"(x_\,)",
                                       R"(x^\sqrt{2})",
                                       R"(x^\frac{1}{2})",
                                       R"(\text{W_q})",
                                       R"(\text{x^2})",
                                       R"(\text{\alpha})",
                                       R"(\text{a|b})",
                                       R"(\text{a{b}c})",
                                       R"(\text{a)",
                                       R"(\text{\)",
                                       R"(\text)"}) {
            INFO(math);
            CHECK_FALSE(is_known_math(math));
        }
    }
}

SCENARIO("a step of which only the name is known gets a symbol", "[text]")
{
    CHECK(symbol_of_name("q") == "q");
    CHECK(symbol_of_name("alpha_prime") == R"(\alpha')");
    CHECK(symbol_of_name("hidden") == "h");
    CHECK(symbol_of_name("my_step") == R"(\mathrm{my\_step})");
    CHECK(symbol_of_name("q.2") == "q_{2}");
    CHECK(symbol_of_name("alpha_prime.12") == R"(\alpha'_{12})");
    CHECK(symbol_of_name("my.step") == R"(\mathrm{my.step})");
}

SCENARIO("groups nest sixteen deep", "[text]")
{
    CHECK(is_known_math(std::string(16, '{') + "x" + std::string(16, '}')));
    CHECK_FALSE(is_known_math(std::string(17, '{') + "x" + std::string(17, '}')));
    CHECK(is_known_math("{{x}{y}}{{z}}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}"));
}

SCENARIO("a step's name has a base, and the number of its head when there are several", "[text]")
{
    THEN("both are told apart, and put together again")
    {
        const auto [base, head] = parts_of_name("alpha_prime.12");
        CHECK(base == "alpha_prime");
        CHECK(head == "12");
        CHECK(name_of_step({"alpha_prime", "12"}) == "alpha_prime.12");
        CHECK(name_of_step({"q", ""}) == "q");
    }
    THEN("without a number behind the last point there is no head")
    {
        for (const std::string name : {"q", "my.step", "q.", "q.1x", "q.-1"}) {
            INFO(name);
            CHECK(parts_of_name(name).base == name);
            CHECK(parts_of_name(name).head.empty());
        }
        CHECK(parts_of_name("a.b.3").base == "a.b");
    }
}

SCENARIO("an index is put in, or found", "[text]")
{
    CHECK(at_query("h_{i,j}", 2) == "h_{2,j}");
    CHECK(at_query("h_{i,j,3}", 2) == "h_{2,j,3}");
    CHECK(at_query("h", 12) == "h_{12,j}");
    CHECK(at_query("q_i", 1) == "q_{1,j}");
    CHECK(at_query(R"(\mathrm{my\_step}_{i})", 1) == R"(\mathrm{my\_step}_{1,j})");
    CHECK(fixed_index("b_{3}") == 3);
    CHECK(fixed_index("b_{2048}") == 2048);
    for (const std::string none : {"b", "b_j", "b_{1,j}", "b_{j}", "b_{3", "b_{}", "W^q"}) {
        INFO(none);
        CHECK(fixed_index(none) == 0);
    }
}

SCENARIO("the index of a symbol's last letter gives way to another", "[text]")
{
    CHECK(without_index("x") == "x");
    CHECK(without_index("x_1") == "x");
    CHECK(without_index("x_{1,2}") == "x");
    CHECK(without_index("x_ {1}") == "x");
    CHECK(without_index("x_{a_1}") == "x");
    CHECK(without_index(R"(x_\alpha)") == "x");
    CHECK(without_index(R"(x_\mathrm{in})") == "x");
    CHECK(without_index(R"(x_{a\}b})") == "x");
    THEN("what stands high stays")
    {
        CHECK(without_index("x_1'") == "x'");
        CHECK(without_index("x'_1") == "x'");
        CHECK(without_index("x_1^2") == "x^2");
        CHECK(without_index(R"(W_i^\mathrm{T})") == R"(W^\mathrm{T})");
        CHECK(without_index("W^{a_1}") == "W^{a_1}");
    }
    THEN("so do other letters and their indices, and an underscore that is a sign")
    {
        CHECK(without_index("a_1 + b_2") == "a_1 + b");
        CHECK(without_index("a_1 b") == "a_1 b");
        CHECK(without_index(R"(\mathrm{my\_step})") == R"(\mathrm{my\_step})");
        CHECK(without_index("(x_1)") == "(x_1)");
    }
    THEN("a mark without anything behind it does no harm")
    {
        CHECK(without_index("x_") == "x");
        CHECK(without_index("").empty());
    }
}

SCENARIO("a symbol with a running index names each of its values", "[text]")
{
    THEN("i and j run when they stand last in the index")
    {
        CHECK(runs_over_an_index("k_j"));
        CHECK(runs_over_an_index("a_i"));
        CHECK(runs_over_an_index("k_{j}"));
        CHECK(runs_over_an_index(R"(\alpha'_{1,j})"));
    }
    THEN("a matrix, a fixed index, or a letter i elsewhere does not run")
    {
        CHECK_FALSE(runs_over_an_index("Q"));
        CHECK_FALSE(runs_over_an_index("q_{1}"));
        CHECK_FALSE(runs_over_an_index("W^i"));
        CHECK_FALSE(runs_over_an_index("h_{max}"));
        CHECK_FALSE(runs_over_an_index("i"));
        CHECK_FALSE(runs_over_an_index(""));
    }
    THEN("a number takes its place, in braces, so that 12 is one index")
    {
        CHECK(at_index("k_j", 3) == "k_{3}");
        CHECK(at_index("k_j", 12) == "k_{12}");
        CHECK(at_index("k_{j}", 3) == "k_{3}");
        CHECK(at_index(R"(\alpha'_{1,j})", 12) == R"(\alpha'_{1,12})");
    }
}

SCENARIO("every formula of every chapter can be shown on a terminal", "[text]")
{
    for (const Chapter& chapter : chapters()) {
        const Problem plain = running_example(chapter.name);
        Problem biased = plain;
        biased.projections.bq = Vector(xt::ones<double>({plain.projections.Wq.shape(0)}));
        biased.projections.bk = Vector(xt::ones<double>({plain.projections.Wk.shape(0)}));
        biased.projections.bv = Vector(xt::ones<double>({plain.projections.Wv.shape(0)}));
        for (const Problem& problem : {plain, biased}) {
            for (const Step& step : chapter.walk(problem).steps) {
                INFO(chapter.name << ", " << step.name << ": " << step.formula);
                CHECK(plain_math(step.symbol).find('\\') == std::string::npos);
                CHECK(plain_math(step.formula).find('\\') == std::string::npos);
            }
        }
    }
}

SCENARIO("a problem that no chapter answers yet comes back with what it is called and what it asks", "[text]")
{
    THEN("its numbers are not read, whatever they are")
    {
        const Problem problem =
            read_problem(R"({"kind": "rnn", "id": "p-1", "title": "Which way?", "inputs": "many", "upstream": [[1]]})");
        CHECK(problem.kind == "rnn");
        CHECK(problem.id == "p-1");
        CHECK(problem.title.en == "Which way?");
        CHECK(problem.title.zh == "Which way?");
        CHECK(problem.asks == std::vector<std::string>{"upstream"});
    }
    THEN("fields that go beyond the plain steps, in the order of the format; a stated default is none")
    {
        const Problem problem = read_problem(
            R"({"kind": "self_attention", "id": "s-1", "title": "Masked", "mask": "causal", "scale": 2, "score": "dot", "Wq": 0, "upstream": 1})");
        CHECK(problem.kind == "self_attention");
        CHECK(problem.id == "s-1");
        CHECK(problem.title.en == "Masked");
        CHECK(problem.asks == std::vector<std::string>{"scale", "mask", "upstream"});
        CHECK(problem.inputs.empty());
    }
}

SCENARIO("a walkthrough is written as JSON, a step a line", "[text]")
{
    GIVEN("a walkthrough of two steps, with an id of quotes, a line's end and Chinese")
    {
        const Walkthrough walkthrough{
            "\"mine\"\n编号 \\ <1>",
            "single_output",
            {{"q", "q_{1}", "q_{1} = W^q a_{1}", {"A query.", "查询。"}, Tensor{1, -0.0}},
             {"k", "k_j", R"(k_j = W^k \cdot a_j)", {"\"Keys\"", "键"}, Tensor{{0.1, 2}, {-3, 1e-300}, {0.5, 1e22}}}}};
        THEN("fields stand in the order of the format, the id is escaped, and -0 is 0")
        {
            CHECK(walkthrough_json(walkthrough) == R"json({
  "id": "\"mine\"\n编号 \\ <1>",
  "kind": "single_output",
  "steps": [
    {"name":"q","symbol":"q_{1}","formula":"q_{1} = W^q a_{1}","value":[1.0,0.0],"words":{"en":"A query.","zh":"查询。"}},
    {"name":"k","symbol":"k_j","formula":"k_j = W^k \\cdot a_j","value":[[0.1,2.0],[-3.0,1e-300],[0.5,1e+22]],"words":{"en":"\"Keys\"","zh":"键"}}
  ]
}
)json");
        }
        THEN("a reader gets the same id back")
        {
            CHECK(nlohmann::json::parse(walkthrough_json(walkthrough))["id"] == walkthrough.id);
        }
    }
    GIVEN("numbers that need all their digits")
    {
        const std::vector<double> numbers{1. / 3,
                                          0.1 + 0.2,
                                          5e-324,
                                          std::numeric_limits<double>::max(),
                                          -1.0000000000000002,
                                          9007199254740991.0,
                                          -2.2250738585072014e-308};
        Tensor value = xt::zeros<double>({numbers.size()});
        std::copy(numbers.begin(), numbers.end(), value.begin());
        THEN("every bit of them comes back")
        {
            const auto read =
                nlohmann::json::parse(walkthrough_json({"", "", {{"b", "b", "b", {}, value}}}))["steps"][0]["value"];
            REQUIRE(read.size() == numbers.size());
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                CHECK(std::bit_cast<std::uint64_t>(read[i].get<double>()) == std::bit_cast<std::uint64_t>(numbers[i]));
            }
        }
    }
    GIVEN("a value of three axes, 2 x 1 x 2")
    {
        THEN("it is nested three deep")
        {
            const std::string text = walkthrough_json({"", "", {{"x", "x", "x", {}, Tensor{{{1, 2}}, {{3, 4}}}}}});
            CHECK(text.find(R"("value":[[[1.0,2.0]],[[3.0,4.0]]])") != std::string::npos);
        }
    }
}
