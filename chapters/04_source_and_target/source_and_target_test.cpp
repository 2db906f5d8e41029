// Chapter 04 as a test. Every number is worked out on paper beside it; columns are vectors, as in the lecture.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "02_matrix_form/matrix_form.hpp"
#include "04_source_and_target/source_and_target.hpp"
#include "04_source_and_target/source_and_target_mistakes.hpp"
#include "app/chapters.hpp"
#include "base/sequence.hpp"
#include "base/stated.hpp"
#include "close_to.hpp"
#include "random_layer.hpp"
#include "running_example.hpp"
#include "text/plain_math.hpp"
#include "text/read_problem.hpp"

using namespace attention;
using attention::test::close_to;
using attention::test::random_layer;
using attention::test::RandomLayer;
using attention::test::running_example;
using attention::test::running_example_with;
using attention::test::Sizes;

namespace {

const double ln2 = std::log(2.0);
const double ln3 = std::log(3.0);
const double ln4 = std::log(4.0);
const double ln6 = std::log(6.0);
const double infinity = std::numeric_limits<double>::infinity();
const double not_a_number = std::numeric_limits<double>::quiet_NaN();

// The running example: its inputs, its layer, and what chapter 02 makes of them.
const Matrix I{{0, 1, 0, 2}, {0, 0, 1, 0}, {2, 0, 1, 0}, {0, 1, 0, 0}};  // the columns are a_1 … a_4
const Projections layer{
    {{-0.5, 0.5, 0.5, 0.5}, {0, 1, 0, 1}}, {{ln2, ln3, 0, 0}, {0, 0, ln2, ln3}}, {{5, 10, 0, 0}, {0, 0, 5, 10}}};
const Matrix K{{0, ln2, ln3, ln4}, {ln4, ln3, ln2, 0}};
const Matrix V{{0, 5, 10, 10}, {10, 10, 5, 0}};
const Matrix A{{0, ln4, ln4, 0}, {ln2, ln3, ln6, -ln2}, {ln3, ln2, ln6, -ln3}, {ln4, 0, ln4, -ln4}};
const Matrix O{{8, 4.5, 6.5, 4}, {4.5, 8, 6.5, 8}};

const Matrix X{{0, 1}, {0, 1}, {4, 0}, {0, 0}};  // the columns are x_1 and x_2, which ask the four inputs

bool have_same_bits(const Matrix& one, const Matrix& other)
{
    const auto are_same = [](double x, double y) { return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y); };
    return one.shape() == other.shape() && std::equal(one.begin(), one.end(), other.begin(), are_same);
}

/// Columns `from` (from 0) to before `to`.
Matrix columns(const Matrix& all, std::size_t from, std::size_t to)
{
    Matrix some = xt::zeros<double>({all.shape(0), to - from});
    for (std::size_t r = 0; r < all.shape(0); ++r) {
        for (std::size_t i = from; i < to; ++i) {
            some(r, i - from) = all(r, i);
        }
    }
    return some;
}

/// The matrix with another number in all of column i, from 0.
Matrix with_column(Matrix all, std::size_t i, double number)
{
    for (std::size_t r = 0; r < all.shape(0); ++r) {
        all(r, i) = number;
    }
    return all;
}

Matrix outputs_of(const Problem& problem)
{
    return find_chapter("04")->walk(problem).as<Matrix>("b");
}

/// The outputs with a mistake, made in the problem of that name, or else the first that the mistake concerns.
Matrix outputs_with(const std::string& mistake, const std::optional<std::string>& problem = {})
{
    return running_example_with("04_source_and_target", mistake, problem).as<Matrix>("b");
}

}  // namespace

SCENARIO("the target asks, and the source answers", "[04_source_and_target]")
{
    GIVEN("x_1 = (0,0,4,0) and x_2 = (1,1,0,0) as the target, the four inputs of the running example as the source")
    {
        WHEN("the target attends to the source")
        {
            const Attention out = attend(X, I, layer, no_mask(4, 2));
            THEN("there are two queries, Wq x_1 = (2, 0) and Wq x_2 = (0, 1)")
            {
                CHECK_THAT(out.Q, close_to(Matrix{{2, 0}, {0, 1}}));
            }
            THEN("the four keys and values are those of chapter 02, for they are made of the source alone")
            {
                CHECK_THAT(out.K, close_to(K));
                CHECK_THAT(out.V, close_to(V));
            }
            THEN(
                "query 1 scores twice the first components of the keys, 0, ln 4, ln 9, ln 16, query 2 the second, ln 4, ln 3, ln 2, 0")
            {
                CHECK_THAT(out.A, close_to(Matrix{{0, ln4}, {ln4, ln3}, {2 * ln3, ln2}, {2 * ln4, 0}}));
            }
            THEN("the weights are 1/30, 4/30, 9/30, 16/30 and .4, .3, .2, .1: a column a query, a row a key")
            {
                CHECK_THAT(out.A_prime, close_to(Matrix{{1. / 30, 0.4}, {4. / 30, 0.3}, {9. / 30, 0.2}, {16. / 30, 0.1}}));
            }
            THEN(
                "each target vector gets an output: b_1 = (1 (0,10) + 4 (5,10) + 9 (10,5) + 16 (10,0))/30 = (270, 95)/30 = (9, 19/6), b_2 = (4.5, 8)")
            {
                CHECK_THAT(out.O, close_to(Matrix{{9, 4.5}, {19. / 6, 8}}));
            }
        }
        WHEN("it is solved as a problem")
        {
            const Walkthrough steps = find_chapter("04")->walk(running_example("04"));
            THEN("the outputs are the same, (9, 19/6) and (4.5, 8)")
            {
                CHECK_THAT(steps.as<Matrix>("b"), close_to(Matrix{{9, 4.5}, {19. / 6, 8}}));
            }
            THEN("the steps say X where the target asks, and Y where the source answers")
            {
                CHECK(steps.steps[0].formula == "Q = W^q X");
                CHECK(steps.steps[1].formula == "K = W^k Y");
                CHECK(steps.steps[2].formula == "V = W^v Y");
            }
        }
    }
    GIVEN("a target of numbers, 2 and 1, a source of pairs, (1,0), (0,1), (1,1), and biases bq = -1, bk = ln 2, bv = 1")
    {
        const Matrix numbers{{2, 1}};
        const Matrix pairs{{1, 0, 1}, {0, 1, 1}};
        const Projections biased{{{1}}, {{ln2, ln3}}, {{6, 12}}, Vector{-1}, Vector{ln2}, Vector{1}};
        THEN("the two may differ in length: queries 1 and 0, keys ln 4, ln 6, ln 12, values 7, 13, 19")
        {
            const Attention out = attend(numbers, pairs, biased, no_mask(3, 2));
            CHECK_THAT(out.Q, close_to(Matrix{{1, 0}}));
            CHECK_THAT(out.K, close_to(Matrix{{ln4, ln6, ln6 + ln2}}));
            CHECK_THAT(out.V, close_to(Matrix{{7, 13, 19}}));
        }
        THEN("the weights are 2/11, 3/11, 6/11 and a third each: b_1 = (14 + 39 + 114)/11 = 167/11, b_2 = 13")
        {
            CHECK_THAT(attend(numbers, pairs, biased, no_mask(3, 2)).O, close_to(Matrix{{167. / 11, 13}}));
        }
        THEN("scores multiplied by 2 square what is under exp, 16, 36, 144: b_1 = (4 · 7 + 9 · 13 + 36 · 19)/49 = 829/49")
        {
            CHECK_THAT(attend(numbers, pairs, biased, no_mask(3, 2), {.number = 2}).O, close_to(Matrix{{829. / 49, 13}}));
        }
    }
}

SCENARIO("self-attention is the case where target and source are one sequence", "[04_source_and_target]")
{
    GIVEN("the running example")
    {
        THEN(
            "its inputs attend to themselves as in chapter 02, to the last bit of every step, up to (8, 4.5), (4.5, 8), (6.5, 6.5), (4, 8)")
        {
            const Attention out = attend(I, I, layer, no_mask(4, 4));
            const MatrixForm before = matrix_form(I, layer);
            CHECK(have_same_bits(out.Q, before.Q));
            CHECK(have_same_bits(out.K, before.K));
            CHECK(have_same_bits(out.V, before.V));
            CHECK(have_same_bits(out.A, before.A));
            CHECK(have_same_bits(out.A_prime, before.A_prime));
            CHECK(have_same_bits(out.O, before.O));
            CHECK_THAT(out.O, close_to(O));
        }
    }
    GIVEN("random layers of many shapes, with biases and without")
    {
        const bool has_biases = GENERATE(true, false);
        const Sizes sizes = GENERATE(values<Sizes>({{1, 1, 1, 1}, {1, 4, 3, 2}, {5, 3, 2, 4}, {33, 5, 4, 6}}));
        const RandomLayer random = random_layer(sizes, has_biases);
        THEN("so they do in every one")
        {
            const Attention out = attend(random.I, random.I, random.layer, no_mask(sizes.n, sizes.n));
            CHECK(have_same_bits(out.O, matrix_form(random.I, random.layer).O));
        }
    }
}

SCENARIO("a causal mask hides what comes later", "[04_source_and_target]")
{
    GIVEN("the running example, where query i may attend to keys 1 … i")
    {
        const Mask causal{
            {true, true, true, true}, {false, true, true, true}, {false, false, true, true}, {false, false, false, true}};
        THEN("the mask is true where key j, the row, is not later than query i, the column")
        {
            CHECK((causal_mask(4, 4) == causal));
        }
        WHEN("the inputs attend to themselves")
        {
            const Attention out = attend(I, I, layer, causal_mask(4, 4));
            THEN("the scores are those of chapter 02: the mask comes after them")
            {
                CHECK_THAT(out.A, close_to(A));
            }
            THEN(
                "under exp 1 | 4, 3 | 4, 6, 6 | 1, 1/2, 1/3, 1/4 are left, so the weights are 1 | 4/7, 3/7 | 1/4, 3/8, 3/8 | .48, .24, .16, .12")
            {
                CHECK_THAT(
                    out.A_prime,
                    close_to(Matrix{{1, 4. / 7, 0.25, 0.48}, {0, 3. / 7, 0.375, 0.24}, {0, 0, 0.375, 0.16}, {0, 0, 0, 0.12}}));
            }
            THEN("every column sums to 1 again, and what is forbidden has a weight of 0 exactly")
            {
                CHECK_THAT(Vector(xt::sum(out.A_prime, {0})), close_to(Vector{1, 1, 1, 1}));
                CHECK(xt::sum(xt::where(causal, 0.0, out.A_prime))() == 0);
            }
            THEN(
                "b_1 = v_1 = (0, 10), b_2 = 4/7 (0,10) + 3/7 (5,10) = (15/7, 10), b_3 = (45, 65)/8 = (5.625, 8.125), b_4 = (4, 8), which sees all")
            {
                CHECK_THAT(out.O, close_to(Matrix{{0, 15. / 7, 5.625, 4}, {10, 10, 8.125, 8}}));
                CHECK_THAT(outputs_of(running_example("04", "causal")), close_to(out.O, 0));
            }
        }
    }
}

SCENARIO("a decoder never sees what it has yet to write", "[04_source_and_target]")
{
    GIVEN("random layers, and a causal mask")
    {
        const Sizes sizes = GENERATE(values<Sizes>({{2, 1, 1, 1}, {5, 3, 2, 4}, {33, 5, 4, 6}}));
        const RandomLayer random = random_layer(sizes, true);
        const std::size_t n = sizes.n;
        const Matrix before = attend(random.I, random.I, random.layer, causal_mask(n, n)).O;
        THEN("changing an input changes no output before it, in any bit, and does change its own")
        {
            for (std::size_t changed = 0; changed < n; ++changed) {
                const Matrix other = with_column(random.I, changed, 0.75);
                const Matrix after = attend(other, other, random.layer, causal_mask(n, n)).O;
                CHECK(have_same_bits(columns(after, 0, changed), columns(before, 0, changed)));
                CHECK_FALSE(have_same_bits(columns(after, changed, changed + 1), columns(before, changed, changed + 1)));
            }
        }
        THEN("so an output stays when the sequence grows: the first m inputs alone give the first m outputs")
        {
            for (std::size_t m = 1; m < n; ++m) {
                const Matrix first = columns(random.I, 0, m);
                const Matrix alone = attend(first, first, random.layer, causal_mask(m, m)).O;
                CHECK(have_same_bits(alone, columns(before, 0, m)));
            }
        }
    }
    GIVEN("a decoder that has written x_1 and x_2, and reads the four inputs of the running example")
    {
        const Attention own = attend(X, X, layer, causal_mask(2, 2));
        const Attention source = attend(X, I, layer, no_mask(4, 2));
        THEN("of its own target x_1 sees itself only, b_1 = Wv x_1 = (0, 20), x_2 both: under exp 16 and 1, b_2 = (15, 320)/17")
        {
            CHECK_THAT(own.O, close_to(Matrix{{0, 15. / 17}, {20, 320. / 17}}));
        }
        THEN("of the source both see everything, for the source is read to its end: (9, 19/6), (4.5, 8)")
        {
            CHECK_THAT(source.O, close_to(Matrix{{9, 4.5}, {19. / 6, 8}}));
        }
        WHEN("it writes a third word")
        {
            const Matrix three{{0, 1, 7}, {0, 1, -3}, {4, 0, 2}, {0, 0, 1}};
            THEN("neither of the two earlier outputs changes, in either attention")
            {
                CHECK(have_same_bits(columns(attend(three, three, layer, causal_mask(3, 3)).O, 0, 2), own.O));
                CHECK(have_same_bits(columns(attend(three, I, layer, no_mask(4, 3)).O, 0, 2), source.O));
            }
        }
    }
}

SCENARIO("a causal mask counts from the start, also when there are more keys than queries, or fewer", "[04_source_and_target]")
{
    GIVEN("two queries and four keys")
    {
        THEN("query 1 sees key 1, query 2 sees keys 1 and 2, and nobody sees keys 3 and 4")
        {
            CHECK((causal_mask(4, 2) == Mask{{true, true}, {false, true}, {false, false}, {false, false}}));
        }
        THEN("x_1 and x_2 of the default problem then get b_1 = v_1 = (0, 10) and b_2 = 4/7 (0,10) + 3/7 (5,10) = (15/7, 10)")
        {
            CHECK_THAT(attend(X, I, layer, causal_mask(4, 2)).O, close_to(Matrix{{0, 15. / 7}, {10, 10}}));
            Problem problem = running_example("04");
            problem.is_causal = true;
            CHECK_THAT(outputs_of(problem), close_to(Matrix{{0, 15. / 7}, {10, 10}}));
        }
        WHEN("the queries are the last two of four instead, so that the first stands at place 3, which is 2 from 0")
        {
            THEN("that is the alignment at the end: query 1 sees keys 1, 2, 3, query 2 sees all")
            {
                CHECK((causal_mask(4, 2, 2) == Mask{{true, true}, {true, true}, {true, true}, {false, true}}));
            }
            THEN("b_1 = (1 (0,10) + 4 (5,10) + 9 (10,5))/14 = (110, 95)/14, b_2 = (4.5, 8)")
            {
                CHECK_THAT(attend(X, I, layer, causal_mask(4, 2, 2)).O, close_to(Matrix{{110. / 14, 4.5}, {95. / 14, 8}}));
            }
        }
    }
    GIVEN("four queries and two keys")
    {
        THEN("aligned at the end, the first query stands at -2: queries 1 and 2 see nothing, query 3 key 1, query 4 both")
        {
            CHECK((causal_mask(2, 4, -2) == Mask{{false, false, true, true}, {false, false, false, true}}));
        }
        THEN("query 1 sees key 1, and all later ones see both")
        {
            CHECK((causal_mask(2, 4) == Mask{{true, true, true, true}, {false, true, true, true}}));
        }
        THEN(
            "the four inputs ask the keys (0, ln 16), (ln 6, 0) with values (0,20), (15,0): under exp 1 | 16, 1 | 16, 6 | 1, 1/6, so b = (0, 20), (15, 320)/17, (45, 160)/11, (15, 120)/7")
        {
            CHECK_THAT(attend(I, X, layer, causal_mask(2, 4)).O,
                       close_to(Matrix{{0, 15. / 17, 45. / 11, 15. / 7}, {20, 320. / 17, 160. / 11, 120. / 7}}));
        }
    }
}

SCENARIO("padding hides a key from every query", "[04_source_and_target]")
{
    GIVEN("the running example, whose last input is padding")
    {
        const std::vector<bool> is_real{true, true, true, false};
        THEN("the mask has a row of false, that of key 4, and as many columns as there are queries")
        {
            CHECK((padding_mask(is_real, 2) == Mask{{true, true}, {true, true}, {true, true}, {false, false}}));
        }
        THEN("query 1 is left with 1, 2, 3 of 6: b_1 = (0 + 10 + 30, 10 + 20 + 15)/6 = (20/3, 15/2)")
        {
            CHECK_THAT(columns(attend(I, I, layer, padding_mask(is_real, 4)).O, 0, 1), close_to(Matrix{{20. / 3}, {7.5}}));
        }
        THEN("the others with 4, 3, 2 | 4, 6, 6 | 1, 1/2, 1/3: b_2 = (35, 80)/9, b_3 = (45, 65)/8, b_4 = (35, 100)/11")
        {
            const Matrix expected{{20. / 3, 35. / 9, 45. / 8, 35. / 11}, {7.5, 80. / 9, 65. / 8, 100. / 11}};
            CHECK_THAT(attend(I, I, layer, padding_mask(is_real, 4)).O, close_to(expected));
            CHECK_THAT(outputs_of(running_example("04", "padding")), close_to(expected));
        }
        THEN("the padded input still asks: it is up to whoever reads the outputs to leave b_4 aside")
        {
            CHECK(attend(I, I, layer, padding_mask(is_real, 4)).O(1, 3) > 9);
        }
    }
    GIVEN("random layers, and padding in the source")
    {
        const Sizes sizes = GENERATE(values<Sizes>({{2, 1, 1, 1}, {6, 3, 2, 4}, {12, 5, 4, 6}}));
        const RandomLayer random = random_layer(sizes, true);
        THEN("padding at the end might as well be cut off, to the last bit")
        {
            const Matrix target = random_layer({3, sizes.d, 1, 1}, false).I;
            std::vector<bool> is_real(sizes.n, true);
            is_real.back() = false;
            const Attention padded = attend(target, random.I, random.layer, padding_mask(is_real, 3));
            const Attention cut = attend(target, columns(random.I, 0, sizes.n - 1), random.layer, no_mask(sizes.n - 1, 3));
            CHECK(have_same_bits(padded.O, cut.O));
        }
    }
}

SCENARIO("masks act together, and any mask will do", "[04_source_and_target]")
{
    GIVEN("a causal mask, and padding on key 1")
    {
        const Mask both = both_masks(causal_mask(3, 3), padding_mask({false, true, true}, 3));
        THEN("a key is allowed when both allow it")
        {
            CHECK((both == Mask{{false, false, false}, {false, true, true}, {false, false, true}}));
        }
        THEN("query 1 has no key left: scores 1, 2, 3 give the weights 0, 0, 0")
        {
            CHECK_THAT(masked_softmax({{1, 1, 1}, {2, 2, 2}, {3, 3, 3}}, both),
                       close_to(Matrix{{0, 0, 0}, {0, 1, 1 / (1 + std::exp(1.0))}, {0, 0, std::exp(1.0) / (1 + std::exp(1.0))}}));
        }
    }
    GIVEN("the running example, a list of allowed keys for each query, 1 3 4 | 2 | 4 | 1 2 3 4, and padding on key 4")
    {
        const Matrix b = outputs_of(running_example("04", "mask"));
        THEN("query 1 is left with keys 1 and 3, under exp 1 and 3: b_1 = 1/4 (0,10) + 3/4 (10,5) = (7.5, 6.25)")
        {
            CHECK_THAT(columns(b, 0, 1), close_to(Matrix{{7.5}, {6.25}}));
        }
        THEN("query 2 with key 2 alone, b_2 = v_2 = (5, 10), and query 4 with keys 1, 2, 3, b_4 = (35/11, 100/11)")
        {
            CHECK_THAT(columns(b, 1, 2), close_to(Matrix{{5}, {10}}));
            CHECK_THAT(columns(b, 3, 4), close_to(Matrix{{35. / 11}, {100. / 11}}));
        }
        THEN("query 3 with none: its weights are 0, and b_3 = (0, 0)")
        {
            CHECK_THAT(columns(b, 2, 3), close_to(Matrix{{0}, {0}}, 0));
            CHECK_THAT(columns(find_chapter("04")->walk(running_example("04", "mask")).as<Matrix>("alpha_prime"), 2, 3),
                       close_to(Matrix{{0}, {0}, {0}, {0}}, 0));
        }
    }
    GIVEN("a causal mask and padding on key 1 in a problem")
    {
        Problem problem = running_example("04", "causal");
        problem.is_real = {false, true, true, true};
        THEN(
            "b_1 = (0, 0), b_2 = v_2 = (5, 10), b_3 = 1/2 (5,10) + 1/2 (10,5) = (7.5, 7.5), b_4 = 6/13 (5,10) + 4/13 (10,5) + 3/13 (10,0) = (100, 80)/13")
        {
            CHECK_THAT(outputs_of(problem), close_to(Matrix{{0, 5, 7.5, 100. / 13}, {0, 10, 7.5, 80. / 13}}));
        }
    }
}

SCENARIO("a problem says its masks, and its steps say them again", "[04_source_and_target]")
{
    const auto words = [](const Problem& problem) { return find_chapter("04")->walk(problem).steps[4].words.en; };
    GIVEN("the four problems of this chapter")
    {
        THEN("without a mask every column of weights sums to 1")
        {
            CHECK(words(running_example("04")) == "Softmax over keys, query by query: every column sums to 1.");
        }
        THEN("a causal mask alone is told by its numbers")
        {
            CHECK(words(running_example("04", "causal")) ==
                  "Softmax over the keys up to number i for query i; later ones get weight 0.");
        }
        THEN("any other, and a causal one with padding, is not")
        {
            const std::string any = "Softmax over the keys that the query may attend to; all others get weight 0.";
            Problem both = running_example("04", "causal");
            both.is_real = {true, true, true, false};
            CHECK(words(running_example("04", "mask")) == any);
            CHECK(words(running_example("04", "padding")) == any);
            CHECK(words(both) == any);
        }
    }
    GIVEN("a problem with a causal mask and one by hand, 1 3 4 | 2 | 4 | 1 2 3 4, which no file can say but C++ can")
    {
        Problem problem = running_example("04", "mask");
        problem.is_real.clear();
        problem.is_causal = true;
        THEN("both count: keys 1 | 2 | none | 1 2 3 4, so b = (0, 10), (5, 10), (0, 0), (4, 8)")
        {
            CHECK_THAT(outputs_of(problem), close_to(Matrix{{0, 5, 0, 4}, {10, 10, 0, 8}}));
        }
    }
    GIVEN("the default problem, with a fifth source vector that is infinite, and padding")
    {
        Problem problem = running_example("04");
        problem.source.push_back({infinity, infinity, infinity, infinity});
        problem.is_real = {true, true, true, true, false};
        THEN("the outputs are (9, 19/6) and (4.5, 8), as without it")
        {
            CHECK_THAT(outputs_of(problem), close_to(Matrix{{9, 4.5}, {19. / 6, 8}}));
        }
    }
}

SCENARIO("a query with no key left gets nothing, and that is a number", "[04_source_and_target]")
{
    GIVEN("the running example, where no query may attend to any key")
    {
        const Attention out = attend(I, I, layer, padding_mask({false, false, false, false}, 4));
        THEN("all weights and all outputs are 0, none is NaN")
        {
            CHECK_THAT(out.A_prime, close_to(Matrix(xt::zeros<double>({4, 4})), 0));
            CHECK_THAT(out.O, close_to(Matrix{{0, 0, 0, 0}, {0, 0, 0, 0}}, 0));
        }
    }
    GIVEN("a source without vectors")
    {
        THEN("there is no key to begin with, and the outputs are 0 as well")
        {
            const Matrix none = xt::zeros<double>({4, 0});
            CHECK_THAT(attend(X, none, layer, no_mask(0, 2)).O, close_to(Matrix{{0, 0}, {0, 0}}, 0));
        }
    }
    GIVEN("a bias bv = (1, -1) on the values")
    {
        THEN("a query that sees nothing still gets 0, not the bias: b_1 = (0, 0), b_2 = v_1 = (1, 9)")
        {
            Projections biased = layer;
            biased.bv = Vector{1, -1};
            CHECK_THAT(attend(X, columns(I, 0, 1), biased, Mask{{false, true}}).O, close_to(Matrix{{0, 1}, {0, 9}}));
        }
    }
}

SCENARIO("huge scores and very negative ones stay right under a mask", "[04_source_and_target]")
{
    const Mask first_two{{true}, {true}, {false}};
    GIVEN("allowed scores of 10,000 and 10,000 less 1, or less 1000")
    {
        THEN("only their difference counts: 1 : e^-1, and all or nothing")
        {
            const double e = std::exp(1.0);
            CHECK_THAT(masked_softmax({{1e4}, {1e4 - 1}, {0}}, first_two), close_to(Matrix{{e / (e + 1)}, {1 / (e + 1)}, {0}}));
            CHECK_THAT(masked_softmax({{1e4}, {1e4 - 1000}, {0}}, first_two), close_to(Matrix{{1}, {0}, {0}}, 0));
        }
    }
    GIVEN("allowed scores of 1e308, near the largest double there is")
    {
        THEN("two equal ones share, 1/2 and 1/2, and against -1e308, where even the difference overflows, the larger gets all")
        {
            CHECK_THAT(masked_softmax({{1e308}, {1e308}, {0}}, first_two), close_to(Matrix{{0.5}, {0.5}, {0}}, 0));
            CHECK_THAT(masked_softmax({{1e308}, {-1e308}, {0}}, first_two), close_to(Matrix{{1}, {0}, {0}}, 0));
        }
    }
    GIVEN("allowed scores of -10,000 and -1e308, and a forbidden one of 0, of 10,000 or 1e308")
    {
        THEN("the forbidden one stays out of it, however far above the allowed ones it lies")
        {
            for (const double forbidden : {0., 1e4, 1e308}) {
                CHECK_THAT(masked_softmax({{-1e4}, {-1e4}, {forbidden}}, first_two), close_to(Matrix{{0.5}, {0.5}, {0}}, 0));
                CHECK_THAT(masked_softmax({{-1e308}, {-1e308}, {forbidden}}, first_two), close_to(Matrix{{0.5}, {0.5}, {0}}, 0));
            }
        }
    }
}

SCENARIO("keys and values that nobody may see may be anything, even NaN or infinite", "[04_source_and_target]")
{
    GIVEN("scores ln 1, ln 3 of allowed keys, and a forbidden one that is NaN or infinite")
    {
        THEN("the weights are 1/4, 3/4, 0")
        {
            for (const double forbidden : {not_a_number, infinity, -infinity}) {
                CHECK_THAT(masked_softmax({{forbidden}, {0}, {ln3}}, {{false}, {true}, {true}}),
                           close_to(Matrix{{0}, {0.25}, {0.75}}));
            }
        }
    }
    GIVEN("values 4 and 8 with weights 1/4 and 3/4, and one of weight 0 that is NaN or infinite")
    {
        THEN("b = 1 + 6 = 7, for 0 times infinity, which would be NaN, is not formed")
        {
            for (const double unseen : {not_a_number, infinity, -infinity}) {
                CHECK_THAT(sums_of_seen_values({{unseen, 4, 8}}, {{0}, {0.25}, {0.75}}), close_to(Matrix{{7}}, 0));
            }
        }
    }
    GIVEN("random layers, and a source vector that no query may see")
    {
        const Sizes sizes = GENERATE(values<Sizes>({{2, 1, 1, 1}, {6, 3, 2, 4}, {12, 5, 4, 6}}));
        const RandomLayer random = random_layer(sizes, true);
        const Matrix target = random_layer({3, sizes.d, 1, 1}, false).I;
        THEN("whatever it holds, no bit of any output changes")
        {
            for (std::size_t unseen = 0; unseen < sizes.n; ++unseen) {
                std::vector<bool> is_real(sizes.n, true);
                is_real[unseen] = false;
                const Mask mask = padding_mask(is_real, 3);
                const Matrix before = attend(target, random.I, random.layer, mask).O;
                for (const double number : {not_a_number, infinity, -infinity, 1e308, 0.}) {
                    const Matrix source = with_column(random.I, unseen, number);
                    CHECK(have_same_bits(attend(target, source, random.layer, mask).O, before));
                }
            }
        }
        THEN("in self-attention its own output is lost, for it asks with what it is, and no other")
        {
            std::vector<bool> is_real(sizes.n, true);
            is_real.back() = false;
            const Mask mask = padding_mask(is_real, sizes.n);
            const Matrix spoilt = with_column(random.I, sizes.n - 1, not_a_number);
            const Matrix before = attend(random.I, random.I, random.layer, mask).O;
            const Matrix after = attend(spoilt, spoilt, random.layer, mask).O;
            CHECK(have_same_bits(columns(after, 0, sizes.n - 1), columns(before, 0, sizes.n - 1)));
            CHECK(std::isnan(after(0, sizes.n - 1)));
        }
    }
    GIVEN("an allowed score that is NaN")
    {
        THEN("it is not hidden: the output is NaN")
        {
            const Matrix weights = masked_softmax({{not_a_number}, {0}}, {{true}, {true}});
            CHECK(std::isnan(sums_of_seen_values({{1, 2}}, weights)(0, 0)));
        }
    }
}

SCENARIO("a single output takes a mask, too", "[04_source_and_target]")
{
    Problem problem = running_example("04", "causal");
    problem.kind = "single_output";
    const auto b = [&problem] { return find_chapter("04")->walk(problem).as<Vector>("b"); };
    GIVEN("the running example with a causal mask, where input 1, 2, 3 or 4 asks")
    {
        THEN("query i sees keys 1 … i: (0, 10), (15/7, 10), (5.625, 8.125), (4, 8)")
        {
            problem.query = 1;
            CHECK_THAT(b(), close_to(Vector{0, 10}));
            problem.query = 2;
            CHECK_THAT(b(), close_to(Vector{15. / 7, 10}));
            problem.query = 3;
            CHECK_THAT(b(), close_to(Vector{5.625, 8.125}));
            problem.query = 4;
            CHECK_THAT(b(), close_to(Vector{4, 8}));
        }
        THEN("the step of the weights says so of that query")
        {
            problem.query = 3;
            CHECK(find_chapter("04")->walk(problem).steps[4].words.en ==
                  "Softmax over the keys up to number 3 for query 3; later ones get weight 0.");
        }
    }
    GIVEN("a plain list, one entry a key: [true, false, true, true], and padding on key 4; input 1 asks")
    {
        const Problem listed =
            read_problem(R"({"kind": "single_output", "inputs": [[0, 0, 2, 0], [1, 0, 0, 1], [0, 1, 1, 0], [2, 0, 0, 0]],
            "mask": [true, false, true, true], "padding": [true, true, true, false],
            "Wq": [["-1/2", "1/2", "1/2", "1/2"], [0, 1, 0, 1]],
            "Wk": [["ln 2", "ln 3", 0, 0], [0, 0, "ln 2", "ln 3"]], "Wv": [[5, 10, 0, 0], [0, 0, 5, 10]]})");
        THEN("keys 1 and 3 are left: the weights are 1/4, 0, 3/4, 0, and b_1 = (7.5, 6.25)")
        {
            const Walkthrough steps = find_chapter("04")->walk(listed);
            CHECK_THAT(steps.as<Vector>("alpha_prime"), close_to(Vector{0.25, 0, 0.75, 0}));
            CHECK_THAT(steps.as<Vector>("b"), close_to(Vector{7.5, 6.25}));
        }
    }
}

SCENARIO("shapes that do not belong together are refused, even those that xtensor would stretch", "[04_source_and_target]")
{
    GIVEN("the running example, with 4 keys and 4 queries")
    {
        THEN("a mask of one row or one column does not stretch over it")
        {
            CHECK_THROWS_WITH(masked_softmax(A, no_mask(1, 4)), "masked_softmax: A is 4 x 4 but allowed is 1 x 4");
            CHECK_THROWS_AS(masked_softmax(A, no_mask(4, 1)), ShapeError);
            CHECK_THROWS_AS(attend(X, I, layer, no_mask(2, 4)), ShapeError);
        }
        THEN("nor does a mask over a mask")
        {
            CHECK_THROWS_WITH(both_masks(causal_mask(4, 2), no_mask(4, 1)), "both_masks: one is 4 x 2 but other is 4 x 1");
        }
        THEN("one value does not stretch over weights for four keys")
        {
            CHECK_THROWS_WITH(sums_of_seen_values(Matrix{{1}}, A), "sums_of_seen_values: V is 1 x 1 but A' is 4 x 4");
        }
        THEN("Wq must fit the target, Wk and Wv the source")
        {
            const Matrix short_ones{{1, 2}, {3, 4}};
            CHECK_THROWS_WITH(attend(short_ones, I, layer, no_mask(4, 2)), "attend: Wq is 2 x 4 but the target has 2 rows");
            CHECK_THROWS_WITH(attend(X, short_ones, layer, no_mask(2, 2)), "attend: Wk is 2 x 4 but the source has 2 rows");
            const Projections narrow{layer.Wq, layer.Wk, {{1, 2}, {3, 4}}};
            CHECK_THROWS_WITH(attend(X, I, narrow, no_mask(4, 2)), "attend: Wv is 2 x 2 but the source has 4 rows");
        }
    }
}

SCENARIO("a step under a mask says the formula that it follows", "[04_source_and_target]")
{
    const auto formula = [](const Problem& problem) { return find_chapter("04")->walk(problem).steps[4].formula; };
    GIVEN("a mask, padding, or both, each by the letter under which it is stated")
    {
        THEN("the formula of the weights has a factor for each, above and below")
        {
            CHECK(formula(running_example("04")) == R"(A' = \mathrm{softmax}(A))");
            CHECK(formula(running_example("04", "causal")) ==
                  R"(A' = [m_{i,j} \exp(\alpha_{i,j}) / \sum_l m_{i,l} \exp(\alpha_{i,l})]_{j,i})");
            CHECK(formula(running_example("04", "padding")) ==
                  R"(A' = [p_j \exp(\alpha_{i,j}) / \sum_l p_l \exp(\alpha_{i,l})]_{j,i})");
            CHECK(formula(running_example("04", "mask")) ==
                  R"(A' = [m_{i,j} p_j \exp(\alpha_{i,j}) / \sum_l m_{i,l} p_l \exp(\alpha_{i,l})]_{j,i})");
            CHECK(plain_math(formula(running_example("04", "causal"))) ==
                  "A' = [m_{i,j} exp(α_{i,j}) / Σ_l m_{i,l} exp(α_{i,l})]_{j,i}");
        }
    }
    GIVEN("input 3 alone, which asks under a causal mask")
    {
        Problem problem = running_example("01");
        problem.is_causal = true;
        problem.query = 3;
        THEN("the formula is that of one query")
        {
            CHECK(formula(problem) == R"(\alpha'_{3,j} = m_{3,j} \exp(\alpha_{3,j}) / \sum_l m_{3,l} \exp(\alpha_{3,l}))");
        }
        THEN("its own mask, a plain list, is stated as m_3")
        {
            problem.mask = Mask{{true}, {false}, {true}, {true}};
            const std::vector<Stated> all = stated(problem);
            const auto mask = std::find_if(all.begin(), all.end(), [](const Stated& one) { return one.field == "mask"; });
            REQUIRE(mask != all.end());
            CHECK(mask->symbol == "m_{3}");
            CHECK_THAT(mask->value, close_to(Tensor{1, 0, 1, 1}, 0));
        }
    }
}

SCENARIO("an allowed score that is not a number spoils all weights of its query", "[04_source_and_target]")
{
    GIVEN("the scores NaN and 0, both allowed")
    {
        THEN("both weights are NaN, and not one of them 1")
        {
            const Matrix weights = masked_softmax({{not_a_number}, {0}}, no_mask(2, 1));
            CHECK(std::isnan(weights(0, 0)));
            CHECK(std::isnan(weights(1, 0)));
        }
    }
}

SCENARIO("a mistake is offered only where it shows", "[04_source_and_target]")
{
    const Chapter& chapter = *find_chapter("04");
    const auto concerns = [&](const std::string& name, const Problem& problem) {
        return std::any_of(chapter.mistakes.begin(), chapter.mistakes.end(),
                           [&](const Mistake& one) { return one.name == name && one.concerns(problem); });
    };
    Problem problem = running_example("04", "mask");
    GIVEN("a mask and padding that leave every query a key")
    {
        problem.mask =
            Mask{{true, false, false, false}, {true, true, false, false}, {true, true, true, false}, {true, true, true, true}};
        problem.is_real = {true, true, true, true};
        THEN("nobody finds out what a query without keys would get")
        {
            CHECK_FALSE(concerns("finite_mask_value", problem));
            CHECK_FALSE(concerns("equal_weights_for_no_key", problem));
            CHECK(concerns("mask_by_key", problem));
        }
    }
    GIVEN("a query without keys, by a mask alone")
    {
        problem.is_real.clear();
        problem.mask =
            Mask{{true, true, false, true}, {true, true, false, true}, {false, false, false, false}, {true, true, false, true}};
        THEN("it shows what such a query would get; but the mask is symmetric, so by key it says the same")
        {
            CHECK(concerns("finite_mask_value", problem));
            CHECK(concerns("equal_weights_for_no_key", problem));
            CHECK_FALSE(concerns("mask_by_key", problem));
        }
    }
    GIVEN("a mask that allows everything")
    {
        problem.is_real.clear();
        problem.mask = no_mask(4, 4);
        THEN("no mistake with masks shows")
        {
            for (const std::string name : {"mask_after_softmax", "mask_inverted", "mask_left_out", "mask_by_key"}) {
                CHECK_FALSE(concerns(name, problem));
                CHECK(concerns(name, running_example("04", "mask")));
            }
        }
    }
}

SCENARIO("each usual mistake gives other numbers than the truth", "[04_source_and_target]")
{
    GIVEN("two that ask four, where b = (9, 19/6), (4.5, 8)")
    {
        THEN("queries_from_source: four outputs in place of two, those of chapter 02")
        {
            CHECK_THAT(outputs_with("queries_from_source"), close_to(O));
        }
        THEN("queries_from_source begins with the queries: the four of chapter 02, (1, 0), (0, 1), (1, 1), (-1, 0)")
        {
            const Walkthrough wrong = running_example_with("04_source_and_target", "queries_from_source");
            CHECK_THAT(wrong.as<Matrix>("q"), close_to(Matrix{{1, 0, 1, -1}, {0, 1, 1, 0}}));
        }
        THEN(
            "keys_from_target: keys (0, ln 16), (ln 6, 0) and values (0,20), (15,0) of x_1, x_2; under exp 1, 36 | 16, 1: b = (540, 20)/37, (15, 320)/17")
        {
            CHECK_THAT(outputs_with("keys_from_target"), close_to(Matrix{{540. / 37, 15. / 17}, {20. / 37, 320. / 17}}));
        }
    }
    GIVEN("the causal mask, where b = (0, 10), (15/7, 10), (5.625, 8.125), (4, 8)")
    {
        THEN("causal_without_self: nothing, key 1, keys 1 2 with 4 : 6, keys 1 2 3: (0, 0), (0, 10), (3, 10), (35, 100)/11")
        {
            CHECK_THAT(outputs_with("causal_without_self"), close_to(Matrix{{0, 0, 3, 35. / 11}, {0, 10, 10, 100. / 11}}));
        }
        THEN(
            "causal_one_too_many: keys 1 2 with 1 : 2, keys 1 2 3 with 4 : 3 : 2, then all: (10/3, 10), (35, 80)/9, (6.5, 6.5), (4, 8)")
        {
            CHECK_THAT(outputs_with("causal_one_too_many"), close_to(Matrix{{10. / 3, 35. / 9, 6.5, 4}, {10, 80. / 9, 6.5, 8}}));
        }
        THEN(
            "causal_turned_round: all, keys 2 3 4 with 3 : 2 : 1, keys 3 4 with 6 : 4, key 4: (8, 4.5), (7.5, 20/3), (10, 3), (10, 0)")
        {
            CHECK_THAT(outputs_with("causal_turned_round"), close_to(Matrix{{8, 7.5, 10, 10}, {4.5, 20. / 3, 3, 0}}));
        }
        THEN("mask_after_softmax: .1 | .4 .3 | .2 .3 .3 | all, not divided again: (0, 1), (1.5, 7), (4.5, 6.5), (4, 8)")
        {
            CHECK_THAT(outputs_with("mask_after_softmax"), close_to(Matrix{{0, 1.5, 4.5, 4}, {1, 7, 6.5, 8}}));
        }
        THEN(
            "mask_multiplied: a forbidden key keeps exp(0) = 1: 1 1 1 1 | 4 3 1 1 | 4 6 6 1 | all: (25, 25)/4, (35, 75)/9, (100, 130)/17, (4, 8)")
        {
            CHECK_THAT(outputs_with("mask_multiplied"),
                       close_to(Matrix{{6.25, 35. / 9, 100. / 17, 4}, {6.25, 75. / 9, 130. / 17, 8}}));
        }
        THEN("mask_inverted: the later keys alone, 2 : 3 : 4 | 2 : 1 | key 4 | nothing: (80, 35)/9, (10, 10/3), (10, 0), (0, 0)")
        {
            CHECK_THAT(outputs_with("mask_inverted"), close_to(Matrix{{80. / 9, 10, 10, 0}, {35. / 9, 10. / 3, 0, 0}}));
        }
        THEN("mask_left_out: chapter 02 again, (8, 4.5), (4.5, 8), (6.5, 6.5), (4, 8)")
        {
            CHECK_THAT(outputs_with("mask_left_out"), close_to(O));
        }
    }
    GIVEN("the padded last key, where b = (20/3, 15/2), (35, 80)/9, (45, 65)/8, (35, 100)/11")
    {
        THEN(
            "padding_on_queries: queries 1 2 3 see key 4 as well, and query 4 sees nothing: (8, 4.5), (4.5, 8), (6.5, 6.5), (0, 0)")
        {
            CHECK_THAT(outputs_with("padding_on_queries", "padding"), close_to(Matrix{{8, 4.5, 6.5, 0}, {4.5, 8, 6.5, 0}}));
        }
        THEN(
            "mask_after_softmax: the truth times the sum that is left, .6, .9, .8, .88: (4, 4.5), (3.5, 8), (4.5, 6.5), (2.8, 8)")
        {
            CHECK_THAT(outputs_with("mask_after_softmax", "padding"), close_to(Matrix{{4, 3.5, 4.5, 2.8}, {4.5, 8, 6.5, 8}}));
        }
        THEN("mask_inverted: the padding is all that is seen, v_4 = (10, 0) for everyone")
        {
            CHECK_THAT(outputs_with("mask_inverted", "padding"), close_to(Matrix{{10, 10, 10, 10}, {0, 0, 0, 0}}));
        }
    }
    GIVEN("the mask of one's own, where b = (7.5, 6.25), (5, 10), (0, 0), (35/11, 100/11)")
    {
        THEN("padding_on_queries: the mask alone for queries 1 2 3, 1 3 4 with 1 : 3 : 4 | 2 | 4, and nothing for query 4")
        {
            CHECK_THAT(outputs_with("padding_on_queries"), close_to(Matrix{{8.75, 5, 10, 0}, {3.125, 10, 0, 0}}));
        }
        THEN("mask_by_key: keys 1 | 2 | 1 | 1 3 with 1 : 1/3: (0, 10), (5, 10), (0, 10), (2.5, 8.75)")
        {
            CHECK_THAT(outputs_with("mask_by_key"), close_to(Matrix{{0, 5, 0, 2.5}, {10, 10, 10, 8.75}}));
        }
        THEN("either_mask: all | 1 2 3 | all | all: (8, 4.5), (35, 80)/9, (6.5, 6.5), (4, 8)")
        {
            CHECK_THAT(outputs_with("either_mask"), close_to(Matrix{{8, 35. / 9, 6.5, 4}, {4.5, 80. / 9, 6.5, 8}}));
        }
        THEN(
            "finite_mask_value: query 3 gets b_3 = (6.5, 6.5) to twelve digits, as if nothing were forbidden; 10,000 costs the last ones")
        {
            CHECK_THAT(outputs_with("finite_mask_value"),
                       close_to(Matrix{{7.5, 5, 6.5, 35. / 11}, {6.25, 10, 6.5, 100. / 11}}, 1e-11));
        }
        THEN("equal_weights_for_no_key: query 3 gets the mean of the values, (25/4, 25/4)")
        {
            CHECK_THAT(outputs_with("equal_weights_for_no_key"),
                       close_to(Matrix{{7.5, 5, 6.25, 35. / 11}, {6.25, 10, 6.25, 100. / 11}}));
        }
        THEN("mask_after_softmax: .1 .3 | .3 | nothing | .48 .24 .16, not divided again: (3, 2.5), (1.5, 3), (0, 0), (2.8, 8)")
        {
            CHECK_THAT(outputs_with("mask_after_softmax", "mask"), close_to(Matrix{{3, 1.5, 0, 2.8}, {2.5, 3, 0, 8}}));
        }
    }
    GIVEN("the causal mask put on after softmax, and the weights of each query divided by what is left of their sum")
    {
        THEN("they are the right ones after all")
        {
            const Matrix left = mask_after_softmax(A, causal_mask(4, 4));
            const Vector sum = xt::sum(left, {0});
            CHECK_THAT(Matrix(left / sum), close_to(masked_softmax(A, causal_mask(4, 4))));
        }
        THEN("but not when a forbidden score is 800 larger than the allowed one: e^-800 is 0 in a double, and nothing is left")
        {
            CHECK_THAT(mask_after_softmax({{0}, {800}}, {{true}, {false}}), close_to(Matrix{{0}, {0}}, 0));
            CHECK_THAT(masked_softmax({{0}, {800}}, {{true}, {false}}), close_to(Matrix{{1}, {0}}, 0));
        }
    }
    GIVEN("an allowed score of -20,000 beside a forbidden one of 0")
    {
        THEN("finite_mask_value: 0 - 10,000 is still the larger, and the forbidden key gets all, the allowed one nothing")
        {
            CHECK_THAT(finite_mask_value({{-2e4}, {0}}, {{true}, {false}}), close_to(Matrix{{0}, {1}}, 0));
            CHECK_THAT(masked_softmax({{-2e4}, {0}}, {{true}, {false}}), close_to(Matrix{{1}, {0}}, 0));
        }
    }
}
