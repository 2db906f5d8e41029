// Chapter 05 as a test. Every number is worked out on paper beside it; columns are vectors, as in the lecture.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "01_single_output/single_output.hpp"
#include "02_matrix_form/matrix_form.hpp"
#include "04_source_and_target/source_and_target.hpp"
#include "05_multi_head/multi_head.hpp"
#include "05_multi_head/multi_head_mistakes.hpp"
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

// The running example: its inputs, its layer, and what the layer makes of them in chapter 02.
const Matrix I{{0, 1, 0, 2}, {0, 0, 1, 0}, {2, 0, 1, 0}, {0, 1, 0, 0}};  // the columns are a_1 … a_4
const Projections layer{
    {{-0.5, 0.5, 0.5, 0.5}, {0, 1, 0, 1}}, {{ln2, ln3, 0, 0}, {0, 0, ln2, ln3}}, {{5, 10, 0, 0}, {0, 0, 5, 10}}};
const Matrix O_of_chapter_02{{8, 4.5, 6.5, 4}, {4.5, 8, 6.5, 8}};
const Mask everything = no_mask(4, 4);

// Its two heads of width 1: head 1 takes the first component of q, k and v, head 2 the second.
const Projections first_component{{{1, 0}}, {{1, 0}}, {{1, 0}}};
const Projections second_component{{{0, 1}}, {{0, 1}}, {{0, 1}}};
const std::vector<Projections> two_heads{head_on_inputs(layer, first_component), head_on_inputs(layer, second_component)};
const Matrix B{{8, 6.25, 8, 4}, {6.25, 8, 8, 6.25}};
const Matrix Wo{{1, 2}, {0, 1}};
const Matrix O{{20.5, 22.25, 24, 16.5}, {6.25, 8, 8, 6.25}};

const Matrix identity{{1, 0}, {0, 1}};

/// Layers of random numbers on the same inputs, one for each head.
std::vector<Projections> random_heads(std::size_t heads, const Sizes& sizes)
{
    std::vector<Projections> result;
    for (std::size_t h = 0; h < heads; ++h) {
        // Numbers depend on n as well, so each head gets others.
        result.push_back(random_layer({sizes.n + 17 * h, sizes.d, sizes.d_k, sizes.d_v}, true).layer);
    }
    return result;
}

/// W_O [d_out x d_stacked] and its bias.
Output random_output(std::size_t d_out, std::size_t d_stacked)
{
    const Projections random = random_layer({1, d_stacked, d_out, 1}, true).layer;
    return {random.Wq, random.bq};
}

/// A mask in which query i may not attend to every third key, and the last query to none.
Mask some_mask(std::size_t n_keys, std::size_t n_queries)
{
    Mask allowed = no_mask(n_keys, n_queries);
    for (std::size_t i = 0; i < n_queries; ++i) {
        for (std::size_t j = 0; j < n_keys; ++j) {
            allowed(j, i) = i + 1 < n_queries && (i + j) % 3 != 0;
        }
    }
    return allowed;
}

/// b_{i,h} by its definition, one query and one key after the other, with nothing but vectors.
Vector output_by_definition(const Vector& x, const std::vector<Vector>& y, const Projections& p, const std::vector<bool>& may_see)
{
    const Vector q = fully_connected(p.Wq, x, p.bq);
    std::vector<double> alpha;
    std::vector<Vector> v;
    for (std::size_t j = 0; j < y.size(); ++j) {
        if (may_see[j]) {
            alpha.push_back(dot(q, fully_connected(p.Wk, y[j], p.bk)));
            v.push_back(fully_connected(p.Wv, y[j], p.bv));
        }
    }
    Vector b = xt::zeros<double>({p.Wv.shape(0)});
    double sum = 0;
    for (const double score : alpha) {
        sum += std::exp(score);
    }
    for (std::size_t j = 0; j < v.size(); ++j) {
        b += std::exp(alpha[j]) / sum * v[j];
    }
    return b;
}

/// Some columns of W, from `first`.
Matrix columns_of(const Matrix& W, std::size_t first, std::size_t columns)
{
    return transposed(rows_of(transposed(W), first, columns));
}

/// Head h of H cut out rightly: block h of the rows.
Matrix block_of_rows(const Matrix& all, std::size_t h, std::size_t heads)
{
    const std::size_t rows = all.shape(0) / heads;
    return rows_of(all, h * rows, rows);
}

/// The outputs with a mistake, made in the problem of that name, or else the first that the mistake concerns.
Matrix outputs_with(const std::string& mistake, const std::optional<std::string>& problem = {})
{
    return running_example_with("05_multi_head", mistake, problem).as<Matrix>("b");
}

}  // namespace

SCENARIO("two heads see two kinds of relation", "[05_multi_head]")
{
    GIVEN("queries, keys and values of the running example; head 1 takes the first component of each, head 2 the second")
    {
        const MultiHead out = multi_head(I, I, two_heads, everything, {Wo});
        WHEN("head 1 asks")
        {
            const Attention& head = out.heads[0];
            THEN("its queries are 1, 0, 1, -1, its keys 0, ln 2, ln 3, ln 4, its values 0, 5, 10, 10")
            {
                CHECK_THAT(head.Q, close_to(Matrix{{1, 0, 1, -1}}));
                CHECK_THAT(head.K, close_to(Matrix{{0, ln2, ln3, ln4}}));
                CHECK_THAT(head.V, close_to(Matrix{{0, 5, 10, 10}}));
            }
            THEN("queries 1 and 3 have the weights .1 .2 .3 .4, query 2, which is 0, four times .25, query 4 .48 .24 .16 .12")
            {
                CHECK_THAT(head.A_prime,
                           close_to(Matrix{
                               {0.1, 0.25, 0.1, 0.48}, {0.2, 0.25, 0.2, 0.24}, {0.3, 0.25, 0.3, 0.16}, {0.4, 0.25, 0.4, 0.12}}));
            }
            THEN("b_{1,1} = .2 · 5 + .3 · 10 + .4 · 10 = 8; in all 8, 25/4, 8, and .24 · 5 + .16 · 10 + .12 · 10 = 4")
            {
                CHECK_THAT(head.O, close_to(Matrix{{8, 6.25, 8, 4}}));
            }
        }
        WHEN("head 2 asks")
        {
            const Attention& head = out.heads[1];
            THEN("its queries are 0, 1, 1, 0, its keys ln 4, ln 3, ln 2, 0, its values 10, 10, 5, 0")
            {
                CHECK_THAT(head.Q, close_to(Matrix{{0, 1, 1, 0}}));
                CHECK_THAT(head.K, close_to(Matrix{{ln4, ln3, ln2, 0}}));
                CHECK_THAT(head.V, close_to(Matrix{{10, 10, 5, 0}}));
            }
            THEN("queries 2 and 3 have the weights .4 .3 .2 .1, queries 1 and 4, which are 0, four times .25")
            {
                CHECK_THAT(head.A_prime,
                           close_to(Matrix{
                               {0.25, 0.4, 0.4, 0.25}, {0.25, 0.3, 0.3, 0.25}, {0.25, 0.2, 0.2, 0.25}, {0.25, 0.1, 0.1, 0.25}}));
            }
            THEN("b_{2,2} = .4 · 10 + .3 · 10 + .2 · 5 = 8; in all 25/4, 8, 8, 25/4")
            {
                CHECK_THAT(head.O, close_to(Matrix{{6.25, 8, 8, 6.25}}));
            }
        }
        WHEN("query 3 asks both")
        {
            THEN("head 1 likes key 4 best and head 2 key 1; one head of chapter 02, with .2 .3 .3 .2, likes neither")
            {
                const Matrix weights = matrix_form(I, layer).A_prime;
                CHECK(column_vectors(out.heads[0].A_prime)[2](3) > 0.39);
                CHECK(column_vectors(out.heads[1].A_prime)[2](0) > 0.39);
                CHECK_THAT(column_vectors(weights)[2], close_to(Vector{0.2, 0.3, 0.3, 0.2}));
            }
        }
        WHEN("the outputs of the heads are stacked, b_{i,1} above b_{i,2}")
        {
            THEN("B has the columns (8, 6.25), (6.25, 8), (8, 8), (4, 6.25)")
            {
                CHECK_THAT(out.B, close_to(B));
            }
        }
        WHEN("W_O = (1 2; 0 1) is multiplied from the left")
        {
            THEN("b_1 = (8 + 2 · 6.25, 6.25) = (20.5, 6.25), b_2 = (22.25, 8), b_3 = (24, 8), b_4 = (16.5, 6.25)")
            {
                CHECK_THAT(out.O, close_to(O));
            }
        }
    }
    GIVEN("the chapter's problem, which says the same in a file")
    {
        THEN("its last steps are the same: B, then b_1 … b_4")
        {
            const Walkthrough walkthrough = find_chapter("05")->walk(running_example("05"));
            CHECK_THAT(walkthrough.as<Matrix>("concat"), close_to(B));
            CHECK_THAT(walkthrough.as<Matrix>("b"), close_to(O));
        }
        THEN("with each head's matrices directly on the inputs and a bias bo = (-1/2, 3/4) the outputs are moved by it")
        {
            const Walkthrough walkthrough = find_chapter("05")->walk(running_example("05", "direct"));
            CHECK_THAT(walkthrough.as<Matrix>("concat"), close_to(B));
            CHECK_THAT(walkthrough.as<Matrix>("b"), close_to(Matrix{{20, 21.75, 23.5, 16}, {7, 8.75, 8.75, 7}}));
        }
    }
}

SCENARIO("two levels of matrices are one matrix: q_{i,h} = (W_{q,h} Wq) a_i", "[05_multi_head]")
{
    GIVEN("W = (1 2 3; 4 5 6), b = (1, -1), W_h = (2 1), b_h = 10")
    {
        const Matrix W{{1, 2, 3}, {4, 5, 6}};
        const Vector b{1, -1};
        const Matrix W_h{{2, 1}};
        const Vector b_h{10};
        THEN("W_h W = 2 (1 2 3) + (4 5 6) = (6 9 12)")
        {
            CHECK_THAT(one_level(W, {}, W_h, {}).W, close_to(Matrix{{6, 9, 12}}));
            CHECK_THAT(one_level(W, b, W_h, b_h).W, close_to(Matrix{{6, 9, 12}}));
        }
        THEN("the bias is W_h b + b_h = 2 - 1 + 10 = 11; 1 without b_h, 10 without b, none without both")
        {
            CHECK_THAT(one_level(W, b, W_h, b_h).bias.value(), close_to(Vector{11}));
            CHECK_THAT(one_level(W, b, W_h, {}).bias.value(), close_to(Vector{1}));
            CHECK_THAT(one_level(W, {}, W_h, b_h).bias.value(), close_to(Vector{10}));
            CHECK_FALSE(one_level(W, {}, W_h, {}).bias.has_value());
        }
        THEN("a = (1, 0, -1) becomes Wa + b = (-1, -3) and then 2 · -1 - 3 + 10 = 5, or at once 6 - 12 + 11 = 5")
        {
            const Vector a{1, 0, -1};
            const Affine both = one_level(W, b, W_h, b_h);
            CHECK_THAT(fully_connected(W_h, fully_connected(W, a, b), b_h), close_to(Vector{5}));
            CHECK_THAT(fully_connected(both.W, a, both.bias), close_to(Vector{5}));
        }
    }
    GIVEN("the running example and its head 1, W_{q,1} = (1 0)")
    {
        THEN("the matrices on the inputs are the first rows of Wq, Wk and Wv")
        {
            CHECK_THAT(two_heads[0].Wq, close_to(Matrix{{-0.5, 0.5, 0.5, 0.5}}));
            CHECK_THAT(two_heads[0].Wk, close_to(Matrix{{ln2, ln3, 0, 0}}));
            CHECK_THAT(two_heads[0].Wv, close_to(Matrix{{5, 10, 0, 0}}));
        }
    }
    GIVEN("random layers with biases on both levels, and heads as long as the first level, shorter and longer")
    {
        const Sizes sizes = GENERATE(values<Sizes>({{1, 1, 1, 1}, {4, 3, 5, 2}, {9, 6, 2, 7}}));
        const auto d_h = GENERATE(as<std::size_t>{}, 1, 2, 4);
        const RandomLayer first = random_layer(sizes, true);
        const Projections on_values = random_layer({1, sizes.d_v, d_h, d_h + 1}, true).layer;
        const Projections on_queries = random_layer({2, sizes.d_k, d_h, 1}, true).layer;
        const Projections head{on_queries.Wq, on_queries.Wk, on_values.Wv, on_queries.bq, on_queries.bk, on_values.bv};
        THEN("one level on the inputs gives the queries, keys and values of two levels")
        {
            const Projections one = head_on_inputs(first.layer, head);
            const auto twice = [&](const Matrix& W, const std::optional<Vector>& b, const Matrix& W_h,
                                   const std::optional<Vector>& b_h) { return project(W_h, project(W, first.I, b), b_h); };
            const Attention out = attend(first.I, first.I, one, no_mask(sizes.n, sizes.n));
            CHECK_THAT(out.Q, close_to(twice(first.layer.Wq, first.layer.bq, head.Wq, head.bq)));
            CHECK_THAT(out.K, close_to(twice(first.layer.Wk, first.layer.bk, head.Wk, head.bk)));
            CHECK_THAT(out.V, close_to(twice(first.layer.Wv, first.layer.bv, head.Wv, head.bv)));
        }
        THEN("the steps of a problem with two levels end where those with one level do")
        {
            Problem two;
            two.kind = "multi_head";
            two.inputs = column_vectors(first.I);
            two.projections = first.layer;
            two.heads = {head, head};
            Problem one = two;
            one.projections = {};
            one.heads = {head_on_inputs(first.layer, head), head_on_inputs(first.layer, head)};
            const Chapter& chapter = *find_chapter("05");
            CHECK_THAT(chapter.walk(two).value("b"), close_to(chapter.walk(one).value("b")));
        }
    }
}

SCENARIO("the output matrix adds up what each head has found", "[05_multi_head]")
{
    GIVEN("W_O = (1 2; 0 1) and b_{1,1} = 8, b_{1,2} = 6.25")
    {
        THEN("b_1 = 8 (1, 0) + 6.25 (2, 1) = (20.5, 6.25): each head has its own columns of W_O")
        {
            CHECK_THAT(output_of_heads({{8}, {6.25}}, {Wo}), close_to(Matrix{{20.5}, {6.25}}));
            CHECK_THAT(Matrix(product(columns_of(Wo, 0, 1), Matrix{{8}}) + product(columns_of(Wo, 1, 1), Matrix{{6.25}})),
                       close_to(Matrix{{20.5}, {6.25}}));
        }
    }
    GIVEN("a bias bo = (-1/2, 3/4)")
    {
        THEN("it is added once, to every output: (20, 7) for b_1")
        {
            CHECK_THAT(output_of_heads(B, {Wo, Vector{-0.5, 0.75}}), close_to(Matrix{{20, 21.75, 23.5, 16}, {7, 8.75, 8.75, 7}}));
        }
        THEN("without W_O it is added to the stacked heads: (7.5, 7) for b_1")
        {
            CHECK_THAT(output_of_heads(B, {{}, Vector{-0.5, 0.75}}), close_to(Matrix{{7.5, 5.75, 7.5, 3.5}, {7, 8.75, 8.75, 7}}));
        }
    }
    GIVEN("neither W_O nor a bias")
    {
        THEN("the stacked heads are the output")
        {
            CHECK_THAT(multi_head(I, I, two_heads, everything).O, close_to(B));
        }
    }
    GIVEN("a W_O of one row, (1 -1), or of three")
    {
        THEN("the outputs are as long as W_O has rows: 8 - 6.25 = 1.75 for b_1, or (8, 6.25, 14.25)")
        {
            CHECK_THAT(output_of_heads(B, {Matrix{{1, -1}}}), close_to(Matrix{{1.75, -1.75, 0, -2.25}}));
            CHECK_THAT(output_of_heads({{8}, {6.25}}, {Matrix{{1, 0}, {0, 1}, {1, 1}}}), close_to(Matrix{{8}, {6.25}, {14.25}}));
        }
    }
    GIVEN("matrices of one and of two rows")
    {
        THEN("stacked, they keep their order: (1 2) above (3 4; 5 6)")
        {
            CHECK_THAT(stacked_heads({Matrix{{1, 2}}, Matrix{{3, 4}, {5, 6}}}), close_to(Matrix{{1, 2}, {3, 4}, {5, 6}}));
        }
    }
}

SCENARIO("each head attends as chapter 04 does, whatever the number of heads", "[05_multi_head]")
{
    GIVEN("random layers of 1 to 5 heads with biases, a target of three vectors, a source, and a mask")
    {
        const auto heads = GENERATE(as<std::size_t>{}, 1, 2, 3, 5);
        const Sizes sizes = GENERATE(values<Sizes>({{1, 1, 1, 1}, {5, 4, 3, 2}, {7, 6, 2, 4}}));
        const bool is_masked = GENERATE(false, true);
        const Matrix Y = random_layer(sizes, true).I;
        const Matrix X = random_layer({3, sizes.d, 1, 1}, false).I;
        const std::vector<Projections> all = random_heads(heads, sizes);
        const Mask allowed = is_masked ? some_mask(sizes.n, 3) : no_mask(sizes.n, 3);
        const Output output = random_output(5, heads * sizes.d_v);
        const MultiHead out = multi_head(X, Y, all, allowed, output);
        REQUIRE(out.heads.size() == heads);
        THEN("b_i = W_O [b_{i,1}; b_{i,2}; …] + b_O, computed with vectors, one query and one key after the other")
        {
            const std::vector<Vector> x = column_vectors(X);
            const std::vector<Vector> y = column_vectors(Y);
            for (std::size_t i = 0; i < x.size(); ++i) {
                std::vector<bool> may_see;
                for (std::size_t j = 0; j < y.size(); ++j) {
                    may_see.push_back(allowed(j, i));
                }
                std::vector<double> stack;
                for (const Projections& head : all) {
                    const Vector b = output_by_definition(x[i], y, head, may_see);
                    stack.insert(stack.end(), b.begin(), b.end());
                }
                Vector b_i = xt::zeros<double>({stack.size()});
                std::copy(stack.begin(), stack.end(), b_i.begin());
                CHECK_THAT(column_vectors(out.B)[i], close_to(b_i));
                CHECK_THAT(column_vectors(out.O)[i], close_to(fully_connected(output.Wo.value(), b_i, output.bo)));
            }
        }
        THEN("every step of head h is what chapter 04 makes with the matrices of head h")
        {
            for (std::size_t h = 0; h < heads; ++h) {
                const Attention alone = attend(X, Y, all[h], allowed);
                CHECK_THAT(out.heads[h].Q, close_to(alone.Q, 0));
                CHECK_THAT(out.heads[h].K, close_to(alone.K, 0));
                CHECK_THAT(out.heads[h].V, close_to(alone.V, 0));
                CHECK_THAT(out.heads[h].A, close_to(alone.A, 0));
                CHECK_THAT(out.heads[h].A_prime, close_to(alone.A_prime, 0));
                CHECK_THAT(out.heads[h].O, close_to(alone.O, 0));
            }
        }
    }
    GIVEN("a problem with two levels, biases, a target, a source, padding and a mask")
    {
        const Sizes sizes{6, 4, 3, 2};
        const RandomLayer first = random_layer(sizes, true);
        const Projections on_queries = random_layer({2, 3, 2, 2}, true).layer;
        const Projections on_values = random_layer({3, 2, 2, 3}, true).layer;
        const Projections second{on_queries.Wq, on_queries.Wk, on_values.Wv, on_queries.bq, on_queries.bk, on_values.bv};
        const Projections third{on_queries.Wk, on_queries.Wq, on_values.Wv, on_queries.bk, {}, {}};
        const Output output = random_output(5, 6);
        Problem problem;
        problem.kind = "multi_head";
        problem.source = column_vectors(first.I);
        problem.target = column_vectors(random_layer({3, 4, 1, 1}, false).I);
        problem.projections = first.layer;
        problem.heads = {second, third};
        problem.Wo = output.Wo;
        problem.bo = output.bo;
        problem.mask = some_mask(6, 3);
        problem.is_real = {true, true, true, true, true, false};
        problem.scale.by_key_length = true;
        THEN("its outputs are those of the function, with one level and what both masks allow")
        {
            const std::vector<Projections> heads{head_on_inputs(first.layer, second), head_on_inputs(first.layer, third)};
            const Mask allowed = both_masks(*problem.mask, padding_mask(problem.is_real, 3));
            const MultiHead out =
                multi_head(as_columns(problem.target), first.I, heads, allowed, output, {.by_key_length = true});
            const Walkthrough walkthrough = find_chapter("05")->walk(problem);
            CHECK_THAT(walkthrough.as<Matrix>("alpha_prime.1"), close_to(out.heads[0].A_prime));
            CHECK_THAT(walkthrough.as<Matrix>("alpha_prime.2"), close_to(out.heads[1].A_prime));
            CHECK_THAT(walkthrough.as<Matrix>("concat"), close_to(out.B));
            CHECK_THAT(walkthrough.as<Matrix>("b"), close_to(out.O));
        }
    }
    GIVEN("the running example under a causal mask")
    {
        const MultiHead out = multi_head(I, I, two_heads, causal_mask(4, 4), {Wo});
        THEN(
            "head 1: 0, the mean of 0 and 5, 0 5 10 with 1 : 2 : 3, and 4; head 2: 10, 10, 10 10 5 with 4 : 3 : 2, and 25/4: B = (0, 10), (2.5, 10), (20/3, 80/9), (4, 6.25)")
        {
            CHECK_THAT(out.B, close_to(Matrix{{0, 2.5, 20. / 3, 4}, {10, 10, 80. / 9, 6.25}}));
        }
        THEN("b_1 = (0 + 2 · 10, 10) = (20, 10), b_2 = (22.5, 10), b_3 = (220/9, 80/9), b_4 = (16.5, 6.25)")
        {
            CHECK_THAT(out.O, close_to(Matrix{{20, 22.5, 220. / 9, 16.5}, {10, 10, 80. / 9, 6.25}}));
        }
    }
    GIVEN("a query that may attend to no key, and a bias bo = (-1/2, 3/4)")
    {
        THEN("every head gives it 0, and what is left of its output is bo")
        {
            CHECK_THAT(multi_head(I, I, two_heads, xt::zeros<bool>({4, 4}), {Wo, Vector{-0.5, 0.75}}).O,
                       close_to(Matrix{{-0.5, -0.5, -0.5, -0.5}, {0.75, 0.75, 0.75, 0.75}}, 0));
        }
    }
    GIVEN("heads of other widths, 1 and 2")
    {
        THEN("each keeps its own: (8, 8, 4.5) for b_1, head 1 above chapter 02's layer")
        {
            const MultiHead out = multi_head(I, I, {two_heads[0], layer}, everything);
            CHECK_THAT(column_vectors(out.O)[0], close_to(Vector{8, 8, 4.5}));
        }
    }
}

SCENARIO("scores are divided by the root of the width of one head", "[05_multi_head]")
{
    GIVEN("two heads of width 2 on √2 times the queries of the running example; head 2 exchanges their components")
    {
        const Walkthrough walkthrough = find_chapter("05")->walk(running_example("05", "width_two"));
        THEN("√2 and √d_k = √2 cancel: head 1 gives chapter 02's outputs, (8, 4.5), (4.5, 8), (6.5, 6.5), (4, 8)")
        {
            CHECK_THAT(walkthrough.as<Matrix>("b.1"), close_to(O_of_chapter_02));
        }
        THEN(
            "head 2 asks with (0,1), (1,0), (1,1), (0,-1), so its weights are .4 .3 .2 .1 | .1 .2 .3 .4 | .2 .3 .3 .2 | .12 .16 .24 .48")
        {
            CHECK_THAT(
                walkthrough.as<Matrix>("alpha_prime.2"),
                close_to(Matrix{{0.4, 0.1, 0.2, 0.12}, {0.3, 0.2, 0.3, 0.16}, {0.2, 0.3, 0.3, 0.24}, {0.1, 0.4, 0.2, 0.48}}));
        }
        THEN("it gives (4.5, 8), (8, 4.5), (6.5, 6.5), and .12 (0,10) + .16 (5,10) + .24 (10,5) + .48 (10,0) = (8, 4)")
        {
            CHECK_THAT(walkthrough.as<Matrix>("b.2"), close_to(Matrix{{4.5, 8, 6.5, 8}, {8, 4.5, 6.5, 4}}));
        }
        THEN("stacked, b_1 = (8, 4.5, 4.5, 8): head after head, not in turns")
        {
            CHECK_THAT(column_vectors(walkthrough.as<Matrix>("b"))[0], close_to(Vector{8, 4.5, 4.5, 8}));
        }
    }
    GIVEN("the same in code, with 1/√d_k or with the number 1/√2")
    {
        const Projections wide{std::sqrt(2.0) * layer.Wq, layer.Wk, layer.Wv};
        THEN("both give (8, 4.5) for b_1 of head 1")
        {
            for (const Scale& scale : {Scale{.by_key_length = true}, Scale{.number = 1 / std::sqrt(2.0)}}) {
                CHECK_THAT(multi_head(I, I, {wide}, everything, {}, scale).O, close_to(O_of_chapter_02));
            }
        }
    }
}

SCENARIO("one head with nothing behind it is chapter 02", "[05_multi_head]")
{
    GIVEN("one head, the layer of the running example, and W_O = (1 0; 0 1), or none")
    {
        THEN("the outputs are (8, 4.5), (4.5, 8), (6.5, 6.5), (4, 8)")
        {
            CHECK_THAT(multi_head(I, I, {layer}, everything, {identity}).O, close_to(O_of_chapter_02));
            CHECK_THAT(multi_head(I, I, {layer}, everything).O, close_to(O_of_chapter_02));
        }
    }
    GIVEN("random layers of many shapes, with biases")
    {
        const Sizes sizes = GENERATE(values<Sizes>({{1, 1, 1, 1}, {2, 5, 1, 3}, {6, 3, 7, 2}, {33, 4, 4, 4}}));
        const RandomLayer random = random_layer(sizes, true);
        THEN("one head gives what the matrix form gives")
        {
            CHECK_THAT(multi_head(random.I, random.I, {random.layer}, no_mask(sizes.n, sizes.n)).O,
                       close_to(matrix_form(random.I, random.layer).O));
        }
    }
}

SCENARIO("heads have no order of their own", "[05_multi_head]")
{
    GIVEN("the running example with its two heads exchanged")
    {
        const std::vector<Projections> exchanged{two_heads[1], two_heads[0]};
        THEN("with the columns of W_O exchanged too, (2 1; 1 0), the outputs are as before")
        {
            CHECK_THAT(multi_head(I, I, exchanged, everything, {Matrix{{2, 1}, {1, 0}}}).O, close_to(O));
        }
        THEN("with W_O as it was they are not: b_1 = (6.25 + 2 · 8, 8) = (22.25, 8)")
        {
            CHECK_THAT(column_vectors(multi_head(I, I, exchanged, everything, {Wo}).O)[0], close_to(Vector{22.25, 8}));
        }
    }
    GIVEN("random heads in the order 3, 1, 2, and the blocks of W_O's columns in that order")
    {
        const Sizes sizes{5, 4, 3, 2};
        const Matrix X = random_layer(sizes, true).I;
        const std::vector<Projections> heads = random_heads(3, sizes);
        const Output output = random_output(4, 6);
        const Matrix& W = output.Wo.value();
        THEN("no output changes")
        {
            const Matrix moved = transposed(stacked_heads(
                {transposed(columns_of(W, 4, 2)), transposed(columns_of(W, 0, 2)), transposed(columns_of(W, 2, 2))}));
            const Mask allowed = causal_mask(5, 5);
            CHECK_THAT(multi_head(X, X, {heads[2], heads[0], heads[1]}, allowed, {moved, output.bo}).O,
                       close_to(multi_head(X, X, heads, allowed, output).O));
        }
    }
    GIVEN("random inputs in another order")
    {
        const Sizes sizes{4, 3, 2, 5};
        const std::vector<Vector> a = column_vectors(random_layer(sizes, false).I);
        const std::vector<Projections> heads = random_heads(2, sizes);
        const auto outputs = [&](const std::vector<Vector>& inputs) {
            const Matrix X = as_columns(inputs);
            return column_vectors(multi_head(X, X, heads, no_mask(4, 4), random_output(3, 10)).O);
        };
        THEN("the outputs come in that order: several heads do not know it either, f(I P) = f(I) P")
        {
            const std::vector<Vector> b = outputs(a);
            CHECK_THAT(as_columns(outputs({a[2], a[0], a[3], a[1]})), close_to(as_columns({b[2], b[0], b[3], b[1]})));
        }
    }
}

SCENARIO("libraries keep all heads in one matrix, block after block", "[05_multi_head]")
{
    GIVEN("W of four rows, (1 2), (3 4), (5 6), (7 8), with a bias (10, 20, 30, 40), for two heads")
    {
        const Matrix W{{1, 2}, {3, 4}, {5, 6}, {7, 8}};
        const Vector bias{10, 20, 30, 40};
        THEN("head 1 has the rows (1 2), (3 4) and 10, 20; head 2 has (5 6), (7 8) and 30, 40")
        {
            CHECK_THAT(block_of_head(W, bias, 0, 2).W, close_to(Matrix{{1, 2}, {3, 4}}));
            CHECK_THAT(block_of_head(W, bias, 0, 2).bias.value(), close_to(Vector{10, 20}));
            CHECK_THAT(block_of_head(W, bias, 1, 2).W, close_to(Matrix{{5, 6}, {7, 8}}));
            CHECK_THAT(block_of_head(W, bias, 1, 2).bias.value(), close_to(Vector{30, 40}));
            CHECK_FALSE(block_of_head(W, {}, 1, 2).bias.has_value());
        }
        THEN("four heads have a row each, one head has all")
        {
            CHECK_THAT(block_of_head(W, bias, 2, 4).W, close_to(Matrix{{5, 6}}));
            CHECK_THAT(block_of_head(W, bias, 0, 1).W, close_to(W));
        }
        THEN("rows 2 and 3 alone are (3 4), (5 6)")
        {
            CHECK_THAT(rows_of(W, 1, 2), close_to(Matrix{{3, 4}, {5, 6}}));
        }
    }
    GIVEN("the layer of the running example, Wq, Wk, Wv of two rows each")
    {
        THEN("as one matrix for two heads it holds the chapter's heads: B = (8, 6.25), (6.25, 8), (8, 8), (4, 6.25)")
        {
            CHECK_THAT(multi_head(I, I, heads_of_blocks(layer, 2), everything).B, close_to(B));
        }
    }
    GIVEN("random big layers with biases, for 1, 2, 3 and 6 heads")
    {
        const auto heads = GENERATE(as<std::size_t>{}, 1, 2, 3, 6);
        const RandomLayer random = random_layer({5, 4, 6, 12}, true);
        const std::vector<Projections> blocks = heads_of_blocks(random.layer, heads);
        REQUIRE(blocks.size() == heads);
        THEN("all queries by the big matrix, cut into blocks, are the queries of the heads; keys and values too")
        {
            const MultiHead out = multi_head(random.I, random.I, blocks, no_mask(5, 5));
            std::vector<Matrix> Q;
            std::vector<Matrix> K;
            std::vector<Matrix> V;
            for (const Attention& head : out.heads) {
                Q.push_back(head.Q);
                K.push_back(head.K);
                V.push_back(head.V);
            }
            CHECK_THAT(stacked_heads(Q), close_to(project(random.layer.Wq, random.I, random.layer.bq), 0));
            CHECK_THAT(stacked_heads(K), close_to(project(random.layer.Wk, random.I, random.layer.bk), 0));
            CHECK_THAT(stacked_heads(V), close_to(project(random.layer.Wv, random.I, random.layer.bv), 0));
        }
    }
}

SCENARIO("splitting and joining heads by reshape alone mixes inputs", "[05_multi_head]")
{
    GIVEN("the queries (1,2), (3,4), (5,6), (7,8) of four inputs, for two heads")
    {
        const Matrix all{{1, 3, 5, 7}, {2, 4, 6, 8}};
        THEN("rightly, head 1 gets 1, 3, 5, 7 and head 2 gets 2, 4, 6, 8")
        {
            CHECK_THAT(block_of_rows(all, 0, 2), close_to(Matrix{{1, 3, 5, 7}}));
            CHECK_THAT(block_of_rows(all, 1, 2), close_to(Matrix{{2, 4, 6, 8}}));
        }
        THEN("in memory a row an input follows the other, 1 2 3 4 5 6 7 8: reshaped without transposing, head 1 gets 1, 2, 3, 4")
        {
            CHECK_THAT(reshaped_head(all, 0, 2), close_to(Matrix{{1, 2, 3, 4}}));
            CHECK_THAT(reshaped_head(all, 1, 2), close_to(Matrix{{5, 6, 7, 8}}));
        }
        THEN("the way back has the same trap: 1 3 5 7 2 4 6 8 reshaped is (1,3), (5,7), (2,4), (6,8)")
        {
            CHECK_THAT(joined_by_reshaping({Matrix{{1, 3, 5, 7}}, Matrix{{2, 4, 6, 8}}}),
                       close_to(Matrix{{1, 5, 2, 6}, {3, 7, 4, 8}}));
        }
        THEN("both together undo each other, so a test that only splits and joins sees nothing")
        {
            CHECK_THAT(joined_by_reshaping({reshaped_head(all, 0, 2), reshaped_head(all, 1, 2)}), close_to(all));
        }
    }
    GIVEN("one vector (1, 2, 3, 4) for two heads of width 2")
    {
        const Matrix one{{1}, {2}, {3}, {4}};
        THEN("with one input nothing can be mixed: reshaping gives (1, 2), (3, 4), as it should")
        {
            CHECK_THAT(reshaped_head(one, 1, 2), close_to(block_of_rows(one, 1, 2)));
        }
        THEN("interleaved heads get (1, 3), (2, 4)")
        {
            CHECK_THAT(interleaved_head(one, 0, 2), close_to(Matrix{{1}, {3}}));
            CHECK_THAT(interleaved_head(one, 1, 2), close_to(Matrix{{2}, {4}}));
        }
    }
}

SCENARIO("heads may score by the additive model, and share its w", "[05_multi_head]")
{
    GIVEN(
        "a target vector (0,0,2,0) that asks the four inputs through two heads of width 1; w = 5/3 ln 2, and head 2 has the matrices of head 1 with the other sign")
    {
        Problem problem;
        problem.kind = "multi_head";
        problem.target = {{0, 0, 2, 0}};
        problem.source = column_vectors(I);
        problem.score = Score::additive;
        problem.w = {5 * ln2 / 3};
        const Matrix Wq{{0, 0, ln2 / 2, 0}};
        const Matrix Wk{{-ln2 / 2, -ln2, -ln2, ln2 / 2}};
        problem.heads = {{Wq, Wk, {{5, 10, 0, 0}}}, {-Wq, -Wk, {{0, 0, 5, 10}}}};
        const Walkthrough walkthrough = find_chapter("05")->walk(problem);
        THEN("head 1 has the sums -ln 2, ln 2, -ln 2, 0, so h = -3/5, 3/5, -3/5, 0; head 2 has them with the other sign")
        {
            const Tensor expected = xt::xtensor<double, 3>{{{-0.6}, {0.6}, {-0.6}, {0}}};
            CHECK_THAT(walkthrough.value("hidden.1"), close_to(expected));
            CHECK_THAT(walkthrough.value("hidden.2"), close_to(Tensor(-expected)));
        }
        THEN("under exp 1/2, 2, 1/2, 1 of 4 in head 1, and 2, 1/2, 2, 1 of 11/2 in head 2")
        {
            CHECK_THAT(walkthrough.as<Matrix>("alpha_prime.1"), close_to(Matrix{{0.125}, {0.5}, {0.125}, {0.25}}));
            CHECK_THAT(walkthrough.as<Matrix>("alpha_prime.2"), close_to(Matrix{{4. / 11}, {1. / 11}, {4. / 11}, {2. / 11}}));
        }
        THEN("b = (5/2 + 10/8 + 10/4, 40/11 + 10/11 + 20/11) = (6.25, 70/11)")
        {
            CHECK_THAT(walkthrough.as<Matrix>("b"), close_to(Matrix{{6.25}, {70. / 11}}));
        }
        THEN("what belongs to a head carries its number: h_{i,j,2} = tanh(q_{i,2} + k_{j,2})")
        {
            const auto is_it = [](const Step& step) { return step.name == "hidden.2"; };
            const auto step = std::find_if(walkthrough.steps.begin(), walkthrough.steps.end(), is_it);
            REQUIRE(step != walkthrough.steps.end());
            CHECK(step->formula == R"(h_{i,j,2} = \tanh(q_{i,2} + k_{j,2}))");
        }
    }
}

SCENARIO("shapes that do not belong together are refused, even those that xtensor would stretch", "[05_multi_head]")
{
    GIVEN("heads and outputs that do not fit")
    {
        THEN("a second level must fit the first, and so must its bias and that of the first")
        {
            CHECK_THROWS_WITH(one_level(layer.Wq, {}, Matrix{{1, 2, 3}}, {}), "product: 1 x 3 times 2 x 4");
            CHECK_THROWS_WITH(one_level(layer.Wq, Vector{1}, identity, {}), "W is 2 x 4 but its bias has 1 components");
            CHECK_THROWS_WITH(one_level(layer.Wq, {}, identity, Vector{1}), "W is 2 x 2 but its bias has 1 components");
            CHECK_THROWS_AS(head_on_inputs(layer, {identity, identity, Matrix{{1}}}), ShapeError);
        }
        THEN("four rows cannot be divided among three heads, and not among none")
        {
            const Matrix W{{1}, {2}, {3}, {4}};
            CHECK_THROWS_WITH(block_of_head(W, {}, 0, 3), "block_of_head: 4 rows cannot be divided among 3 heads");
            CHECK_THROWS_WITH(block_of_head(W, {}, 0, 0), "block_of_head: 4 rows cannot be divided among 0 heads");
            CHECK_THROWS_WITH(heads_of_blocks(layer, 3), "block_of_head: 2 rows cannot be divided among 3 heads");
            CHECK_THROWS_WITH(heads_of_blocks(layer, 0), "heads_of_blocks: no heads");
        }
        THEN("there is no third head of two, and no third row of two")
        {
            CHECK_THROWS_WITH(block_of_head(identity, {}, 2, 2), "rows_of: row 3 is asked for, but W is 2 x 2");
            CHECK_THROWS_WITH(rows_of(identity, 1, 2), "rows_of: row 3 is asked for, but W is 2 x 2");
        }
        THEN("a bias of the big matrix must have a number for each row, before it is cut")
        {
            CHECK_THROWS_WITH(block_of_head(layer.Wq, Vector{1}, 0, 2), "W is 2 x 4 but its bias has 1 components");
        }
        THEN("outputs for two queries and for three cannot be stacked, and nothing at all neither")
        {
            CHECK_THROWS_WITH(stacked_heads({Matrix{{1, 2}}, Matrix{{1, 2, 3}}}), "stacked_heads: 1 x 2 and 1 x 3");
            CHECK_THROWS_WITH(stacked_heads(std::vector<Matrix>{}), "stacked_heads: no matrices");
            CHECK_THROWS_WITH(multi_head(I, I, {}, everything), "stacked_heads: no matrices");
        }
        THEN("W_O must have a column for each stacked component, and bo a number for each component of the output")
        {
            CHECK_THROWS_WITH(output_of_heads(B, {Matrix{{1, 2, 3}}}), "product: 1 x 3 times 2 x 4");
            CHECK_THROWS_WITH(output_of_heads(B, {Wo, Vector{1}}), "W is 2 x 2 but its bias has 1 components");
            CHECK_THROWS_WITH(output_of_heads(B, {{}, Vector{1}}),
                              "output_of_heads: the stacked heads are 2 x 4 but bo has 1 components");
        }
        THEN("a mask of one row does not stretch over four keys")
        {
            CHECK_THROWS_AS(multi_head(I, I, two_heads, no_mask(1, 4)), ShapeError);
        }
    }
}

SCENARIO("each usual mistake gives other numbers than the truth", "[05_multi_head]")
{
    GIVEN(
        "two heads of width 1, where B = (8, 6.25), (6.25, 8), (8, 8), (4, 6.25) and b = (20.5, 6.25), (22.25, 8), (24, 8), (16.5, 6.25)")
    {
        THEN("one_head_for_all: B = (8, 8), (6.25, 6.25), (8, 8), (4, 4), so b_1 = (8 + 16, 8) = (24, 8)")
        {
            CHECK_THAT(outputs_with("one_head_for_all"), close_to(Matrix{{24, 18.75, 24, 12}, {8, 6.25, 8, 4}}));
        }
        THEN("heads_stacked_in_reverse: B = (6.25, 8), (8, 6.25), (8, 8), (6.25, 4), so b_1 = (6.25 + 16, 8) = (22.25, 8)")
        {
            CHECK_THAT(outputs_with("heads_stacked_in_reverse"), close_to(Matrix{{22.25, 20.5, 24, 14.25}, {8, 6.25, 8, 4}}));
        }
        THEN(
            "reshaped_without_transposing: head 1 has the queries 1 0 0 1, the keys 0 ln 4 ln 2 ln 3, the values 0 10 5 10; head 2 has 1 1 -1 0, ln 3 ln 2 ln 4 0, 10 5 10 0: B = (8, 8), (6.25, 8), (6.25, 4), (8, 6.25)")
        {
            CHECK_THAT(outputs_with("reshaped_without_transposing"), close_to(Matrix{{24, 22.25, 14.25, 20.5}, {8, 8, 4, 6.25}}));
        }
        THEN("joined_without_transposing: 8 6.25 8 4 and 6.25 8 8 6.25 are read as (8, 6.25), (8, 4), (6.25, 8), (8, 6.25)")
        {
            CHECK_THAT(outputs_with("joined_without_transposing"), close_to(Matrix{{20.5, 16, 22.25, 20.5}, {6.25, 4, 8, 6.25}}));
        }
        THEN(
            "heads_attend_to_each_other: q_{1,1} = 1 finds k_{1,1} = 0 and k_{1,2} = ln 4, so 1/5 · 0 + 4/5 · 10 = 8; B = (8, 5), (7.5, 8), (8, 8), (2, 5)")
        {
            CHECK_THAT(outputs_with("heads_attend_to_each_other"), close_to(Matrix{{18, 23.5, 24, 12}, {5, 8, 8, 5}}));
        }
        THEN(
            "softmax_over_heads: head 1 scores 0, ln 2, ln 3, ln 4 for query 1 and head 2 scores 0, so head 1 has the weights 1/2 2/3 3/4 4/5, head 2 what is left: B_1 = (10/3 + 15/2 + 8, 5 + 10/3 + 5/4) = (113/6, 115/12), b_1 = (38, 115/12)")
        {
            CHECK_THAT(column_vectors(outputs_with("softmax_over_heads"))[0], close_to(Vector{38, 115. / 12}));
        }
        THEN("heads_summed: 8 + 6.25 = 14.25, one number in place of two")
        {
            CHECK_THAT(outputs_with("heads_summed"), close_to(Matrix{{14.25, 14.25, 16, 10.25}}));
        }
        THEN("output_projection_left_out: B itself")
        {
            CHECK_THAT(outputs_with("output_projection_left_out"), close_to(B));
        }
        THEN("where there is b_O = (-1/2, 3/4), output_projection_left_out keeps it: B + b_O, so b_1 = (7.5, 7)")
        {
            CHECK_THAT(outputs_with("output_projection_left_out", "direct"),
                       close_to(Matrix{{7.5, 5.75, 7.5, 3.5}, {7, 8.75, 8.75, 7}}));
        }
        THEN("output_projection_transposed: (1 0; 2 1) makes (8, 16 + 6.25) = (8, 22.25) of (8, 6.25)")
        {
            CHECK_THAT(outputs_with("output_projection_transposed"), close_to(Matrix{{8, 6.25, 8, 4}, {22.25, 20.5, 24, 14.25}}));
        }
    }
    GIVEN("the same two heads, split and joined without transposing")
    {
        THEN("8 6.25 6.25 8 and 8 8 4 6.25 are read as (8, 6.25), (6.25, 8), (8, 8), (4, 6.25): B itself, by chance")
        {
            const Problem problem = running_example("05");
            const std::vector<Matrix> wrong =
                outputs_with_heads_cut_by(reshaped_head, problem, find_chapter("05")->walk(problem));
            CHECK_THAT(wrong[0], close_to(Matrix{{8, 6.25, 6.25, 8}}));
            CHECK_THAT(wrong[1], close_to(Matrix{{8, 8, 4, 6.25}}));
            CHECK_THAT(joined_by_reshaping(wrong), close_to(B));
        }
    }
    GIVEN("the same heads directly on the inputs, with bo = (-1/2, 3/4)")
    {
        THEN("output_bias_left_out: b_1 = (20.5, 6.25) in place of (20, 7)")
        {
            CHECK_THAT(outputs_with("output_bias_left_out"), close_to(O));
        }
        THEN("output_bias_for_every_head: (20.5, 6.25) + 2 (-1/2, 3/4) = (19.5, 7.75)")
        {
            CHECK_THAT(outputs_with("output_bias_for_every_head"),
                       close_to(Matrix{{19.5, 21.25, 23, 15.5}, {7.75, 9.5, 9.5, 7.75}}));
        }
        THEN("output_projection_transposed still adds bo: b_1 = (7.5, 23)")
        {
            CHECK_THAT(column_vectors(outputs_with("output_projection_transposed", "direct"))[0], close_to(Vector{7.5, 23}));
        }
    }
    GIVEN("two heads of width 2, where b_1 = (8, 4.5, 4.5, 8)")
    {
        THEN(
            "heads_interleaved: head 1 has the keys (0, 0), (ln 2, ln 2), (ln 3, ln 3), (ln 4, ln 4), and 1 : 4 : 9 : 16 for q_3 = (1, 1): (8, 8, 8, 8) twice, (9, 9, 9, 9), (4, 4, 4, 4)")
        {
            CHECK_THAT(outputs_with("heads_interleaved"),
                       close_to(Matrix{{8, 8, 9, 4}, {8, 8, 9, 4}, {8, 8, 9, 4}, {8, 8, 9, 4}}));
        }
        THEN(
            "scaled_by_width_of_all_heads: √4 in place of √2, so the weights go as 1, 2^½√2, 3^½√2, 4^½√2: b_1 = (7.569, 4.978, 4.978, 7.569)")
        {
            const Vector b_1 = column_vectors(outputs_with("scaled_by_width_of_all_heads"))[0];
            CHECK_THAT(b_1, close_to(Vector{7.569, 4.978, 4.978, 7.569}, 5e-4));
            const double half = std::sqrt(2.0) / 2;
            const double sum = 1 + std::pow(2, half) + std::pow(3, half) + std::pow(4, half);
            CHECK(std::abs(b_1(0) - (5 * std::pow(2, half) + 10 * std::pow(3, half) + 10 * std::pow(4, half)) / sum) <= 1e-14);
        }
        THEN("reshaped_without_transposing: head 1 gets inputs 1 and 2, each twice, head 2 gets 3 and 4: b_1 = (20/6, 10, 10, 3)")
        {
            CHECK_THAT(column_vectors(outputs_with("reshaped_without_transposing", "width_two"))[0],
                       close_to(Vector{10. / 3, 10, 10, 3}));
        }
        THEN(
            "joined_without_transposing: b_{1,1} and b_{2,1} become b_1 = (8, 4.5, 4.5, 8), the right numbers for once, and b_2 = (6.5, 6.5, 4, 8)")
        {
            const Matrix b = outputs_with("joined_without_transposing", "width_two");
            CHECK_THAT(column_vectors(b)[0], close_to(Vector{8, 4.5, 4.5, 8}));
            CHECK_THAT(column_vectors(b)[1], close_to(Vector{6.5, 6.5, 4, 8}));
        }
        THEN("reshaped_there_and_back: both heads of inputs 1 and 2 make b_1 = (10/3, 10, 15/7, 10)")
        {
            CHECK_THAT(column_vectors(outputs_with("reshaped_there_and_back"))[0], close_to(Vector{10. / 3, 10, 15. / 7, 10}));
        }
        THEN("heads_attend_to_each_other: both keys of an input are equal, and so are its values: b_1 = (0, 10, 0, 10)")
        {
            CHECK_THAT(outputs_with("heads_attend_to_each_other", "width_two"),
                       close_to(Matrix{{0, 5, 10, 10}, {10, 10, 5, 0}, {0, 5, 10, 10}, {10, 10, 5, 0}}));
        }
    }
    GIVEN(
        "three heads of width 2 on two inputs; their scores, divided by √2, are ln 2, 0 and 0, ln 3 in head 1, ln 3, 0 and 0, ln 5 in head 2, ln 2, 0 and ln 6, 0 in head 3")
    {
        const Walkthrough right = find_chapter("05")->walk(running_example("05", "width_two_thrice"));
        THEN("rightly b_1 = (2/3 · 12, 1/4 · 12, 2/3 · 21) = (8, 3, 14), b_2 = (1/4 · 12, 5/6 · 12, 6/7 · 21) = (3, 10, 18)")
        {
            CHECK_THAT(right.as<Matrix>("b"), close_to(Matrix{{8, 3}, {3, 10}, {14, 18}}));
        }
        THEN(
            "scaled_by_number_of_heads: √3 in place of √2, so 2 becomes 2^√(2/3): b_{1,1} = 12 (1 - 1/(2^√(2/3) + 1)), and so on")
        {
            const double s = std::sqrt(2. / 3);
            const auto share = [s](double x) { return std::pow(x, s) / (std::pow(x, s) + 1); };
            CHECK_THAT(outputs_with("scaled_by_number_of_heads"), close_to(Matrix{{12 * share(2), 12 * (1 - share(3))},
                                                                                  {12 * (1 - share(3)), 12 * share(5)},
                                                                                  {21 * share(2), 21 * share(6)}}));
        }
        THEN("one_head_for_all: queries, keys and values of heads 2 and 3 are those of head 1: b_1 = (8, 8, 8), b_2 = (3, 3, 3)")
        {
            const Walkthrough wrong = running_example_with("05", "one_head_for_all", "width_two_thrice");
            for (const std::string step : {"q.2", "q.3", "k.2", "k.3", "v.2", "v.3"}) {
                CHECK_THAT(wrong.value(step), close_to(right.value(step.substr(0, 2) + "1"), 0));
            }
            CHECK_THAT(wrong.as<Matrix>("b"), close_to(Matrix{{8, 3}, {8, 3}, {8, 3}}));
        }
        THEN(
            "heads_interleaved: the queries of all heads have the rows (√2 0), (0 √2), (0 √2), (√2 0), (√2 √2), (0 √2), and head 1 takes rows 1 and 4; the values have one row a head, and are right")
        {
            const double root = std::sqrt(2.0);
            const Walkthrough wrong = running_example_with("05", "heads_interleaved", "width_two_thrice");
            CHECK_THAT(wrong.as<Matrix>("q.1"), close_to(Matrix{{root, 0}, {root, 0}}));
            CHECK_THAT(wrong.as<Matrix>("k.2"), close_to(Matrix{{0, ln3}, {ln2, 0}}));
            CHECK_THAT(wrong.value("v.1"), close_to(right.value("v.1"), 0));
        }
    }
    GIVEN("a mask that hides everything: all weights are 0, and so are all outputs of heads")
    {
        Problem problem = running_example("05");
        problem.mask = xt::zeros<bool>({4, 4});
        THEN("what is done to them does not show, and is not offered; what is done to queries is")
        {
            for (const Mistake& mistake : multi_head_mistakes()) {
                INFO(mistake.name);
                const bool shows = mistake.name == "one_head_for_all" || mistake.name == "reshaped_without_transposing" ||
                                   mistake.name == "heads_summed";  // which has another shape
                CHECK(mistake.concerns(problem) == shows);
            }
        }
    }
    GIVEN("a target of one vector, which asks two inputs, and two heads of width 1")
    {
        Problem problem = running_example("05", "direct");
        problem.inputs.resize(2);
        problem.target = {problem.inputs[0]};
        problem.source = std::move(problem.inputs);
        problem.inputs.clear();
        const auto concerns = [&problem](const std::string& name) {
            const std::vector<Mistake> all = multi_head_mistakes();
            return std::any_of(all.begin(), all.end(),
                               [&](const Mistake& one) { return one.name == name && one.concerns(problem); });
        };
        THEN("keys can be mixed, queries and outputs cannot, so joining them is right, and heads of one input cannot meet")
        {
            CHECK(concerns("reshaped_without_transposing"));
            CHECK_FALSE(concerns("joined_without_transposing"));
            CHECK_FALSE(concerns("heads_attend_to_each_other"));
            CHECK_FALSE(concerns("heads_interleaved"));
        }
    }
}
