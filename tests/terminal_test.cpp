// What a terminal shows, to the letter.
#include <cmath>
#include <string>
#include <vector>

#include "close_to.hpp"
#include "text/terminal.hpp"

using namespace attention;

namespace {

const Words some_words{"What happens.", "做了什么。"};

/// Step 3 as it is shown without colour, in English, but for the two lines above the numbers.
std::string numbers_of(const std::string& name, const std::string& symbol, const Tensor& value)
{
    const std::string text = terminal_step({name, symbol, symbol, some_words, value}, 3, {});
    return text.substr(text.find('\n', text.find('\n') + 1));
}

/// 0, 1, …, n - 1.
Tensor counted_up(std::size_t n)
{
    Tensor value = xt::zeros<double>({n});
    for (std::size_t i = 0; i < n; ++i) {
        value(i) = static_cast<double>(i);
    }
    return value;
}

/// Vector i of n holds 100 i, 100 i + 1, …, so that every number tells its place.
Tensor told_by_place(std::size_t n, std::size_t d)
{
    Tensor value = xt::zeros<double>({n, d});
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t r = 0; r < d; ++r) {
            value(i, r) = static_cast<double>(100 * (i + 1) + r + 1);
        }
    }
    return value;
}

/// Tensor{{x}} is ambiguous.
Tensor one_by_one(double x)
{
    return Tensor(Matrix{{x}});
}

}  // namespace

SCENARIO("a step is its formula, its words and its numbers", "[terminal]")
{
    const Step step{"q", "q_{1}", "q_{1} = W^q a_{1}", some_words, Tensor{1, -0.5, 1e-300}};
    THEN("in English")
    {
        CHECK(terminal_step(step, 3, {}) == R"(3  q_1 = W^q a_1
   What happens.
   q_1 = (1, -0.5, 1e-300)
)");
    }
    THEN("and in Chinese")
    {
        CHECK(terminal_step(step, 3, {Language::chinese, false}) == R"(3  q_1 = W^q a_1
   做了什么。
   q_1 = (1, -0.5, 1e-300)
)");
    }
}

SCENARIO("listed vectors stand below each other, point below point", "[terminal]")
{
    THEN("the comma follows its number")
    {
        CHECK(numbers_of("k", "k_j", Tensor{{0, 1.3862943611198906}, {-10.5, 1}, {0.69314718055994529, -0.25}}) == R"(
   k_1 = (  0,         1.38629)
   k_2 = (-10.5,       1)
   k_3 = (  0.693147, -0.25)
)");
    }
    THEN("numbers with an exponent stand at the right, without a point to align")
    {
        CHECK(numbers_of("k", "k_j", Tensor{{1e-300, 1}, {-1234567.8, 1}, {0.5, 1}}) == R"(
   k_1 = (      1e-300, 1)
   k_2 = (-1.23457e+06, 1)
   k_3 = (         0.5, 1)
)");
    }
    THEN("one vector of one number is a list as well")
    {
        CHECK(numbers_of("k", "k_j", one_by_one(7)) == "\n   k_1 = (7)\n");
    }
    THEN("of thirteen the first ten and the last are shown, of their thirteen components too")
    {
        CHECK(numbers_of("k", "k_j", told_by_place(13, 13)) == R"(
   k_1  = ( 101,  102,  103,  104,  105,  106,  107,  108,  109,  110, …,  113)
   k_2  = ( 201,  202,  203,  204,  205,  206,  207,  208,  209,  210, …,  213)
   k_3  = ( 301,  302,  303,  304,  305,  306,  307,  308,  309,  310, …,  313)
   k_4  = ( 401,  402,  403,  404,  405,  406,  407,  408,  409,  410, …,  413)
   k_5  = ( 501,  502,  503,  504,  505,  506,  507,  508,  509,  510, …,  513)
   k_6  = ( 601,  602,  603,  604,  605,  606,  607,  608,  609,  610, …,  613)
   k_7  = ( 701,  702,  703,  704,  705,  706,  707,  708,  709,  710, …,  713)
   k_8  = ( 801,  802,  803,  804,  805,  806,  807,  808,  809,  810, …,  813)
   k_9  = ( 901,  902,  903,  904,  905,  906,  907,  908,  909,  910, …,  913)
   k_10 = (1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, …, 1013)
   …
   k_13 = (1301, 1302, 1303, 1304, 1305, 1306, 1307, 1308, 1309, 1310, …, 1313)
)");
    }
    THEN("one vector of thirteen numbers as well, but twelve are shown whole")
    {
        CHECK(numbers_of("q", "q_{1}", counted_up(13)) == "\n   q_1 = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …, 12)\n");
        CHECK(numbers_of("q", "q_{1}", counted_up(12)) == "\n   q_1 = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)\n");
    }
}

SCENARIO("listed numbers stand below each other, weights with a bar of twenty places", "[terminal]")
{
    THEN("scores have none")
    {
        CHECK(numbers_of("alpha", R"(\alpha_{1,j})", Tensor{0, -0.5, 12.25}) == R"(
   α_{1,1} =  0
   α_{1,2} = -0.5
   α_{1,3} = 12.25
)");
    }
    THEN("0 has none, 1 all of it, .0125 two eighths of a place, .11 two places and 1.6, rounded to 2, eighths")
    {
        CHECK(numbers_of("alpha_prime", R"(\alpha'_{1,j})", Tensor{0, 1, 0.0125, 0.11}) == R"(
   α'_{1,1} = 0
   α'_{1,2} = 1       ████████████████████
   α'_{1,3} = 0.0125  ▎
   α'_{1,4} = 0.11    ██▎
)");
    }
    THEN("a wrong weight outside 0 to 1, which a problem can give, or none at all, keeps within the twenty places")
    {
        CHECK(numbers_of("alpha_prime", R"(\alpha'_{1,j})", Tensor{-3, 1.5, std::nan("")}) == R"(
   α'_{1,1} =  -3
   α'_{1,2} = 1.5  ████████████████████
   α'_{1,3} = nan
)");
    }
    THEN("of thirteen the first ten and the last are shown")
    {
        CHECK(numbers_of("alpha_prime", R"(\alpha'_{13,j})", counted_up(13) / 24) == R"(
   α'_{13,1}  = 0
   α'_{13,2}  = 0.0416667  ▉
   α'_{13,3}  = 0.0833333  █▋
   α'_{13,4}  = 0.125      ██▌
   α'_{13,5}  = 0.166667   ███▍
   α'_{13,6}  = 0.208333   ████▏
   α'_{13,7}  = 0.25       █████
   α'_{13,8}  = 0.291667   █████▉
   α'_{13,9}  = 0.333333   ██████▋
   α'_{13,10} = 0.375      ███████▌
   …
   α'_{13,13} = 0.5        ██████████
)");
    }
}

SCENARIO("a step by query and key is listed query by query", "[terminal]")
{
    THEN("each query's vectors are aligned by themselves")
    {
        const Tensor value{{{1, 2}, {-3, 4}}, {{0.5, 6}, {7, 8}}};
        CHECK(numbers_of("hidden", "h_{i,j}", value) == R"(
   h_{1,1} = ( 1, 2)
   h_{1,2} = (-3, 4)
   h_{2,1} = (0.5, 6)
   h_{2,2} = (7,   8)
)");
    }
    THEN("of thirteen queries the first ten and the last are shown")
    {
        const std::string text = numbers_of("hidden", "h_{i,j}", xt::zeros<double>({13, 1, 1}));
        CHECK(text.find("   h_{10,1} = (0)\n   …\n   h_{13,1} = (0)\n") != std::string::npos);
    }
}

SCENARIO("a number alone is a number", "[terminal]")
{
    CHECK(numbers_of("c", "c", Tensor(2.5)) == "\n   c = 2.5\n");
}

SCENARIO("a step from elsewhere may have no formula and no words", "[terminal]")
{
    CHECK(terminal_step({"q", "q", "", {}, Tensor{1, 0}}, 3, {}) == "3  q\n   q = (1, 0)\n");
    CHECK(terminal_step({"q", "q", "", {"only\033[2J", ""}, Tensor{1, 0}}, 3, {Language::chinese, false}) ==
          "3  q\n   only?[2J\n   q = (1, 0)\n");
}

SCENARIO("the matrices of the lecture have a vector a column", "[terminal]")
{
    THEN("the columns bear the names of the vectors")
    {
        CHECK(numbers_of("k", "K", Tensor{{0, 4}, {0.5, 3.25}, {-10, 0}}) == R"(
         k_1   k_2  k_3
   K = ⎡   0  0.5   -10 ⎤
       ⎣   4  3.25    0 ⎦
)");
    }
    THEN("scores have a column a query and a row a key, the symbol stands before the middle")
    {
        CHECK(numbers_of("alpha", "A", Tensor{{1, 2, 3}, {4, 5, 6}}) == R"(
             q_1  q_2
       k_1 ⎡   1    4 ⎤
   A = k_2 ⎢   2    5 ⎥
       k_3 ⎣   3    6 ⎦
)");
    }
    THEN(
        "weights have a bar in eighths, which the names do not cover: .05 none, .1 and .18 one, .19 two, 1 all eight, and never more")
    {
        CHECK(numbers_of("alpha_prime", "A'", Tensor{{0.05, 0.1, 0.18, 0.19}, {0, 1, 1.5, -1}}) == R"(
               q_1     q_2
        k_1 ⎡ 0.05     0     ⎤
   A' = k_2 ⎢ 0.1  ▁   1   █ ⎥
        k_3 ⎢ 0.18 ▁   1.5 █ ⎥
        k_4 ⎣ 0.19 ▂  -1     ⎦
)");
    }
    THEN("one row has straight brackets")
    {
        CHECK(numbers_of("v", "V", Tensor(Matrix{{8}, {-0.125}})) == R"(
         v_1     v_2
   V = [   8  -0.125 ]
)");
        CHECK(numbers_of("alpha_prime", "A'", one_by_one(1)) == R"(
              q_1
   A' = k_1 [   1 █ ]
)");
    }
    THEN("of thirteen the first ten and the last are shown, and the gap does not disturb the points or the bars")
    {
        Tensor weights = xt::zeros<double>({13, 13});
        weights(0, 0) = 0.25;
        weights(0, 1) = 0.5;
        weights(12, 12) = 1;
        CHECK(numbers_of("alpha_prime", "A'", weights) == R"(
                q_1    q_2    q_3    q_4    q_5    q_6    q_7    q_8    q_9    q_10    …  q_13
        k_1  ⎡ 0.25 ▂    0      0      0      0      0      0      0      0       0    …     0   ⎤
        k_2  ⎢ 0.5  ▄    0      0      0      0      0      0      0      0       0    …     0   ⎥
        k_3  ⎢ 0         0      0      0      0      0      0      0      0       0    …     0   ⎥
        k_4  ⎢ 0         0      0      0      0      0      0      0      0       0    …     0   ⎥
        k_5  ⎢ 0         0      0      0      0      0      0      0      0       0    …     0   ⎥
   A' = k_6  ⎢ 0         0      0      0      0      0      0      0      0       0    …     0   ⎥
        k_7  ⎢ 0         0      0      0      0      0      0      0      0       0    …     0   ⎥
        k_8  ⎢ 0         0      0      0      0      0      0      0      0       0    …     0   ⎥
        k_9  ⎢ 0         0      0      0      0      0      0      0      0       0    …     0   ⎥
        k_10 ⎢ 0         0      0      0      0      0      0      0      0       0    …     0   ⎥
        …    ⎢    …      …      …      …      …      …      …      …      …       …    …     …   ⎥
        k_13 ⎣ 0         0      0      0      0      0      0      0      0       0    …     1 █ ⎦
)");
    }
}

SCENARIO("what a problem states is shown as it was written", "[terminal]")
{
    Problem problem;
    problem.inputs = {{1. / 3, 2}, {0.123456789, -0.0}};
    problem.projections = {Matrix{{-0.5, std::log(3.0)}, {0, 1}}, Matrix{{1e-300, 1}}, Matrix{{7}}, Vector{0.25}, {},
                           Vector{std::sqrt(2.0), 1234567.8}};
    problem.written = {{"inputs[1][1]", "1/3"}, {"Wq[1][1]", "-1/2"}, {"Wq[1][2]", "ln 3"}, {"bv[1]", "sqrt 2"}};
    THEN("exact strings as they are, other numbers with all their digits")
    {
        CHECK(terminal_stated(problem, {}) == R"(Given
   a_1 = (        1/3, 2)
   a_2 = (0.123456789, 0)
   W^q = ⎡ -1/2  ln 3 ⎤
         ⎣    0     1 ⎦
   W^k = [ 1e-300  1 ]
   W^v = [ 7 ]
   b^q = (0.25)
   b^v = (sqrt 2, 1234567.8)
)");
    }
    THEN("the heading is Chinese for Chinese readers")
    {
        CHECK(terminal_stated(problem, {Language::chinese, false}).substr(0, 7) == "已知\n");
    }
    THEN("a long matrix has a gap in its rows and columns")
    {
        problem.inputs = {{1}};
        problem.projections = {};
        problem.projections.Wq = told_by_place(13, 14);
        problem.projections.Wk = problem.projections.Wv = Matrix{{1}};
        const std::string text = terminal_stated(problem, {});
        CHECK(text.find("   W^q = ⎢  601   602   603   604   605   606   607   608   609   610  …   614 ⎥\n") !=
              std::string::npos);
        CHECK(text.find("\n         ⎢    …     …     …     …     …     …     …     …     …     …  …     … ⎥\n         ⎣ 1301 ") !=
              std::string::npos);
    }
}

SCENARIO("a mistake is shown by what the last step comes to", "[terminal]")
{
    const Mistake mistake{"no_exponential", {"without exp", "没有取 exp"}, nullptr};
    const Step one{"b", "b_{1}", "", {}, Tensor{8, 4.5}};
    const Step all{"b", "O", "", {}, Tensor{{8, 4.5}, {4.5, 8}}};
    THEN("beside the right result, in both languages")
    {
        CHECK(terminal_right(one, {}) == "right\n   b_1 = (8, 4.5)\n");
        CHECK(terminal_right(all, {Language::chinese, false}) == "正确结果\n   O = (8, 4.5) (4.5, 8)\n");
        CHECK(terminal_mistake(mistake, one, {}) == "no_exponential\n   without exp\n   b_1 = (8, 4.5)\n");
        CHECK(terminal_mistake(mistake, all, {Language::chinese, false}) ==
              "no_exponential\n   没有取 exp\n   O = (8, 4.5) (4.5, 8)\n");
    }
    THEN("a number has no parentheses, and queries stand a semicolon apart")
    {
        CHECK(terminal_right({"c", "c", "", {}, Tensor(2.5)}, {}) == "right\n   c = 2.5\n");
        CHECK(terminal_right({"hidden", "h_{i,j}", "", {}, Tensor{{{1, 0}, {2, 0}}, {{3, 0}, {4, 0}}}}, {}) ==
              "right\n   h_{i,j} = (1, 0) (2, 0); (3, 0) (4, 0)\n");
    }
    THEN("long vectors have a gap")
    {
        CHECK(terminal_right({"b", "b_{1}", "", {}, counted_up(13)}, {}) ==
              "right\n   b_1 = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …, 12)\n");
    }
}
