// Chapter 03 as a test. Every number is worked out on paper beside it; columns are vectors, as in the lecture.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "00_why_attention/why_attention.hpp"
#include "02_matrix_form/matrix_form.hpp"
#include "03_scores/scores.hpp"
#include "03_scores/scores_captions.hpp"
#include "03_scores/scores_measured.hpp"
#include "03_scores/scores_mistakes.hpp"
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
const double root2 = std::sqrt(2.0);

// The running example: its inputs, and what chapter 02 makes of them.
const Matrix I{{0, 1, 0, 2}, {0, 0, 1, 0}, {2, 0, 1, 0}, {0, 1, 0, 0}};  // the columns are a_1 … a_4
const Matrix K{{0, ln2, ln3, ln4}, {ln4, ln3, ln2, 0}};
const Matrix V{{0, 5, 10, 10}, {10, 10, 5, 0}};
const Matrix A{{0, ln4, ln4, 0}, {ln2, ln3, ln6, -ln2}, {ln3, ln2, ln6, -ln3}, {ln4, 0, ln4, -ln4}};
const Matrix A_prime{{0.1, 0.4, 0.2, 0.48}, {0.2, 0.3, 0.3, 0.24}, {0.3, 0.2, 0.3, 0.16}, {0.4, 0.1, 0.2, 0.12}};
const Matrix O{{8, 4.5, 6.5, 4}, {4.5, 8, 6.5, 8}};

const Scale by_root_of_key_length{.by_key_length = true};

// Its additive score: queries see the third component only, and q_2 = q_4 = 0.
const Matrix Q_additive{{ln2, 0, ln2 / 2, 0}, {0, 0, 0, 0}};
const Matrix K_additive{{-2 * ln2, 0, -2 * ln2, -ln2}, {0, 0, ln3, 0}};
const Vector w{5 * ln2 / 3, 5 * ln3 / 4};

/// All 2^d vectors of d signs, as columns.
Matrix all_signs(std::size_t d)
{
    Matrix signs = xt::zeros<double>({d, std::size_t{1} << d});
    for (std::size_t c = 0; c < signs.shape(1); ++c) {
        for (std::size_t r = 0; r < d; ++r) {
            signs(r, c) = (c >> r & 1) == 0 ? 1 : -1;
        }
    }
    return signs;
}

/// h_{i,1}, h_{i,2}, … of query i, from 0.
Tensor of_query(const Tensor3& h, std::size_t i)
{
    Tensor part = xt::zeros<double>({h.shape(1), h.shape(2)});
    for (std::size_t j = 0; j < h.shape(1); ++j) {
        for (std::size_t r = 0; r < h.shape(2); ++r) {
            part(j, r) = h(i, j, r);
        }
    }
    return part;
}

/// b_1 for the values of the running example and any four weights that need not sum to 1 yet.
Vector b_1_from(double first, double second, double third, double fourth)
{
    const double sum = first + second + third + fourth;
    return {(5 * second + 10 * third + 10 * fourth) / sum, (10 * first + 10 * second + 5 * third) / sum};
}

Vector b_1_with(const std::string& mistake)
{
    return running_example_with("03_scores", mistake).as<std::vector<Vector>>("b")[0];
}

Mistake mistake_called(const std::string& name)
{
    for (const Mistake& mistake : scores_mistakes()) {
        if (mistake.name == name) {
            return mistake;
        }
    }
    throw std::out_of_range("no mistake is called " + name);
}

/// The scaled example with a number in place of 1/√d_k.
Problem scaled_by(double number)
{
    Problem problem = running_example("03_scores");
    problem.scale = {.by_key_length = false, .number = number};
    return problem;
}

/// What the example comes to with that number and a mistake.
Vector b_1_scaled_by(double number, const std::string& mistake)
{
    return walk_with(mistake_called(mistake), *find_chapter("03"), scaled_by(number)).as<std::vector<Vector>>("b")[0];
}

/// A problem of which nothing but its captions is asked.
Problem of_kind(const std::string& kind, Score score, const Scale& scale = {})
{
    Problem problem;
    problem.kind = kind;
    problem.query = 2;
    problem.score = score;
    problem.scale = scale;
    return problem;
}

Problem with_biases(Problem problem)
{
    problem.b_score = Vector{1};
    problem.c = 1;
    problem.projections.bq = Vector{1};
    return problem;
}

Step caption_called(const std::string& name, const Problem& problem, const Symbols& symbols = {})
{
    const std::vector<Step> steps = scores_captions(problem, problem.projections, symbols);
    const auto caption = std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return step.name == name; });
    if (caption == steps.end()) {
        throw std::out_of_range("no step is called " + name);
    }
    return *caption;
}

}  // namespace

SCENARIO("the scaled dot product divides by the root of the key length", "[03_scores]")
{
    GIVEN("the keys of the running example, and √2 times its queries: (√2, 0), (0, √2), (√2, √2), (-√2, 0)")
    {
        const Matrix Q = root2 * Matrix{{1, 0, 1, -1}, {0, 1, 1, 0}};
        WHEN("scores are divided by √d_k = √2")
        {
            const Matrix scaled = scaled_scores(K, Q, by_root_of_key_length);
            THEN("the two roots cancel: query 1 scores 0, ln 2, ln 3, ln 4, and all scores are those of chapter 02")
            {
                CHECK_THAT(scaled, close_to(A));
            }
            THEN("so are the weights, .1 .2 .3 .4 for query 1, and the outputs, b_1 = (8, 4.5)")
            {
                CHECK_THAT(softmax_over_keys(scaled), close_to(A_prime));
                CHECK_THAT(weighted_sums(V, softmax_over_keys(scaled)), close_to(O));
            }
        }
        WHEN("scores are multiplied by a number, 1/2 in place of 1/√2")
        {
            THEN("query 1 scores ½ √2 times 0, ln 2, ln 3, ln 4")
            {
                CHECK_THAT(column_vectors(scaled_scores(K, Q, {.number = 0.5}))[0],
                           close_to(Vector{0, ln2 / root2, ln3 / root2, ln4 / root2}));
            }
        }
    }
    GIVEN("keys of 1, 4, 9 and 16 components")
    {
        THEN("the factor is 1, 1/2, 1/3, 1/4")
        {
            CHECK(by_root_of_key_length.factor(1) == 1);
            CHECK(by_root_of_key_length.factor(4) == 0.5);
            CHECK(by_root_of_key_length.factor(9) == 1. / 3);
            CHECK(by_root_of_key_length.factor(16) == 0.25);
        }
    }
}

SCENARIO("the longer the keys, the further dot products spread", "[03_scores]")
{
    GIVEN("every query and every key whose d_k components are +1 or -1")
    {
        const auto d_k = GENERATE(as<std::size_t>{}, 1, 2, 3, 4, 6);
        const Matrix all = all_signs(d_k);
        THEN("the mean of q · k over all pairs is 0, for each of the d_k products is +1 as often as -1")
        {
            CHECK(xt::mean(scores(all, all))() == 0);
        }
        THEN("its variance is d_k: each product has variance 1, and those of independent ones add")
        {
            CHECK(mean_square(scores(all, all)) == static_cast<double>(d_k));
        }
        THEN("divided by √d_k the variance is 1, whatever d_k")
        {
            CHECK(std::abs(mean_square(scaled_scores(all, all, by_root_of_key_length)) - 1) <= 1e-14);
        }
    }
    GIVEN("64 random queries and keys, with d_k = 1, 4, 16, 64, 256")
    {
        const Matrix rows = measure_scores().rows;
        THEN("the measured variance is d_k, and after the division 1, to within a tenth")
        {
            for (std::size_t r = 0; r < rows.shape(0); ++r) {
                CHECK(std::abs(rows(r, 1) / rows(r, 0) - 1) < 0.1);
                CHECK(std::abs(rows(r, 2) - 1) < 0.1);
            }
        }
        THEN(
            "undivided, one key takes more than .8 of the weight of a query at d_k = 256, on average; divided, less than a fifth for every d_k")
        {
            CHECK(rows(4, 3) > 0.8);
            for (std::size_t r = 0; r < rows.shape(0); ++r) {
                CHECK(rows(r, 4) < 0.2);
            }
        }
    }
    GIVEN("scores 0 and 3 ln 2, divided by 3, as √d_k = 3 does for keys of nine components")
    {
        THEN("weights of 1/9 and 8/9 become 1/3 and 2/3: the division keeps softmax away from all or nothing")
        {
            CHECK_THAT(softmax_over_keys(Matrix{{0}, {3 * ln2}}), close_to(Matrix{{1. / 9}, {8. / 9}}));
            CHECK_THAT(softmax_over_keys(Matrix{{0}, {3 * ln2 * by_root_of_key_length.factor(9)}}),
                       close_to(Matrix{{1. / 3}, {2. / 3}}));
        }
    }
}

SCENARIO("the additive score asks a small network", "[03_scores]")
{
    GIVEN("queries (ln 2, 0), (0, 0), (½ ln 2, 0), (0, 0) and keys (-2 ln 2, 0), (0, 0), (-2 ln 2, ln 3), (-ln 2, 0)")
    {
        WHEN("they are added and tanh is taken; tanh(ln x) = (x² - 1)/(x² + 1)")
        {
            const Tensor3 h = additive_hidden(K_additive, Q_additive);
            THEN(
                "query 1 has the sums (-ln 2, 0), (ln 2, 0), (-ln 2, ln 3), (0, 0): h = (-3/5, 0), (3/5, 0), (-3/5, 4/5), (0, 0)")
            {
                CHECK_THAT(of_query(pair_sums(K_additive, Q_additive), 0),
                           close_to(Tensor{{-ln2, 0}, {ln2, 0}, {-ln2, ln3}, {0, 0}}));
                CHECK_THAT(of_query(h, 0), close_to(Tensor{{-0.6, 0}, {0.6, 0}, {-0.6, 0.8}, {0, 0}}));
            }
            THEN("query 2 meets the keys alone: h = (-15/17, 0), (0, 0), (-15/17, 4/5), (-3/5, 0), and query 4 the same")
            {
                const Tensor alone{{-15. / 17, 0}, {0, 0}, {-15. / 17, 0.8}, {-0.6, 0}};
                CHECK_THAT(of_query(h, 1), close_to(alone));
                CHECK_THAT(of_query(h, 3), close_to(alone));
            }
            THEN(
                "query 3 has the sums -3/2 ln 2, 1/2 ln 2, -3/2 ln 2, -1/2 ln 2 as first component: h has -7/9, 1/3, -7/9, -1/3 there")
            {
                CHECK_THAT(of_query(h, 2), close_to(Tensor{{-7. / 9, 0}, {1. / 3, 0}, {-7. / 9, 0.8}, {-1. / 3, 0}}));
            }
        }
        WHEN("w = (5/3 ln 2, 5/4 ln 3) makes a score of each")
        {
            const Matrix scored = additive_scores(additive_hidden(K_additive, Q_additive), w);
            THEN("query 1 scores -ln 2, ln 2, -ln 2 + ln 3 = ln(3/2), 0")
            {
                CHECK_THAT(column_vectors(scored)[0], close_to(Vector{-ln2, ln2, ln3 - ln2, 0}));
            }
            THEN(
                "under exp: 1/2, 2, 3/2, 1 of 5 in all, so α'_1 = .1 .4 .3 .2, and b_1 = .1 (0,10) + .4 (5,10) + .3 (10,5) + .2 (10,0) = (7, 6.5)")
            {
                const Matrix weights = softmax_over_keys(scored);
                CHECK_THAT(column_vectors(weights)[0], close_to(Vector{0.1, 0.4, 0.3, 0.2}));
                CHECK_THAT(column_vectors(weighted_sums(V, weights))[0], close_to(Vector{7, 6.5}));
            }
            THEN("query 3 has 2^(-35/27), 2^(5/9), 3 · 2^(-35/27), 2^(-5/9) under exp")
            {
                const double small = std::exp2(-35. / 27);
                CHECK_THAT(column_vectors(weighted_sums(V, softmax_over_keys(scored)))[2],
                           close_to(b_1_from(small, std::exp2(5. / 9), 3 * small, std::exp2(-5. / 9))));
            }
        }
        WHEN("a constant c = 7 is added outside")
        {
            const Tensor3 h = additive_hidden(K_additive, Q_additive);
            THEN("every score grows by 7, and no weight changes: softmax does not see what all keys of a query share")
            {
                CHECK_THAT(additive_scores(h, w, 7), close_to(Matrix(additive_scores(h, w) + 7)));
                CHECK_THAT(softmax_over_keys(additive_scores(h, w, 7)), close_to(softmax_over_keys(additive_scores(h, w))));
            }
        }
    }
    GIVEN("one query 0, the keys 0 and ln 2, a bias ln 2 inside tanh, and w = 85/24 ln 2")
    {
        THEN(
            "the sums are ln 2 and 2 ln 2, h = 3/5 and 15/17, which differ by 24/85; the scores differ by ln 2, and the weights are 1/3 and 2/3")
        {
            const Tensor3 sums = pair_sums(Matrix{{0, ln2}}, Matrix{{0}}, Vector{ln2});
            CHECK_THAT(of_query(sums, 0), close_to(Tensor(Matrix{{ln2}, {2 * ln2}})));
            const Tensor3 h = additive_hidden(Matrix{{0, ln2}}, Matrix{{0}}, Vector{ln2});
            CHECK_THAT(of_query(h, 0), close_to(Tensor(Matrix{{0.6}, {15. / 17}})));
            CHECK_THAT(softmax_over_keys(additive_scores(h, {85 * ln2 / 24})), close_to(Matrix{{1. / 3}, {2. / 3}}));
        }
    }
    GIVEN("a query of 1000 and the keys 1000 and -3000")
    {
        THEN("tanh is 1 and -1 to the last bit, and the scores stay w and -w: additive scores cannot grow without bound")
        {
            CHECK_THAT(additive_scores(additive_hidden(Matrix{{1000, -3000}}, Matrix{{1000}}), {2}),
                       close_to(Matrix{{2}, {-2}}, 0));
        }
    }
}

SCENARIO("the additive score is one matrix on the stacked pair", "[03_scores]")
{
    GIVEN("Wq = (0 0 ½ln2 0; 0 0 0 0) and Wk = (-½ln2 -ln2 -ln2 ½ln2; 0 ln3 0 0) side by side, [Wq Wk]")
    {
        const Matrix side_by_side{{0, 0, ln2 / 2, 0, -ln2 / 2, -ln2, -ln2, ln2 / 2}, {0, 0, 0, 0, 0, ln3, 0, 0}};
        const std::vector<Vector> a = column_vectors(I);
        THEN("[Wq Wk] times the stacked pair [a_i; a_j] is q_i + k_j, for every pair: chapter 00's layer on a window of two")
        {
            const Tensor3 sums = pair_sums(K_additive, Q_additive);
            for (std::size_t i = 0; i < a.size(); ++i) {
                for (std::size_t j = 0; j < a.size(); ++j) {
                    CHECK_THAT(window(side_by_side, {a[i], a[j]}), close_to(Vector{sums(i, j, 0), sums(i, j, 1)}));
                }
            }
        }
        THEN("for a_1 and a_3 it is (½ln2 · 2 - ln2 - ln2, ln3) = (-ln 2, ln 3)")
        {
            CHECK_THAT(window(side_by_side, {a[0], a[2]}), close_to(Vector{-ln2, ln3}));
        }
    }
}

SCENARIO("the bilinear score needs one matrix in place of two", "[03_scores]")
{
    GIVEN("the inputs of the running example, and W = Wqᵀ Wk")
    {
        const Matrix Wq{{-0.5, 0.5, 0.5, 0.5}, {0, 1, 0, 1}};
        const Matrix Wk{{ln2, ln3, 0, 0}, {0, 0, ln2, ln3}};
        const Matrix W{
            {-ln2 / 2, -ln3 / 2, 0, 0}, {ln2 / 2, ln3 / 2, ln2, ln3}, {ln2 / 2, ln3 / 2, 0, 0}, {ln2 / 2, ln3 / 2, ln2, ln3}};
        THEN("row 1 of W is -1/2 times row 1 of Wk, rows 2 and 4 are 1/2 of it plus row 2 of Wk, row 3 is 1/2 of it")
        {
            CHECK_THAT(product(transposed(Wq), Wk), close_to(W));
        }
        WHEN("every input meets every input, a_iᵀ W a_j")
        {
            THEN(
                "a_1 = (0,0,2,0) takes twice row 3, (ln 2, ln 3, 0, 0), and scores 0, ln 2, ln 3, 2 ln 2 = ln 4, as in chapter 02")
            {
                CHECK_THAT(column_vectors(bilinear_scores(W, I, I))[0], close_to(Vector{0, ln2, ln3, ln4}));
            }
            THEN("all scores are those of the dot product, for a_iᵀ Wqᵀ Wk a_j = (Wq a_i) · (Wk a_j)")
            {
                CHECK_THAT(bilinear_scores(W, I, I), close_to(A));
            }
        }
    }
    GIVEN("W = the identity matrix")
    {
        THEN("inputs score each other by their own dot products: a_1 scores a_1 … a_4 with 4, 0, 2, 0")
        {
            const Matrix identity{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
            CHECK_THAT(column_vectors(bilinear_scores(identity, I, I))[0], close_to(Vector{4, 0, 2, 0}, 0));
        }
    }
    GIVEN("x = (1, 2) that asks, y = (1, 0, -1) that answers, and W = (1 2 3; 4 5 6)")
    {
        THEN("x and y may differ in length: xᵀ W = (9, 12, 15), and the score is 9 - 15 = -6")
        {
            CHECK_THAT(bilinear_scores({{1, 2, 3}, {4, 5, 6}}, {{1}, {0}, {-1}}, {{1}, {2}}), close_to(Matrix{{-6}}, 0));
        }
    }
    GIVEN("random layers of many shapes")
    {
        const Sizes sizes = GENERATE(values<Sizes>({{1, 1, 1, 1}, {4, 3, 2, 1}, {9, 5, 7, 2}}));
        const RandomLayer random = random_layer(sizes, false);
        THEN("with W = Wqᵀ Wk, bilinear and dot product agree")
        {
            const Matrix W = product(transposed(random.layer.Wq), random.layer.Wk);
            CHECK_THAT(bilinear_scores(W, random.I, random.I),
                       close_to(scores(project(random.layer.Wk, random.I), project(random.layer.Wq, random.I))));
        }
    }
}

SCENARIO("no score changes what comes after it", "[03_scores]")
{
    GIVEN("the three problems of this chapter")
    {
        THEN("scaled and bilinear give chapter 02's outputs, (8, 4.5), (4.5, 8), (6.5, 6.5), (4, 8)")
        {
            const Chapter& chapter = *find_chapter("03");
            CHECK_THAT(chapter.walk(running_example("03")).as<Matrix>("b"), close_to(O));
            CHECK_THAT(chapter.walk(running_example("03", "bilinear")).as<Matrix>("b"), close_to(O));
        }
        THEN("additive gives b_1 = (7, 6.5), and the others to six digits: (7.07531, 6.46234), (6.97779, 6.58318), b_4 = b_2")
        {
            const auto b = find_chapter("03")->walk(running_example("03", "additive")).as<std::vector<Vector>>("b");
            CHECK_THAT(b[0], close_to(Vector{7, 6.5}));
            CHECK_THAT(b[1], close_to(Vector{7.07531, 6.46234}, 5e-6));
            CHECK_THAT(b[2], close_to(Vector{6.97779, 6.58318}, 5e-6));
            CHECK_THAT(b[3], close_to(b[1], 0));
        }
    }
}

SCENARIO("formula and words of a step say which score it is", "[03_scores]")
{
    GIVEN("all outputs, whose scores are a matrix")
    {
        const std::string kind = "self_attention";
        THEN("the dot product, plain, divided by √d_k, and multiplied by s")
        {
            const Step plain = caption_called("alpha", of_kind(kind, Score::dot));
            CHECK(plain.formula == R"(A = K^\top Q)");
            CHECK(plain.words.en == "All scores: row j, column i holds k_j · q_i, the dot product of query and key.");
            CHECK(plain.words.zh == "所有分数：第 j 行第 i 列是 k_j · q_i（查询与键的点积）。");

            const Step divided = caption_called("alpha", of_kind(kind, Score::dot, by_root_of_key_length));
            CHECK(divided.formula == R"(A = K^\top Q / \sqrt{d_k})");
            CHECK(divided.words.en ==
                  "All scores: row j, column i holds k_j · q_i / √d_k, the dot product, divided so that "
                  "its spread does not grow with d_k.");
            CHECK(divided.words.zh == "所有分数：第 j 行第 i 列是 k_j · q_i / √d_k（点积除以 √d_k，离散程度就不随 d_k 增大）。");

            const Step multiplied = caption_called("alpha", of_kind(kind, Score::dot, {.number = 0.5}));
            CHECK(multiplied.formula == R"(A = s K^\top Q)");
            CHECK(multiplied.words.en == "All scores: row j, column i holds s k_j · q_i, the dot product, multiplied by s.");
            CHECK(multiplied.words.zh == "所有分数：第 j 行第 i 列是 s k_j · q_i（点积乘以 s）。");
        }
        THEN("the additive score, its h first; b^{score} and c are there when the problem has them")
        {
            const Problem additive = of_kind(kind, Score::additive);
            const Step scored = caption_called("alpha", additive);
            CHECK(scored.formula == R"(A = [w^\top h_{i,j}]_{j,i})");
            CHECK(scored.words.en ==
                  "All scores: row j, column i holds wᵀ h_{i,j}, what the small network makes of query and key.");
            CHECK(scored.words.zh == "所有分数：第 j 行第 i 列是 wᵀ h_{i,j}（小网络由查询和键算出的数）。");
            CHECK(caption_called("hidden", additive).formula == R"(h_{i,j} = \tanh(q_{i} + k_j))");
            CHECK(caption_called("hidden", additive).words.en ==
                  "Query and key are added, and tanh keeps every component between -1 and 1.");
            CHECK(caption_called("hidden", additive).words.zh == "查询与键相加，再用 tanh 把每个分量压到 -1 与 1 之间。");

            const Problem biased = with_biases(additive);
            CHECK(caption_called("alpha", biased).formula == R"(A = [w^\top h_{i,j} + c]_{j,i})");
            CHECK(caption_called("alpha", biased).words.en ==
                  "All scores: row j, column i holds wᵀ h_{i,j} + c, what the small network makes of query and key.");
            CHECK(caption_called("alpha", biased).words.zh ==
                  "所有分数：第 j 行第 i 列是 wᵀ h_{i,j} + c（小网络由查询和键算出的数）。");
            CHECK(caption_called("hidden", biased).formula == R"(h_{i,j} = \tanh(q_{i} + k_j + b^{\mathrm{score}}))");
            CHECK(caption_called("q", biased).formula == R"(Q = W^q I + b^q \mathbf{1}^\top)");
        }
        THEN("the bilinear score; a target X and a source Y have letters of their own")
        {
            const Step scored = caption_called("alpha", of_kind(kind, Score::bilinear));
            CHECK(scored.formula == R"(A = I^\top W^\top I)");
            CHECK(scored.words.en ==
                  "All scores: row j, column i holds a_iᵀ W a_j, one matrix between the two inputs, in place of Wq and Wk.");
            CHECK(scored.words.zh == "所有分数：第 j 行第 i 列是 a_iᵀ W a_j（两个输入之间用一个矩阵 W 代替 Wq 和 Wk）。");

            Problem two_sequences = of_kind("attention", Score::bilinear);
            two_sequences.target = {{1}};
            const Step between = caption_called("alpha", two_sequences, {.asking = "X", .answering = "Y", .giving = "Y"});
            CHECK(between.formula == R"(A = Y^\top W^\top X)");
            CHECK(between.words.en ==
                  "All scores: row j, column i holds x_iᵀ W y_j, one matrix between the two inputs, in place of Wq and Wk.");
        }
    }
    GIVEN("one output, for which input 2 asks")
    {
        struct Row {
            Problem problem;
            std::string formula;
            std::string en;
            std::string zh;
        };
        const std::string kind = "single_output";
        const std::string network_en = "A score for each key: what the small network makes of query and key.";
        const std::string network_zh = "每个键得一个分数：小网络由查询和键算出的数。";
        const std::vector<Row> rows{
            {of_kind(kind, Score::dot), R"(\alpha_{2,j} = q_{2} \cdot k_j)",
             "A score for each key: the dot product of query and key.", "每个键得一个分数：查询与键的点积。"},
            {of_kind(kind, Score::dot, by_root_of_key_length), R"(\alpha_{2,j} = q_{2} \cdot k_j / \sqrt{d_k})",
             "A score for each key: the dot product, divided so that its spread does not grow with d_k.",
             "每个键得一个分数：点积除以 √d_k，离散程度就不随 d_k 增大。"},
            {of_kind(kind, Score::dot, {.number = 0.5}), R"(\alpha_{2,j} = s q_{2} \cdot k_j)",
             "A score for each key: the dot product, multiplied by s.", "每个键得一个分数：点积乘以 s。"},
            {of_kind(kind, Score::additive), R"(\alpha_{2,j} = w^\top h_{2,j})", network_en, network_zh},
            {with_biases(of_kind(kind, Score::additive)), R"(\alpha_{2,j} = w^\top h_{2,j} + c)", network_en, network_zh},
            {of_kind(kind, Score::bilinear), R"(\alpha_{2,j} = a_{2}^\top W a_j)",
             "A score for each key: one matrix between the two inputs, in place of Wq and Wk.",
             "每个键得一个分数：两个输入之间用一个矩阵 W 代替 Wq 和 Wk。"},
        };
        THEN("the formula is that of a single pair, and the words speak of a score for each key")
        {
            for (const Row& row : rows) {
                const Step scored = caption_called("alpha", row.problem);
                CHECK(scored.formula == row.formula);
                CHECK(scored.words.en == row.en);
                CHECK(scored.words.zh == row.zh);
            }
        }
        THEN("h is that of query 2")
        {
            CHECK(caption_called("hidden", of_kind(kind, Score::additive)).formula == R"(h_{2,j} = \tanh(q_{2} + k_j))");
            CHECK(caption_called("hidden", with_biases(of_kind(kind, Score::additive))).formula ==
                  R"(h_{2,j} = \tanh(q_{2} + k_j + b^{\mathrm{score}}))");
        }
    }
}

SCENARIO("shapes that do not belong together are refused, even those that xtensor would stretch", "[03_scores]")
{
    GIVEN("the keys of the running example, of length 2")
    {
        THEN("queries of length 1 are refused by the dot product and by the additive score")
        {
            CHECK_THROWS_AS(scaled_scores(K, Matrix{{1, 2}}, by_root_of_key_length), ShapeError);
            CHECK_THROWS_AS(scaled_scores(K, Matrix{{1}, {2}, {3}}, by_root_of_key_length), ShapeError);
            CHECK_THROWS_AS(pair_sums(K, Matrix{{1}, {2}, {3}}), ShapeError);
            CHECK_THROWS_WITH(pair_sums(K, Matrix{{1, 2}}), "pair_sums: K is 2 x 4 but Q is 1 x 2");
            CHECK_THROWS_AS(additive_hidden(K, Matrix{{1, 2}}), ShapeError);
        }
        THEN("a bias of length 1 does not stretch over two components")
        {
            CHECK_THROWS_AS(pair_sums(K, K, Vector{1}), ShapeError);
            CHECK_THROWS_AS(additive_hidden(K, K, Vector{1}), ShapeError);
        }
        THEN("w must have a component for each of h_{i,j}")
        {
            CHECK_THROWS_WITH(additive_scores(additive_hidden(K, K), {1}),
                              "additive_scores: w has 1 components but h_{1,1} has 2");
            CHECK_THROWS_AS(additive_scores(additive_hidden(K, K), {1, 2, 3}), ShapeError);
        }
        THEN("W of the bilinear score must fit both sides")
        {
            CHECK_THROWS_WITH(bilinear_scores(Matrix{{1, 2}}, K, K),
                              "bilinear_scores: W is 1 x 2 but what asks is 2 x 4 and what answers is 2 x 4");
            CHECK_THROWS_AS(bilinear_scores(Matrix{{1}, {2}}, K, K), ShapeError);
            CHECK_THROWS_AS(bilinear_scores(Matrix{{1, 2, 3}, {4, 5, 6}}, K, K), ShapeError);
        }
    }
}

SCENARIO("each usual mistake gives other numbers than the truth", "[03_scores]")
{
    GIVEN("the scaled example, where q_1 = (√2, 0) and b_1 = (8, 4.5)")
    {
        THEN("scale_left_out: the scores are √2 times too large, so the weights go as 1, 2^√2, 3^√2, 4^√2: b_1 = (8.495, 3.891)")
        {
            CHECK_THAT(b_1_with("scale_left_out"),
                       close_to(b_1_from(1, std::pow(2, root2), std::pow(3, root2), std::pow(4, root2))));
            CHECK_THAT(b_1_with("scale_left_out"), close_to(Vector{8.495, 3.891}, 5e-4));
        }
        THEN("scaled_by_input_length: √4 in place of √2, so the weights go as 1, 2^½√2, 3^½√2, 4^½√2: b_1 = (7.569, 4.978)")
        {
            CHECK_THAT(b_1_with("scaled_by_input_length"),
                       close_to(b_1_from(1, std::pow(2, root2 / 2), std::pow(3, root2 / 2), std::pow(4, root2 / 2))));
            CHECK_THAT(b_1_with("scaled_by_input_length"), close_to(Vector{7.569, 4.978}, 5e-4));
        }
        THEN("scale_inverted: √2 · √2 = 2, so the weights go as the squares 1, 4, 9, 16: b_1 = (270/30, 95/30) = (9, 19/6)")
        {
            CHECK_THAT(b_1_with("scale_inverted"), close_to(Vector{9, 19. / 6}));
        }
        THEN("scaled_after_softmax: the weights of scale_left_out over √2, so b_1 = (8.495, 3.891)/√2")
        {
            CHECK_THAT(b_1_with("scaled_after_softmax"),
                       close_to(Vector(b_1_from(1, std::pow(2, root2), std::pow(3, root2), std::pow(4, root2)) / root2)));
        }
        THEN("scaled_after_softmax begins with the scores, which are √2 times too large: 0, √2 ln 2, √2 ln 3, √2 ln 4")
        {
            const Walkthrough wrong = running_example_with("03_scores", "scaled_after_softmax");
            CHECK_THAT(wrong.as<std::vector<Vector>>("alpha")[0], close_to(Vector{0, root2 * ln2, root2 * ln3, root2 * 2 * ln2}));
        }
        THEN("root_left_out cannot be told from scaled_by_input_length here, for d_k = 2 = √4 = √d")
        {
            CHECK_THAT(b_1_with("root_left_out"), close_to(b_1_with("scaled_by_input_length")));
        }
    }
    GIVEN("d = 2 and d_k = 4: query 1 scores 0 and ln 16 before the scale, and b_1 = 1/5 (15, 0) + 4/5 (0, 15) = (3, 12)")
    {
        const auto b_1_of_wide = [](const std::string& mistake) {
            return running_example_with("03_scores", mistake, "wide").as<std::vector<Vector>>("b")[0];
        };
        THEN("root_left_out: a quarter of ln 16 is ln 2, so b_1 = 1/3 (15, 0) + 2/3 (0, 15) = (5, 10)")
        {
            CHECK_THAT(b_1_of_wide("root_left_out"), close_to(Vector{5, 10}));
        }
        THEN("scaled_by_input_length: ln 16 over √2 weighs as 1 : 2^2√2, so b_1 = (1.851, 13.149)")
        {
            CHECK_THAT(b_1_of_wide("scaled_by_input_length"), close_to(Vector{1.851, 13.149}, 5e-4));
        }
    }
    GIVEN("the same example, scaled by the number 1/2 in place of 1/√d_k")
    {
        THEN("scale_left_out and scaled_after_softmax can be made here, too: b_1 = (8.495, 3.891), and half of it")
        {
            const Vector left_out = b_1_from(1, std::pow(2, root2), std::pow(3, root2), std::pow(4, root2));
            CHECK(mistake_called("scale_left_out").concerns(scaled_by(0.5)));
            CHECK(mistake_called("scaled_after_softmax").concerns(scaled_by(0.5)));
            CHECK_THAT(b_1_scaled_by(0.5, "scale_left_out"), close_to(left_out));
            CHECK_THAT(b_1_scaled_by(0.5, "scaled_after_softmax"), close_to(Vector(left_out / 2)));
        }
        THEN("so their words are true of any scale: the dot products, or the weights, are scaled")
        {
            CHECK(mistake_called("scale_left_out").words.en == "the dot products are not scaled");
            CHECK(mistake_called("scale_left_out").words.zh == "点积没有缩放");
            CHECK(mistake_called("scaled_after_softmax").words.en ==
                  "the weights are scaled in place of the scores, so they no longer sum to 1");
            CHECK(mistake_called("scaled_after_softmax").words.zh == "缩放的是权重而不是分数，权重之和就不再是 1");
        }
        THEN("those about √d_k cannot, and none of the four can where nothing is scaled")
        {
            for (const std::string name : {"scaled_by_input_length", "scale_inverted"}) {
                CHECK_FALSE(mistake_called(name).concerns(scaled_by(0.5)));
            }
            for (const std::string name :
                 {"scale_left_out", "scaled_by_input_length", "scale_inverted", "scaled_after_softmax"}) {
                CHECK_FALSE(mistake_called(name).concerns(scaled_by(1)));
            }
        }
    }
    GIVEN("the additive example, where b_1 = (7, 6.5)")
    {
        THEN(
            "tanh_left_out: wᵀ(q_i + k_j) = wᵀ q_i + wᵀ k_j, softmax does not see wᵀ q_i, so every query has the weights of the scores wᵀ k_j")
        {
            const auto b = running_example_with("03_scores", "tanh_left_out").as<Matrix>("b");
            const double first = std::exp(-10 * ln2 * ln2 / 3);
            const Vector same_for_all = b_1_from(first, 1, first * std::exp(5 * ln3 * ln3 / 4), std::exp(-5 * ln2 * ln2 / 3));
            for (const Vector& b_i : column_vectors(b)) {
                CHECK_THAT(b_i, close_to(same_for_all));
            }
        }
        THEN("tanh_last: the sums inside become scores first, ∓5/3 ln²2, and -5/3 ln²2 + 5/4 ln²3, 0, and tanh comes last")
        {
            const double sum = 5 * ln2 * ln2 / 3;
            CHECK_THAT(b_1_with("tanh_last"), close_to(b_1_from(std::exp(std::tanh(-sum)), std::exp(std::tanh(sum)),
                                                                std::exp(std::tanh(5 * ln3 * ln3 / 4 - sum)), 1)));
        }
        THEN("w_left_out: query 1 scores -3/5, 3/5, -3/5 + 4/5 = 1/5, 0")
        {
            CHECK_THAT(b_1_with("w_left_out"), close_to(b_1_from(std::exp(-0.6), std::exp(0.6), std::exp(0.2), 1)));
        }
    }
    GIVEN("a query 0, the keys (0, 0) and (ln 2, 0), a bias (ln 2, ln 3) inside tanh, w = (2, 1), and c = 5 outside")
    {
        const Chapter& chapter = *find_chapter("03");
        const Problem problem = running_example("03", "additive_biases");
        const auto with = [&](const std::string& mistake) { return walk_with(mistake_called(mistake), chapter, problem); };
        THEN("in truth h = (3/5, 4/5) and (15/17, 4/5), and the scores are 6/5 + 4/5 + 5 = 7 and 30/17 + 4/5 + 5 = 643/85")
        {
            CHECK_THAT(chapter.walk(problem).value("hidden"), close_to(Tensor{{0.6, 0.8}, {15. / 17, 0.8}}));
            CHECK_THAT(chapter.walk(problem).value("alpha"), close_to(Tensor{7, 643. / 85}));
        }
        THEN("tanh_left_out keeps the bias: (ln 2, ln 3) and (2 ln 2, ln 3) in place of h")
        {
            CHECK_THAT(with("tanh_left_out").value("hidden"), close_to(Tensor{{ln2, ln3}, {2 * ln2, ln3}}));
        }
        THEN(
            "tanh_last keeps the bias, and c: 2 ln 2 + ln 3 = ln 12 and 4 ln 2 + ln 3 = ln 48 become 143/145 + 5 and 2303/2305 + 5")
        {
            CHECK_THAT(with("tanh_last").value("alpha"), close_to(Tensor{143. / 145 + 5, 2303. / 2305 + 5}));
        }
        THEN("tanh_last begins with the sums in place of h: (ln 2, ln 3) and (2 ln 2, ln 3)")
        {
            CHECK_THAT(with("tanh_last").value("hidden"), close_to(Tensor{{ln2, ln3}, {2 * ln2, ln3}}));
        }
        THEN("score_bias_left_out: h = (0, 0) and (tanh ln 2, 0) = (3/5, 0), and the scores are 5 and 6/5 + 5")
        {
            CHECK_THAT(with("score_bias_left_out").value("hidden"), close_to(Tensor{{0, 0}, {0.6, 0}}));
            CHECK_THAT(with("score_bias_left_out").value("alpha"), close_to(Tensor{5, 6.2}));
        }
        THEN("c_left_out: the scores are 2 and 218/85, and the weights do not show it")
        {
            CHECK_THAT(with("c_left_out").value("alpha"), close_to(Tensor{2, 218. / 85}));
            CHECK_THAT(with("c_left_out").value("alpha_prime"), close_to(chapter.walk(problem).value("alpha_prime")));
        }
        THEN("w_left_out keeps c: 3/5 + 4/5 + 5 = 32/5 and 15/17 + 4/5 + 5 = 568/85")
        {
            CHECK_THAT(with("w_left_out").value("alpha"), close_to(Tensor{32. / 5, 568. / 85}));
        }
    }
    GIVEN("the bilinear example, where b_1 = (8, 4.5)")
    {
        THEN(
            "bilinear_exchanged: a_1 scores as a_jᵀ W a_1, which is k_1 · q_j: under exp 1, 4, 4, 1, so b_1 = (70/10, 70/10) = (7, 7)")
        {
            CHECK_THAT(b_1_with("bilinear_exchanged"), close_to(Vector{7, 7}));
        }
    }
}
