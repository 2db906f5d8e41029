// Chapter 00 as a test. Every number is worked out on paper beside it.
#include <string>
#include <vector>

#include "00_why_attention/why_attention.hpp"
#include "00_why_attention/why_attention_mistakes.hpp"
#include "app/chapters.hpp"
#include "close_to.hpp"
#include "running_example.hpp"

using namespace attention;
using attention::test::close_to;
using attention::test::running_example;
using attention::test::running_example_with;

namespace {

// The words of "I saw a saw", and scores for (verb, noun): the larger one that is positive is the label.
const Vector I{1, 0, 1};
const Vector saw{0, 2, 1};
const Vector a{1, 0, 0};
const std::vector<Vector> sentence{I, saw, a, saw};

const Matrix W{{-1, 1, 1}, {-2, 1, -1}};
const Vector bias{-0.5, 1};

// The same for the last of four words; its last three columns are W.
const Matrix W_window{{1, 0, 0, 0, 0, -1, -1, 0, 1, -1, 1, 1}, {0, 1, 0, 0, 0, 0, 1, 0, -1, -2, 1, -1}};

}  // namespace

SCENARIO("a layer on each vector alone cannot tell equal words apart", "[00_why_attention]")
{
    GIVEN("the words I = (1,0,1), saw = (0,2,1), a = (1,0,0), and W = (-1 1 1; -2 1 -1), b = (-1/2, 1), which score (verb, noun)")
    {
        WHEN("the layer takes the words of \"I saw a saw\" one by one")
        {
            const std::vector<Vector> y = per_vector(W, sentence, bias);
            THEN("I scores (-1 + 1 - 1/2, -2 - 1 + 1) = (-1/2, -2): neither verb nor noun")
            {
                CHECK_THAT(y[0], close_to(Vector{-0.5, -2}, 0));
            }
            THEN("the first saw scores (2 + 1 - 1/2, 2 - 1 + 1) = (5/2, 2): a verb, which is right")
            {
                CHECK_THAT(y[1], close_to(Vector{2.5, 2}, 0));
            }
            THEN("a scores (-1 - 1/2, -2 + 1) = (-3/2, -1): neither")
            {
                CHECK_THAT(y[2], close_to(Vector{-1.5, -1}, 0));
            }
            THEN("the second saw scores (5/2, 2) as well: a verb again, though it is a noun")
            {
                CHECK_THAT(y[3], close_to(Vector{2.5, 2}, 0));
            }
        }
        WHEN("the words around the second saw change, to anything")
        {
            const std::vector<Vector> y = per_vector(W, {saw, {1e6, -1e6, 7}, I, saw}, bias);
            THEN("its output stays (5/2, 2)")
            {
                CHECK_THAT(y[3], close_to(Vector{2.5, 2}, 0));
            }
        }
        WHEN("there is one word, or there are seven")
        {
            THEN("the layer takes them: any number of vectors, an output for each")
            {
                CHECK(per_vector(W, {saw}, bias).size() == 1);
                CHECK(per_vector(W, {I, saw, a, saw, I, saw, a}, bias).size() == 7);
            }
        }
        WHEN("no bias is given")
        {
            THEN("y = W a: saw scores (2 + 1, 2 - 1) = (3, 1)")
            {
                CHECK_THAT(fully_connected(W, saw), close_to(Vector{3, 1}, 0));
            }
        }
    }
}

SCENARIO("a layer on a window of vectors sees them all", "[00_why_attention]")
{
    GIVEN("a W of four blocks for four words, whose last block is the W of one word alone")
    {
        WHEN("the four words are stacked")
        {
            THEN("they make one vector of 12 components: 1 0 1, 0 2 1, 1 0 0, 0 2 1")
            {
                CHECK_THAT(stacked(sentence), close_to(Vector{1, 0, 1, 0, 2, 1, 1, 0, 0, 0, 2, 1}, 0));
            }
        }
        WHEN("the last word is scored in \"I saw a saw\"")
        {
            const Vector y = window(W_window, sentence, bias);
            THEN("the blocks give verb 1 - 1 - 1 + 3 and noun 0 + 0 + 1 + 1; with b: (3/2, 3), a noun, which is right")
            {
                CHECK_THAT(y, close_to(Vector{1.5, 3}, 0));
            }
        }
        WHEN("the word before it is I in place of a: \"I saw I saw\"")
        {
            const Vector y = window(W_window, {I, saw, I, saw}, bias);
            THEN(
                "block 3 gives -1 + 1 = 0 to the verb and 1 - 1 = 0 to the noun: (1 - 1 + 0 + 3 - 1/2, 1 + 1) = (5/2, 2), a verb")
            {
                CHECK_THAT(y, close_to(Vector{2.5, 2}, 0));
            }
        }
    }
}

SCENARIO("a window fixes the number of vectors", "[00_why_attention]")
{
    GIVEN("the W of a window of four, with 12 columns")
    {
        THEN("four vectors of three components are accepted")
        {
            CHECK_NOTHROW(window(W_window, sentence, bias));
        }
        THEN("five are refused, for they have 15 components together")
        {
            CHECK_THROWS_WITH(window(W_window, {I, saw, a, saw, I}, bias),
                              "window: W is 2 x 12 but the 5 vectors have 15 components together");
        }
        THEN("three are refused, and none")
        {
            CHECK_THROWS_AS(window(W_window, {I, saw, a}, bias), ShapeError);
            CHECK_THROWS_AS(window(W_window, {}, bias), ShapeError);
        }
        THEN("it has a weight for every component of every word: 24, four times the 6 of the layer on each word alone")
        {
            CHECK(W_window.size() == 4 * W.size());
        }
    }
}

SCENARIO("formula and words of the step say what the layer sees", "[00_why_attention]")
{
    GIVEN("the two problems of this chapter, with their bias and without it")
    {
        const Chapter& chapter = *find_chapter("00");
        const auto step_of = [&](Problem problem, bool has_bias) {
            if (!has_bias) {
                problem.bias.reset();
            }
            return chapter.walk(problem).steps[0];
        };
        const Problem alone = running_example("00_why_attention");
        const Problem together = running_example("00_why_attention", "window");
        THEN("a layer on each word alone: y_i = W a_i, and + b where there is one")
        {
            CHECK(step_of(alone, true).formula == "y_i = W a_i + b");
            CHECK(step_of(alone, false).formula == "y_i = W a_i");
            CHECK(step_of(alone, true).words.en == "The same layer on each input alone: equal inputs give equal outputs.");
            CHECK(step_of(alone, true).words.zh == "对每个输入单独用同一个层：相同的输入得到相同的输出。");
        }
        THEN("a layer on a window: y = W [a_1; …; a_n], and + b where there is one")
        {
            CHECK(step_of(together, true).formula == R"(y = W [a_1; \dots; a_n] + b)");
            CHECK(step_of(together, false).formula == R"(y = W [a_1; \dots; a_n])");
            CHECK(step_of(together, true).words.en ==
                  "One layer on all inputs stacked: it sees them all, and takes this many and no other number.");
            CHECK(step_of(together, true).words.zh ==
                  "把所有输入拼成一个长向量，再用一个层：它看得到全部输入，但输入的个数就此固定。");
        }
    }
}

SCENARIO("shapes that do not belong together are refused, even those that xtensor would stretch", "[00_why_attention]")
{
    GIVEN("the layer of (verb, noun)")
    {
        THEN("W has three columns and takes no vector of two components, nor of one")
        {
            CHECK_THROWS_WITH(fully_connected(W, Vector{1, 2}, bias), "product: W is 2 x 3 but a has 2 components");
            CHECK_THROWS_AS(fully_connected(W, Vector{1}, bias), ShapeError);
        }
        THEN("a bias of one component does not stretch over two outputs")
        {
            CHECK_THROWS_WITH(fully_connected(W, saw, Vector{1}), "W is 2 x 3 but its bias has 1 components");
            CHECK_THROWS_AS(window(W_window, sentence, Vector{1}), ShapeError);
        }
        THEN("a vector of another length among the inputs is refused")
        {
            CHECK_THROWS_AS(per_vector(W, {I, Vector{1, 2}}, bias), ShapeError);
        }
    }
}

SCENARIO("each usual mistake gives other numbers than the truth", "[00_why_attention]")
{
    GIVEN("\"I saw a saw\", each word alone: (-1/2, -2), (5/2, 2), (-3/2, -1), (5/2, 2)")
    {
        THEN("bias_left_out: every output lacks (-1/2, 1): (0, -3), (3, 1), (-1, -2), (3, 1)")
        {
            CHECK_THAT(running_example_with("00_why_attention", "bias_left_out").value("y"),
                       close_to(Tensor{{0, -3}, {3, 1}, {-1, -2}, {3, 1}}, 0));
        }
        THEN(
            "reshaped_not_transposed: the twelve numbers in rows of four, 1 0 1 0 | 2 1 1 0 | 0 0 2 1, have the columns (1,2,0), (0,1,0), (1,1,2), (0,0,1); they give (1/2, 1), (1/2, 2), (3/2, -2), (1/2, 0), and the two saws differ by accident")
        {
            CHECK_THAT(running_example_with("00_why_attention", "reshaped_not_transposed").value("y"),
                       close_to(Tensor{{0.5, 1}, {0.5, 2}, {1.5, -2}, {0.5, 0}}, 0));
        }
    }
    GIVEN("the vectors (1, 0) and (1, 2) and the square matrix with the rows 1 2 and 3 4, where y = (1, 3), (5, 11)")
    {
        THEN("layer_transposed: the columns 1 3 and 2 4 take the rows' place: (1, 2), (1 + 6, 2 + 8) = (7, 10)")
        {
            CHECK_THAT(running_example_with("00_why_attention", "layer_transposed").value("y"),
                       close_to(Tensor{{1, 2}, {7, 10}}, 0));
        }
    }
    GIVEN("the window, where y = (3/2, 3)")
    {
        THEN("bias_left_out: y = (2, 2)")
        {
            CHECK_THAT(running_example_with("00_why_attention", "bias_left_out", "window").value("y"), close_to(Tensor{2, 2}, 0));
        }
        THEN("window_reversed: the blocks meet saw, a, saw, I: (0 + 0 + 1 + 0 - 1/2, 2 + 0 - 1 - 3 + 1) = (1/2, -1)")
        {
            CHECK_THAT(running_example_with("00_why_attention", "window_reversed").value("y"), close_to(Tensor{0.5, -1}, 0));
        }
        THEN(
            "stacked_by_component: the blocks meet (1,0,1), (0,0,2), (0,2,1), (1,0,1): (1 - 2 + 1 + 0 - 1/2, 0 + 0 - 1 - 3 + 1) = (-1/2, -3)")
        {
            CHECK_THAT(running_example_with("00_why_attention", "stacked_by_component").value("y"),
                       close_to(Tensor{-0.5, -3}, 0));
        }
    }
}
