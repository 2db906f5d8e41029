// Walkthroughs that are read back: what solve wrote comes out the same, and what a stranger wrote is checked.
#include <string>
#include <vector>

#include "app/chapters.hpp"
#include "app/files.hpp"
#include "base/step_name.hpp"
#include "close_to.hpp"
#include "run.hpp"
#include "running_example.hpp"
#include "text/format.hpp"
#include "text/problem_format.hpp"
#include "text/read_walkthrough.hpp"
#include "text/write_json.hpp"

using namespace attention;
using namespace attention::test;

namespace {

End show(const std::string& walkthrough, std::vector<std::string> options)
{
    Start start;
    start.words = {"show", "-"};
    start.words.insert(start.words.end(), options.begin(), options.end());
    start.input = walkthrough;
    return run(start);
}

std::string shown_as(const std::string& walkthrough, std::vector<std::string> options)
{
    const End end = show(walkthrough, std::move(options));
    INFO(end.err);
    REQUIRE(end.exit_code == 0);
    return end.out;
}

std::string solved_as(const std::string& problem, std::vector<std::string> options)
{
    Start start;
    start.words = {"solve", "-"};
    start.words.insert(start.words.end(), options.begin(), options.end());
    start.input = problem;
    const End end = run(start);
    INFO(end.err);
    REQUIRE(end.exit_code == 0);
    return end.out;
}

struct BadWalkthrough {
    std::string text;
    std::string en;       ///< behind "attention: standard input: "
    std::string zh = {};  ///< behind "attention：标准输入："; not tried when empty
};

void check_all(const std::vector<BadWalkthrough>& all)
{
    for (const BadWalkthrough& bad : all) {
        CHECK_THAT(show(bad.text, {"--lang", "en"}), refuses("attention: standard input: " + bad.en));
        if (!bad.zh.empty()) {
            CHECK_THAT(show(bad.text, {"--lang", "zh"}), refuses("attention：标准输入：" + bad.zh));
        }
    }
}

/// A walkthrough with this one step.
std::string with_step(const std::string& step)
{
    return R"({"id": "x", "steps": [)" + step + "]}";
}

std::string with_value(const std::string& value)
{
    return with_step(R"({"name": "q", "value": )" + value + "}");
}

std::string with_formula(const std::string& formula)
{
    return with_step(R"({"name": "q", "value": 1, "formula": ")" + formula + "\"}");
}

}  // namespace

SCENARIO("what solve wrote is shown as solve shows it", "[walkthrough]")
{
    for (const Chapter& chapter : chapters()) {
        for (const Example& example : examples(chapter)) {
            INFO(chapter.name << " " << example.name);
            const std::string problem(example.text);
            const std::string json = solved_as(problem, {"--format", "json"});
            std::vector<std::string> names;
            for (const Step& step : read_walkthrough(json).steps) {
                names.push_back(step.name);
            }
            const std::string all = fmt::format("{}", fmt::join(names, ","));
            CHECK(shown_as(json, {"--format", "json"}) == json);
            for (const std::string format : {"text", "markdown", "latex"}) {
                for (const std::string language : {"en", "zh"}) {
                    const std::vector<std::string> options{"--format", format, "--lang", language};
                    std::vector<std::string> picking = options;
                    picking.insert(picking.end(), {"--steps", all});
                    CHECK(shown_as(json, options) == solved_as(problem, picking));
                }
            }
            const std::string picture = shown_as(json, {"--format", "svg"});
            CHECK(picture.starts_with("<svg "));
            CHECK(picture.find("<g class=\"step-a\">") == std::string::npos);
        }
    }
}

SCENARIO("the page of the format names every kind of problem and every step", "[walkthrough]")
{
    for (const std::string page : {"docs/problem-format.md", "docs/problem-format.zh.md"}) {
        const std::string text = read_file(std::string(ATTENTION_SOURCE_DIR "/") + page);
        const auto row = [&text](const std::string& head) {
            const std::size_t at = text.find("\n" + head);
            REQUIRE(at != std::string::npos);
            return text.substr(at + 1, text.find('\n', at + 1) - at);
        };
        const std::string kinds = row("| `kind` |");
        for (const std::string& kind : names_of_kinds()) {
            INFO(page << ": " << kind);
            CHECK(kinds.find("`\"" + kind + "\"`") != std::string::npos);
        }
        const std::string steps = row("| `name` |");
        const auto check = [&](const Walkthrough& walkthrough) {
            for (const Step& step : walkthrough.steps) {
                INFO(page << ": " << step.name);
                CHECK(steps.find("`" + parts_of_name(step.name).base + "`") != std::string::npos);
            }
        };
        for (const Chapter& chapter : chapters()) {
            for (const Problem& problem : own_problems(chapter)) {
                check(chapter.walk(problem));
            }
        }
        Problem both = running_example("07", "lstm");  // in both directions, which no chapter ships
        both.backward = both.forward;
        both.Wy.reset();
        check(find_chapter("07")->walk(both));
    }
}

SCENARIO("single steps of a walkthrough can be picked, and their numbers stay", "[walkthrough]")
{
    const std::string two = R"({"id": "x", "steps": [{"name": "q", "value": 1}, {"name": "k", "value": 2}]})";
    CHECK(shown_as(two, {"--steps", "k"}) == "2  k\n   k = 2\n");
    CHECK_THAT(show(two, {"--steps", "b"}), refuses(R"(attention: --steps: expected one of q, k, got "b")"));
}

SCENARIO("a port need only name its steps and give their values", "[walkthrough]")
{
    THEN("a symbol is made of the name, and lists are drawn as the lecture's matrices")
    {
        CHECK(shown_as(R"({"id": "port", "steps": [{"name": "alpha_prime", "value": [[0.25, 0.75], [0, 1]]},
                                                   {"name": "c", "value": 2},
                                                   {"name": "hidden", "value": [[[1], [2]], [[3], [4]]]},
                                                   {"name": "my_step", "value": [1, -0.5]}]})",
                       {}) == R"(1  α'
               q_1    q_2
   α' = k_1 ⎡ 0.25 ▂    0   ⎤
        k_2 ⎣ 0.75 ▆    1 █ ⎦

2  c
   c = 2

3  h
   h_{1,1} = (1)
   h_{1,2} = (2)
   h_{2,1} = (3)
   h_{2,2} = (4)

4  my_step
   my_step = (1, -0.5)
)");
    }
    THEN("a name may tell the head, as solve writes it")
    {
        CHECK(shown_as(with_step(R"({"name": "alpha_prime.2", "value": [[1, 0]]})"), {}) == R"(1  α'_2
                    q_{1,2}
   α'_2 = k_{1,2} ⎡       1 █ ⎤
          k_{2,2} ⎣       0   ⎦
)");
    }
    THEN("a symbol of its own gets the index of query and key in place of its own")
    {
        const std::string three = R"({"name": "x", "symbol": "q_i", "value": [[[1], [2]], [[3], [4]]]})";
        CHECK(shown_as(with_step(three), {}) == R"(1  q_i
   q_{1,1} = (1)
   q_{1,2} = (2)
   q_{2,1} = (3)
   q_{2,2} = (4)
)");
        CHECK(shown_as(with_step(three), {"--format", "latex"}).find("q_{2,2} &= (4)") != std::string::npos);
    }
    THEN("and so do the columns of what heads found")
    {
        const std::string concat = R"({"name": "concat", "symbol": "B_1", "value": [[1, 2], [3, 4]]})";
        CHECK(shown_as(with_step(concat), {"--format", "latex"}).find("B_{1} & B_{2}") != std::string::npos);
    }
    THEN("JSON gets the symbol, and nothing else that was not there")
    {
        CHECK(shown_as(with_value("[1, -0.5]"), {"--format", "json"}) == R"({
  "id": "x",
  "steps": [
    {"name":"q","symbol":"q","value":[1.0,-0.5]}
  ]
}
)");
    }
    THEN("words in one language serve both, and cannot move the cursor or leave their place")
    {
        const std::string text = with_step(R"({"name": "q", "value": 1, "words": {"en": "\u001b[31m <b> $x$"}})");
        CHECK(shown_as(text, {"--lang", "zh"}) == "1  q\n   ?[31m <b> $x$\n   q = 1\n");
        CHECK(shown_as(text, {"--format", "markdown"}).find("\n?\\[31m \\<b\\> &#36;x&#36;\n") != std::string::npos);
        CHECK(shown_as(text, {"--format", "latex"}).find("\n?[31m \\textless{}b\\textgreater{} \\$x\\$\n") != std::string::npos);
        CHECK(shown_as(text, {"--format", "svg"}).find(">?[31m &lt;b&gt; $x$<") != std::string::npos);
    }
    THEN("an exact number may stand in a value")
    {
        CHECK(shown_as(with_value(R"(["1/4", "ln 1"])"), {}) == "1  q\n   q = (0.25, 0)\n");
    }
}

SCENARIO("which inputs reach which outputs is true or false in JSON, 1 or 0 on the screen", "[walkthrough]")
{
    const std::string reach = with_step(R"({"name": "reach", "value": [[true, false], [true, true]]})");
    CHECK(shown_as(reach, {"--format", "json"}).find(R"("value":[[true,false],[true,true]])") != std::string::npos);
    CHECK(shown_as(reach, {"--lang", "en"}).find("a_2 ⎣     0      1 ⎦") != std::string::npos);
    check_all({
        {with_step(R"({"name": "reach", "value": [[1, 0], [1, 1]]})"), "steps[1].value[1][1]: expected true or false, got 1",
         "steps[1].value[1][1]：应为 true 或 false，实为 1"},
        {with_step(R"({"name": "reach", "value": true})"), "steps[1].value: expected a list of lists of booleans, got true"},
        {with_step(R"({"name": "q", "value": [true]})"),
         R"(steps[1].value[1]: expected a number or an exact string such as "1/3", "ln 2", "-1/2 ln 3" or "sqrt 2", got true)"},
    });
}

SCENARIO("a walkthrough whose values do not fit is answered by their place", "[walkthrough]")
{
    const std::string number = R"(expected a number or an exact string such as "1/3", "ln 2", "-1/2 ln 3" or "sqrt 2", got )";
    check_all({
        {with_value("[[1, 2], [3]]"), "steps[1].value[2]: expected 2 numbers like steps[1].value[1], got 1 number",
         "steps[1].value[2]：应为 2 个数（与 steps[1].value[1] 一样多），实为 1 个数"},
        {with_value("[1, [2]]"), "steps[1].value[2]: " + number + "a list of 1"},
        {with_value("[]"), "steps[1].value: expected a list of numbers, got an empty list",
         "steps[1].value：应为数的列表，实为空列表"},
        {with_value("[[[[1]]]]"), "steps[1].value: expected lists at most three deep, got 4 deep",
         "steps[1].value：应为嵌套不超过三层的列表，实为 4 层"},
        {with_value("null"), "steps[1].value: " + number + "null"},
        {with_value("[true]"), "steps[1].value[1]: " + number + "true"},
        {with_value("false"), "steps[1].value: " + number + "false"},
        {with_value(R"("x")"), "steps[1].value: " + number + R"("x")"},
        {with_value("[NaN]"), "line 1, column 47: expected a finite number, got 'NaN'",
         "第 1 行第 47 列：应为有限的数，实为“NaN”"},
        {with_value("1e999"), "line 1, column 46: expected a number within the range of a double, got 1e999"},
        {with_value(std::string(20, '[')), "expected at most 16 levels of nesting, got more", "嵌套应不超过 16 层，实际更深"},
    });
}

SCENARIO("a walkthrough with other fields than there are is answered by those that there are", "[walkthrough]")
{
    const std::string a_name =
        "steps[1].name: expected a name of at most 40 letters, digits, _ and . that begins with a letter, got ";
    check_all({
        {"[]", "expected a JSON object, got an empty list", "应为一个 JSON 对象，实为空列表"},
        {R"({"steps": []})", "id: expected text in quotes, got nothing", "id：缺少这一项，应为写在引号里的文字"},
        {R"({"id": 3, "steps": []})", "id: expected text in quotes, got 3", "id：应为写在引号里的文字，实为 3"},
        {R"({"id": "x"})", "steps: expected a list of steps, got nothing", "steps：缺少这一项，应为步骤的列表"},
        {R"({"id": "x", "steps": []})", "steps: expected a list of steps, got an empty list",
         "steps：应为步骤的列表，实为空列表"},
        {R"({"id": "x", "step": []})", R"(step: expected one of id, kind, steps, got "step"; did you mean "steps"?)",
         R"(step：应为以下之一：id、kind、steps，实为 "step"；是不是 "steps"？)"},
        {R"({"id": "x", "kind": [], "steps": []})", "kind: expected text in quotes, got an empty list"},
        {R"({"id": "x", "id": "y"})", "id: expected this field once, got it twice"},
        {with_step("3"), "steps[1]: expected a step, as an object with name and value, got 3",
         "steps[1]：应为一个步骤（含 name 和 value 的对象），实为 3"},
        {with_step(R"({"name": "q"})"), "steps[1].value: expected a number, or a list, got nothing",
         "steps[1].value：缺少这一项，应为一个数或列表"},
        {with_step(R"({"name": "q", "value": 1, "valeu": 2})"),
         R"(steps[1].valeu: expected one of name, symbol, formula, value, words, got "valeu"; did you mean "value"?)"},
        {with_step(R"({"value": 1})"), a_name + "nothing",
         "steps[1].name：缺少这一项，应为一个名称：字母开头，由字母、数字、_ 和 . 组成，不超过 40 个字符"},
        {with_step(R"({"name": "q\"><script>", "value": 1})"), a_name + R"("q"><script>")"},
        {with_step(R"({"name": "", "value": 1})"), a_name + R"("")"},
        {with_step(R"({"name": "1q", "value": 1})"), a_name + R"("1q")"},
        {with_step(R"({"name": ")" + std::string(41, 'q') + R"(", "value": 1})"), a_name + '"' + std::string(41, 'q') + '"'},
        {with_step(R"({"name": "q", "value": 1}, {"name": "q", "value": 1})"),
         R"(steps[2].name: expected a name of its own, got "q" again)", R"(steps[2].name：名称不能重复，"q" 已经用过)"},
        {with_step(R"({"name": "q", "value": 1, "words": "x"})"), R"(steps[1].words: expected an object with en and zh, got "x")",
         R"(steps[1].words：应为含 en 和 zh 的对象，实为 "x")"},
        {with_step(R"({"name": "q", "value": 1, "words": {"fr": "x"}})"),
         R"(steps[1].words.fr: expected one of en, zh, got "fr")"},
        {with_step(R"({"name": "q", "value": 1, "words": {"en": 1}})"), "steps[1].words.en: expected text in quotes, got 1"},
    });
}

SCENARIO("a formula from a stranger holds mathematics alone", "[walkthrough]")
{
    const std::string expected =
        "steps[1].formula: expected a formula in LaTeX, of letters, digits, signs and usual commands, its braces in pairs, got ";
    check_all({
        {with_formula(R"(\\input{/etc/passwd})"), expected + R"("\input{/etc/passwd}")",
         R"(steps[1].formula：应为 LaTeX 公式：由字母、数字、符号和常用命令组成，花括号须成对，实为 "\input{/etc/passwd}")"},
        {with_formula("q$"), expected + R"("q$")"},
        {with_formula(R"(q\n```\n# x)"), expected + R"("q?```?# x")"},
        {with_formula("{q"), expected + R"("{q")"},
        {with_formula("}{"), expected + R"("}{")"},
        {with_formula("50%"), expected + R"("50%")"},
        {with_formula("é"), expected + R"("é")"},
        {with_formula(R"(q\\)"), expected + R"("q\")"},
        {with_formula(R"(q\\\\)"), expected + R"("q\\")"},
        {with_formula("q_1_2"), expected + R"("q_1_2")"},
        {with_formula("q" + std::string(1000, ' ')), expected + "\"q" + std::string(59, ' ') + "…\""},
    });
    THEN("of a thousand characters at most")
    {
        CHECK(shown_as(with_formula("q" + std::string(999, ' ')), {}).ends_with("\n   q = 1\n"));
    }
}
