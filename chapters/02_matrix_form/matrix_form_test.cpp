// Chapter 02 as a test. Every number is worked out on paper beside it; columns are vectors, as in the lecture.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "01_single_output/single_output.hpp"
#include "02_matrix_form/matrix_form.hpp"
#include "02_matrix_form/matrix_form_mistakes.hpp"
#include "app/chapters.hpp"
#include "base/sequence.hpp"
#include "close_to.hpp"
#include "random_layer.hpp"
#include "running_example.hpp"

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

const Matrix I{{0, 1, 0, 2}, {0, 0, 1, 0}, {2, 0, 1, 0}, {0, 1, 0, 0}};  // the columns are a_1 … a_4
const Projections layer{
    {{-0.5, 0.5, 0.5, 0.5}, {0, 1, 0, 1}}, {{ln2, ln3, 0, 0}, {0, 0, ln2, ln3}}, {{5, 10, 0, 0}, {0, 0, 5, 10}}};

const Matrix Q{{1, 0, 1, -1}, {0, 1, 1, 0}};
const Matrix K{{0, ln2, ln3, ln4}, {ln4, ln3, ln2, 0}};
const Matrix V{{0, 5, 10, 10}, {10, 10, 5, 0}};
const Matrix A{{0, ln4, ln4, 0}, {ln2, ln3, ln6, -ln2}, {ln3, ln2, ln6, -ln3}, {ln4, 0, ln4, -ln4}};
const Matrix A_prime{{0.1, 0.4, 0.2, 0.48}, {0.2, 0.3, 0.3, 0.24}, {0.3, 0.2, 0.3, 0.16}, {0.4, 0.1, 0.2, 0.12}};
const Matrix O{{8, 4.5, 6.5, 4}, {4.5, 8, 6.5, 8}};

/// The columns of X in another order: column i of the result is column order[i] of X.
Matrix permuted(const Matrix& X, const std::vector<std::size_t>& order)
{
    std::vector<Vector> columns = column_vectors(X);
    std::vector<Vector> result;
    for (const std::size_t i : order) {
        result.push_back(columns.at(i));
    }
    return as_columns(result);
}

Vector b_1_with(const std::string& mistake)
{
    return running_example_with("02_matrix_form", mistake).as<std::vector<Vector>>("b")[0];
}

}  // namespace

SCENARIO("all outputs come at once: O = V softmax(KᵀQ)", "[02_matrix_form]")
{
    GIVEN("I = [a_1 a_2 a_3 a_4], the inputs of the running example as columns")
    {
        WHEN("I is multiplied by the three weight matrices")
        {
            THEN("Q = Wq I has the queries (1,0), (0,1), (1,1), (-1,0) as columns")
            {
                CHECK_THAT(project(layer.Wq, I), close_to(Q));
            }
            THEN("K = Wk I has the keys (0, ln 4), (ln 2, ln 3), (ln 3, ln 2), (ln 4, 0) as columns")
            {
                CHECK_THAT(project(layer.Wk, I), close_to(K));
            }
            THEN("V = Wv I has the values (0,10), (5,10), (10,5), (10,0) as columns")
            {
                CHECK_THAT(project(layer.Wv, I), close_to(V));
            }
        }
        WHEN("every key meets every query, A = KᵀQ")
        {
            const Matrix scores_of_all = scores(K, Q);
            THEN("column 1 belongs to q_1 = (1,0) and holds the first components of the keys: 0, ln 2, ln 3, ln 4")
            {
                CHECK_THAT(column_vectors(scores_of_all)[0], close_to(Vector{0, ln2, ln3, ln4}));
            }
            THEN("column 3 belongs to q_3 = (1,1) and holds their sums: 0 + ln 4, ln 2 + ln 3 = ln 6, ln 6, ln 4")
            {
                CHECK_THAT(column_vectors(scores_of_all)[2], close_to(Vector{ln4, ln6, ln6, ln4}));
            }
            THEN("row 1 belongs to k_1 = (0, ln 4) and holds its product with each query: 0, ln 4, ln 4, 0; A is not symmetric")
            {
                CHECK_THAT(scores_of_all, close_to(A));
            }
        }
        WHEN("softmax runs over keys, down each column of A")
        {
            const Matrix result = softmax_over_keys(A);
            THEN(
                "exp gives 1 2 3 4 | 4 3 2 1 | 4 6 6 4 | 1 1/2 1/3 1/4; divided by 10, 10, 20, 25/12: .1 .2 .3 .4 | .4 .3 .2 .1 | .2 .3 .3 .2 | .48 .24 .16 .12")
            {
                CHECK_THAT(result, close_to(A_prime));
            }
            THEN("every column sums to 1; row 1 does not: .1 + .4 + .2 + .48 = 1.18")
            {
                CHECK_THAT(Vector(xt::sum(result, {0})), close_to(Vector{1, 1, 1, 1}));
                CHECK_THAT(Vector(xt::sum(result, {1})), close_to(Vector{1.18, 1.04, 0.96, 0.82}));
            }
        }
        WHEN("the values are mixed by each column of A', O = V A'")
        {
            const Matrix outputs = weighted_sums(V, A_prime);
            THEN("b_1 = .1 (0,10) + .2 (5,10) + .3 (10,5) + .4 (10,0) = (8, 4.5)")
            {
                CHECK_THAT(column_vectors(outputs)[0], close_to(Vector{8, 4.5}));
            }
            THEN("b_2 = (4.5, 8), b_3 = (6.5, 6.5), b_4 = (4, 8)")
            {
                CHECK_THAT(outputs, close_to(O));
            }
        }
        WHEN("all steps are taken at once")
        {
            const MatrixForm out = matrix_form(I, layer);
            THEN("the same numbers come out, in the same order")
            {
                CHECK_THAT(out.Q, close_to(Q));
                CHECK_THAT(out.K, close_to(K));
                CHECK_THAT(out.V, close_to(V));
                CHECK_THAT(out.A, close_to(A));
                CHECK_THAT(out.A_prime, close_to(A_prime));
                CHECK_THAT(out.O, close_to(O));
            }
        }
    }
    GIVEN("biases bq = (0, 1), bk = (ln 2, 0), bv = (1, -1), and the first two inputs alone")
    {
        const Matrix two = as_columns({{0, 0, 2, 0}, {1, 0, 0, 1}});
        const Projections biased{layer.Wq, layer.Wk, layer.Wv, Vector{0, 1}, Vector{ln2, 0}, Vector{1, -1}};
        WHEN("the layer is applied")
        {
            const MatrixForm out = matrix_form(two, biased);
            THEN("each is added to every column: Q = [(1,1) (0,2)], K = [(ln 2, ln 4) (ln 4, ln 3)], V = [(1,9) (6,9)]")
            {
                CHECK_THAT(out.Q, close_to(Matrix{{1, 0}, {1, 2}}));
                CHECK_THAT(out.K, close_to(Matrix{{ln2, ln4}, {ln4, ln3}}));
                CHECK_THAT(out.V, close_to(Matrix{{1, 6}, {9, 9}}));
            }
            THEN("q_1 scores ln 8 and ln 12, so its weights are 8/20 and 12/20; q_2 scores ln 16 and ln 9: 16/25 and 9/25")
            {
                CHECK_THAT(out.A_prime, close_to(Matrix{{0.4, 0.64}, {0.6, 0.36}}));
            }
            THEN("b_1 = .4 (1,9) + .6 (6,9) = (4, 9), b_2 = .64 (1,9) + .36 (6,9) = (2.8, 9)")
            {
                CHECK_THAT(out.O, close_to(Matrix{{4, 2.8}, {9, 9}}));
            }
        }
    }
}

SCENARIO("the matrix form is chapter 01 done for every query", "[02_matrix_form]")
{
    GIVEN("random layers of many shapes, from one input of one number to 33 inputs, with biases and without")
    {
        const bool has_biases = GENERATE(true, false);
        const Sizes sizes =
            GENERATE(values<Sizes>({{1, 1, 1, 1}, {1, 4, 3, 2}, {2, 1, 5, 1}, {5, 3, 2, 4}, {7, 8, 1, 3}, {33, 5, 4, 6}}));
        const RandomLayer random = random_layer(sizes, has_biases);
        WHEN("the matrix form is computed once, and chapter 01 for each query")
        {
            const MatrixForm all = matrix_form(random.I, random.layer);
            const std::vector<Vector> a = column_vectors(random.I);
            THEN("column i of Q, A, A' and O is what chapter 01 gives for query i")
            {
                for (std::size_t i = 0; i < sizes.n; ++i) {
                    const SingleOutput one = single_output(a, i, random.layer);
                    CHECK_THAT(column_vectors(all.Q)[i], close_to(one.q));
                    CHECK_THAT(column_vectors(all.A)[i], close_to(one.alpha));
                    CHECK_THAT(column_vectors(all.A_prime)[i], close_to(one.alpha_prime));
                    CHECK_THAT(column_vectors(all.O)[i], close_to(one.b));
                }
            }
        }
    }
}

SCENARIO("libraries stack vectors as rows, one transposition away", "[02_matrix_form]")
{
    GIVEN("the running example, and X = Iᵀ with one input per row")
    {
        WHEN("softmax(Q Kᵀ) V is computed with rows")
        {
            THEN("the rows of the result are b_1 … b_4: (8, 4.5), (4.5, 8), (6.5, 6.5), (4, 8), the transpose of O")
            {
                CHECK_THAT(row_form(transposed(I), layer), close_to(Matrix{{8, 4.5}, {4.5, 8}, {6.5, 6.5}, {4, 8}}));
            }
        }
    }
    GIVEN("random layers of many shapes, with biases and without")
    {
        const bool has_biases = GENERATE(true, false);
        const Sizes sizes = GENERATE(values<Sizes>({{1, 1, 1, 1}, {3, 2, 4, 5}, {6, 7, 3, 1}, {20, 5, 2, 9}}));
        const RandomLayer random = random_layer(sizes, has_biases);
        THEN("the row form is the transpose of the column form")
        {
            CHECK_THAT(row_form(transposed(random.I), random.layer), close_to(transposed(matrix_form(random.I, random.layer).O)));
        }
    }
}

SCENARIO("self-attention does not know the order of its inputs: f(I P) = f(I) P", "[02_matrix_form]")
{
    GIVEN("the running example with its inputs in the order 3, 1, 4, 2")
    {
        WHEN("the layer is applied")
        {
            const MatrixForm out = matrix_form(permuted(I, {2, 0, 3, 1}), layer);
            THEN("the outputs are the same four, in that order: (6.5, 6.5), (8, 4.5), (4, 8), (4.5, 8)")
            {
                CHECK_THAT(out.O, close_to(Matrix{{6.5, 8, 4, 4.5}, {6.5, 4.5, 8, 8}}));
            }
        }
    }
    GIVEN("a random layer of nine inputs and any order of them")
    {
        const RandomLayer random = random_layer({9, 4, 3, 5}, true);
        const auto order =
            GENERATE(std::vector<std::size_t>{8, 7, 6, 5, 4, 3, 2, 1, 0}, std::vector<std::size_t>{4, 0, 8, 1, 7, 2, 6, 3, 5});
        THEN("permuted inputs give permuted outputs")
        {
            CHECK_THAT(matrix_form(permuted(random.I, order), random.layer).O,
                       close_to(permuted(matrix_form(random.I, random.layer).O, order)));
        }
    }
}

SCENARIO("there may be more keys than queries", "[02_matrix_form]")
{
    GIVEN("two queries and three keys, with the scores 0, ln 2, ln 3 for query 1 and ln 4, 0, 0 for query 2")
    {
        const Matrix scores_of_two{{0, ln4}, {ln2, 0}, {ln3, 0}};
        WHEN("softmax runs over keys")
        {
            const Matrix result = softmax_over_keys(scores_of_two);
            THEN("query 1 has the weights 1/6, 2/6, 3/6, query 2 has 4/6, 1/6, 1/6")
            {
                CHECK_THAT(result, close_to(Matrix{{1. / 6, 4. / 6}, {2. / 6, 1. / 6}, {3. / 6, 1. / 6}}));
            }
            THEN("the values 6, 12, 18 give 1 + 4 + 9 = 14 and 4 + 2 + 3 = 9: one output per query")
            {
                CHECK_THAT(weighted_sums(Matrix{{6, 12, 18}}, result), close_to(Matrix{{14, 9}}));
            }
        }
    }
}

SCENARIO("large scores neither overflow nor vanish", "[02_matrix_form]")
{
    GIVEN("the scores of the running example with 1000 added for query 1, and 1000 subtracted for query 2")
    {
        const Matrix far = A + Vector{1000, -1000, 0, 0};
        THEN("the weights are as before, for each query subtracts its own largest score")
        {
            CHECK_THAT(softmax_over_keys(far), close_to(A_prime, 1e-12));
        }
    }
}

SCENARIO("a reduction must be stored before it meets the matrix it came from", "[02_matrix_form]")
{
    GIVEN("e = (1 2 3; 4 5 6), followed in memory by zeros")
    {
        std::array<double, 12> memory{1, 2, 3, 4, 5, 6};
        const auto e = xt::adapt(memory.data(), 6, xt::no_ownership(), std::array<std::size_t, 2>{2, 3});
        WHEN("the column sums 5, 7, 9 are stored first")
        {
            const Matrix sum = xt::sum(e, {0}, xt::keep_dims);
            THEN("e / sum = (1/5 2/7 3/9; 4/5 5/7 6/9)")
            {
                CHECK_THAT(Matrix(e / sum), close_to(Matrix{{1. / 5, 2. / 7, 3. / 9}, {4. / 5, 5. / 7, 6. / 9}}));
            }
        }
        WHEN("the sums stay lazy inside the quotient: e / sum(e, {0}, keep_dims)")
        {
            const Matrix quotient = e / xt::sum(e, {0}, xt::keep_dims);
            THEN(
                "row 2 is divided by sums that begin at row 2 and run past the end: 4/(4+0), 5/(5+0), 6/(6+0) = 1, 1, 1, wrong without a word")
            {
                CHECK_THAT(quotient, close_to(Matrix{{1. / 5, 2. / 7, 3. / 9}, {1, 1, 1}}));
            }
        }
        WHEN("the sums of the rows, 6 and 15, stay lazy: e / sum(e, {1}, keep_dims)")
        {
            const Matrix quotient = e / xt::sum(e, {1}, xt::keep_dims);
            THEN("row 1 is divided by 1+2+3, 2+3+4, 3+4+5 in place of 6: 1/6, 2/9, 3/12 = .167, .222, .25 for .167, .333, .5")
            {
                CHECK_THAT(Vector({quotient(0, 0), quotient(0, 1), quotient(0, 2)}), close_to(Vector{1. / 6, 2. / 9, 3. / 12}));
            }
        }
    }
}

SCENARIO("shapes that do not belong together are refused, even those that xtensor would stretch", "[02_matrix_form]")
{
    GIVEN("the running example")
    {
        THEN("a weight matrix of 4 columns takes no inputs of 3 components")
        {
            CHECK_THROWS_WITH(project(layer.Wq, Matrix{{1, 2}, {3, 4}, {5, 6}}), "product: 2 x 4 times 3 x 2");
        }
        THEN("a bias of length 1 does not stretch over queries of length 2")
        {
            CHECK_THROWS_WITH(project(layer.Wq, I, Vector{1}), "W is 2 x 4 but its bias has 1 components");
            CHECK_THROWS_AS(with_bias(Q, Vector{1}), ShapeError);
            CHECK_THROWS_AS(row_form(transposed(I), {layer.Wq, layer.Wk, layer.Wv, {}, Vector{1}}), ShapeError);
        }
        THEN("keys of length 1 do not stretch over queries of length 2")
        {
            CHECK_THROWS_AS(scores(Matrix{{1, 2, 3}}, Q), ShapeError);
        }
        THEN("three values take no weights for four keys")
        {
            CHECK_THROWS_AS(weighted_sums(Matrix{{1, 2, 3}}, A_prime), ShapeError);
        }
        THEN("no inputs at all are refused")
        {
            const Matrix none = xt::zeros<double>({4, 0});
            CHECK_THROWS_AS(matrix_form(none, layer), ShapeError);
            CHECK_THROWS_AS(row_form(transposed(none), layer), ShapeError);
        }
    }
}

SCENARIO("each usual mistake gives other numbers than the truth", "[02_matrix_form]")
{
    GIVEN("the running example, where b_1 = (8, 4.5)")
    {
        THEN("no mistake: b_1 = (8, 4.5)")
        {
            CHECK_THAT(find_chapter("02")->walk(running_example("02")).as<Matrix>("b"), close_to(O));
        }
        THEN(
            "softmax_over_queries: row j of exp(A) over its sum 10, 23/2, 34/3, 37/4 gives b_1 the weights 1/10, 4/23, 9/34, 16/37, and b_1 = (20/23 + 90/34 + 160/37, 1 + 40/23 + 45/34)")
        {
            CHECK_THAT(b_1_with("softmax_over_queries"),
                       close_to(Vector{20. / 23 + 90. / 34 + 160. / 37, 1 + 40. / 23 + 45. / 34}));
        }
        THEN("softmax_over_everything: all of exp(A) sums to 505/12, so b_1 = 12/505 (80, 45) = (192/101, 108/101)")
        {
            CHECK_THAT(b_1_with("softmax_over_everything"), close_to(Vector{192. / 101, 108. / 101}));
        }
        THEN(
            "queries_and_keys_exchanged: k_1 asks and finds q_1 … q_4 with exp of the scores 1, 4, 4, 1, so b_1 = .4 (5,10) + .4 (10,5) + .1 (0,10) + .1 (10,0) = (7, 7)")
        {
            CHECK_THAT(b_1_with("queries_and_keys_exchanged"), close_to(Vector{7, 7}));
        }
        THEN("weights_transposed: row 1 of A', .1 .4 .2 .48, gives b_1 = (2 + 2 + 4.8, 1 + 4 + 1) = (8.8, 6)")
        {
            CHECK_THAT(b_1_with("weights_transposed"), close_to(Vector{8.8, 6}));
        }
        THEN("scaled_unasked: exp of 0, ln 2, ln 3, ln 4 over √2 weighs as 1, 2^½√2, 3^½√2, 4^½√2, so b_1 = (7.569, 4.978)")
        {
            CHECK_THAT(b_1_with("scaled_unasked"), close_to(Vector{7.569, 4.978}, 5e-4));
        }
    }
    GIVEN("the mistakes of chapter 01, made in every query")
    {
        const auto O_with = [](const std::string& name) {
            const std::vector<Mistake> all = single_output_mistakes();
            const auto is_meant = [&name](const Mistake& one) { return one.name == name; };
            const Mistake mistake = *std::find_if(all.begin(), all.end(), is_meant);
            return walk_with(mistake, *find_chapter("02"), running_example("02")).as<Matrix>("b");
        };
        THEN("not_normalised: the columns times 10, 10, 20 and 25/12, their sums under exp")
        {
            CHECK_THAT(O_with("not_normalised"), close_to(Matrix{{80, 45, 130, 25. / 3}, {45, 80, 130, 50. / 3}}, 1e-13));
        }
        THEN("no_exponential: q_4 = (-1, 0) gets the weights of q_1 = (1, 0), for the sign cancels, so b_4 = b_1")
        {
            const std::vector<Vector> b = column_vectors(O_with("no_exponential"));
            const double ln24 = std::log(24.0);
            const Vector b_1{(25 * ln2 + 10 * ln3) / ln24, (10 * ln2 + 5 * ln3) / ln24};
            CHECK_THAT(b[0], close_to(b_1));
            CHECK_THAT(b[3], close_to(b_1));
        }
        THEN("largest_only: the keys 4, 1, 2 (the first of two equal ones) and 1")
        {
            CHECK_THAT(O_with("largest_only"), close_to(Matrix{{10, 0, 5, 0}, {0, 10, 10, 10}}, 0));
        }
        THEN("self_left_out: query 1 weighs keys 2, 3, 4 as 2, 3, 4; query 4 weighs keys 1, 2, 3 as 6, 3, 2")
        {
            CHECK_THAT(column_vectors(O_with("self_left_out"))[0], close_to(Vector{80. / 9, 35. / 9}));
            CHECK_THAT(column_vectors(O_with("self_left_out"))[3], close_to(Vector{35. / 11, 100. / 11}));
        }
    }
    GIVEN("one query alone, with three keys")
    {
        THEN("softmax_over_queries gives every key the weight 1")
        {
            const Mask all = xt::ones<bool>({3, 1});
            CHECK_THAT(softmax_over_queries({{0}, {ln2}, {5}}, all), close_to(Matrix{{1}, {1}, {1}}, 0));
        }
    }
    GIVEN("scores 0, ln 2 of query 1 and ln 3, 0 of query 2, where query 1 may not attend to key 2")
    {
        const Matrix scores_of_two{{0, ln3}, {ln2, 0}};
        const Mask allowed{{true, true}, {false, true}};
        THEN("softmax_over_queries, the mask put on rightly: key 1 has 1/4 and 3/4, key 2 has 1 of query 2")
        {
            CHECK_THAT(softmax_over_queries(scores_of_two, allowed), close_to(Matrix{{0.25, 0.75}, {0, 1}}));
        }
        THEN("softmax_over_everything: 1 + 3 + 1 = 5")
        {
            CHECK_THAT(softmax_over_everything(scores_of_two, allowed), close_to(Matrix{{0.2, 0.6}, {0, 0.2}}));
        }
    }
}
