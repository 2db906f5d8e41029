// Markdown for forges: what a walkthrough looks like there, and that nobody's text breaks out of its place.
#include <string>
#include <string_view>
#include <vector>

#include "app/chapters.hpp"
#include "close_to.hpp"
#include "running_example.hpp"
#include "text/input_error.hpp"
#include "text/markdown.hpp"

using namespace attention;
using namespace attention::test;

namespace {

const Words some_words{"What happens.", "做了什么。"};

const std::string hostile = "</details> `x` $y$ $`z`$ *a* _b_ [c](d) ![e](f) <script> | # ~~~ &lt; \\\n```math";

std::vector<std::string> lines_of(const std::string& text)
{
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

/// What is wrong with the page, or "nothing": fences that open and close in turn with an empty line around them, and outside of
/// them headings and lines of words.
std::string fault_of(const std::string& page)
{
    bool inside = false;
    std::string before;
    for (const std::string& line : lines_of(page)) {
        const bool opens = line == "```math";
        const bool closes = line == "```";
        if ((opens && (inside || !before.empty())) || (closes && !inside)) {
            return "a fence in the wrong place";
        }
        if (line.starts_with("```") && !opens && !closes) {
            return "another fence: " + line;
        }
        if (inside && line.empty()) {
            return "an empty line in a formula";
        }
        inside = (inside || opens) && !closes;
        before = line;
    }
    return inside ? "a fence stays open" : page.ends_with("\n") ? "nothing" : "no newline at the end";
}

/// True when each of these characters stands behind a backslash, or belongs to a character by its number.
bool are_escaped(std::string_view text, std::string_view characters)
{
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (text.substr(at).starts_with("&#")) {
            at = text.find(';', at);
        } else if (characters.find(text[at]) != std::string_view::npos) {
            return false;
        }
    }
    return true;
}

std::string page_of(const Chapter& chapter, const Problem& problem, Language language)
{
    std::string page =
        markdown_title(problem, chapter.title, chapter.question, language) + "\n" + markdown_stated(problem, language);
    std::size_t number = 0;
    for (const Step& step : chapter.walk(problem).steps) {
        page += "\n" + markdown_step(step, ++number, language);
    }
    return page;
}

}  // namespace

SCENARIO("text from a file means nothing but itself in Markdown", "[markdown]")
{
    THEN("signs stand behind a backslash, a dollar by its number")
    {
        CHECK(markdown_text("b_1 = *8* `x` $y$ <b> [a](b) | # ~ & \\") ==
              R"(b\_1 = \*8\* \`x\` &#36;y&#36; \<b\> \[a\](b) \| \# \~ \& \\)");
    }
    THEN("ordinary words stay as they are")
    {
        CHECK(markdown_text("Softmax: a dot-product, 3.5 (or 4) - 中文。") == "Softmax: a dot-product, 3.5 (or 4) - 中文。");
    }
    THEN("nothing at the start of a line begins a list, a heading or code")
    {
        CHECK(markdown_text("- one") == R"(\- one)");
        CHECK(markdown_text("+ one") == R"(\+ one)");
        CHECK(markdown_text("12. twelve") == R"(12\. twelve)");
        CHECK(markdown_text("1) one") == R"(1\) one)");
        CHECK(markdown_text("    code") == "code");
        CHECK(markdown_text("===") == R"(\===)");
        CHECK(markdown_text("12 inputs.") == "12 inputs.");
    }
    THEN("addresses, names, numbers of issues and pictures are broken by a space of no width")
    {
        CHECK(markdown_text("https://a.org/x") == "https:&#8203;//a.org/x");
        CHECK(markdown_text("(www.a.org)") == "(w&#8203;ww.a.org)");
        CHECK(markdown_text("@name, me@a.org") == "@&#8203;name, me@&#8203;a.org");
        CHECK(markdown_text("see #1 or !2") == R"(see \#&#8203;1 or !&#8203;2)");
        CHECK(markdown_text(":smile: :+1:") == ":&#8203;smile: :&#8203;+1:");
    }
    THEN("the same signs alone stay as they are")
    {
        CHECK(markdown_text("raw. What: this @ that! www") == "raw. What: this @ that! www");
        CHECK(markdown_text("@") == "@");
    }
    THEN("it stays on one line, and nothing is none")
    {
        CHECK(markdown_text("a\nb\r\tc") == "a?b??c");
        CHECK(markdown_text("").empty());
        CHECK(markdown_text("   ").empty());
    }
    THEN("whatever it is")
    {
        CHECK(are_escaped(markdown_text(hostile), "`*_[]<>|~&#$"));
        CHECK_FALSE(are_escaped(hostile, "`*_[]<>|~&#$"));
    }
}

SCENARIO("a step is a heading, its words, its formula and its numbers", "[markdown]")
{
    const Step step{"q", "q_{1}", "q_{1} = W^q a_{1}", some_words, Tensor{1, -0.5, 1e-300}};
    THEN("in English")
    {
        CHECK(markdown_step(step, 3, Language::english) == R"(## 3. `q`

What happens.

```math
q_{1} = W^q a_{1}
```

```math
q_{1} = (1, -0.5, 1 \times 10^{-300})
```
)");
    }
    THEN("in Chinese")
    {
        CHECK(markdown_step(step, 3, Language::chinese).substr(0, 28) == "## 3. `q`\n\n做了什么。\n\n");
    }
    THEN("what a walkthrough from elsewhere does not have is left out")
    {
        CHECK(markdown_step({"c", "c", "", {}, Tensor(2.0)}, 1, Language::english) == "## 1. `c`\n\n```math\nc = 2\n```\n");
    }
}

SCENARIO("a problem has its title, or its chapter's, and what is stated", "[markdown]")
{
    const Words title{"Matrix form", "矩阵形式"};
    const Words question{"How?", "怎样？"};
    Problem problem;
    problem.inputs = {{1. / 3, 2}};
    problem.projections.Wv = Matrix{{1, 0}};
    problem.written = {{"inputs[1][1]", "1/3"}};
    CHECK(markdown_title(problem, title, question, Language::english) == "# Matrix form\n\nHow?\n");
    CHECK(markdown_title(problem, title, question, Language::chinese) == "# 矩阵形式\n\n怎样？\n");
    problem.title = same("b_1");
    CHECK(markdown_title(problem, title, question, Language::english) == "# b\\_1\n\nHow?\n");
    CHECK(markdown_stated(problem, Language::english) == R"(## Given

```math
\begin{aligned}
a_{1} &= \left(\frac{1}{3}, 2\right)
\end{aligned}
```

```math
W^v = \begin{bmatrix}
1 & 0
\end{bmatrix}
```
)");
    CHECK(markdown_stated(problem, Language::chinese).starts_with("## 已知\n"));
}

SCENARIO("every chapter's page is sound, whatever the title", "[markdown]")
{
    for (const Chapter& chapter : chapters()) {
        for (Problem problem : own_problems(chapter)) {
            for (const Language language : {Language::english, Language::chinese}) {
                INFO(chapter.name << " " << problem.title.en);
                const std::string plain = page_of(chapter, problem, language);
                CHECK(fault_of(plain) == "nothing");
                const Words title = problem.title;
                problem.title = same(hostile);
                const std::string page = page_of(chapter, problem, language);
                CHECK(fault_of(page) == "nothing");
                CHECK(page == "# " + markdown_text(hostile) + plain.substr(plain.find('\n')));
                problem.title = title;
            }
        }
    }
    THEN("and this test sees a fence that does not belong")
    {
        CHECK(fault_of("# x\n\n```math\na\n") != "nothing");
        CHECK(fault_of("# x\n```math\na\n```\n") != "nothing");
        CHECK(fault_of("# x\n\n```\n") != "nothing");
        CHECK(fault_of("# x\n\n```cpp\n") != "nothing");
        CHECK(fault_of("# x\n\n```math\n\na\n```\n") != "nothing");
    }
}
