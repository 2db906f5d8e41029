#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "07_versus_rnn/versus_rnn.hpp"
#include "07_versus_rnn/versus_rnn_captions.hpp"
#include "07_versus_rnn/versus_rnn_compared.hpp"
#include "07_versus_rnn/versus_rnn_measured.hpp"
#include "07_versus_rnn/versus_rnn_steps.hpp"
#include "catch.hpp"
#include "close_to.hpp"
#include "random_layer.hpp"
#include "running_example.hpp"

using namespace attention;
using namespace attention::test;

namespace {

const double ln2 = std::log(2);
const double ln3 = std::log(3);
const double ln5 = std::log(5);

/// One unit, W_x = ln 2 and W_h = 5/3 ln(3/2).
const Recurrence unit{.Wx = {{ln2}}, .Wh = {{5 * (ln3 - ln2) / 3}}};
/// The unit of the backward direction: W_x = ln(3/2), W_h = 10/3 ln 2, b = -ln 2, h_0 = 3/5.
const Recurrence back{.Wx = {{ln3 - ln2}}, .Wh = {{10 * ln2 / 3}}, .b = Vector{-ln2}, .h0 = Vector{0.6}};

/// Random weights of one direction, for inputs of d components; `gates` is 4 for an LSTM.
Recurrence random_direction(std::size_t gates, std::size_t d, std::size_t m)
{
    const RandomLayer on_input = random_layer({m, d, gates * m, 1}, true);
    const RandomLayer on_state = random_layer({d, m, gates * m, m}, true);
    return {on_input.layer.Wq, on_state.layer.Wq, on_input.layer.bq, on_state.layer.bv,
            gates == 4 ? std::optional<Vector>(column_vectors(random_layer({1, m, 1, 1}, false).I)[0]) : std::nullopt};
}

/// A problem with random weights: two directions and W_y, so that every path to an output is there.
Problem random_network(Cell cell, std::size_t n, std::size_t d, std::size_t m)
{
    const std::size_t gates = cell == Cell::lstm ? 4 : 1;
    Problem problem;
    problem.kind = "rnn";
    problem.cell = cell;
    problem.inputs = column_vectors(random_layer({n, d, m, 2}, false).I);
    problem.forward = random_direction(gates, d, m);
    problem.backward = random_direction(gates, d, m + 1);
    problem.Wy = random_layer({n, 2 * m + 1, 3, 1}, false).layer.Wq;
    problem.by = Vector{1, 2, 3};
    problem.measure = {"memory"};
    return problem;
}

/// ‖∂(last output)/∂a_t‖ by differences of the whole function, which knows no chain rule.
Vector memory_by_differences(const Layer& layer, const Matrix& I)
{
    const double step = 1e-5;
    Vector norms = xt::zeros<double>({I.shape(1)});
    for (std::size_t t = 0; t < I.shape(1); ++t) {
        for (std::size_t r = 0; r < I.shape(0); ++r) {
            Matrix up = I;
            Matrix down = I;
            up(r, t) += step;
            down(r, t) -= step;
            const Vector slope = (column_vectors(layer(up)).back() - column_vectors(layer(down)).back()) / (2 * step);
            norms(t) += dot(slope, slope);
        }
    }
    return xt::sqrt(norms);
}

/// What the whole problem makes of other inputs.
Layer layer_of(Problem problem, const std::string& last)
{
    problem.measure.clear();
    return [problem, last](const Matrix& I) {
        Problem moved = problem;
        moved.inputs = column_vectors(I);
        return find_chapter("07")->walk(moved).as<Matrix>(last);
    };
}

Walkthrough walked(const std::string& name)
{
    return find_chapter("07")->walk(running_example("07", name));
}

Matrix last_with(const std::string& mistake)
{
    return from_listed<Matrix>(running_example_with("07", mistake).steps.back().value);
}

/// tanh(ln x), by x alone.
double tanh_of_ln(double x)
{
    return (x * x - 1) / (x * x + 1);
}

}  // namespace

SCENARIO("a recurrent network reads one input after the other", "[07_versus_rnn]")
{
    GIVEN("one unit with W_x = ln 2, W_h = 5/3 ln(3/2), starting from 0; tanh(ln x) = (x² - 1)/(x² + 1)")
    {
        WHEN("it reads 1, then 0")
        {
            THEN("h_1 = tanh(ln 2) = 3/5, and h_2 = tanh(5/3 ln(3/2) · 3/5) = tanh(ln(3/2)) = 5/13")
            {
                CHECK_THAT(recurrent_states({{1, 0}}, unit, Cell::tanh).H, close_to(Matrix{{0.6, 5. / 13}}));
            }
        }
        WHEN("it reads 1, then 1")
        {
            THEN("h_2 = tanh(ln 2 + ln(3/2)) = tanh(ln 3) = 4/5")
            {
                CHECK_THAT(recurrent_states({{1, 1}}, unit, Cell::tanh).H, close_to(Matrix{{0.6, 0.8}}));
            }
        }
        WHEN("it has no tanh")
        {
            THEN("h_1 = ln 2, h_2 = 5/3 ln(3/2) ln 2")
            {
                CHECK_THAT(recurrent_states({{1, 0}}, unit, Cell::identity).H,
                           close_to(Matrix{{ln2, 5 * (ln3 - ln2) * ln2 / 3}}));
            }
        }
    }
    GIVEN("two units, inputs of three components: W_x = (1 2 0; 0 1 3), W_h = (0 1; 2 0), b = (10, 20), h_0 = (5, 7), no tanh")
    {
        THEN("the input (1, 1, 1) makes (3, 4) + (7, 10) + (10, 20) = (20, 34): W_h takes the state before, h_0 at first")
        {
            const Recurrence r{{{1, 2, 0}, {0, 1, 3}}, {{0, 1}, {2, 0}}, Vector{10, 20}, Vector{5, 7}};
            CHECK_THAT(recurrent_states({{1}, {1}, {1}}, r, Cell::identity).H, close_to(Matrix{{20}, {34}}, 0));
            CHECK_THAT(recurrent_sums(r, {5, 7}, {1, 1, 1}), close_to(Vector{20, 34}, 0));
        }
    }
    GIVEN("random networks, and the first inputs alone")
    {
        const Cell cell = GENERATE(Cell::tanh, Cell::identity, Cell::lstm);
        const Recurrence r = random_direction(cell == Cell::lstm ? 4 : 1, 3, 2);
        std::vector<Vector> a = column_vectors(random_layer({6, 3, 1, 1}, false).I);
        const Matrix all = recurrent_states(as_columns(a), r, cell).H;
        THEN("their states are the first of all: no state knows what comes after it")
        {
            a.resize(4);
            std::vector<Vector> first = column_vectors(all);
            first.resize(4);
            CHECK_THAT(recurrent_states(as_columns(a), r, cell).H, close_to(as_columns(first), 0));
        }
    }
}

SCENARIO("the backward direction reads from the end, and is listed by time", "[07_versus_rnn]")
{
    GIVEN("the same unit, reading 0, then 1, which is 1, 0 from the end")
    {
        THEN("it comes to 0, then 3/5 in the order of reading; by time that is h←_1 = 3/5, h←_2 = 0")
        {
            CHECK_THAT(recurrent_states(reversed(Matrix{{1, 0}}), unit, Cell::tanh).H, close_to(Matrix{{0, 0.6}}));
            CHECK_THAT(backward_states({{1, 0}}, unit, Cell::tanh).H, close_to(Matrix{{0.6, 0}}));
        }
    }
    GIVEN("a unit of its own: W_x = ln(3/2), W_h = 10/3 ln 2, b = -ln 2, h_0 = 3/5")
    {
        THEN("h←_2 = tanh(2 ln 2 - ln 2) = 3/5, and h←_1 = tanh(ln(3/2) + 2 ln 2 - ln 2) = tanh(ln 3) = 4/5")
        {
            CHECK_THAT(backward_states({{1, 0}}, back, Cell::tanh).H, close_to(Matrix{{0.8, 0.6}}));
        }
        THEN("stacked with the forward states 3/5, 5/13: s_1 = (3/5, 4/5), s_2 = (5/13, 3/5)")
        {
            CHECK_THAT(both_directions({{0.6, 5. / 13}}, {{0.8, 0.6}}), close_to(Matrix{{0.6, 5. / 13}, {0.8, 0.6}}, 0));
        }
        THEN("with W_y = (13 5; 0 10) and b_y = (0, -1): y_1 = (7.8 + 4, 8 - 1) = (11.8, 7), y_2 = (5 + 3, 6 - 1) = (8, 5)")
        {
            const RecurrentNetwork network{Cell::tanh, unit, back, Matrix{{13, 5}, {0, 10}}, Vector{0, -1}};
            CHECK_THAT(recurrent_outputs({{1, 0}}, network), close_to(Matrix{{11.8, 8}, {7, 5}}));
            CHECK_THAT(walked("bidirectional").as<Matrix>("y"), close_to(Matrix{{11.8, 8}, {7, 5}}));
        }
        THEN("without W_y, b_y = (1, 2) is added to the states: y_1 = (8/5, 14/5), y_2 = (18/13, 13/5)")
        {
            Problem problem = running_example("07", "bidirectional");
            problem.Wy.reset();
            problem.by = Vector{1, 2};
            const Matrix right{{1.6, 18. / 13}, {2.8, 2.6}};
            const Walkthrough told = find_chapter("07")->walk(problem);
            CHECK(told.steps.back().formula == "y_t = s_t + b_y");
            CHECK_THAT(told.as<Matrix>("y"), close_to(right));
            CHECK_THAT(recurrent_outputs({{1, 0}}, {Cell::tanh, unit, back, {}, Vector{1, 2}}), close_to(right));
        }
    }
    GIVEN("inputs that read the same from both ends: a b c b a")
    {
        const std::vector<Vector> a = column_vectors(random_layer({3, 2, 1, 1}, false).I);
        const Matrix palindrome = as_columns({a[0], a[1], a[2], a[1], a[0]});
        const Cell cell = GENERATE(Cell::tanh, Cell::lstm);
        const Recurrence r = random_direction(cell == Cell::lstm ? 4 : 1, 2, 3);
        THEN("with the same weights, the backward states are the forward ones from the other end, cells too")
        {
            const States forward = recurrent_states(palindrome, r, cell);
            const States backward = backward_states(palindrome, r, cell);
            CHECK_THAT(backward.H, close_to(reversed(forward.H), 0));
            CHECK_THAT(backward.C, close_to(reversed(forward.C), 0));
        }
    }
    GIVEN("the last backward state, which some take for a summary of the sentence")
    {
        THEN("only a_n changes it: h←_n has read one input, and h←_1 has read all")
        {
            const Layer backward = [](const Matrix& I) { return backward_states(I, back, Cell::tanh).H; };
            const Mask arrives = reach(backward, {{1, 0, 2}});
            CHECK((!arrives(0, 2) && !arrives(1, 2) && arrives(2, 2)));
            CHECK((arrives(0, 0) && arrives(1, 0) && arrives(2, 0)));
        }
    }
}

SCENARIO("an LSTM keeps a cell that only gates change", "[07_versus_rnn]")
{
    GIVEN("gates at logarithms: σ(0) = 1/2, σ(ln 3) = 3/4, σ(-ln 3) = 1/4, σ(ln(5/3)) = 5/8, for σ(ln x) = x/(x + 1)")
    {
        CHECK(sigmoid(0) == 0.5);
        CHECK(std::abs(sigmoid(ln3) - 0.75) <= 1e-15);
        CHECK(std::abs(sigmoid(-ln3) - 0.25) <= 1e-15);
        CHECK(std::abs(sigmoid(ln5 - ln3) - 0.625) <= 1e-15);
        THEN("far out σ is 0 or 1, and no overflow on the way")
        {
            CHECK(sigmoid(-1000) == 0);
            CHECK(sigmoid(1000) == 1);
        }
    }
    GIVEN("the LSTM of two units, with c_0 = (2 ln 3, 4/5), reading 1, then 0")
    {
        const Walkthrough lstm = walked("lstm");
        const auto C = lstm.as<Matrix>("c");
        const auto H = lstm.as<Matrix>("h");
        THEN("unit 1, step 1: z_f = ln 2 - ln 2 = 0 and g = 0, so c = 1/2 · 2 ln 3 = ln 3, and h = 5/8 · 4/5 = 1/2")
        {
            CHECK(std::abs(C(0, 0) - ln3) <= 1e-14);
            CHECK(std::abs(H(0, 0) - 0.5) <= 1e-14);
        }
        THEN("unit 1, step 2: z_f = 2 ln 2 · 1/2 - ln 2 = 0, so c = ½ ln 3, tanh of it is 2/4, and h = 2/3 · 1/2 = 1/3")
        {
            CHECK(std::abs(C(0, 1) - ln3 / 2) <= 1e-14);
            CHECK(std::abs(H(0, 1) - 1. / 3) <= 1e-14);
        }
        THEN("unit 2, step 1: f = 3/4, i = 2/3, g = 3/5: c = 3/4 · 4/5 + 2/3 · 3/5 = 1, and h = ½ tanh 1")
        {
            CHECK(std::abs(C(1, 0) - 1) <= 1e-14);
            CHECK(std::abs(H(1, 0) - std::tanh(1) / 2) <= 1e-14);
        }
        THEN("unit 2, step 2: f = 3/4, i = σ(-ln 3) = 1/4, g = tanh(ln 3) = 4/5: c = 3/4 + 1/5 = 19/20, and h = 2/3 tanh(19/20)")
        {
            CHECK(std::abs(C(1, 1) - 0.95) <= 1e-14);
            CHECK(std::abs(H(1, 1) - 2 * std::tanh(0.95) / 3) <= 1e-14);
        }
        THEN("y = (6 h_1, h_2): y_1 = (3, ½ tanh 1), y_2 = (2, 2/3 tanh(19/20))")
        {
            CHECK_THAT(lstm.as<Matrix>("y"), close_to(Matrix{{3, 2}, {std::tanh(1) / 2, 2 * std::tanh(0.95) / 3}}));
        }
    }
    GIVEN("the same LSTM, told that h_1 = (0, 0)")
    {
        Problem problem = running_example("07", "lstm");
        problem.given["h"] = Tensor{{0, 0}, {0.25, 0.75}};
        const Walkthrough told = find_chapter("07")->walk(problem);
        THEN("the cells go on from it: at step 2 unit 1 has z_f = -ln 2, f = 1/3, c = 1/3 ln 3; unit 2 has g = 0, c = 3/4 · 1")
        {
            CHECK_THAT(told.as<Matrix>("c"), close_to(Matrix{{ln3, ln3 / 3}, {1, 0.75}}));
            CHECK_THAT(told.as<Matrix>("y"), close_to(Matrix{{0, 1.5}, {0, 0.75}}, 0));
        }
    }
    GIVEN("random LSTMs")
    {
        const Problem problem = random_network(Cell::lstm, 5, 3, 2);
        const Walkthrough walk = find_chapter("07")->walk(problem);
        const Matrix I = as_columns(problem.inputs);
        THEN("the cells are the network's own, in both directions, by time")
        {
            CHECK_THAT(walk.as<Matrix>("c"), close_to(recurrent_states(I, problem.forward, Cell::lstm).C, 0));
            CHECK_THAT(walk.as<Matrix>("c_backward"), close_to(backward_states(I, *problem.backward, Cell::lstm).C, 0));
        }
        THEN("every letter of the backward formulas has its arrow, and the words say that it is listed by time")
        {
            const std::vector<Step> steps = lstm_captions(problem, true);
            CHECK(steps[0].formula.starts_with(
                R"(h^\leftarrow_t = o^\leftarrow_t \odot \tanh(c^\leftarrow_t), \quad z^\leftarrow_t = W_x^\leftarrow a_t + )"));
            CHECK(steps[1].formula ==
                  R"(c^\leftarrow_t = f^\leftarrow_t \odot c^\leftarrow_{t+1} + i^\leftarrow_t \odot g^\leftarrow_t)");
            for (const Step& step : steps) {
                CHECK(step.words.en.ends_with(" From the last input to the first, listed by time."));
                CHECK(step.words.zh.ends_with("。从最后一个输入读到第一个，仍按时间排列。"));
            }
        }
    }
}

SCENARIO("positions are added before a recurrent network reads", "[07_versus_rnn]")
{
    GIVEN("inputs 0, 0 with positions 1, 0 by hand")
    {
        Problem problem = running_example("07");
        problem.inputs = {{0}, {0}};
        problem.positions = Positions{};
        problem.positions->e = {{1}, {0}};
        problem.measure = {"reach", "memory"};
        const Walkthrough walk = find_chapter("07")->walk(problem);
        THEN("it reads 1, 0: h = 3/5, 5/13 as before, behind the steps e and a_plus_e")
        {
            CHECK(walk.steps[0].name == "e");
            CHECK_THAT(walk.as<Matrix>("a_plus_e"), close_to(Matrix{{1, 0}}, 0));
            CHECK_THAT(walk.as<Matrix>("h"), close_to(Matrix{{0.6, 5. / 13}}));
        }
        THEN("what is measured is measured with them: ρ_1 = (1 - 25/169) 5/3 ln(3/2) (1 - 9/25) ln 2, ρ_2 = 144/169 ln 2")
        {
            CHECK_THAT(walk.as<Vector>("memory"),
                       close_to(Vector{144. / 169 * 5 * (ln3 - ln2) / 3 * 16 / 25 * ln2, 144. / 169 * ln2}));
            CHECK_THAT(walk.value("reach"), close_to(Tensor{{1, 0}, {1, 1}}, 0));
        }
        THEN("a position of 10^15 drives tanh to 1 whatever the input: a_1 then reaches nothing")
        {
            problem.positions->e = {{1e15}, {0}};
            CHECK_THAT(find_chapter("07")->walk(problem).value("reach"), close_to(Tensor{{0, 0}, {0, 1}}, 0));
        }
    }
}

SCENARIO("which inputs reach an output is found by moving them", "[07_versus_rnn]")
{
    GIVEN("the recurrent network, and self-attention under a causal mask")
    {
        THEN("output t is reached by inputs 1 to t: listed by output, (1 0), (1 1), and so on for four")
        {
            CHECK_THAT(walked("memory").value("reach"), close_to(Tensor{{1, 0}, {1, 1}}, 0));
            CHECK_THAT(walked("attention").value("reach"),
                       close_to(Tensor{{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}}, 0));
        }
    }
    GIVEN("both directions, and self-attention without a mask")
    {
        Problem two_way = running_example("07", "bidirectional");
        Problem attention = running_example("07", "attention");
        two_way.measure = {"reach"};
        attention.is_causal = false;
        THEN("every input reaches every output")
        {
            CHECK_THAT(find_chapter("07")->walk(two_way).value("reach"), close_to(Tensor(xt::ones<double>({2, 2})), 0));
            CHECK_THAT(find_chapter("07")->walk(attention).value("reach"), close_to(Tensor(xt::ones<double>({4, 4})), 0));
        }
    }
    GIVEN("a layer that gives each input back, and one that hears only the difference x_1 - x_2 of two equal components")
    {
        THEN("the first is reached by itself alone; the second notices a move of both, for they move by different amounts")
        {
            const Layer same = [](const Matrix& I) { return I; };
            CHECK_THAT(Matrix(xt::cast<double>(reach(same, {{1, 2}, {3, 4}}))), close_to(Matrix{{1, 0}, {0, 1}}, 0));
            const Layer difference = [](const Matrix& I) { return product(Matrix{{1, -1}}, I); };
            CHECK(reach(difference, {{1}, {1}})(0, 0));
        }
    }
    GIVEN("one unit that is saturated: W_x = 1000, input 5, so tanh is 1 to the last bit")
    {
        THEN("small moves do nothing, and a large one that changes the sign does: the input arrives; from -5, too")
        {
            const Recurrence steep{.Wx = {{1000}}, .Wh = {{0}}};
            const Layer layer = [&](const Matrix& I) { return recurrent_states(I, steep, Cell::tanh).H; };
            CHECK(layer({{5}})(0, 0) == layer({{3}})(0, 0));
            CHECK(reach(layer, {{5}})(0, 0));
            CHECK(reach(layer, {{-5}})(0, 0));
        }
    }
    GIVEN("random layers with four components and 1, 2, 4, 8 inputs")
    {
        const Matrix rows = measure_reach().rows;
        THEN(
            "one direction, LSTM and causal mask: n(n + 1)/2 pairs, 1, 3, 10, 36; both directions and self-attention: n², 1, 4, 16, 64")
        {
            CHECK_THAT(rows, close_to(Matrix{{1, 1, 1, 1, 1, 1, 1},
                                             {2, 4, 3, 3, 4, 3, 4},
                                             {4, 16, 10, 10, 16, 10, 16},
                                             {8, 64, 36, 36, 64, 36, 64}},
                                      0));
        }
    }
}

SCENARIO("a recurrent network loses what came early", "[07_versus_rnn]")
{
    GIVEN("the linear network h_t = ½ h_{t-1} + x_t that has read n inputs")
    {
        const Recurrence half{.Wx = {{1}}, .Wh = {{0.5}}};
        THEN("(½)^(n-1) of x_1 is left, exactly: 1/2 for n = 2, 1/512 for n = 10, 2^-999 for n = 1000")
        {
            const StepJacobians step = rnn_jacobians(half, {0}, Cell::identity);
            CHECK(memory_of_first(step, 2) == 0.5);
            CHECK(memory_of_first(step, 10) == 1. / 512);
            CHECK(memory_of_first(step, 1000) == std::ldexp(1., -999));
        }
        THEN("the Jacobians of the steps are asked for one after the other from the last, and not kept: 3, 2, 1 of three")
        {
            std::vector<std::size_t> asked;
            const Vector norms = memory_through_time({{1}}, 3, [&](std::size_t t) {
                asked.push_back(t + 1);
                return rnn_jacobians(half, {0}, Cell::identity);
            });
            CHECK(asked == std::vector<std::size_t>{3, 2, 1});
            CHECK_THAT(norms, close_to(Vector{0.25, 0.5, 1}, 0));
        }
        THEN("reading 1, 0, 0, 0 it holds 1, 1/2, 1/4, 1/8")
        {
            CHECK_THAT(recurrent_states({{1, 0, 0, 0}}, half, Cell::identity).H, close_to(Matrix{{1, 0.5, 0.25, 0.125}}, 0));
        }
    }
    GIVEN("the exact network that has read 1, 1, with h = 3/5, 4/5")
    {
        THEN("ρ_1 = (1 - 16/25) · 5/3 ln(3/2) · (1 - 9/25) · ln 2, and ρ_2 = (1 - 16/25) ln 2: a slope of tanh for every step")
        {
            CHECK_THAT(walked("memory").as<Vector>("memory"),
                       close_to(Vector{0.36 * 5 * (ln3 - ln2) / 3 * 0.64 * ln2, 0.36 * ln2}));
        }
    }
    GIVEN("the recorded states 0, 0 in place of these")
    {
        Problem problem = running_example("07", "memory");
        problem.given["h"] = Matrix{{0}, {0}};
        THEN("the slopes are 1: ρ = (5/3 ln(3/2) ln 2, ln 2), for memory goes on from the states as they stand")
        {
            CHECK_THAT(find_chapter("07")->walk(problem).as<Vector>("memory"), close_to(Vector{5 * (ln3 - ln2) * ln2 / 3, ln2}));
        }
    }
    GIVEN("an LSTM at rest: i = o = 1/2, f = k/(k + 1) by its bias ln k, c = 0, g = a_t")
    {
        THEN(
            "of a_1 there is ½ · ½ · f^(n-1) left: 1/16 for k = 1 and n = 3, ¼ (3/4)² for k = 3; with k = 1000 and n = 1000 still .092")
        {
            const LstmState rest{{0}, {0}};
            CHECK(memory_of_first(lstm_jacobians(keeping_lstm(0), rest, {0}), 3) == 1. / 16);
            CHECK(std::abs(memory_of_first(lstm_jacobians(keeping_lstm(ln3), rest, {0}), 3) - 9. / 64) <= 1e-15);
            const double kept = memory_of_first(lstm_jacobians(keeping_lstm(std::log(1000)), rest, {0}), 1000);
            CHECK(std::abs(kept - std::pow(1000. / 1001, 999) / 4) <= 1e-13);
            CHECK(std::abs(kept - 0.092) <= 5e-4);
        }
    }
    GIVEN("2048 inputs and 300 units with W_h = I and no tanh, whose Jacobians would together take 1.5 GB")
    {
        Problem problem;
        problem.kind = "rnn";
        problem.cell = Cell::identity;
        problem.inputs.assign(2048, Vector{1});
        problem.forward = {.Wx = xt::ones<double>({300, 1}), .Wh = xt::eye<double>(300)};
        problem.Wy = Matrix(xt::ones<double>({1, 300}));
        problem.measure = {"memory"};
        THEN("each is gone before the next is made, and of every input there is 300 · 1 left")
        {
            CHECK_THAT(find_chapter("07")->walk(problem).as<Vector>("memory"),
                       close_to(Vector(300 * xt::ones<double>({2048})), 0));
        }
    }
    GIVEN("random networks with two directions and W_y, and differences of the whole function, which know no chain rule")
    {
        const Cell cell = GENERATE(Cell::tanh, Cell::identity, Cell::lstm);
        const auto n = GENERATE(as<std::size_t>{}, 1, 2, 5);
        const Problem problem = random_network(cell, n, 3, 2);
        THEN("the chain rule gives the same norms, to the eight digits that differences have")
        {
            CHECK_THAT(find_chapter("07")->walk(problem).as<Vector>("memory"),
                       close_to(memory_by_differences(layer_of(problem, "y"), as_columns(problem.inputs)), 1e-8));
        }
        THEN("with positions, too")
        {
            Problem placed = problem;
            placed.positions = Positions{};
            CHECK_THAT(find_chapter("07")->walk(placed).as<Vector>("memory"),
                       close_to(memory_by_differences(layer_of(placed, "y"), as_columns(placed.inputs)), 1e-8));
        }
        THEN("without W_y, too, where the last output is [h_n; h←_n]")
        {
            Problem bare = problem;
            bare.Wy.reset();
            bare.by.reset();
            CHECK_THAT(find_chapter("07")->walk(bare).as<Vector>("memory"),
                       close_to(memory_by_differences(layer_of(bare, "concat"), as_columns(bare.inputs)), 1e-8));
        }
    }
}

SCENARIO("the path of self-attention does not lengthen", "[07_versus_rnn]")
{
    GIVEN("inputs 0, 1 with W^q = 1, W^k = ln 3, W^v = 8: query 2 scores 0, ln 3, so α'_2 = 1/4, 3/4 and b_2 = 6")
    {
        Problem problem = running_example("07", "attention");
        problem.inputs = {{0}, {1}};
        problem.projections = {.Wq = {{1}}, .Wk = {{ln3}}, .Wv = {{8}}};
        THEN("∂b_2/∂a_1 = 1/4 (8 + (0 - 6) ln 3) = 2 - 3/2 ln 3, and ∂b_2/∂a_2 = 3/4 (8 + 2 ln 3) + 3/4 · 2 · ln 3 = 6 + 3 ln 3")
        {
            CHECK_THAT(find_chapter("07")->walk(problem).as<Vector>("memory"), close_to(Vector{2 - 1.5 * ln3, 6 + 3 * ln3}));
        }
    }
    GIVEN("the running example, whose last query has α'_4 = .48 .24 .16 .12 and b_4 = (4, 8)")
    {
        const auto m = walked("attention").as<Vector>("memory");
        const auto norm = [](double weight, double first, double second) {
            return weight * std::sqrt(std::pow(5 + first * ln2, 2) + std::pow(10 + first * ln3, 2) +
                                      second * second * (ln2 * ln2 + ln3 * ln3) + 125);
        };
        THEN(
            "∂b_4/∂a_s = α'_s (W^v + (v_s - b_4) keyᵀ), key = W^kᵀ q_4 = -(ln 2, ln 3, 0, 0), v_s - b_4 = (-4, 2), (1, 2), (6, -3)")
        {
            CHECK(std::abs(m(0) - norm(0.48, 4, 2)) <= 1e-14);
            CHECK(std::abs(m(1) - norm(0.24, -1, 2)) <= 1e-14);
            CHECK(std::abs(m(2) - norm(0.16, -6, 3)) <= 1e-14);
        }
        THEN("a_4 asks as well, so its norm is told by differences")
        {
            const Problem problem = running_example("07", "attention");
            CHECK_THAT(m, close_to(memory_by_differences(layer_of(problem, "b"), as_columns(problem.inputs)), 1e-8));
        }
    }
    GIVEN("every score, with a mask and with positions, and differences of the whole function")
    {
        const Score score = GENERATE(Score::dot, Score::bilinear, Score::additive);
        const RandomLayer random = random_layer({4, 3, 2, 2}, true);
        Problem problem;
        problem.kind = "self_attention";
        problem.inputs = column_vectors(random.I);
        problem.projections = random.layer;
        problem.score = score;
        problem.W = random_layer({1, 3, 3, 1}, false).layer.Wq;
        problem.w = *random.layer.bk;
        problem.b_score = random.layer.bq;
        problem.scale.by_key_length = true;
        problem.is_real = {true, false, true, true};
        problem.positions = Positions{};
        problem.measure = {"memory"};
        THEN("memory is the same, and 0 for the input that is masked away")
        {
            const auto m = find_chapter("07")->walk(problem).as<Vector>("memory");
            CHECK_THAT(m, close_to(memory_by_differences(layer_of(problem, "b"), as_columns(problem.inputs)), 1e-8));
            CHECK(m(1) == 0);
        }
    }
    GIVEN("one key that the last query seeks, ln 1000 against 0, among n")
    {
        THEN("its weight is 1000/(999 + n) however far it stands: 1000/1999 for n = 1000; when all scores are equal, 1/n")
        {
            CHECK(std::abs(weight_of_first(1000, 1000) - 1000. / 1999) <= 1e-13);
            CHECK(std::abs(weight_of_first(1000, 2) - 1000. / 1001) <= 1e-15);
            CHECK(std::abs(weight_of_first(1, 1000) - 0.001) <= 1e-15);
        }
    }
    GIVEN("the table of the lesson")
    {
        const Matrix rows = measure_memory().rows;
        THEN("its last row, n = 1000: 2^-999, (16/25)^1000, 2^-1001, ¼ (1000/1001)^999, 1/1000, 1000/1999")
        {
            const std::vector<double> expected{
                1000,  std::ldexp(1., -999), std::pow(0.64, 1000), std::ldexp(1., -1001), std::pow(1000. / 1001, 999) / 4,
                0.001, 1000. / 1999};
            for (std::size_t c = 0; c < expected.size(); ++c) {
                INFO("column " << c + 1);
                CHECK(std::abs(rows(4, c) / expected[c] - 1) <= 1e-12);
            }
        }
    }
    GIVEN("a query that may attend to nothing, and values that are no number where a key is forbidden")
    {
        THEN("nothing is left of anything, and what has weight 0 is not looked at")
        {
            const ScoreSlopes slopes{{{1, 1}}, {{1, 1}}};
            CHECK_THAT(attention_memory({{1}}, {{1, 2}}, {0, 0}, slopes), close_to(Vector{0, 0}, 0));
            CHECK_THAT(attention_memory({{1}}, {{NAN, 2}}, {0, 1}, slopes), close_to(Vector{0, 1}, 0));
        }
    }
    GIVEN("slopes of 3e-200 and 4e-200, whose squares are too small for a double")
    {
        THEN("their norm is 5e-200 and not 0")
        {
            CHECK(std::abs(norm({{3e-200, 4e-200}}) / 5e-200 - 1) <= 1e-15);
        }
    }
}

SCENARIO("what must wait, and what it costs", "[07_versus_rnn]")
{
    GIVEN("n = 1, d = 1, counted by hand")
    {
        THEN("RNN: a product of one number with another, into a sum, is 2; two of them and their sum are 5")
        {
            CHECK(rnn_work(1, 1).operations == 5);
        }
        THEN("LSTM: four such sums, 20, then f c, i g and their sum, 3, and o tanh(c), 1: 24")
        {
            CHECK(lstm_work(1, 1).operations == 24);
        }
        THEN("self-attention: q, k, v 6, one score 2, its weight 3, one term of the output 2: 13")
        {
            CHECK(attention_work(1, 1).operations == 13);
        }
    }
    GIVEN("n = 3, d = 2, counted by hand")
    {
        THEN("RNN: a product takes 4 times and 4 plus, two of them and 2 plus are 18 a step, 54 in all; both directions 108")
        {
            CHECK(rnn_work(3, 2).operations == 54);
            CHECK(bidirectional_work(3, 2).operations == 108);
        }
        THEN("LSTM: 4 · 18 + 4 · 2 = 80 a step, 240 in all")
        {
            CHECK(lstm_work(3, 2).operations == 240);
        }
        THEN("self-attention: 9 products of 8 are 72; 9 scores of 4 are 36, 9 weights of 3 are 27, 9 terms of 4 are 36: 171")
        {
            CHECK(attention_work(3, 2).operations == 171);
        }
        THEN("a recurrent network waits 3 times, in either direction and with an LSTM; self-attention waits for q, α, α', b: 4")
        {
            CHECK(rnn_work(3, 2).waits == 3);
            CHECK(lstm_work(3, 2).waits == 3);
            CHECK(bidirectional_work(3, 2).waits == 3);
            CHECK(attention_work(3, 2).waits == 4);
        }
    }
    GIVEN("twice as many inputs, with d = 64")
    {
        THEN(
            "a recurrent network works and waits twice as much; self-attention waits as before and works nearly four times as much")
        {
            CHECK(rnn_work(2048, 64).operations == 2 * rnn_work(1024, 64).operations);
            CHECK(rnn_work(2048, 64).waits == 2 * rnn_work(1024, 64).waits);
            CHECK(attention_work(2048, 64).waits == attention_work(1024, 64).waits);
            CHECK(5 * attention_work(2048, 64).operations > 19 * attention_work(1024, 64).operations);
        }
        THEN("an LSTM costs more than self-attention up to n = 160, for 10 d² + 8 d = 41472 and n (4 d + 3) = 259 n")
        {
            CHECK(lstm_work(160, 64).operations > attention_work(160, 64).operations);
            CHECK(lstm_work(161, 64).operations < attention_work(161, 64).operations);
        }
        THEN("a plain network never does, for 4 d² + d < 6 d²")
        {
            CHECK(rnn_work(1, 64).operations < attention_work(1, 64).operations);
        }
    }
    GIVEN("the table of the lesson, n = 16, 64, 256, 1024")
    {
        const Matrix rows = measure_work().rows;
        THEN("row n = 256: waits 256 and 4; operations 4210688, 8421376, 16908288, 23265280")
        {
            const std::vector<double> expected{256, 256, 4, 4210688, 8421376, 16908288, 23265280};
            for (std::size_t c = 0; c < expected.size(); ++c) {
                CHECK(rows(2, c) == expected[c]);
            }
            CHECK((rows(0, 0) == 16 && rows(1, 0) == 64 && rows(3, 0) == 1024));
        }
    }
}

SCENARIO("shapes that do not belong together are refused, even those that xtensor would stretch", "[07_versus_rnn]")
{
    GIVEN("W_x of 2 x 3")
    {
        const Matrix Wx{{1, 2, 3}, {4, 5, 6}};
        THEN("W_h needs two rows, and the state two components")
        {
            CHECK_THROWS_WITH(rnn_step({Wx, {{1, 2}}}, {0, 0}, {1, 1, 1}),
                              "rnn_step: Wh is 1 x 2 but the state has 2 components");
            CHECK_THROWS_WITH(recurrent_sums({Wx, {{1, 2}}}, {0, 0}, {1, 1, 1}), "recurrent_sums: Wx is 2 x 3 but Wh is 1 x 2");
            CHECK_THROWS_AS(rnn_step({Wx, {{1, 2}, {3, 4}}}, {0}, {1, 1, 1}), ShapeError);
        }
        THEN("the input needs three components, the bias two")
        {
            CHECK_THROWS_AS(rnn_step({Wx, {{1, 2}, {3, 4}}}, {0, 0}, {1}), ShapeError);
            CHECK_THROWS_AS(rnn_step({Wx, {{1, 2}, {3, 4}}, Vector{1}}, {0, 0}, {1, 1, 1}), ShapeError);
        }
        THEN("an LSTM needs four rows a unit, and c as long as h")
        {
            CHECK_THROWS_WITH(lstm_step({Wx, {{1, 2}, {3, 4}}}, {{0, 0}, {0, 0}}, {1, 1, 1}),
                              "lstm_step: Wh is 2 x 2 but h has 2 components and c 2");
            CHECK_THROWS_AS(lstm_step({{{1}, {1}, {1}, {1}}, {{1}, {1}, {1}, {1}}}, {{0}, {0, 0}}, {1}), ShapeError);
        }
    }
    GIVEN("states of two and of one input")
    {
        THEN("they cannot be stacked, nor can cells go along other states")
        {
            CHECK_THROWS_WITH(output_layer({{1, 2}}, {}, Vector{1, 2}), "output_layer: S is 1 x 2 but by has 2 components");
            CHECK_THROWS_WITH(both_directions({{1, 2}}, {{1}}), "both_directions: H is 1 x 2 but the backward one is 1 x 1");
            CHECK_THROWS_AS(cells_along({{1, 2}}, keeping_lstm(0), {{1}}), ShapeError);
        }
    }
    GIVEN("gradients whose parts do not fit")
    {
        THEN("they are refused with the shapes that came")
        {
            CHECK_THROWS_WITH(attention_memory({{1}}, {{1, 2}}, {1}, {{{1}}, {{1}}}),
                              "attention_memory: Wv is 1 x 1, V is 1 x 2, the slopes are 1 x 1 and 1 x 1, with 1 weights");
            CHECK_THROWS_AS(rnn_jacobians(unit, {0, 0}), ShapeError);
            CHECK_THROWS_AS(memory_through_time({{1, 0}}, 1, [](std::size_t) { return rnn_jacobians(unit, {0}); }), ShapeError);
        }
    }
}

SCENARIO("each usual mistake gives other numbers than the truth", "[07_versus_rnn]")
{
    GIVEN("the network that reads 1, 0, with h = 3/5, 5/13")
    {
        THEN("tanh_left_out: ln 2, 5/3 ln(3/2) ln 2")
        {
            CHECK_THAT(last_with("tanh_left_out"), close_to(Matrix{{ln2, 5 * (ln3 - ln2) * ln2 / 3}}));
        }
        THEN(
            "weights_exchanged: h_1 = tanh(5/3 ln(3/2)), which is (x² - 1)/(x² + 1) for x = (3/2)^(5/3), and h_2 = tanh(ln 2 · h_1)")
        {
            const double h_1 = tanh_of_ln(std::pow(1.5, 5. / 3));
            CHECK_THAT(last_with("weights_exchanged"), close_to(Matrix{{h_1, tanh_of_ln(std::pow(2, h_1))}}));
        }
        THEN("state_not_carried: 3/5, then tanh(0) = 0")
        {
            CHECK_THAT(last_with("state_not_carried"), close_to(Matrix{{0.6, 0}}));
        }
    }
    GIVEN("both directions, with s = (3/5, 4/5), (5/13, 3/5) and y = (11.8, 7), (8, 5)")
    {
        THEN("backward_left_reversed: 3/5, 4/5 behind: y = (7.8 + 3, 6 - 1), (5 + 4, 8 - 1) = (10.8, 5), (9, 7)")
        {
            CHECK_THAT(last_with("backward_left_reversed"), close_to(Matrix{{10.8, 9}, {5, 7}}));
        }
        THEN("backward_not_reversed: from h_0 = 3/5 it reads 1, 0: tanh(ln 3) = 4/5, then tanh(8/3 ln 2 - ln 2) = tanh(5/3 ln 2)")
        {
            const double h_2 = tanh_of_ln(std::pow(2, 5. / 3));
            CHECK_THAT(last_with("backward_not_reversed"), close_to(Matrix{{11.8, 5 + 5 * h_2}, {7, 10 * h_2 - 1}}));
        }
        THEN("forward_weights_used: 3/5, 0 by time: y = (7.8 + 3, 5), (5, -1)")
        {
            CHECK_THAT(last_with("forward_weights_used"), close_to(Matrix{{10.8, 5}, {5, -1}}));
        }
        THEN("backward_starts_from_forward: h_0 = 5/13, so h←_2 = tanh(50/39 ln 2 - ln 2) = tanh(11/39 ln 2), and on from there")
        {
            const double second = tanh_of_ln(std::pow(2, 11. / 39));
            const double first = tanh_of_ln(0.75 * std::pow(2, 10 * second / 3));
            CHECK_THAT(last_with("backward_starts_from_forward"),
                       close_to(Matrix{{7.8 + 5 * first, 5 + 5 * second}, {10 * first - 1, 10 * second - 1}}));
        }
        THEN("initial_state_forgotten: h←_2 = tanh(-ln 2) = -3/5, h←_1 = tanh(ln(3/2) - 3 ln 2) = tanh(ln(3/16)) = -247/265")
        {
            CHECK_THAT(last_with("initial_state_forgotten"), close_to(Matrix{{7.8 - 5 * 247. / 265, 2}, {-2470. / 265 - 1, -7}}));
        }
        THEN("bias_left_out: h←_2 = tanh(2 ln 2) = 15/17, h←_1 = tanh(ln(3/2) + 50/17 ln 2)")
        {
            const double first = tanh_of_ln(1.5 * std::pow(2, 50. / 17));
            CHECK_THAT(last_with("bias_left_out"),
                       close_to(Matrix{{7.8 + 5 * first, 5 + 75. / 17}, {10 * first - 1, 150. / 17 - 1}}));
        }
        THEN("bias_added_twice: h←_2 = tanh(2 ln 2 - 2 ln 2) = 0, h←_1 = tanh(ln(3/2) - 2 ln 2) = tanh(ln(3/8)) = -55/73")
        {
            CHECK_THAT(last_with("bias_added_twice"), close_to(Matrix{{7.8 - 275. / 73, 5}, {-550. / 73 - 1, -1}}));
        }
        THEN("output_weights_transposed: W_yᵀ = (13 0; 5 10): y_1 = (7.8, 3 + 8 - 1), y_2 = (5, 25/13 + 6 - 1)")
        {
            CHECK_THAT(last_with("output_weights_transposed"), close_to(Matrix{{7.8, 5}, {10, 5 + 25. / 13}}));
        }
        THEN("output_bias_left_out: y_1 = (11.8, 8), y_2 = (8, 6)")
        {
            CHECK_THAT(last_with("output_bias_left_out"), close_to(Matrix{{11.8, 8}, {8, 6}}));
        }
        THEN("concat_exchanged: y = (13 · 4/5 + 3, 6 - 1), (13 · 3/5 + 25/13, 50/13 - 1)")
        {
            CHECK_THAT(last_with("concat_exchanged"), close_to(Matrix{{13.4, 7.8 + 25. / 13}, {5, 50. / 13 - 1}}));
        }
    }
    GIVEN(
        "the LSTM; at step 1 unit 1 has z = (0, 0, 0, ln(5/3)) and c_0 = 2 ln 3, unit 2 has z = (ln 2, ln 3, ln 2, 0) and c_0 = 4/5")
    {
        THEN("gates_i_f_o_g, unit 1: g = tanh(ln(5/3)) = 8/17, o = 1/2: h = ½ tanh(ln 3 + ½ · 8/17)")
        {
            CHECK(std::abs(last_with("gates_i_f_o_g")(0, 0) - 6 * std::tanh(ln3 + 4. / 17) / 2) <= 1e-14);
        }
        THEN(
            "gates_i_g_f_o, unit 2: f = σ(ln 2) = 2/3, g = tanh(ln 3) = 4/5: c = 2/3 · 4/5 + 2/3 · 4/5 = 16/15, h = ½ tanh(16/15)")
        {
            CHECK(std::abs(last_with("gates_i_g_f_o")(1, 0) - std::tanh(16. / 15) / 2) <= 1e-14);
        }
        THEN("gates_f_i_g_o, unit 2: f = 2/3, i = 3/4: c = 2/3 · 4/5 + 3/4 · 3/5 = 59/60, h = ½ tanh(59/60)")
        {
            CHECK(std::abs(last_with("gates_f_i_g_o")(1, 0) - std::tanh(59. / 60) / 2) <= 1e-14);
        }
        THEN("sigmoid_of_g: unit 1 is offered 1/2, c = ln 3 + 1/4; unit 2 is offered σ(ln 2) = 2/3, c = 3/5 + 2/3 · 2/3 = 47/45")
        {
            CHECK_THAT(column_vectors(last_with("sigmoid_of_g"))[0],
                       close_to(Vector{3.75 * std::tanh(ln3 + 0.25), std::tanh(47. / 45) / 2}));
        }
        THEN("a mistake in the gates spoils states and cells: with gates_i_g_f_o the cell is 16/15, with no c_0 it is 2/5")
        {
            CHECK(std::abs(running_example_with("07", "gates_i_g_f_o").as<Matrix>("c")(1, 0) - 16. / 15) <= 1e-14);
            CHECK(std::abs(running_example_with("07", "cell_state_forgotten").as<Matrix>("c")(1, 0) - 0.4) <= 1e-14);
        }
        THEN("gates_i_o_f_g, unit 2: o = 3/4, f = 2/3, g = tanh(0) = 0: c = 8/15, h = 3/4 tanh(8/15)")
        {
            CHECK(std::abs(last_with("gates_i_o_f_g")(1, 0) - 0.75 * std::tanh(8. / 15)) <= 1e-14);
        }
        THEN(
            "forget_gate_left_out: unit 1 keeps 2 ln 3, tanh of it is 40/41, and h = 5/8 · 40/41 = 25/41; unit 2 has 4/5 + 2/5 = 6/5")
        {
            CHECK_THAT(column_vectors(last_with("forget_gate_left_out"))[0], close_to(Vector{150. / 41, std::tanh(1.2) / 2}));
        }
        THEN("forget_bias_added: f = σ(1) in unit 1, σ(ln 3 + 1) = 3e/(3e + 1) in unit 2")
        {
            const double e = std::exp(1);
            CHECK_THAT(column_vectors(last_with("forget_bias_added"))[0],
                       close_to(Vector{3.75 * std::tanh(2 * ln3 * e / (e + 1)), std::tanh(2.4 * e / (3 * e + 1) + 0.4) / 2}));
        }
        THEN("outer_tanh_left_out: h_1 = (5/8 ln 3, ½ · 1)")
        {
            CHECK_THAT(column_vectors(last_with("outer_tanh_left_out"))[0], close_to(Vector{3.75 * ln3, 0.5}));
        }
        THEN("cell_state_forgotten: c_1 = (0, 2/5), so h_1 = (0, ½ tanh(2/5))")
        {
            CHECK_THAT(column_vectors(last_with("cell_state_forgotten"))[0], close_to(Vector{0, std::tanh(0.4) / 2}));
        }
    }
    GIVEN(
        "two units without tanh: W_x = (1 2; -1 0), W_h = (0 1; 2 -1), b = (-1, 2), h_0 = (1, 2), which read (1, 0), (0, 1): h_1 = (1, -1) + (2, 0) + (-1, 2) = (2, 1), h_2 = (2, 0) + (1, 3) + (-1, 2) = (2, 5)")
    {
        const auto two_units_with = [](const std::string& mistake) {
            return running_example_with("07", mistake, "two_units").as<Matrix>("h");
        };
        CHECK_THAT(walked("two_units").as<Matrix>("h"), close_to(Matrix{{2, 2}, {1, 5}}, 0));
        THEN("input_weights_transposed: (1, 2) + (2, 0) + (-1, 2) = (2, 4), then (-1, 0) + (4, 0) + (-1, 2) = (2, 2)")
        {
            CHECK_THAT(two_units_with("input_weights_transposed"), close_to(Matrix{{2, 2}, {4, 2}}, 0));
        }
        THEN("state_weights_transposed: (1, -1) + (4, -1) + (-1, 2) = (4, 0), then (2, 0) + (0, 4) + (-1, 2) = (1, 6)")
        {
            CHECK_THAT(two_units_with("state_weights_transposed"), close_to(Matrix{{4, 1}, {0, 6}}, 0));
        }
        THEN("weights_exchanged: (0, 2) + (5, -1) + (-1, 2) = (4, 3), then (1, -1) + (10, -4) + (-1, 2) = (10, -3)")
        {
            CHECK_THAT(two_units_with("weights_exchanged"), close_to(Matrix{{4, 10}, {3, -3}}, 0));
        }
        THEN("bias_left_out: (3, -1), then (2, 0) + (-1, 7); bias_added_twice: (1, 3), then (2, 0) + (3, -1) + (-2, 4)")
        {
            CHECK_THAT(two_units_with("bias_left_out"), close_to(Matrix{{3, 1}, {-1, 7}}, 0));
            CHECK_THAT(two_units_with("bias_added_twice"), close_to(Matrix{{1, 3}, {3, 3}}, 0));
        }
        THEN("initial_state_forgotten: (0, 1), then (2, 0) + (1, -1) + (-1, 2) = (2, 1)")
        {
            CHECK_THAT(two_units_with("initial_state_forgotten"), close_to(Matrix{{0, 2}, {1, 1}}, 0));
        }
        THEN("state_not_carried: (2, 1), then (2, 0) + (2, 0) + (-1, 2) = (3, 2)")
        {
            CHECK_THAT(two_units_with("state_not_carried"), close_to(Matrix{{2, 3}, {1, 2}}, 0));
        }
        THEN("tanh_added: tanh(2), tanh(1), and on from there: tanh(2 + tanh 1 - 1), tanh(2 tanh 2 - tanh 1 + 2)")
        {
            const double first = std::tanh(2);
            const double second = std::tanh(1);
            CHECK_THAT(two_units_with("tanh_added"),
                       close_to(Matrix{{first, std::tanh(1 + second)}, {second, std::tanh(2 * first - second + 2)}}));
        }
    }
    GIVEN("two directions with weights of their own, of which one has a bias and an h_0")
    {
        const Problem problem = running_example("07", "bidirectional");
        const Walkthrough right = find_chapter("07")->walk(problem);
        THEN("the other comes out right without them")
        {
            for (const std::string mistake : {"bias_left_out", "bias_added_twice", "initial_state_forgotten"}) {
                CHECK_THAT(running_example_with("07", mistake).value("h"), close_to(right.value("h"), 0));
            }
        }
    }
    GIVEN("an LSTM in two directions")
    {
        Problem problem = random_network(Cell::lstm, 4, 3, 2);
        problem.measure.clear();
        const Chapter& chapter = *find_chapter("07");
        const Walkthrough right = chapter.walk(problem);
        const auto wrong_with = [&](const std::string& name) {
            const auto is_meant = [&name](const Mistake& one) { return one.name == name; };
            const auto found = std::find_if(chapter.mistakes.begin(), chapter.mistakes.end(), is_meant);
            REQUIRE(found != chapter.mistakes.end());
            REQUIRE(found->concerns(problem));
            return wrong_steps(*found, problem, right);
        };
        THEN("a mistake of the cell is made in both: h, c, h_backward, c_backward come out wrong")
        {
            for (const std::string name : {"gates_f_i_g_o", "forget_gate_left_out", "sigmoid_of_g", "forget_bias_added"}) {
                CHECK(wrong_with(name).size() == 4);
            }
        }
        THEN("one of the backward direction spoils its states and its cells; backward_left_reversed is the right ones, reversed")
        {
            const StepValues reversed_ones = wrong_with("backward_left_reversed");
            CHECK(reversed_ones.size() == 2);
            CHECK_THAT(from_listed<Matrix>(reversed_ones.at("c_backward")),
                       close_to(reversed(right.as<Matrix>("c_backward")), 0));
            CHECK(wrong_with("backward_not_reversed").size() == 2);
        }
    }
    GIVEN("what is measured")
    {
        THEN("memory_with_slopes_left_out: W_h W_x and W_x, 5/3 ln(3/2) ln 2 and ln 2")
        {
            CHECK_THAT(running_example_with("07", "memory_with_slopes_left_out").as<Vector>("memory"),
                       close_to(Vector{5 * (ln3 - ln2) * ln2 / 3, ln2}));
        }
        THEN("memory_with_weights_held: ‖W^v‖ = √250 times .48 .24 .16 .12")
        {
            CHECK_THAT(running_example_with("07", "memory_with_weights_held").as<Vector>("memory"),
                       close_to(Vector(std::sqrt(250) * Vector{0.48, 0.24, 0.16, 0.12})));
        }
    }
}
