// Chapter 01 as a test. Every number is worked out on paper beside it; the lesson derives them in the same order.
#include <cmath>
#include <string>
#include <vector>

#include "01_single_output/single_output.hpp"
#include "01_single_output/single_output_mistakes.hpp"
#include "app/chapters.hpp"
#include "close_to.hpp"
#include "running_example.hpp"

using namespace attention;
using attention::test::close_to;
using attention::test::running_example;
using attention::test::running_example_with;

namespace {

const double ln2 = std::log(2.0);
const double ln3 = std::log(3.0);
const double ln4 = std::log(4.0);

const std::vector<Vector> a{{0, 0, 2, 0}, {1, 0, 0, 1}, {0, 1, 1, 0}, {2, 0, 0, 0}};
const Matrix Wq{{-0.5, 0.5, 0.5, 0.5}, {0, 1, 0, 1}};
const Matrix Wk{{ln2, ln3, 0, 0}, {0, 0, ln2, ln3}};
const Matrix Wv{{5, 10, 0, 0}, {0, 0, 5, 10}};
const Projections layer{Wq, Wk, Wv};

Vector b_with(const std::string& mistake)
{
    return running_example_with("01_single_output", mistake).as<Vector>("b");
}

}  // namespace

SCENARIO("b_1 is made of all inputs, each as much as its key answers the query of a_1", "[01_single_output]")
{
    GIVEN("a_1 = (0,0,2,0), a_2 = (1,0,0,1), a_3 = (0,1,1,0), a_4 = (2,0,0,0), and a_1 asks")
    {
        WHEN("a_1 becomes a query")
        {
            const Vector q = fully_connected(Wq, a[0]);
            THEN("q_1 = (1/2 · 2, 0) = (1, 0)")
            {
                CHECK_THAT(q, close_to(Vector{1, 0}));
            }
        }
        WHEN("every input becomes a key, a_1 too")
        {
            const std::vector<Vector> k = per_vector(Wk, a);
            THEN("k_1 = (0, 2 ln 2) = (0, ln 4)")
            {
                CHECK_THAT(k[0], close_to(Vector{0, ln4}));
            }
            THEN("k_2 = (ln 2, ln 3)")
            {
                CHECK_THAT(k[1], close_to(Vector{ln2, ln3}));
            }
            THEN("k_3 = (ln 3, ln 2)")
            {
                CHECK_THAT(k[2], close_to(Vector{ln3, ln2}));
            }
            THEN("k_4 = (2 ln 2, 0) = (ln 4, 0)")
            {
                CHECK_THAT(k[3], close_to(Vector{ln4, 0}));
            }
        }
        WHEN("every input becomes a value")
        {
            const std::vector<Vector> v = per_vector(Wv, a);
            THEN("v_1 = (0, 5 · 2) = (0, 10), v_2 = (5, 10), v_3 = (10, 5), v_4 = (5 · 2, 0) = (10, 0)")
            {
                REQUIRE(v.size() == 4);
                CHECK_THAT(v[0], close_to(Vector{0, 10}));
                CHECK_THAT(v[1], close_to(Vector{5, 10}));
                CHECK_THAT(v[2], close_to(Vector{10, 5}));
                CHECK_THAT(v[3], close_to(Vector{10, 0}));
            }
        }
        WHEN("q_1 = (1, 0) meets each key in a dot product")
        {
            const Vector alpha = dot_product_scores({1, 0}, {{0, ln4}, {ln2, ln3}, {ln3, ln2}, {ln4, 0}});
            THEN("the scores are the first components of the keys: 0, ln 2, ln 3, ln 4")
            {
                CHECK_THAT(alpha, close_to(Vector{0, ln2, ln3, ln4}));
            }
        }
        WHEN("softmax makes weights of the scores 0, ln 2, ln 3, ln 4")
        {
            const Vector alpha_prime = softmax({0, ln2, ln3, ln4});
            THEN("exp gives 1, 2, 3, 4, their sum is 10, so the weights are .1, .2, .3, .4")
            {
                CHECK_THAT(alpha_prime, close_to(Vector{0.1, 0.2, 0.3, 0.4}));
            }
        }
        WHEN("the values are mixed by the weights .1, .2, .3, .4")
        {
            const Vector b = weighted_sum({0.1, 0.2, 0.3, 0.4}, {{0, 10}, {5, 10}, {10, 5}, {10, 0}});
            THEN("b_1 = .1 (0,10) + .2 (5,10) + .3 (10,5) + .4 (10,0) = (0+1+3+4, 1+2+1.5+0) = (8, 4.5)")
            {
                CHECK_THAT(b, close_to(Vector{8, 4.5}));
            }
        }
        WHEN("all steps are taken at once")
        {
            const SingleOutput out = single_output(a, 0, layer);
            THEN("the same numbers come out, in the same order")
            {
                CHECK_THAT(out.q, close_to(Vector{1, 0}));
                CHECK_THAT(out.k[1], close_to(Vector{ln2, ln3}));
                CHECK_THAT(out.v[3], close_to(Vector{10, 0}));
                CHECK_THAT(out.alpha, close_to(Vector{0, ln2, ln3, ln4}));
                CHECK_THAT(out.alpha_prime, close_to(Vector{0.1, 0.2, 0.3, 0.4}));
                CHECK_THAT(out.b, close_to(Vector{8, 4.5}));
            }
        }
    }
}

SCENARIO("any input can ask, and each gets an output of its own", "[01_single_output]")
{
    GIVEN("the running example")
    {
        WHEN("a_2 asks: q_2 = (0, 1), exp of the scores 4, 3, 2, 1")
        {
            const SingleOutput out = single_output(a, 1, layer);
            THEN("b_2 = .4 (0,10) + .3 (5,10) + .2 (10,5) + .1 (10,0) = (4.5, 8)")
            {
                CHECK_THAT(out.alpha_prime, close_to(Vector{0.4, 0.3, 0.2, 0.1}));
                CHECK_THAT(out.b, close_to(Vector{4.5, 8}));
            }
        }
        WHEN("a_3 asks: q_3 = (1, 1), exp of the scores 4, 6, 6, 4")
        {
            const SingleOutput out = single_output(a, 2, layer);
            THEN("b_3 = .2 (0,10) + .3 (5,10) + .3 (10,5) + .2 (10,0) = (6.5, 6.5)")
            {
                CHECK_THAT(out.alpha_prime, close_to(Vector{0.2, 0.3, 0.3, 0.2}));
                CHECK_THAT(out.b, close_to(Vector{6.5, 6.5}));
            }
        }
        WHEN("a_4 asks: q_4 = (-1, 0), exp of the scores 1, 1/2, 1/3, 1/4, sum 25/12")
        {
            const SingleOutput out = single_output(a, 3, layer);
            THEN("the weights are 12/25, 6/25, 4/25, 3/25 = .48, .24, .16, .12, and b_4 = (1.2+1.6+1.2, 4.8+2.4+.8) = (4, 8)")
            {
                CHECK_THAT(out.alpha_prime, close_to(Vector{0.48, 0.24, 0.16, 0.12}));
                CHECK_THAT(out.b, close_to(Vector{4, 8}));
            }
        }
    }
    GIVEN("biases, as real layers have them: bq = (0, 1), bk = (ln 2, 0), bv = (1, -1)")
    {
        const Projections biased{Wq, Wk, Wv, Vector{0, 1}, Vector{ln2, 0}, Vector{1, -1}};
        WHEN("a_1 asks")
        {
            const SingleOutput out = single_output(a, 0, biased);
            THEN("q_1 = (1, 0) + (0, 1) = (1, 1)")
            {
                CHECK_THAT(out.q, close_to(Vector{1, 1}));
            }
            THEN("k_1 = (0, ln 4) + (ln 2, 0) = (ln 2, ln 4)")
            {
                CHECK_THAT(out.k[0], close_to(Vector{ln2, ln4}));
            }
            THEN("the weights are those of a_3, .2 .3 .3 .2: bk adds q · bk = ln 2 to every score, which softmax does not see")
            {
                CHECK_THAT(out.alpha_prime, close_to(Vector{0.2, 0.3, 0.3, 0.2}));
            }
            THEN("b_1 = (6.5, 6.5) + (1, -1) = (7.5, 5.5), for the weights sum to 1")
            {
                CHECK_THAT(out.b, close_to(Vector{7.5, 5.5}));
            }
        }
    }
}

SCENARIO("softmax may subtract any number from all scores, and takes the largest", "[01_single_output]")
{
    GIVEN("the scores 0, ln 2, ln 3, ln 4")
    {
        WHEN("1000 is added to each: exp(1000) is beyond a double")
        {
            const Vector alpha_prime = softmax({1000, 1000 + ln2, 1000 + ln3, 1000 + ln4});
            THEN("the weights stay .1 .2 .3 .4, for exp(1000) stands above and below the fraction")
            {
                CHECK_THAT(alpha_prime, close_to(Vector{0.1, 0.2, 0.3, 0.4}, 1e-12));  // 1000 + ln 2 has lost three digits
            }
        }
        WHEN("1000 is subtracted from each: exp(-1000) is 0 in a double")
        {
            const Vector alpha_prime = softmax({-1000, -1000 + ln2, -1000 + ln3, -1000 + ln4});
            THEN("the weights stay .1 .2 .3 .4")
            {
                CHECK_THAT(alpha_prime, close_to(Vector{0.1, 0.2, 0.3, 0.4}, 1e-12));
            }
        }
    }
    GIVEN("scores far apart, 1000 and 0")
    {
        WHEN("softmax makes weights of them")
        {
            const Vector alpha_prime = softmax({1000, 0});
            THEN("the first takes all: exp(-1000) is too small for a double, the weights are 1 and 0")
            {
                CHECK_THAT(alpha_prime, close_to(Vector{1, 0}, 0));
            }
        }
    }
    GIVEN("one score alone")
    {
        THEN("its weight is 1, whatever the score")
        {
            CHECK_THAT(softmax({-3.5}), close_to(Vector{1}, 0));
        }
    }
    GIVEN("equal scores")
    {
        THEN("the weights are equal: 1/3 each")
        {
            CHECK_THAT(softmax({7, 7, 7}), close_to(Vector{1. / 3, 1. / 3, 1. / 3}));
        }
    }
}

SCENARIO("b_1 comes near v_2 only when its weight comes near 1", "[01_single_output]")
{
    GIVEN("the values of the running example, and scores 0, s, 0, 0")
    {
        const std::vector<Vector> v{{0, 10}, {5, 10}, {10, 5}, {10, 0}};
        WHEN("s = ln 2: the weight of v_2 is 2/5, the largest, but far from 1")
        {
            const Vector b = weighted_sum(softmax({0, ln2, 0, 0}), v);
            THEN("b_1 = 1/5 (0,10) + 2/5 (5,10) + 1/5 (10,5) + 1/5 (10,0) = (6, 7), not v_2 = (5, 10)")
            {
                CHECK_THAT(b, close_to(Vector{6, 7}));
            }
        }
        WHEN("s = ln 997: the weight of v_2 is 997/1000")
        {
            const Vector b = weighted_sum(softmax({0, std::log(997.0), 0, 0}), v);
            THEN("b_1 = ((0 + 4985 + 10 + 10)/1000, (10 + 9970 + 5 + 0)/1000) = (5.005, 9.985)")
            {
                CHECK_THAT(b, close_to(Vector{5.005, 9.985}, 1e-12));
            }
        }
        WHEN("s = 1000: the weight of v_2 is 1 in a double")
        {
            const Vector b = weighted_sum(softmax({0, 1000, 0, 0}), v);
            THEN("b_1 = v_2 = (5, 10)")
            {
                CHECK_THAT(b, close_to(Vector{5, 10}, 0));
            }
        }
    }
}

SCENARIO("shapes that do not belong together are refused, even those that xtensor would stretch", "[01_single_output]")
{
    GIVEN("the running example")
    {
        THEN("a query of length 1 does not stretch over keys of length 2")
        {
            CHECK_THROWS_AS(dot_product_scores({1}, {{0, ln4}}), ShapeError);
        }
        THEN("a weight matrix of 4 columns takes no input of 3 components")
        {
            CHECK_THROWS_AS(fully_connected(Wq, Vector{1, 2, 3}), ShapeError);
        }
        THEN("a bias of length 1 does not stretch over a query of length 2")
        {
            CHECK_THROWS_AS(fully_connected(Wq, a[0], Vector{1}), ShapeError);
        }
        THEN("three weights take no four values, and no values at all are refused")
        {
            CHECK_THROWS_AS(weighted_sum({0.5, 0.25, 0.25}, {{0}, {1}, {2}, {3}}), ShapeError);
            CHECK_THROWS_AS(weighted_sum(Vector(xt::zeros<double>({0})), {}), ShapeError);
        }
        THEN("values of different lengths are refused")
        {
            CHECK_THROWS_AS(weighted_sum({0.5, 0.5}, {{1, 2}, {3}}), ShapeError);
        }
        THEN("softmax of no scores is refused")
        {
            CHECK_THROWS_AS(softmax(Vector(xt::zeros<double>({0}))), ShapeError);
        }
        THEN("input 5 cannot ask when there are four, nor input 1 when there are none")
        {
            CHECK_THROWS_WITH(single_output(a, 4, layer), "single_output: input 5 is asked for, but there are 4");
            CHECK_THROWS_WITH(single_output({}, 0, layer), "single_output: input 1 is asked for, but there are 0");
        }
        THEN("the message says what came: a query of 3 components for keys of 2")
        {
            CHECK_THROWS_WITH(dot_product_scores({1, 2, 3}, {{0, ln4}}), "dot: 3 and 2 components");
        }
    }
}

SCENARIO("each usual mistake gives other numbers than the truth", "[01_single_output]")
{
    GIVEN("the running example, where b_1 = (8, 4.5)")
    {
        THEN("no mistake: b_1 = (8, 4.5)")
        {
            CHECK_THAT(find_chapter("01")->walk(running_example("01")).as<Vector>("b"), close_to(Vector{8, 4.5}));
        }
        THEN(
            "no_exponential: the weights 0, ln 2, ln 3, ln 4 over ln 24 give ((5 ln 2 + 10 ln 3 + 10 ln 4)/ln 24, (10 ln 2 + 5 ln 3)/ln 24)")
        {
            const double ln24 = std::log(24.0);
            CHECK_THAT(b_with("no_exponential"),
                       close_to(Vector{(5 * ln2 + 10 * ln3 + 10 * ln4) / ln24, (10 * ln2 + 5 * ln3) / ln24}));
        }
        THEN("not_normalised: the weights 1, 2, 3, 4 give ten times the truth, (80, 45)")
        {
            CHECK_THAT(b_with("not_normalised"), close_to(Vector{80, 45}, 1e-13));
        }
        THEN("self_left_out: the weights 0, 2/9, 3/9, 4/9 give ((10+30+40)/9, (20+15+0)/9) = (80/9, 35/9)")
        {
            CHECK_THAT(b_with("self_left_out"), close_to(Vector{80. / 9, 35. / 9}));
        }
        THEN("largest_only: the weights 0, 0, 0, 1 give v_4 = (10, 0)")
        {
            CHECK_THAT(b_with("largest_only"), close_to(Vector{10, 0}, 0));
        }
        THEN("inputs_as_values: .1 (0,0,2,0) + .2 (1,0,0,1) + .3 (0,1,1,0) + .4 (2,0,0,0) = (1, .3, .5, .2)")
        {
            CHECK_THAT(b_with("inputs_as_values"), close_to(Vector{1, 0.3, 0.5, 0.2}));
        }
        THEN(
            "keys_as_values: .1 (0, ln 4) + .2 (ln 2, ln 3) + .3 (ln 3, ln 2) + .4 (ln 4, 0) = (ln 2 + .3 ln 3, .5 ln 2 + .2 ln 3)")
        {
            CHECK_THAT(b_with("keys_as_values"), close_to(Vector{ln2 + 0.3 * ln3, 0.5 * ln2 + 0.2 * ln3}));
        }
        THEN("unshifted_exponential cannot be told here: b_1 = (8, 4.5) as well")
        {
            CHECK_THAT(b_with("unshifted_exponential"), close_to(Vector{8, 4.5}));
        }
        THEN("query_counted_from_zero: a_2 asks with q_2 = (0, 1), and b_2 = (4.5, 8) comes out")
        {
            CHECK_THAT(b_with("query_counted_from_zero"), close_to(Vector{4.5, 8}));
        }
        THEN(
            "query_layer_makes_keys: the keys (1,0), (0,1), (1,1), (-1,0) have the weights e, 1, e, 1/e over 2e + 1 + 1/e: b_1 = (10 e + 5 + 10/e, 15 e + 10)/(2e + 1 + 1/e)")
        {
            const double e = std::exp(1.0);
            const double sum = 2 * e + 1 + 1 / e;
            CHECK_THAT(b_with("query_layer_makes_keys"), close_to(Vector{(10 * e + 5 + 10 / e) / sum, (15 * e + 10) / sum}));
        }
        THEN(
            "query_and_key_layers_exchanged: W^k a_1 = (0, ln 4) asks (1,0), (0,1), (1,1), (-1,0): under exp 1, 4, 4, 1, so b_1 = .4 (5,10) + .4 (10,5) + .1 (0,10) + .1 (10,0) = (7, 7)")
        {
            CHECK_THAT(b_with("query_and_key_layers_exchanged"), close_to(Vector{7, 7}));
        }
    }
    GIVEN("scores 1, -1, -3, and the same with every sign turned")
    {
        THEN("no_exponential cannot tell them apart: divided by their sums, -3 and 3, both give -1/3, 1/3, 1")
        {
            CHECK_THAT(no_exponential({1, -1, -3}), close_to(Vector{-1. / 3, 1. / 3, 1}));
            CHECK_THAT(no_exponential({-1, 1, 3}), close_to(Vector{-1. / 3, 1. / 3, 1}));
        }
    }
    GIVEN("scores 1 and -1, of sum 0")
    {
        THEN("no_exponential divides by 0")
        {
            CHECK_FALSE(std::isfinite(no_exponential({1, -1})(0)));
        }
    }
    GIVEN("scores near 1000, or near -1000")
    {
        THEN(
            "unshifted_exponential shows: exp(1000) overflows, and inf / inf is not a number; exp(-1000) is 0, and 0 / 0 is none either")
        {
            CHECK(std::isnan(unshifted_exponential({1000, 1000 + ln2})(0)));
            CHECK(std::isnan(unshifted_exponential({-1000, -1000 + ln2})(0)));
        }
    }
    GIVEN("one score alone, whose weight is 1")
    {
        THEN("unshifted_exponential is right as far as 709, where exp is 8.2e307; exp(710) is beyond a double")
        {
            CHECK_THAT(unshifted_exponential({709}), close_to(Vector{1}, 0));
            CHECK(std::isnan(unshifted_exponential({710})(0)));
        }
        THEN("unshifted_exponential is right as far as -745, where exp is 4.9e-324; exp(-746) is 0 in a double")
        {
            CHECK_THAT(unshifted_exponential({-745}), close_to(Vector{1}, 0));
            CHECK(std::isnan(unshifted_exponential({-746})(0)));
        }
    }
    GIVEN("scores far apart, 1000 and 0, and the first input asks")
    {
        THEN("self_left_out gives all to the other: weights 0 and 1")
        {
            CHECK_THAT(weights_by(softmax, {{1000}, {0}}, own_key_hidden({{true}, {true}}, 0)), close_to(Matrix{{0}, {1}}, 0));
        }
    }
    GIVEN("one input alone")
    {
        THEN("self_left_out leaves nothing: weight 0, not 0 / 0")
        {
            CHECK_THAT(weights_by(softmax, {{3}}, own_key_hidden({{true}}, 0)), close_to(Matrix{{0}}, 0));
        }
    }
}

SCENARIO("the layers of queries, keys and values can be wrong by themselves", "[01_single_output]")
{
    GIVEN("q_2 = (1, 1), keys (ln 2, ln 2), (ln 4, ln 3), (ln 4, ln 6), values (20, 20), (10, 10), (30, 20)")
    {
        const auto with = [](const std::string& mistake) { return running_example_with("01_single_output", mistake); };
        const Walkthrough right = find_chapter("01")->walk(running_example("01", "biases"));
        THEN("in truth the scores ln 4, ln 12, ln 24 give the weights .1, .3, .6, and b_2 = (2 + 3 + 18, 2 + 3 + 12) = (23, 17)")
        {
            CHECK_THAT(right.value("q"), close_to(Tensor{1, 1}));
            CHECK_THAT(right.value("k"), close_to(Tensor{{ln2, ln2}, {ln4, ln3}, {ln4, ln2 + ln3}}));
            CHECK_THAT(right.value("v"), close_to(Tensor{{20, 20}, {10, 10}, {30, 20}}));
            CHECK_THAT(right.as<Vector>("b"), close_to(Vector{23, 17}));
        }
        THEN("query_bias_left_out: q_2 = (1, 0) weighs the first components alone, 2 : 4 : 4, so b_2 = (4 + 4 + 12, 4 + 4 + 8)")
        {
            CHECK_THAT(with("query_bias_left_out").value("q"), close_to(Tensor{1, 0}));
            CHECK_THAT(with("query_bias_left_out").as<Vector>("b"), close_to(Vector{20, 16}));
        }
        THEN("key_bias_left_out: every key and every score lacks ln 2, and b_2 = (23, 17) does not show it")
        {
            CHECK_THAT(with("key_bias_left_out").value("k"), close_to(Tensor{{0, ln2}, {ln2, ln3}, {ln2, ln2 + ln3}}));
            CHECK_THAT(with("key_bias_left_out").value("alpha"), close_to(Tensor{ln2, ln2 + ln3, ln4 + ln3}));
            CHECK_THAT(with("key_bias_left_out").as<Vector>("b"), close_to(Vector{23, 17}));
        }
        THEN("value_bias_left_out: the weights sum to 1, so b_2 lacks the whole bias (0, 10)")
        {
            CHECK_THAT(with("value_bias_left_out").as<Vector>("b"), close_to(Vector{23, 7}));
        }
        THEN("one_bias_for_all: keys and values get (0, 1); of the keys' no output tells, and b_2 = (23, 17) - (0, 10) + (0, 1)")
        {
            CHECK_THAT(with("one_bias_for_all").value("k"), close_to(Tensor{{0, ln2 + 1}, {ln2, ln3 + 1}, {ln2, ln2 + ln3 + 1}}));
            CHECK_THAT(with("one_bias_for_all").as<Vector>("b"), close_to(Vector{23, 8}));
        }
        THEN(
            "projections_transposed: q_2 = (1, 2) + (0, 1) = (1, 3) meets (ln 6, ln 2), (ln 4, 0), (ln 12, ln 2), under exp 48 : 4 : 96, and v is (0,20), (10,30), (10,40), so b_2 = (10 + 240, 240 + 30 + 960)/37")
        {
            CHECK_THAT(with("projections_transposed").value("q"), close_to(Tensor{1, 3}));
            CHECK_THAT(with("projections_transposed").value("v"), close_to(Tensor{{0, 20}, {10, 30}, {10, 40}}));
            CHECK_THAT(with("projections_transposed").as<Vector>("b"), close_to(Vector{250. / 37, 1230. / 37}));
        }
        THEN("query_counted_from_zero: a_3 asks, with q_3 = (3, 2), under exp 32 : 576 : 2304 = 1 : 18 : 72")
        {
            const Mistake first = single_output_mistakes().front();
            const Vector b = walk_with(first, *find_chapter("01"), running_example("01", "biases")).as<Vector>("b");
            CHECK(first.name == "query_counted_from_zero");
            CHECK_THAT(b, close_to(Vector{2360. / 91, 1640. / 91}));
        }
    }
}
