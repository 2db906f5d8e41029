// The picture of a walkthrough: XML that any reader takes, numbers in their places, nothing that sticks out.
#include <algorithm>
#include <string>
#include <vector>

#include "app/chapters.hpp"
#include "close_to.hpp"
#include "running_example.hpp"
#include "svg_reader.hpp"
#include "text/input_error.hpp"
#include "text/svg.hpp"
#include "text/svg_text.hpp"

using namespace attention;
using namespace attention::test;

namespace {

std::string picture_of(const std::string& chapter, const Problem& problem, Language language = Language::english)
{
    return svg_picture(problem, find_chapter(chapter)->walk(problem), language);
}

/// n inputs of one number each, 1 … n; keys, queries and values are the inputs.
Problem plain_problem(const std::string& kind, std::size_t n)
{
    Problem problem;
    problem.kind = kind;
    problem.projections = {Matrix{{1}}, Matrix{{1}}, Matrix{{1}}};
    for (std::size_t i = 1; i <= n; ++i) {
        problem.inputs.push_back({static_cast<double>(i)});
    }
    return problem;
}

using Texts = std::vector<std::string>;

}  // namespace

SCENARIO("the reader of XML in this test tells right from wrong", "[svg]")
{
    THEN("it takes what is well-formed")
    {
        CHECK(xml_fault("<svg a=\"1\" b=\"x y\">\n <t>1 &lt; 2 &amp; 3</t><r/>\n</svg>\n") == "none");
    }
    THEN("and nothing else")
    {
        for (const char* wrong : {"", "<svg a=\"1\">", "<svg a=\"1\"></g></svg>", "<svg a=\"1\"><t>&</t></svg>",
                                  "<svg a=1></svg>", "<svg a=\"1></svg>", "<svg a=\"1\"><t<b></t></svg>",
                                  "<svg a=\"1\"></svg>more", "<svg a=\"1\"><g><t></g></t></svg>"}) {
            INFO(wrong);
            CHECK(xml_fault(wrong) != "none");
        }
    }
}

SCENARIO("text inside a picture is escaped, and its indices stand low", "[svg]")
{
    THEN("markup is no markup")
    {
        CHECK(svg_escaped("a < b & c > d") == "a &lt; b &amp; c &gt; d");
    }
    THEN("_ lowers, ^ raises, and the next letter stands on the line again")
    {
        CHECK(svg_formula("q_1 = W^q a_12") ==
              R"(q<tspan class="script" dy="4">1</tspan><tspan dy="-4"> = W</tspan><tspan class="script" dy="-5">q</tspan>)"
              R"(<tspan dy="5"> a</tspan><tspan class="script" dy="4">12</tspan>)");
    }
    THEN("an arrow is raised like a letter, and what follows it is not")
    {
        CHECK(svg_formula("h^←_t = W^← a") ==
              R"(h<tspan class="script" dy="-5">←</tspan><tspan class="script" dy="9">t</tspan><tspan dy="-4"> = W</tspan>)"
              R"(<tspan class="script" dy="-5">←</tspan><tspan dy="5"> a</tspan>)");
    }
    THEN("braces hold an index of two parts together")
    {
        CHECK(
            svg_formula("α_{1,j}·k_j<") ==
            R"(α<tspan class="script" dy="4">1,j</tspan><tspan dy="-4">·k</tspan><tspan class="script" dy="4">j</tspan><tspan dy="-4">&lt;</tspan>)");
    }
    THEN("an index without an end, or without anything, does no harm")
    {
        CHECK(svg_formula("q_{1") == R"(q<tspan class="script" dy="4">1</tspan>)");
        CHECK(svg_formula("q_") == "q");
        CHECK(svg_formula("").empty());
    }
    THEN("a Chinese character takes two letters' room")
    {
        CHECK(svg_width("ab", 7) == 14);
        CHECK(svg_width("值（v）", 7) == 14 * 3 + 7);
        CHECK(svg_width("α′", 7) == 14);
    }
}

SCENARIO("the picture is XML in which every text is escaped", "[svg]")
{
    for (const Chapter& chapter : chapters()) {
        for (const Language language : {Language::english, Language::chinese}) {
            Problem problem = running_example(chapter.name);
            INFO(chapter.name);
            CHECK(xml_fault(picture_of(chapter.name, problem, language)) == "none");
            problem.title = same("<b> & \"q\" </svg>\n\uFFFF");
            const std::string svg = picture_of(chapter.name, problem, language);
            CHECK(xml_fault(svg) == "none");
            CHECK(svg.find("<title>&lt;b&gt; &amp; \"q\" &lt;/svg&gt;?\?</title>") != std::string::npos);
        }
    }
    THEN("without a title it bears the kind of the problem")
    {
        CHECK(picture_of("01", plain_problem("single_output", 2)).find("<title>single_output</title>") != std::string::npos);
    }
    THEN("it says its language, and has colours for dark pages")
    {
        const std::string svg = picture_of("01", running_example("01"), Language::chinese);
        CHECK(svg.find("xml:lang=\"zh\"") != std::string::npos);
        CHECK(svg.find("prefers-color-scheme: dark") != std::string::npos);
        CHECK(picture_of("01", running_example("01")).find("xml:lang=\"en\"") != std::string::npos);
    }
}

SCENARIO("the picture shows every step of the walkthrough with two decimals", "[svg]")
{
    const std::vector<Drawn> one = drawn_in(picture_of("01", running_example("01")));
    const std::vector<Drawn> all = drawn_in(picture_of("02", running_example("02")));
    THEN("chapter 01: query, keys, values, scores, weights, output, column by column")
    {
        CHECK(texts_of(one, "a", "head") == Texts{"a1", "a2", "a3", "a4"});
        CHECK(texts_of(one, "q", "number") == Texts{"1.00", "0.00"});
        CHECK(texts_of(one, "k", "number") == Texts{"0.00", "1.39", "0.69", "1.10", "1.10", "0.69", "1.39", "0.00"});
        CHECK(texts_of(one, "alpha", "number") == Texts{"0.00", "0.69", "1.10", "1.39"});
        CHECK(texts_of(one, "alpha", "head") == Texts{"α1,1", "α1,2", "α1,3", "α1,4"});
        CHECK(texts_of(one, "alpha_prime", "number") == Texts{"0.10", "0.20", "0.30", "0.40"});
        CHECK(texts_of(one, "b", "number") == Texts{"8.00", "4.50"});
        CHECK(texts_of(one, "b", "head") == Texts{"b1"});
    }
    THEN("chapter 02: a column an input, and for scores a column a query, a row a key")
    {
        CHECK(texts_of(all, "q", "head") == Texts{"q1", "q2", "q3", "q4"});
        CHECK(texts_of(all, "b", "number") == Texts{"8.00", "4.50", "4.50", "8.00", "6.50", "6.50", "4.00", "8.00"});
        CHECK(texts_of(all, "alpha", "head q") == Texts{"q1", "q2", "q3", "q4"});
        CHECK(texts_of(all, "alpha", "side") == Texts{"k1", "k2", "k3", "k4"});
        CHECK(texts_of(all, "alpha", "number") == Texts{"0.00", "0.69", "1.10", "1.39", "1.39", "1.10", "0.69", "0.00", "1.39",
                                                        "1.79", "1.79", "1.39", "0.00", "-0.69", "-1.10", "-1.39"});
    }
    THEN("chapter 04: the target and the source, each a column a vector, before the steps")
    {
        const std::vector<Drawn> two = drawn_in(picture_of("04", running_example("04")));
        CHECK(texts_of(two, "a", "head").empty());
        CHECK(texts_of(two, "x", "head") == Texts{"x1", "x2"});
        CHECK(texts_of(two, "x", "number") == Texts{"0.00", "0.00", "4.00", "0.00", "1.00", "1.00", "0.00", "0.00"});
        CHECK(texts_of(two, "y", "head") == Texts{"y1", "y2", "y3", "y4"});
        CHECK(texts_of(two, "y", "words") == Texts{"The source, which answers, one vector per column."});
        CHECK(texts_of(two, "alpha", "head q") == Texts{"q1", "q2"});
        CHECK(texts_of(two, "alpha", "side") == Texts{"k1", "k2", "k3", "k4"});
        CHECK(two[0].step == "x");
    }
    THEN("formula and words stand above, in the reader's language")
    {
        CHECK(texts_of(one, "k", "formula") == Texts{"kj = Wk aj"});
        CHECK(texts_of(one, "b", "words") == Texts{"The output: all values, each as much as its weight says."});
        const std::vector<Drawn> zh = drawn_in(picture_of("01", running_example("01"), Language::chinese));
        CHECK(texts_of(zh, "a", "words") == Texts{"输入，一列一个。"});
    }
}

SCENARIO("what belongs to one input stands in one column, all the way down", "[svg]")
{
    const auto places = [](const std::vector<Drawn>& all, const std::string& step, const std::string& type) {
        std::vector<std::size_t> x;
        for (const Drawn& one : drawn_of(all, step, type)) {
            x.push_back(one.x);
        }
        return x;
    };
    THEN("keys, values and outputs below the inputs, scores and weights below their query")
    {
        const std::vector<Drawn> all = drawn_in(picture_of("02", running_example("02")));
        for (const char* step : {"q", "k", "v", "b"}) {
            CHECK(places(all, step, "head") == places(all, "a", "head"));
        }
        CHECK(places(all, "alpha_prime", "head q") == places(all, "a", "head"));
    }
    THEN("the query and the output of a_3 below a_3")
    {
        Problem problem = running_example("01");
        problem.query = 3;
        const std::vector<Drawn> all = drawn_in(picture_of("01", problem));
        CHECK(places(all, "q", "head").at(0) == places(all, "a", "head").at(2));
        CHECK(places(all, "b", "number").at(1) == places(all, "a", "head").at(2));
    }
    THEN("of thirteen inputs the last below the last, and the twelfth, which is not shown, in the gap")
    {
        Problem problem = plain_problem("single_output", 13);
        problem.query = 13;
        const std::vector<Drawn> last = drawn_in(picture_of("01", problem));
        CHECK(texts_of(last, "a", "head") == Texts{"a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10", "…", "a13"});
        CHECK(places(last, "q", "head").at(0) == places(last, "a", "head").at(11));
        problem.query = 12;
        CHECK(places(drawn_in(picture_of("01", problem)), "q", "head").at(0) == places(last, "a", "head").at(10));
    }
}

SCENARIO("a step by query and key has a row of columns for each query", "[svg]")
{
    Walkthrough walkthrough{"mine", "self_attention", {}};
    walkthrough.steps = {{"hidden", "h_{i,j}", "h_{i,j} = x", {"Words.", "词。"}, Tensor{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}}};
    const std::string svg = svg_picture(walkthrough, Language::english);
    const std::vector<Drawn> all = drawn_in(svg);
    THEN("its heads name query and key, and formula and words stand above the first alone")
    {
        CHECK(xml_fault(svg) == "none");
        CHECK(texts_of(all, "hidden", "head") == Texts{"h1,1", "h1,2", "h2,1", "h2,2"});
        CHECK(texts_of(all, "hidden", "number") == Texts{"1.00", "2.00", "3.00", "4.00", "5.00", "6.00", "7.00", "8.00"});
        CHECK(texts_of(all, "hidden", "formula") == Texts{"hi,j = x"});
        CHECK(texts_of(all, "hidden", "words") == Texts{"Words."});
    }
    THEN("the second query stands below the first: a gap of 26, a head of 22, and two cells of 23 lower")
    {
        const std::vector<Drawn> heads = drawn_of(all, "hidden", "head");
        CHECK(heads.at(2).x == heads.at(0).x);
        CHECK(heads.at(2).y == heads.at(0).y + 26 + 22 + 23 + 23);
    }
    THEN("of thirteen the first ten and the last are drawn")
    {
        walkthrough.steps[0].value = xt::zeros<double>({13, 1, 1});
        const std::vector<Drawn> many = drawn_in(svg_picture(walkthrough, Language::english));
        CHECK(texts_of(many, "hidden", "head").size() == 11);
        CHECK(texts_of(many, "hidden", "head").back() == "h13,1");
        CHECK(what_sticks_out(svg_picture(walkthrough, Language::english)) == "nothing");
    }
    THEN("the two between leave a gap of 26 and a cell of 23 in their column, before the next gap")
    {
        walkthrough.steps[0].value = xt::zeros<double>({13, 1, 1});
        const std::vector<Drawn> many = drawn_in(svg_picture(walkthrough, Language::english));
        const std::vector<Drawn> numbers = drawn_of(many, "hidden", "number");
        REQUIRE(numbers.size() == 12);
        CHECK(texts_of(many, "hidden", "number").at(10) == "…");
        CHECK(numbers.at(10).x == numbers.at(9).x);
        CHECK(numbers.at(10).y == numbers.at(9).y + 23 + 26);
        CHECK(numbers.at(11).y == numbers.at(10).y + 23 + 26 + 22);
    }
}

SCENARIO("a walkthrough is drawn without its problem", "[svg]")
{
    Walkthrough walkthrough{"<mine>", "single_output", {}};
    walkthrough.steps = {{"v", "v_j", "", {}, Tensor{{1, 0}, {2, 0}, {3, 0}}}, {"b", "b_{3}", "", {}, Tensor{8, 4.5}}};
    THEN("it bears its id, else its kind")
    {
        CHECK(svg_picture(walkthrough, Language::english).find("<title>&lt;mine&gt;</title>") != std::string::npos);
        walkthrough.id.clear();
        CHECK(svg_picture(walkthrough, Language::english).find("<title>single_output</title>") != std::string::npos);
    }
    THEN("b_3 stands below v_3, for its symbol says whose output it is")
    {
        const std::vector<Drawn> all = drawn_in(svg_picture(walkthrough, Language::english));
        CHECK(drawn_of(all, "b", "head").at(0).x == drawn_of(all, "v", "head").at(2).x);
    }
    THEN("an index that no list reaches leaves it at the left")
    {
        walkthrough.steps[1].symbol = "b_{4}";
        const std::vector<Drawn> all = drawn_in(svg_picture(walkthrough, Language::english));
        CHECK(drawn_of(all, "b", "head").at(0).x == drawn_of(all, "v", "head").at(0).x);
    }
    THEN("a step of a stranger that is called like a class of the picture, row or q, does not take its look")
    {
        walkthrough.steps = {{"row", "r", "", {}, Tensor(2.0)}, {"head", "h", "", {}, Tensor(3.0)}};
        const std::string picture = svg_picture(walkthrough, Language::english);
        CHECK(texts_of(drawn_in(picture), "row", "number") == Texts{"2.00"});
        CHECK(picture.find("<g class=\"row\">") == std::string::npos);
        CHECK(picture.find("<g class=\"head\">") == std::string::npos);
        CHECK(picture.find(" .q .") == std::string::npos);
    }
    THEN("a number alone is one cell")
    {
        walkthrough.steps = {{"c", "c", "", {}, Tensor(2.0)}};
        CHECK(texts_of(drawn_in(svg_picture(walkthrough, Language::english)), "c", "number") == Texts{"2.00"});
    }
}

SCENARIO("a weight's shade is the weight", "[svg]")
{
    const auto shades = [](const std::vector<Drawn>& all) {
        Texts opacities;
        for (const Drawn& one : drawn_of(all, "alpha_prime", "weight")) {
            opacities.push_back(one.opacity);
        }
        return opacities;
    };
    THEN("every cell of A' is shaded by the number in it, and no other cell is")
    {
        const std::vector<Drawn> all = drawn_in(picture_of("02", running_example("02")));
        CHECK(shades(all) == Texts{"0.10", "0.20", "0.30", "0.40", "0.40", "0.30", "0.20", "0.10", "0.20", "0.30", "0.30", "0.20",
                                   "0.48", "0.24", "0.16", "0.12"});
        CHECK(std::count_if(all.begin(), all.end(), [](const Drawn& one) { return one.type == "weight"; }) == 16);
    }
    THEN("a wrong weight that the problem gives is not darker than 1 nor lighter than 0")
    {
        Problem problem = running_example("01");
        problem.given["alpha_prime"] = Tensor{1.7, -0.2, 0, 1};
        const std::vector<Drawn> all = drawn_in(picture_of("01", problem));
        CHECK(shades(all) == Texts{"1.00", "0.00", "0.00", "1.00"});
        CHECK(texts_of(all, "alpha_prime", "number") == Texts{"1.70", "-0.20", "0.00", "1.00"});
    }
}

SCENARIO("position vectors are coloured by sign and size", "[svg]")
{
    Problem problem;
    problem.kind = "positional_encoding";
    problem.positions.emplace().e = {{0.5, -0.25}, {-2, 0.001}};
    const auto shades = [](const std::string& svg, const std::string& type) {
        Texts opacities;
        for (const Drawn& one : drawn_of(drawn_in(svg), "e", type)) {
            opacities.push_back(one.opacity);
        }
        return opacities;
    };
    THEN("behind its number each cell has blue above 0 and orange below, at most in full; 0.00 has none")
    {
        const std::string svg = picture_of("06", problem);
        CHECK(shades(svg, "above") == Texts{"0.50"});
        CHECK(shades(svg, "below") == Texts{"0.25", "1.00"});
        CHECK(texts_of(drawn_in(svg), "e", "number") == Texts{"0.50", "-0.25", "-2.00", "0.00"});
    }
    THEN("there is no panel of inputs when there are none")
    {
        CHECK(drawn_in(picture_of("06", problem)).at(0).step == "e");
    }
}

SCENARIO("many position vectors become a map of colours without numbers", "[svg]")
{
    Problem problem;
    problem.kind = "positional_encoding";
    problem.positions.emplace().e.assign(13, Vector{1, -0.5, 0});
    const std::string svg = picture_of("06", problem);
    const std::vector<Drawn> all = drawn_in(svg);
    THEN("a cell of 14 for each number that is not 0, a column a position, a row a component")
    {
        CHECK(xml_fault(svg) == "none");
        const std::vector<Drawn> above = drawn_of(all, "e", "above");
        const std::vector<Drawn> below = drawn_of(all, "e", "below");
        REQUIRE(above.size() == 13 + 4);  // and the scale: 1/4, 1/2, 3/4, 1
        REQUIRE(below.size() == 13 + 4);
        CHECK(above.at(12).x == above.at(0).x + 168);
        CHECK(above.at(12).y == above.at(0).y);
        CHECK(below.at(0).y == above.at(0).y + 14);
        CHECK(below.at(0).opacity == "0.50");
    }
    THEN("every fourth column and row is named, and the scale goes from -1 to 1")
    {
        CHECK(texts_of(all, "e", "head") == Texts{"e1", "e5", "e9", "e13"});
        CHECK(texts_of(all, "e", "row") == Texts{"1"});
        CHECK(texts_of(all, "e", "number") == Texts{"-1", "0", "1"});
    }
    THEN("of 100 positions and 70 components 62 and the last are drawn, behind a gap")
    {
        problem.positions->e.assign(100, Vector(xt::ones<double>({70})));
        const std::vector<Drawn> many = drawn_in(picture_of("06", problem));
        CHECK(drawn_of(many, "e", "above").size() == 63 * 63 + 4);
        CHECK(texts_of(many, "e", "head").back() == "…");
        CHECK(texts_of(many, "e", "row").back() == "…");
    }
    THEN("nothing sticks out, be it narrow, wide or high")
    {
        CHECK(what_sticks_out(svg) == "nothing");
        problem.positions->e.assign(2, Vector(xt::ones<double>({40})));
        CHECK(what_sticks_out(picture_of("06", problem)) == "nothing");
        problem.positions->e.assign(2048, Vector(xt::ones<double>({2})));
        CHECK(what_sticks_out(picture_of("06", problem)) == "nothing");
    }
}

SCENARIO("nothing sticks out of the picture", "[svg]")
{
    THEN("not the running example in either language")
    {
        for (const Chapter& chapter : chapters()) {
            for (const Language language : {Language::english, Language::chinese}) {
                CHECK(what_sticks_out(picture_of(chapter.name, running_example(chapter.name), language)) == "nothing");
            }
        }
    }
    THEN("not one input, not thirteen with biases, not 2048")
    {
        CHECK(what_sticks_out(picture_of("02", plain_problem("self_attention", 1))) == "nothing");
        Problem biased = plain_problem("self_attention", 13);
        biased.projections.bq = Vector{1};
        biased.projections.bk = Vector{2};
        CHECK(what_sticks_out(picture_of("02", biased)) == "nothing");
        const std::string many = picture_of("01", plain_problem("single_output", 2048));
        CHECK(what_sticks_out(many) == "nothing");
        CHECK(texts_of(drawn_in(many), "v", "head") ==
              Texts{"v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "…", "v2048"});
    }
    THEN("not a long number")
    {
        Problem problem = plain_problem("single_output", 2);
        problem.inputs = {{-1234567.8}, {-999999.5}};
        problem.projections.Wk = Matrix{{1e-300}};
        problem.projections.Wv = Matrix{{1e290}};
        CHECK(what_sticks_out(picture_of("01", problem)) == "nothing");
        CHECK(texts_of(drawn_in(picture_of("01", problem)), "v", "number") == Texts{"-1.23e+296", "-1.00e+296"});
    }
    THEN("and this test would see it: a card of half the width is too small")
    {
        std::string svg = picture_of("01", running_example("01"));
        const std::size_t at = svg.find(" width=\"") + 8;
        svg.replace(at, 3, "250");
        CHECK(what_sticks_out(svg) != "nothing");
    }
}
