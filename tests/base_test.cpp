// The ground floor: products, the forms of a sequence, walks and what a chapter hands over.
#include <stdexcept>
#include <string>
#include <vector>

#include "base/chapter.hpp"
#include "base/product.hpp"
#include "base/sequence.hpp"
#include "base/stated.hpp"
#include "base/walkthrough.hpp"
#include "close_to.hpp"

using namespace attention;
using attention::test::close_to;

SCENARIO("a product looks at the shapes before it multiplies", "[base]")
{
    GIVEN("x = (1, 2, 3) and y = (4, 5, 6)")
    {
        THEN("x · y = 4 + 10 + 18 = 32")
        {
            CHECK(dot({1, 2, 3}, {4, 5, 6}) == 32);
        }
        THEN("no other length fits, not even 1, which xtensor would stretch")
        {
            CHECK_THROWS_WITH(dot({1, 2, 3}, {4, 5}), "dot: 3 and 2 components");
            CHECK_THROWS_AS(dot({1, 2, 3}, {4}), ShapeError);
        }
    }
    GIVEN("W = (1 2 3; 4 5 6)")
    {
        const Matrix W{{1, 2, 3}, {4, 5, 6}};
        THEN("W (1, 0, 2) = (1 + 6, 4 + 12) = (7, 16)")
        {
            CHECK_THAT(product(W, Vector{1, 0, 2}), close_to(Vector{7, 16}, 0));
        }
        THEN("a vector of 2 or of 1 components does not fit, and one column stretches over no vector either")
        {
            CHECK_THROWS_WITH(product(W, Vector{1, 2}), "product: W is 2 x 3 but a has 2 components");
            CHECK_THROWS_AS(product(W, Vector{1}), ShapeError);
            CHECK_THROWS_AS(product(Matrix{{1}, {2}}, Vector{1, 2, 3}), ShapeError);
        }
        THEN("its transpose is (1 4; 2 5; 3 6), and shapes are told rows first")
        {
            CHECK_THAT(transposed(W), close_to(Matrix{{1, 4}, {2, 5}, {3, 6}}, 0));
            CHECK(shape_text(W) == "2 x 3");
        }
    }
    GIVEN("A = (1 2; 3 4; 5 6) and B = (1 0 2 1; 0 1 3 -1)")
    {
        const Matrix A{{1, 2}, {3, 4}, {5, 6}};
        const Matrix B{{1, 0, 2, 1}, {0, 1, 3, -1}};
        THEN("A B is 3 x 4: row 1 of A meets column 3 of B in 1 · 2 + 2 · 3 = 8, and so on")
        {
            CHECK_THAT(product(A, B), close_to(Matrix{{1, 2, 8, -1}, {3, 4, 18, -1}, {5, 6, 28, -1}}, 0));
        }
        THEN("B A does not exist")
        {
            CHECK_THROWS_WITH(product(B, A), "product: 2 x 4 times 3 x 2");
        }
        THEN("one column times two rows does not exist, though xtensor would stretch it")
        {
            CHECK_THROWS_AS(product(Matrix{{1}, {2}}, B), ShapeError);
        }
    }
}

SCENARIO("a bias has a component for each row of its matrix", "[base]")
{
    const Matrix W{{1, 2, 3}, {4, 5, 6}};
    THEN("no bias fits, and one of 2 components")
    {
        CHECK_NOTHROW(require_bias_fits(W, {}));
        CHECK_NOTHROW(require_bias_fits(W, Vector{7, 8}));
    }
    THEN("one of 3 components, or of 1, does not")
    {
        CHECK_THROWS_WITH(require_bias_fits(W, Vector{7, 8, 9}), "W is 2 x 3 but its bias has 3 components");
        CHECK_THROWS_AS(require_bias_fits(W, Vector{7}), ShapeError);
    }
}

SCENARIO("a sequence has three forms, and each can be made of the other", "[base]")
{
    GIVEN("the vectors (1, 4), (2, 5), (3, 6)")
    {
        const std::vector<Vector> vectors{{1, 4}, {2, 5}, {3, 6}};
        const Matrix columns{{1, 2, 3}, {4, 5, 6}};
        const Tensor neutral{{1, 4}, {2, 5}, {3, 6}};
        THEN("as columns they are (1 2 3; 4 5 6), and back")
        {
            CHECK_THAT(as_columns(vectors), close_to(columns, 0));
            REQUIRE(column_vectors(columns).size() == 3);
            CHECK_THAT(column_vectors(columns)[1], close_to(Vector{2, 5}, 0));
        }
        THEN("listed they are ((1, 4), (2, 5), (3, 6)), whichever form they had")
        {
            CHECK_THAT(listed(vectors), close_to(neutral, 0));
            CHECK_THAT(listed(columns), close_to(neutral, 0));
        }
        THEN("from the list both forms come back")
        {
            CHECK_THAT(from_listed<Matrix>(neutral), close_to(columns, 0));
            REQUIRE(from_listed<std::vector<Vector>>(neutral).size() == 3);
            CHECK_THAT(from_listed<std::vector<Vector>>(neutral)[2], close_to(Vector{3, 6}, 0));
        }
    }
    GIVEN("one vector (1, 2)")
    {
        THEN("its list is itself, and back")
        {
            CHECK_THAT(listed(Vector{1, 2}), close_to(Tensor{1, 2}, 0));
            CHECK_THAT(from_listed<Vector>(Tensor{1, 2}), close_to(Vector{1, 2}, 0));
        }
    }
    GIVEN("what is no sequence")
    {
        THEN("no vectors at all, or vectors of different lengths, make no columns")
        {
            CHECK_THROWS_WITH(as_columns({}), "as_columns: no vectors");
            CHECK_THROWS_WITH(as_columns({{1, 2}, {3, 4}, {5}}), "as_columns: vector 3 has 1 components, vector 1 has 2");
        }
        THEN("a list of lists is no vector, and a list of numbers no sequence")
        {
            CHECK_THROWS_WITH(from_listed<Vector>(Tensor{{1, 2}}), "expected a list of numbers, got 2 axes");
            CHECK_THROWS_WITH(from_listed<Matrix>(Tensor{1, 2}), "expected a list of vectors, got 1 axes");
            CHECK_THROWS_AS(from_listed<std::vector<Vector>>(Tensor{1, 2}), ShapeError);
        }
    }
}

SCENARIO("a walk records its steps, and goes on from those that the problem gives", "[base]")
{
    Problem problem;
    problem.id = "mine";
    problem.kind = "self_attention";
    GIVEN("a problem that gives no step")
    {
        Walk walk(
            problem,
            {{"q", "q_{1}", "q_{1} = W^q a_{1}", {"A query.", "查询。"}}, {"k", "K", "K = W^k I", {}}, {"v", "v_j", "", {}}});
        const Vector q = walk.step("q", Vector{1, 2});
        const Matrix K = walk.step("k", Matrix{{1, 2, 3}, {4, 5, 6}});
        const auto v = walk.step("v", std::vector<Vector>{{7, 8}, {9, 10}});
        const Walkthrough walkthrough = walk.result();
        THEN("each step goes on from what was computed, in the form in which it was")
        {
            CHECK_THAT(q, close_to(Vector{1, 2}, 0));
            CHECK_THAT(K, close_to(Matrix{{1, 2, 3}, {4, 5, 6}}, 0));
            REQUIRE(v.size() == 2);
            CHECK_THAT(v[1], close_to(Vector{9, 10}, 0));
        }
        THEN("the walkthrough has the problem's id and kind, and the steps in order with all that was said of them")
        {
            CHECK(walkthrough.id == "mine");
            CHECK(walkthrough.kind == "self_attention");
            REQUIRE(walkthrough.steps.size() == 3);
            CHECK(walkthrough.steps[0].name == "q");
            CHECK(walkthrough.steps[0].symbol == "q_{1}");
            CHECK(walkthrough.steps[0].formula == "q_{1} = W^q a_{1}");
            CHECK(walkthrough.steps[0].words.en == "A query.");
            CHECK(walkthrough.steps[0].words.zh == "查询。");
            CHECK(walkthrough.steps[1].name == "k");
            CHECK(walkthrough.steps[2].name == "v");
        }
        THEN("values are neutral, position first, and come back in any form that they have")
        {
            CHECK_THAT(walkthrough.value("k"), close_to(Tensor{{1, 4}, {2, 5}, {3, 6}}, 0));
            CHECK_THAT(walkthrough.as<Matrix>("k"), close_to(Matrix{{1, 2, 3}, {4, 5, 6}}, 0));
            CHECK_THAT(walkthrough.as<Vector>("q"), close_to(Vector{1, 2}, 0));
            CHECK_THAT(walkthrough.as<std::vector<Vector>>("v").at(0), close_to(Vector{7, 8}, 0));
            CHECK_THROWS_AS(walkthrough.as<Vector>("k"), ShapeError);
        }
        THEN("a step that is not there is named")
        {
            CHECK_THROWS_AS(walkthrough.value("alpha"), std::out_of_range);
            CHECK_THROWS_WITH(walkthrough.value("alpha"), "no step is called alpha");
        }
    }
    GIVEN("a problem that gives k as the list (1, 0), (0, 1), (2, 2)")
    {
        problem.given["k"] = Tensor{{1, 0}, {0, 1}, {2, 2}};
        Walk walk(problem, {{"k", "K", "", {}}, {"q", "q_{1}", "", {}}});
        const Matrix K = walk.step("k", Matrix{{1, 2, 3}, {4, 5, 6}});
        const Vector q = walk.step("q", Vector{3, 4});
        THEN("the steps go on from it, and it stands in the walkthrough")
        {
            CHECK_THAT(K, close_to(Matrix{{1, 0, 2}, {0, 1, 2}}, 0));
            CHECK_THAT(walk.result().value("k"), close_to(Tensor{{1, 0}, {0, 1}, {2, 2}}, 0));
        }
        THEN("the others are computed")
        {
            CHECK_THAT(q, close_to(Vector{3, 4}, 0));
        }
    }
    GIVEN("a problem that gives a matrix where a vector belongs")
    {
        problem.given["q"] = Tensor{{1, 2}};
        Walk walk(problem, {{"q", "q_{1}", "", {}}});
        THEN("it is refused")
        {
            CHECK_THROWS_AS(walk.step("q", Vector{1, 2}), ShapeError);
        }
    }
    GIVEN("captions for q and k")
    {
        Walk walk(problem, {{"q", "q_{1}", "", {}}, {"k", "K", "", {}}});
        THEN("a chapter that takes another step, or one too many, is told so")
        {
            CHECK_THROWS_WITH(walk.step("k", Vector{1}), "no caption for step k at this place");
            walk.step("q", Vector{1});
            walk.step("k", Vector{2});
            CHECK_THROWS_AS(walk.step("k", Vector{3}), std::logic_error);
        }
    }
}

SCENARIO("a problem shows what it states, in the order of the format", "[base]")
{
    Problem problem;
    problem.inputs = {{1, 2}, {3, 4}, {5, 6}};
    problem.projections = {Matrix{{1, 0}}, Matrix{{0, 1}}, Matrix{{1, 1}, {2, 2}}};
    const auto fields = [&problem] {
        std::vector<std::string> names;
        for (const Stated& one : stated(problem)) {
            names.push_back(one.field + " " + one.symbol);
        }
        return names;
    };
    THEN("inputs and weights without biases")
    {
        CHECK(fields() == std::vector<std::string>{"inputs a_i", "Wq W^q", "Wk W^k", "Wv W^v"});
    }
    THEN("biases when there are any")
    {
        problem.projections.bq = Vector{7};
        problem.projections.bv = Vector{8, 9};
        CHECK(fields() == std::vector<std::string>{"inputs a_i", "Wq W^q", "Wk W^k", "Wv W^v", "bq b^q", "bv b^v"});
        CHECK_THAT(stated(problem).back().value, close_to(Tensor{8, 9}, 0));
    }
    THEN("one layer with its bias, in place of queries, keys and values")
    {
        Problem layer;
        layer.inputs = {{1, 2}};
        layer.W = Matrix{{3, 4}};
        layer.bias = Vector{5};
        std::vector<std::string> names;
        for (const Stated& one : stated(layer)) {
            names.push_back(one.field + " " + one.symbol);
        }
        CHECK(names == std::vector<std::string>{"inputs a_i", "W W", "bias b"});
    }
    THEN("the numbers of a score behind the weights; c = 0 and the scale 1 are the default, and not stated")
    {
        problem.w = {1};
        problem.b_score = Vector{2};
        problem.c = 3;
        problem.scale.number = 0.5;
        const std::vector<std::string> names = fields();
        CHECK(std::vector<std::string>(names.end() - 4, names.end()) ==
              std::vector<std::string>{"w w", R"(b_score b^{\mathrm{score}})", "c c", "scale s"});
        CHECK(stated(problem).back().value.dimension() == 0);
        CHECK(stated(problem).back().value() == 0.5);
    }
    THEN("position vectors by hand; of the sinusoid base and first, unless they are 10000 and 0")
    {
        problem.positions.emplace();
        CHECK(fields().back() == "Wv W^v");
        problem.positions->base = 100;
        problem.positions->first = 1;
        CHECK(fields()[4] == R"(positions.sinusoid.base \mathrm{base})");
        CHECK(fields()[5] == R"(positions.sinusoid.first \mathrm{first})");
        problem.positions.emplace().e = {{1, 2}, {3, 4}, {5, 6}};
        CHECK(fields().back() == "positions e_i");
    }
    THEN("of an encoding alone how long the vectors are and how many, unless they or the inputs are there")
    {
        Problem alone;
        alone.kind = "positional_encoding";
        alone.d = 4;
        alone.n = 3;
        alone.positions.emplace().base = 100;
        std::vector<std::string> names;
        for (const Stated& one : stated(alone)) {
            names.push_back(one.field + " " + one.symbol);
        }
        CHECK(names == std::vector<std::string>{"d d", "n n", R"(base \mathrm{base})"});
        alone.inputs = {{1, 2, 3, 4}, {1, 2, 3, 4}, {1, 2, 3, 4}};
        REQUIRE(stated(alone).size() == 2);
        CHECK(stated(alone)[1].field == "base");
        alone.inputs.clear();
        alone.positions.emplace().e = {{1, 2}};
        REQUIRE(stated(alone).size() == 1);
        CHECK(stated(alone)[0].field == "e");
    }
    THEN("inputs as a list of vectors, matrices as a list of their rows")
    {
        CHECK_THAT(stated(problem)[0].value, close_to(Tensor{{1, 2}, {3, 4}, {5, 6}}, 0));
        CHECK_THAT(stated(problem)[3].value, close_to(Tensor{{1, 1}, {2, 2}}, 0));
    }
}

SCENARIO("what is listed by query has no axis of queries in a single output", "[base]")
{
    GIVEN("a score for each of two keys, by one query: the column (1, 2)")
    {
        const Matrix A{{1}, {2}};
        THEN("self-attention lists them by query, ((1, 2)); a single output lists (1, 2)")
        {
            CHECK_THAT(listed_by_query("self_attention", A), close_to(Tensor{{1, 2}}, 0));
            CHECK_THAT(listed_by_query("single_output", A), close_to(Tensor{1, 2}, 0));
        }
        THEN("and back")
        {
            CHECK_THAT(from_listed_by_query<Matrix>("self_attention", Tensor{{1, 2}}), close_to(A, 0));
            CHECK_THAT(from_listed_by_query<Matrix>("single_output", Tensor{1, 2}), close_to(A, 0));
            CHECK_THROWS_AS(from_listed_by_query<Matrix>("single_output", Tensor{{1, 2}}), ShapeError);
        }
    }
    GIVEN("a vector of one component for each of two keys, by one query")
    {
        const Tensor3 h{{{3}, {4}}};
        THEN("a single output lists the two vectors")
        {
            CHECK_THAT(listed_by_query("single_output", h), close_to(Tensor(Matrix{{3}, {4}}), 0));
            CHECK((from_listed_by_query<Tensor3>("single_output", Tensor(Matrix{{3}, {4}})) == h));
        }
    }
    GIVEN("a walk through a single output")
    {
        Problem problem;
        problem.kind = "single_output";
        Walk steps(problem, {{"alpha", "a", "a = 1", {}}});
        THEN("a step by query is recorded without the axis, and comes back with its column")
        {
            CHECK_THAT(steps.step_by_query("alpha", Matrix{{1}, {2}}), close_to(Matrix{{1}, {2}}, 0));
            const Walkthrough walkthrough = steps.result();
            CHECK_THAT(walkthrough.value("alpha"), close_to(Tensor{1, 2}, 0));
            CHECK_THAT(walkthrough.by_query<Matrix>("alpha"), close_to(Matrix{{1}, {2}}, 0));
        }
    }
}

SCENARIO("a dot product is scaled by a number or by the root of the key length", "[base]")
{
    CHECK(Scale{}.factor(7) == 1);
    CHECK(Scale{.number = 0.25}.factor(7) == 0.25);
    CHECK(Scale{.by_key_length = true}.factor(4) == 0.5);
}

SCENARIO("a chapter says which problems it takes", "[base]")
{
    const Chapter chapter{"00_toy", {}, {}, {"self_attention", "attention"}, {"mask", "padding"}, nullptr, {}};
    const auto takes = [&chapter](const std::string& kind, const std::vector<std::string>& asks) {
        Problem problem;
        problem.kind = kind;
        problem.asks = asks;
        return accepts(chapter, problem);
    };
    THEN("those of its kinds that ask for nothing more")
    {
        CHECK(takes("self_attention", {}));
        CHECK(takes("attention", {}));
        CHECK_FALSE(takes("single_output", {}));
    }
    THEN("those that ask only for what it brings, all of it or a part")
    {
        CHECK(takes("attention", {"padding"}));
        CHECK(takes("attention", {"mask", "padding"}));
        CHECK_FALSE(takes("attention", {"mask", "scale"}));
        CHECK_FALSE(takes("single_output", {"mask"}));
    }
}

SCENARIO("a mistake is made once, and what follows goes on from it", "[base]")
{
    GIVEN("a toy chapter: x = a_1, y = 2 x, z = y + 1, and the mistake y = 3 x")
    {
        const auto walk = [](const Problem& problem) {
            Walk steps(problem, {{"x", "x", "x = a_1", {}}, {"y", "y", "y = 2 x", {}}, {"z", "z", "z = y + 1", {}}});
            const Vector x = steps.step("x", problem.inputs[0]);
            const Vector y = steps.step("y", Vector(2 * x));
            steps.step("z", Vector(y + 1));
            return steps.result();
        };
        const Mistake threefold{"threefold", {}, [](const Problem&, const Walkthrough& earlier) {
                                    return StepValues{{"y", 3 * earlier.value("x")}};
                                }};
        const Chapter chapter{"00_toy", {}, {}, {"toy"}, {}, walk, {threefold}};
        Problem problem;
        problem.inputs = {{5, 1}};
        THEN("without it a_1 = (5, 1) gives y = (10, 2), z = (11, 3)")
        {
            CHECK_THAT(chapter.walk(problem).value("z"), close_to(Tensor{11, 3}, 0));
        }
        THEN("with it x is right, y = (15, 3), and z = y + 1 = (16, 4) follows without another mistake")
        {
            const Walkthrough wrong = walk_with(threefold, chapter, problem);
            CHECK_THAT(wrong.value("x"), close_to(Tensor{5, 1}, 0));
            CHECK_THAT(wrong.value("y"), close_to(Tensor{15, 3}, 0));
            CHECK_THAT(wrong.value("z"), close_to(Tensor{16, 4}, 0));
        }
        THEN("it starts from the steps that the problem gives: x = (1, 2) makes y = (3, 6), z = (4, 7)")
        {
            problem.given["x"] = Tensor{1, 2};
            CHECK_THAT(walk_with(threefold, chapter, problem).value("z"), close_to(Tensor{4, 7}, 0));
        }
    }
}
