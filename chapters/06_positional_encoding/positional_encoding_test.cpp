// Chapter 06 as a test. Every number is worked out on paper beside it; columns are vectors, as in the lecture.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "02_matrix_form/matrix_form.hpp"
#include "06_positional_encoding/positional_encoding.hpp"
#include "06_positional_encoding/positional_encoding_conventions.hpp"
#include "06_positional_encoding/positional_encoding_steps.hpp"
#include "app/chapters.hpp"
#include "base/product.hpp"
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

constexpr double pi = std::numbers::pi;
const double ln2 = std::log(2.0);
const double ln3 = std::log(3.0);
const double ln6 = std::log(6.0);
const double root_half = std::sqrt(0.5);
const double root3 = std::sqrt(3.0);

// The layer of the running example, and position vectors that make its inputs of (1,1,1,1) four times.
const Projections layer{.Wq = {{-0.5, 0.5, 0.5, 0.5}, {0, 1, 0, 1}},
                        .Wk = {{ln2, ln3, 0, 0}, {0, 0, ln2, ln3}},
                        .Wv = {{5, 10, 0, 0}, {0, 0, 5, 10}}};
const Matrix four_equal = xt::ones<double>({4, 4});
const Matrix E_by_hand{{-1, 0, -1, 1}, {-1, -1, 0, -1}, {1, -1, 0, -1}, {-1, 0, -1, -1}};  // the columns are e_1 … e_4

/// The vector of position p alone.
Vector at_position(double p, std::size_t d, double base)
{
    return column_vectors(sinusoid(d, 1, base, p))[0];
}

/// The columns of X in another order.
Matrix reordered(const Matrix& X, const std::vector<std::size_t>& order)
{
    std::vector<Vector> columns;
    for (const std::size_t i : order) {
        columns.push_back(column_vectors(X)[i]);
    }
    return as_columns(columns);
}

double largest_difference(const Matrix& one, const Matrix& other)
{
    return xt::amax(xt::abs(one - other))();
}

Walkthrough solved(const Problem& problem)
{
    return find_chapter("06")->walk(problem);
}

/// What a mistake makes of a problem of this chapter, at its last step.
std::vector<Vector> vectors_with(const std::string& mistake, const std::string& problem)
{
    return from_listed<std::vector<Vector>>(running_example_with("06", mistake, problem).steps.back().value);
}

/// A layer of one number: q = a, k = a ln 2, v = a.
const Projections one_number{.Wq = Matrix{{1}}, .Wk = Matrix{{ln2}}, .Wv = Matrix{{1}}};

}  // namespace

SCENARIO("without positions equal inputs come out alike, wherever they stand", "[06_positional_encoding]")
{
    GIVEN("the input (1,1,1,1) four times, and the layer of the running example")
    {
        WHEN("nothing tells the places apart")
        {
            const MatrixForm out = matrix_form(four_equal, layer);
            THEN(
                "every query is (-1/2 + 3/2, 2) = (1, 2), every key (ln 2 + ln 3, ln 2 + ln 3) = (ln 6, ln 6), every score 3 ln 6")
            {
                CHECK_THAT(out.Q, close_to(Matrix{{1, 1, 1, 1}, {2, 2, 2, 2}}));
                CHECK_THAT(out.K, close_to(Matrix{{ln6, ln6, ln6, ln6}, {ln6, ln6, ln6, ln6}}));
                CHECK_THAT(out.A, close_to(Matrix(3 * ln6 * xt::ones<double>({4, 4}))));
            }
            THEN("every weight is 1/4, and every output the one value, (5 + 10, 5 + 10) = (15, 15)")
            {
                CHECK_THAT(out.A_prime, close_to(Matrix(0.25 * xt::ones<double>({4, 4}))));
                CHECK_THAT(out.O, close_to(Matrix{{15, 15, 15, 15}, {15, 15, 15, 15}}));
            }
        }
        WHEN("e_1 = (-1,-1,1,-1), e_2 = (0,-1,-1,0), e_3 = (-1,0,0,-1), e_4 = (1,-1,-1,-1) are added")
        {
            const Matrix sum = add_positions(four_equal, E_by_hand);
            THEN("a_i + e_i are the inputs of the running example, (0,0,2,0), (1,0,0,1), (0,1,1,0), (2,0,0,0)")
            {
                CHECK_THAT(sum, close_to(Matrix{{0, 1, 0, 2}, {0, 0, 1, 0}, {2, 0, 1, 0}, {0, 1, 0, 0}}, 0));
            }
            THEN("and the four outputs differ: (8, 4.5), (4.5, 8), (6.5, 6.5), (4, 8), as in chapter 02")
            {
                CHECK_THAT(matrix_form(sum, layer).O, close_to(Matrix{{8, 4.5, 6.5, 4}, {4.5, 8, 6.5, 8}}));
            }
        }
    }
}

SCENARIO("in another order the same inputs give the same outputs, until they have positions", "[06_positional_encoding]")
{
    GIVEN("inputs of one number, 0 and 1, with q = a, k = a ln 2, v = a")
    {
        const Matrix forwards{{0, 1}};
        const Matrix backwards{{1, 0}};
        WHEN("they have no positions")
        {
            THEN("0 gets (0 + 1)/2 = 1/2, and 1, whose scores are 0 and ln 2, gets 2/3, in either order")
            {
                CHECK_THAT(matrix_form(forwards, one_number).O, close_to(Matrix{{0.5, 2. / 3}}));
                CHECK_THAT(matrix_form(backwards, one_number).O, close_to(Matrix{{2. / 3, 0.5}}));
            }
        }
        WHEN("e_1 = 1 and e_2 = 0 are added")
        {
            const Matrix E{{1, 0}};
            THEN("0 before 1 becomes 1, 1: the outputs are 1, 1")
            {
                CHECK_THAT(matrix_form(add_positions(forwards, E), one_number).O, close_to(Matrix{{1, 1}}));
            }
            THEN("1 before 0 becomes 2, 0: the first scores 4 ln 2 and 0, under exp 16 and 1, so the outputs are 32/17, 1")
            {
                CHECK_THAT(matrix_form(add_positions(backwards, E), one_number).O, close_to(Matrix{{32. / 17, 1}}));
            }
        }
    }
    GIVEN("random layers, and their inputs in another order")
    {
        const Sizes sizes = GENERATE(values<Sizes>({{4, 3, 2, 2}, {4, 5, 7, 3}, {4, 6, 1, 4}}));
        const RandomLayer random = random_layer(sizes, true);
        const std::vector<std::size_t> order{2, 0, 3, 1};
        const Matrix in_order = random.I;
        const Matrix permuted = reordered(in_order, order);
        THEN("without positions the outputs change places with their inputs, and no number changes")
        {
            CHECK_THAT(matrix_form(permuted, random.layer).O, close_to(reordered(matrix_form(in_order, random.layer).O, order)));
        }
        THEN("with the sinusoid they do not: e stays with the place")
        {
            const Matrix E = sinusoid(sizes.d, sizes.n);
            const Matrix one = reordered(matrix_form(add_positions(in_order, E), random.layer).O, order);
            const Matrix other = matrix_form(add_positions(permuted, E), random.layer).O;
            CHECK(largest_difference(one, other) > 0.01);
        }
    }
}

SCENARIO("the sinusoid tells a position by pairs of a sine and a cosine", "[06_positional_encoding]")
{
    GIVEN("position π, at which sines and cosines are known")
    {
        THEN(
            "four components, base 9: ω_0 = 1, ω_1 = 9^(-2/4) = 1/3, so e = (sin π, cos π, sin π/3, cos π/3) = (0, -1, √3/2, 1/2)")
        {
            CHECK_THAT(at_position(pi, 4, 9), close_to(Vector{0, -1, root3 / 2, 0.5}));
        }
        THEN("six components, base 8: the speeds are 1, 8^(-1/3) = 1/2, 8^(-2/3) = 1/4, so e = (0, -1, 1, 0, √½, √½)")
        {
            CHECK_THAT(at_position(pi, 6, 8), close_to(Vector{0, -1, 1, 0, root_half, root_half}));
        }
        THEN("three components, base 8: ω_1 = 8^(-2/3) = 1/4, and its sine stands alone: e = (0, -1, √½)")
        {
            CHECK_THAT(at_position(pi, 3, 8), close_to(Vector{0, -1, root_half}));
        }
        THEN("one component is a sine: at π/2 it is 1")
        {
            CHECK_THAT(at_position(pi / 2, 1, 10000), close_to(Vector{1}));
        }
    }
    GIVEN("position 0")
    {
        THEN("every sine is 0 and every cosine 1, whatever the base")
        {
            CHECK_THAT(at_position(0, 5, 10000), close_to(Vector{0, 1, 0, 1, 0}, 0));
            CHECK_THAT(at_position(0, 5, 0.5), close_to(Vector{0, 1, 0, 1, 0}, 0));
        }
    }
    GIVEN("base 1, with which all pairs turn alike")
    {
        THEN("position π/6 is (1/2, √3/2) again and again")
        {
            CHECK_THAT(at_position(pi / 6, 6, 1), close_to(Vector{0.5, root3 / 2, 0.5, root3 / 2, 0.5, root3 / 2}));
        }
    }
    GIVEN("positions that count down, or are no whole numbers")
    {
        THEN("at -π/2 the first sine is -1 and the first cosine 0")
        {
            CHECK_THAT(at_position(-pi / 2, 2, 10000), close_to(Vector{-1, 0}));
        }
    }
    GIVEN("positions 0, 1, 2, 3 and four components, base 10000: the speeds are 1 and 1/100")
    {
        const Matrix E = sinusoid(4, 4);
        THEN("the first pair is sin p and cos p; at p = 1 to six digits .841471 and .540302")
        {
            CHECK(std::abs(E(0, 1) - 0.841471) < 5e-7);
            CHECK(std::abs(E(1, 1) - 0.540302) < 5e-7);
        }
        THEN("the second pair at p = 1 is .01 - .01³/6 = .00999983333 and 1 - .01²/2 + .01⁴/24 = .999950000417, to 1e-12")
        {
            CHECK(std::abs(E(2, 1) - (0.01 - 1e-6 / 6)) < 1e-12);
            CHECK(std::abs(E(3, 1) - (1 - 0.5e-4 + 1e-8 / 24)) < 1e-12);
        }
        THEN("every number lies between -1 and 1")
        {
            CHECK(xt::amax(xt::abs(E))() <= 1);
        }
    }
    GIVEN("five positions from 3 on")
    {
        THEN("they are the last five of eight from 0 on, to the last bit")
        {
            CHECK_THAT(sinusoid(6, 5, 10000, 3), close_to(reordered(sinusoid(6, 8), {3, 4, 5, 6, 7}), 0));
        }
    }
    GIVEN("position 100000, four components: sin and cos of 100000 and of 1000, from a calculator with 25 digits")
    {
        THEN("(.0357487979720165, -.9993608074382125, .8268795405320026, .5623790762907029) comes out to 1e-10")
        {
            CHECK_THAT(at_position(100000, 4, 10000),
                       close_to(Vector{0.0357487979720165, -0.9993608074382125, 0.8268795405320026, 0.5623790762907029}, 1e-10));
        }
    }
}

SCENARIO("how far two positions are apart can be read off, wherever they are", "[06_positional_encoding]")
{
    GIVEN("four components, base 9, and positions p and p + π")
    {
        const double p = GENERATE(0., 1., 2.5, 1000., -7.);
        THEN("e_p · e_{p+π} = cos π + cos π/3 = -1/2 for every p, since sin a sin b + cos a cos b = cos(a - b)")
        {
            CHECK(std::abs(dot(at_position(p, 4, 9), at_position(p + pi, 4, 9)) + 0.5) < 1e-12);
        }
        THEN("e_p · e_p = 1 + 1 = 2: all are equally long")
        {
            CHECK(std::abs(dot(at_position(p, 4, 9), at_position(p, 4, 9)) - 2) < 1e-14);
        }
    }
    GIVEN("four components, base 4, and a shift by π: the pairs turn by π and π/2")
    {
        THEN("R_π has the blocks (-1 0; 0 -1) and (0 1; -1 0)")
        {
            CHECK_THAT(shift_rotation(pi, 4, 4), close_to(Matrix{{-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, 0, 1}, {0, 0, -1, 0}}));
        }
        THEN("it takes position 0, (0, 1, 0, 1), to position π, (0, -1, 1, 0)")
        {
            CHECK_THAT(product(shift_rotation(pi, 4, 4), Vector{0, 1, 0, 1}), close_to(Vector{0, -1, 1, 0}));
            CHECK_THAT(at_position(pi, 4, 4), close_to(Vector{0, -1, 1, 0}));
        }
    }
    GIVEN("base 10000, two to eight components, and shifts forwards and back")
    {
        const auto d = GENERATE(as<std::size_t>{}, 2, 4, 6, 8);
        const double k = GENERATE(0., 1., 5., -3., 0.5);
        const Matrix R = shift_rotation(k, d);
        THEN("the same R_k takes position p to p + k for every p")
        {
            for (const double p : {0., 1., 10., 99.}) {
                CHECK_THAT(product(R, at_position(p, d, 10000)), close_to(at_position(p + k, d, 10000), 1e-13));
            }
        }
        THEN("R_{-k} is R_kᵀ, and shifts add: R_2 R_k = R_{k+2}")
        {
            CHECK_THAT(shift_rotation(-k, d), close_to(transposed(R)));
            CHECK_THAT(product(shift_rotation(2, d), R), close_to(shift_rotation(k + 2, d)));
        }
    }
}

SCENARIO("other encodings go by the same name and give other numbers", "[06_positional_encoding]")
{
    GIVEN("sines first and cosines behind, ω_r = base^{-r/(d/2-1)}")
    {
        THEN("six components, base 4, position π: the speeds are 1, 4^(-1/2) = 1/2, 1/4, so e = (0, 1, √½, -1, 0, √½)")
        {
            CHECK_THAT(sines_then_cosines(6, 1, 4, pi), close_to(Matrix{{0}, {1}, {root_half}, {-1}, {0}, {root_half}}));
        }
        THEN("with seven components the last is 0, with one it is the only one; with two the single pair turns by 1")
        {
            CHECK_THAT(sines_then_cosines(7, 1, 4, pi), close_to(Matrix{{0}, {1}, {root_half}, {-1}, {0}, {root_half}, {0}}));
            CHECK_THAT(sines_then_cosines(1, 2), close_to(Matrix{{0, 0}}, 0));
            CHECK_THAT(sines_then_cosines(2, 1, 4, pi / 6), close_to(Matrix{{0.5}, {root3 / 2}}));
        }
        THEN(
            "at position 2 of seven components it gives what tensor2tensor computes in single precision, as a test of AllenNLP prints it")
        {
            const Vector e_3 = column_vectors(sines_then_cosines(7, 3))[2];
            CHECK_THAT(e_3, close_to(Vector{0.909297407, 0.0199986659, 0.00019999998, -0.416146815, 0.999800026, 1, 0}, 1e-7));
        }
        THEN("counted from 1 and added to (.1, -2.3, .5, 1.2), it gives what the test of CTranslate2 prints, to six digits")
        {
            const Matrix sum = add_positions(Matrix{{0.1}, {-2.3}, {0.5}, {1.2}}, sines_then_cosines(4, 1, 10000, 1));
            CHECK_THAT(sum, close_to(Matrix{{0.941471}, {-2.2999}, {1.0403}, {2.2}}, 5e-6));
        }
    }
    GIVEN("an exponent for every column, in place of one for a pair")
    {
        THEN("c/d, base 16, position 2π: the speeds 1, 1/2, 1/4, 1/8 give (sin 2π, cos π, sin π/2, cos π/4) = (0, -1, 1, √½)")
        {
            CHECK_THAT(exponent_of_column(4, 1, 1, 16, 2 * pi), close_to(Matrix{{0}, {-1}, {1}, {root_half}}));
        }
        THEN("2c/d, base 4: the same speeds")
        {
            CHECK_THAT(exponent_of_column(4, 1, 2, 4, 2 * pi), close_to(Matrix{{0}, {-1}, {1}, {root_half}}));
        }
        THEN("with c/d every sine is right, and every cosine is wrong except at position 0")
        {
            const Matrix E = sinusoid(6, 3);
            const Matrix other = exponent_of_column(6, 3, 1);
            for (const std::size_t c : std::initializer_list<std::size_t>{0, 2, 4}) {
                CHECK(std::abs(E(c, 2) - other(c, 2)) < 1e-14);
                CHECK(std::abs(E(c + 1, 2) - other(c + 1, 2)) > 1e-6);
            }
        }
    }
    GIVEN("position 1 of four components, base 10000, in each convention")
    {
        const auto first = [](const Matrix& E) { return column_vectors(E)[1]; };
        THEN("the paper has sin 1, cos 1, sin .01, cos .01")
        {
            CHECK_THAT(first(sinusoid(4, 2)), close_to(Vector{std::sin(1), std::cos(1), std::sin(0.01), std::cos(0.01)}));
        }
        THEN("halves have sin 1, sin .0001, cos 1, cos .0001")
        {
            CHECK_THAT(first(sines_then_cosines(4, 2)),
                       close_to(Vector{std::sin(1), std::sin(1e-4), std::cos(1), std::cos(1e-4)}));
        }
        THEN("the column's own exponent makes cos .1 of cos 1 and cos .001 of cos .01")
        {
            CHECK_THAT(first(exponent_of_column(4, 2, 1)),
                       close_to(Vector{std::sin(1), std::cos(0.1), std::sin(0.01), std::cos(0.001)}));
        }
    }
}

SCENARIO("positions come before all other steps", "[06_positional_encoding]")
{
    GIVEN("the problem with positions by hand")
    {
        Problem problem = running_example("06", "by_hand");
        THEN("its steps are e, a_plus_e and those of chapter 04, whose numbers are those of chapter 02")
        {
            const Walkthrough out = solved(problem);
            REQUIRE(out.steps.size() == 8);
            CHECK(out.steps[0].name == "e");
            CHECK(out.steps[1].name == "a_plus_e");
            CHECK(out.steps[2].name == "q");
            CHECK_THAT(out.as<Matrix>("e"), close_to(E_by_hand, 0));
            CHECK_THAT(out.as<Matrix>("b"), close_to(Matrix{{8, 4.5, 6.5, 4}, {4.5, 8, 6.5, 8}}));
        }
        THEN("a given e is added, a given sum is projected, and a given score is weighed")
        {
            problem.given = {{"e", Tensor(xt::zeros<double>({4, 4}))}};
            CHECK_THAT(solved(problem).as<Matrix>("b"), close_to(Matrix{{15, 15, 15, 15}, {15, 15, 15, 15}}));
            problem.given = {{"a_plus_e", Tensor(xt::ones<double>({4, 4}))}};
            CHECK_THAT(solved(problem).as<Matrix>("b"), close_to(Matrix{{15, 15, 15, 15}, {15, 15, 15, 15}}));
            problem.given = {{"alpha", Tensor(xt::zeros<double>({4, 4}))}};  // all weights 1/4: (25, 25)/4
            CHECK_THAT(column_vectors(solved(problem).as<Matrix>("b"))[2], close_to(Vector{6.25, 6.25}));
        }
        THEN("without its positions it is still answered, and every output is (15, 15)")
        {
            problem.positions.reset();
            CHECK(solved(problem).steps[0].name == "q");
            CHECK_THAT(solved(problem).as<Matrix>("b"), close_to(Matrix{{15, 15, 15, 15}, {15, 15, 15, 15}}));
        }
        THEN("one output has the steps of all: query 3 gets (6.5, 6.5)")
        {
            problem.kind = "single_output";
            problem.query = 3;
            CHECK_THAT(solved(problem).as<Matrix>("a_plus_e"),
                       close_to(Matrix{{0, 1, 0, 2}, {0, 0, 1, 0}, {2, 0, 1, 0}, {0, 1, 0, 0}}, 0));
            CHECK_THAT(solved(problem).as<Vector>("b"), close_to(Vector{6.5, 6.5}));
        }
    }
    GIVEN("a target of one number, 1, a source of two, 0 and 1, and e_1 = 1, e_2 = 0")
    {
        Problem problem;
        problem.kind = "attention";
        problem.target = {{1}};
        problem.source = {{0}, {1}};
        problem.projections = one_number;
        problem.positions.emplace().e = {{1}, {0}};
        THEN("each is counted from its own start: the target becomes 2, the source 1 and 1, listed in this order")
        {
            CHECK_THAT(solved(problem).as<Matrix>("a_plus_e"), close_to(Matrix{{2, 1, 1}}, 0));
        }
        THEN("the query is 2, the two keys, ln 2 each, score alike, and the output is 1")
        {
            CHECK_THAT(solved(problem).as<Matrix>("q"), close_to(Matrix{{2}}));
            CHECK_THAT(solved(problem).as<Matrix>("k"), close_to(Matrix{{ln2, ln2}}));
            CHECK_THAT(solved(problem).as<Matrix>("b"), close_to(Matrix{{1}}));
        }
        THEN("with the sinusoid e is as long as the longer of the two, 0 and sin 1")
        {
            problem.positions.emplace();
            CHECK_THAT(solved(problem).as<Matrix>("e"), close_to(Matrix{{0, std::sin(1)}}));
            problem.source = {{0}};
            problem.target = {{1}, {1}, {1}};
            CHECK_THAT(solved(problem).as<Matrix>("e"), close_to(Matrix{{0, std::sin(1), std::sin(2)}}));
            CHECK_THAT(solved(problem).as<Matrix>("a_plus_e"), close_to(Matrix{{1, 1 + std::sin(1), 1 + std::sin(2), 0}}));
        }
    }
    GIVEN("an encoding alone, two positions of four components, base 9, first π")
    {
        Problem problem;
        problem.kind = "positional_encoding";
        problem.d = 4;
        problem.n = 2;
        problem.positions = Positions{.base = 9, .first = pi, .e = {}};
        THEN("e is the only step: (0, -1, √3/2, 1/2), and then the first pair is -sin 1, -cos 1")
        {
            CHECK(solved(problem).steps.size() == 1);
            const auto e = solved(problem).as<std::vector<Vector>>("e");
            CHECK_THAT(e[0], close_to(Vector{0, -1, root3 / 2, 0.5}));
            CHECK(std::abs(e[1](0) + std::sin(1)) < 1e-14);
            CHECK(std::abs(e[1](1) + std::cos(1)) < 1e-14);
        }
        THEN("with inputs a sum follows: (1, 1, 0, 0) becomes (1, 0, √3/2, 1/2)")
        {
            problem.inputs = {{1, 1, 0, 0}, {0, 0, 0, 0}};
            CHECK(solved(problem).steps.size() == 2);
            CHECK_THAT(solved(problem).as<std::vector<Vector>>("a_plus_e")[0], close_to(Vector{1, 0, root3 / 2, 0.5}));
        }
        THEN("what is left to solve has its positions in its inputs, and no others")
        {
            CHECK_FALSE(with_inputs(problem, {{1, 2, 3, 4}}).positions);
        }
    }
    GIVEN("\"I saw a saw\", with the sinusoid")
    {
        THEN("the two saws, equal inputs, get different outputs")
        {
            const auto b = solved(running_example("06", "words")).as<std::vector<Vector>>("b");
            CHECK(std::abs(b[1](0) - b[3](0)) > 0.1);
        }
    }
}

SCENARIO("what cannot be added or encoded is refused", "[06_positional_encoding]")
{
    const Matrix I = xt::ones<double>({4, 3});
    THEN("a position vector must be as long as an input: one number would stretch over all components")
    {
        CHECK_THROWS_AS(add_positions(I, xt::ones<double>({1, 3})), ShapeError);
        CHECK_THROWS_AS(add_positions(I, xt::ones<double>({5, 3})), ShapeError);
    }
    THEN("every input needs one: a single vector would stretch over all inputs; of more, the first ones are taken")
    {
        CHECK_THROWS_AS(add_positions(I, xt::ones<double>({4, 1})), ShapeError);
        CHECK_THROWS_AS(add_positions(I, xt::ones<double>({4, 2})), ShapeError);
        CHECK_THAT(add_positions(Matrix{{1, 2}}, Matrix{{10, 20, 30}}), close_to(Matrix{{11, 22}}, 0));
    }
    THEN("no component, no position, or a base that is not above 0")
    {
        for (const auto& encode :
             {+[](std::size_t d, std::size_t n, double base) { return sinusoid(d, n, base); },
              +[](std::size_t d, std::size_t n, double base) { return sines_then_cosines(d, n, base); },
              +[](std::size_t d, std::size_t n, double base) { return exponent_of_column(d, n, 1, base); }}) {
            CHECK_THROWS_AS(encode(0, 3, 10000), ShapeError);
            CHECK_THROWS_AS(encode(4, 0, 10000), ShapeError);
            CHECK_THROWS_AS(encode(4, 3, 0), std::invalid_argument);
            CHECK_THROWS_AS(encode(4, 3, -2), std::invalid_argument);
            CHECK_THROWS_AS(encode(4, 3, std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
        }
    }
    THEN("no rotation shifts an odd number of components: the last sine would need its cosine")
    {
        CHECK_THROWS_AS(shift_rotation(1, 3), ShapeError);
        CHECK_THROWS_AS(shift_rotation(1, 0), ShapeError);
        CHECK_THROWS_AS(shift_rotation(1, 2, 0), std::invalid_argument);
    }
}

SCENARIO("each usual mistake gives other numbers than the truth", "[06_positional_encoding]")
{
    GIVEN("four positions of four components, where e_2 is (sin 1, cos 1, sin .01, cos .01)")
    {
        const auto e_with = [](const std::string& mistake, std::size_t i) { return vectors_with(mistake, "")[i - 1]; };
        THEN("exponent_of_column: speeds 1, 1/10, 1/100, 1/1000")
        {
            CHECK_THAT(e_with("exponent_of_column", 2),
                       close_to(Vector{std::sin(1), std::cos(0.1), std::sin(0.01), std::cos(0.001)}));
        }
        THEN("exponent_of_twice_the_column: speeds 1, 1/100, 1/10000, 1/1000000")
        {
            CHECK_THAT(e_with("exponent_of_twice_the_column", 2),
                       close_to(Vector{std::sin(1), std::cos(0.01), std::sin(1e-4), std::cos(1e-6)}));
        }
        THEN("exponent_without_two: 10000^{-1/4}, so the second pair turns by 1/10 in place of 1/100")
        {
            CHECK_THAT(e_with("exponent_without_two", 2),
                       close_to(Vector{std::sin(1), std::cos(1), std::sin(0.1), std::cos(0.1)}));
        }
        THEN("exponent_without_minus: the second pair turns by 100")
        {
            CHECK_THAT(e_with("exponent_without_minus", 2),
                       close_to(Vector{std::sin(1), std::cos(1), std::sin(100), std::cos(100)}));
        }
        THEN("cosines_before_sines: e_1 = (1, 0, 1, 0)")
        {
            CHECK_THAT(e_with("cosines_before_sines", 1), close_to(Vector{1, 0, 1, 0}));
            CHECK_THAT(e_with("cosines_before_sines", 2),
                       close_to(Vector{std::cos(1), std::sin(1), std::cos(0.01), std::sin(0.01)}));
        }
        THEN("sines_then_cosines: speeds 1 and 1/10000, sines before cosines")
        {
            CHECK_THAT(e_with("sines_then_cosines", 2),
                       close_to(Vector{std::sin(1), std::sin(1e-4), std::cos(1), std::cos(1e-4)}));
        }
        THEN("positions_from_one: e_1 is what e_2 should be")
        {
            CHECK_THAT(e_with("positions_from_one", 1),
                       close_to(Vector{std::sin(1), std::cos(1), std::sin(0.01), std::cos(0.01)}));
        }
        THEN("base_1000: the second pair turns by 1/√1000 in place of 1/100")
        {
            const double speed = 1 / std::sqrt(1000);
            CHECK_THAT(e_with("base_1000", 2), close_to(Vector{std::sin(1), std::cos(1), std::sin(speed), std::cos(speed)}));
        }
        THEN(
            "base_and_exponent_exchanged: the first pair stands still, for 0 to any power is 0, and the second turns by almost 1")
        {
            const double speed = std::exp(-ln2 / 10000);  // (1/2)^(1/10000)
            CHECK_THAT(e_with("base_and_exponent_exchanged", 2), close_to(Vector{0, 1, std::sin(speed), std::cos(speed)}));
        }
    }
    GIVEN("four equal inputs with positions by hand, where b_1 = (8, 4.5)")
    {
        const auto b_with = [](const std::string& mistake, std::size_t i) { return vectors_with(mistake, "by_hand")[i - 1]; };
        THEN("positions_left_out: four times (15, 15)")
        {
            CHECK_THAT(b_with("positions_left_out", 1), close_to(Vector{15, 15}));
            CHECK_THAT(b_with("positions_left_out", 4), close_to(Vector{15, 15}));
        }
        THEN(
            "encoding_replaces_input: q_1 = (0, -2) meets keys that end in ln 2/3, -ln 2, -ln 3, -ln 6: under exp 9/4, 4, 9, 36, so b_1 = (-239/41, -529/41)")
        {
            CHECK_THAT(b_with("encoding_replaces_input", 1), close_to(Vector{-239. / 41, -529. / 41}));
        }
        THEN(
            "inputs_times_root_d: 2 a_i + e_i; q_4 = (0, 2) meets keys that end in ln 24, ln 18, ln 12, ln 6: weights as 16, 9, 4, 1, so b_4 = (545/30, 24)")
        {
            CHECK_THAT(b_with("inputs_times_root_d", 4), close_to(Vector{545. / 30, 24}));
        }
    }
    GIVEN("\"I saw a saw\"")
    {
        THEN("positions_left_out: both saws get the same output")
        {
            const std::vector<Vector> b = vectors_with("positions_left_out", "words");
            CHECK_THAT(b[1], close_to(b[3]));
        }
        THEN("values_without_positions: the values are (0, -3), (3, 1), (-1, -2), (3, 1), under the right weights")
        {
            const Matrix right{{2.502488416004, 2.418654115043, 2.475786613528, 1.999992143775},
                               {-0.318253117160, -0.406353374532, -0.315192178919, -0.750607783743}};
            const Matrix wrong{{2.774981336918, 2.653869975907, 2.790351448208, 2.245936790658},
                               {0.745303668814, 0.605178616993, 0.767188624753, 0.183701456559}};
            const Walkthrough out = running_example_with("06", "values_without_positions");
            CHECK_THAT(out.as<Matrix>("v"), close_to(Matrix{{0, 3, -1, 3}, {-3, 1, -2, 1}}, 0));
            CHECK_THAT(solved(running_example("06", "words")).as<Matrix>("b"), close_to(right, 1e-11));
            CHECK_THAT(out.as<Matrix>("b"), close_to(wrong, 1e-11));
        }
    }
    GIVEN("two words that ask about four; source vector 1 is (1, 0, 1), and ω_1 = 10000^{-2/3} = w")
    {
        const double w = std::pow(10000, -2. / 3);
        const auto sums_with = [](const std::string& mistake) {
            return running_example_with("06", mistake).as<std::vector<Vector>>("a_plus_e");
        };
        const auto right = solved(running_example("06", "words_asked")).as<std::vector<Vector>>("a_plus_e");
        THEN("source_counted_on: behind positions 0 and 1 of the target it stands at 2: (1 + sin 2, cos 2, 1 + sin 2w)")
        {
            CHECK_THAT(right[2], close_to(Vector{1, 1, 1}));
            CHECK_THAT(sums_with("source_counted_on")[2], close_to(Vector{1 + std::sin(2), std::cos(2), 1 + std::sin(2 * w)}));
            CHECK_THAT(sums_with("source_counted_on")[5], close_to(Vector{std::sin(5), 2 + std::cos(5), 1 + std::sin(5 * w)}));
        }
        THEN(
            "source_without_positions: (1, 0, 1) as it is, while target vector 2 is (sin 1, 2 + cos 1, 1 + sin w) as it should be")
        {
            CHECK_THAT(sums_with("source_without_positions")[2], close_to(Vector{1, 0, 1}, 0));
            CHECK_THAT(sums_with("source_without_positions")[1], close_to(Vector{std::sin(1), 2 + std::cos(1), 1 + std::sin(w)}));
        }
    }
    GIVEN("two heads of width 1 on inputs (1, 0) and (0, 1) with positions (0, 0) and (0, 4)")
    {
        Problem problem;
        problem.kind = "multi_head";
        problem.inputs = {{1, 0}, {0, 1}};
        problem.positions.emplace().e = {{0, 0}, {0, 4}};
        problem.heads = {{{{1, 0}}, {{1, 0}}, {{1, 2}}}, {{{1, 0}}, {{1, 0}}, {{3, 4}}}};
        THEN("values_without_positions: 1, 2 in head 1 and 3, 4 in head 2, in place of 1, 10 and 3, 20")
        {
            const Chapter& chapter = *find_chapter("06");
            const auto is_meant = [](const Mistake& one) { return one.name == "values_without_positions"; };
            const auto found = std::find_if(chapter.mistakes.begin(), chapter.mistakes.end(), is_meant);
            REQUIRE(found->concerns(problem));
            const Walkthrough wrong = walk_with(*found, chapter, problem);
            CHECK_THAT(solved(problem).as<Matrix>("v.2"), close_to(Matrix{{3, 20}}, 0));
            CHECK_THAT(wrong.as<Matrix>("v.1"), close_to(Matrix{{1, 2}}, 0));
            CHECK_THAT(wrong.as<Matrix>("v.2"), close_to(Matrix{{3, 4}}, 0));
        }
    }
    GIVEN("mistakes that would show nothing")
    {
        const Chapter& chapter = *find_chapter("06");
        const auto concerns = [&](const std::string& name, const Problem& problem) {
            return std::any_of(chapter.mistakes.begin(), chapter.mistakes.end(),
                               [&](const Mistake& one) { return one.name == name && one.concerns(problem); });
        };
        THEN("they are not offered: no sinusoid by hand, no other base when it is not 10000, no values when all inputs are equal")
        {
            Problem words = running_example("06", "words");
            CHECK(concerns("base_1000", words));
            words.positions->base = 100;
            CHECK_FALSE(concerns("base_1000", words));
            CHECK(concerns("values_without_positions", words));
            CHECK_FALSE(concerns("values_without_positions", running_example("06", "by_hand")));
            CHECK_FALSE(concerns("positions_from_one", running_example("06", "by_hand")));
            CHECK_FALSE(concerns("positions_left_out", running_example("06")));
            words.positions.reset();
            CHECK_FALSE(concerns("positions_left_out", words));
        }
        THEN(
            "nor another speed at position 0 alone, another base for a single pair, √d for d = 1, or the lack of a position that is 0")
        {
            Problem problem = running_example("06");
            problem.n = 1;
            CHECK_FALSE(concerns("exponent_of_column", problem));
            CHECK_FALSE(concerns("base_and_exponent_exchanged", problem));
            CHECK(concerns("positions_from_one", problem));
            problem.n = 4;
            problem.d = 2;
            CHECK_FALSE(concerns("base_1000", problem));
            CHECK_FALSE(concerns("sines_then_cosines", problem));
            CHECK(concerns("cosines_before_sines", problem));
            problem.inputs = {{1}};
            CHECK_FALSE(concerns("positions_left_out", problem));
            problem.inputs = {{1}, {2}};
            CHECK(concerns("positions_left_out", problem));
            CHECK_FALSE(concerns("inputs_times_root_d", problem));
            CHECK(concerns("encoding_replaces_input", problem));
        }
    }
}
