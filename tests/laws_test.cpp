// What holds for every chapter, and between chapters.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "00_why_attention/why_attention.hpp"
#include "01_single_output/single_output.hpp"
#include "01_single_output/single_output_mistakes.hpp"
#include "02_matrix_form/matrix_form.hpp"
#include "04_source_and_target/source_and_target.hpp"
#include "04_source_and_target/source_and_target_steps.hpp"
#include "05_multi_head/multi_head.hpp"
#include "06_positional_encoding/positional_encoding.hpp"
#include "07_versus_rnn/versus_rnn.hpp"
#include "app/chapters.hpp"
#include "close_to.hpp"
#include "judge/check.hpp"
#include "random_layer.hpp"
#include "running_example.hpp"
#include "text/problem_format.hpp"

using namespace attention;
using namespace attention::test;

namespace {

using Names = std::vector<std::string>;

/// The steps of a recurrent network, as the format names them.
Names steps_of_network(const Problem& problem)
{
    const bool is_lstm = problem.cell == Cell::lstm;
    Names names = is_lstm ? Names{"h", "c"} : Names{"h"};
    if (problem.backward) {
        const Names backward = is_lstm ? Names{"h_backward", "c_backward", "concat"} : Names{"h_backward", "concat"};
        names.insert(names.end(), backward.begin(), backward.end());
    }
    if (problem.Wy || problem.by) {
        names.emplace_back("y");
    }
    return names;
}

Names steps_of(const Problem& problem);

/// The steps of multi-head attention: those of one attention, for each head.
Names steps_of_heads(Problem problem)
{
    Names names = problem.projections.Wq.size() > 0 ? Names{"q", "k", "v"} : Names{};
    problem.kind = "attention";
    for (std::size_t h = 1; h <= problem.heads.size(); ++h) {
        for (const std::string& name : steps_of(problem)) {
            names.push_back(name + "." + std::to_string(h));
        }
    }
    names.insert(names.end(), {"concat", "b"});
    return names;
}

/// The steps of a problem of each kind, as the format names them.
Names steps_of(const Problem& problem)
{
    if (!problem.measure.empty()) {
        Problem plain = problem;
        plain.measure.clear();
        Names names = steps_of(plain);
        names.insert(names.end(), problem.measure.begin(), problem.measure.end());
        return names;
    }
    if (problem.kind == "positional_encoding") {
        return problem.inputs.empty() ? Names{"e"} : Names{"e", "a_plus_e"};
    }
    if (problem.positions) {
        Problem plain = problem;
        plain.positions.reset();
        Names names = steps_of(plain);
        names.insert(names.begin(), {"e", "a_plus_e"});
        return names;
    }
    if (problem.kind == "rnn") {
        return steps_of_network(problem);
    }
    if (problem.kind == "multi_head") {
        return steps_of_heads(problem);
    }
    if (problem.kind == "per_vector" || problem.kind == "window") {
        return {"y"};
    }
    switch (problem.score) {
        case Score::dot: return {"q", "k", "v", "alpha", "alpha_prime", "b"};
        case Score::bilinear: return {"v", "alpha", "alpha_prime", "b"};
        case Score::additive: return {"q", "k", "v", "hidden", "alpha", "alpha_prime", "b"};
    }
    return {};
}

using Named = std::vector<std::pair<std::string, Tensor>>;

/// A chapter's own function on a problem, its results under the names of the steps.
const std::map<std::string, Named (*)(const Problem&)> function_of_kind{
    {"per_vector",
     [](const Problem& problem) {
         return Named{{"y", listed(per_vector(problem.W, problem.inputs, problem.bias))}};
     }},
    {"window",
     [](const Problem& problem) {
         return Named{{"y", listed(window(problem.W, problem.inputs, problem.bias))}};
     }},
    {"single_output",
     [](const Problem& problem) {
         const SingleOutput out = single_output(problem.inputs, problem.query - 1, problem.projections);
         return Named{{"q", listed(out.q)},
                      {"k", listed(out.k)},
                      {"v", listed(out.v)},
                      {"alpha", listed(out.alpha)},
                      {"alpha_prime", listed(out.alpha_prime)},
                      {"b", listed(out.b)}};
     }},
    {"self_attention",
     [](const Problem& problem) {
         const MatrixForm out = matrix_form(as_columns(problem.inputs), problem.projections);
         return Named{{"q", listed(out.Q)},
                      {"k", listed(out.K)},
                      {"v", listed(out.V)},
                      {"alpha", listed(out.A)},
                      {"alpha_prime", listed(out.A_prime)},
                      {"b", listed(out.O)}};
     }},
    {"attention",
     [](const Problem& problem) {
         const Matrix X = as_columns(problem.target);
         const Matrix Y = as_columns(problem.source);
         const Attention out = attend(X, Y, problem.projections, no_mask(Y.shape(1), X.shape(1)));
         return Named{{"q", listed(out.Q)},
                      {"k", listed(out.K)},
                      {"v", listed(out.V)},
                      {"alpha", listed(out.A)},
                      {"alpha_prime", listed(out.A_prime)},
                      {"b", listed(out.O)}};
     }},
    {"multi_head",
     [](const Problem& problem) {
         const Matrix I = as_columns(problem.inputs);
         const MultiHead out =
             multi_head(I, I, problem.heads, no_mask(I.shape(1), I.shape(1)), {problem.Wo, problem.bo}, problem.scale);
         Named named;
         for (std::size_t h = 0; h < out.heads.size(); ++h) {
             const std::string head = "." + std::to_string(h + 1);
             named.insert(named.end(), {{"q" + head, listed(out.heads[h].Q)},
                                        {"k" + head, listed(out.heads[h].K)},
                                        {"v" + head, listed(out.heads[h].V)},
                                        {"alpha" + head, listed(out.heads[h].A)},
                                        {"alpha_prime" + head, listed(out.heads[h].A_prime)},
                                        {"b" + head, listed(out.heads[h].O)}});
         }
         named.emplace_back("concat", listed(out.B));
         named.emplace_back("b", listed(out.O));
         return named;
     }},
    {"rnn",
     [](const Problem& problem) {
         const Matrix I = as_columns(problem.inputs);
         return Named{{"h", listed(recurrent_states(I, problem.forward, problem.cell).H)}};
     }},
    {"positional_encoding",
     [](const Problem& problem) {
         const Matrix E = sinusoid(problem.d, problem.n, problem.positions->base, problem.positions->first);
         return Named{{"e", listed(E)}, {"a_plus_e", listed(add_positions(as_columns(problem.inputs), E))}};
     }},
};

/// The last of its inputs asks. Every field that the kind or the score may need is there.
Problem random_problem(const std::string& kind, const Sizes& sizes, Score score = Score::dot)
{
    const RandomLayer random = random_layer(sizes, true);
    Problem problem;
    problem.kind = kind;
    problem.inputs = column_vectors(random.I);
    problem.query = sizes.n;
    problem.projections = random.layer;
    problem.score = score;
    problem.W = kind == "window" ? random_layer({1, sizes.n * sizes.d, 2, 1}, false).layer.Wq
                                 : random_layer({1, sizes.d, sizes.d, 1}, false).layer.Wq;
    problem.bias = random_layer({1, 1, problem.W.shape(0), 1}, true).layer.bq;
    problem.w = *random.layer.bk;
    problem.b_score = random.layer.bq;
    problem.c = 0.25;
    problem.forward = {random.layer.Wq, random_layer({1, sizes.d_k, sizes.d_k, 1}, false).layer.Wq, random.layer.bq};
    if (kind == "positional_encoding") {
        problem.d = sizes.d;
        problem.n = sizes.n;
        problem.positions = Positions{.base = 100, .first = 3, .e = {}};
    }
    if (kind == "multi_head") {
        problem.heads = {random.layer, random_layer({sizes.n + 1, sizes.d, sizes.d_k, sizes.d_v}, true).layer};
        problem.projections = {};
        problem.Wo = random_layer({1, 2 * sizes.d_v, 3, 1}, false).layer.Wq;
        problem.bo = random_layer({2, 1, 3, 1}, true).layer.bq;
        problem.scale.by_key_length = true;
    }
    if (kind == "attention") {
        problem.source = problem.inputs;
        problem.target = column_vectors(random_layer({sizes.n + 2, sizes.d, 1, 1}, false).I);
        problem.inputs.clear();
    }
    return problem;
}

/// The problem without its source vector j, from 0.
Problem without_source(Problem problem, std::size_t j)
{
    problem.source.erase(problem.source.begin() + static_cast<std::ptrdiff_t>(j));
    return problem;
}

/// The score of one query with one key by its definition, with nothing but vectors.
double score_by_definition(const Problem& problem, const Vector& a_i, const Vector& a_j)
{
    const Projections& p = problem.projections;
    if (problem.score == Score::bilinear) {
        return dot(a_i, product(problem.W, a_j));
    }
    const Vector q = fully_connected(p.Wq, a_i, p.bq);
    const Vector k = fully_connected(p.Wk, a_j, p.bk);
    if (problem.score == Score::dot) {
        return dot(q, k) / std::sqrt(static_cast<double>(k.size()));
    }
    const Vector h = xt::tanh(q + k + *problem.b_score);
    return dot(problem.w, h) + problem.c;
}

bool speaks_both_languages(const Words& words)
{
    const bool has_chinese =
        std::any_of(words.zh.begin(), words.zh.end(), [](char c) { return static_cast<unsigned char>(c) >= 0xE3; });
    const bool is_english =
        std::none_of(words.en.begin(), words.en.end(), [](char c) { return static_cast<unsigned char>(c) >= 0xE3; });
    return !words.en.empty() && has_chinese && is_english;
}

/// The last item along the first axis.
Tensor last_of(const Tensor& value)
{
    const std::vector<std::size_t> shape(value.shape().begin() + 1, value.shape().end());
    Tensor last = xt::zeros<double>(shape);
    std::copy(value.end() - static_cast<std::ptrdiff_t>(last.size()), value.end(), last.begin());
    return last;
}

Names names_of(const std::vector<Step>& steps)
{
    Names names;
    names.reserve(steps.size());
    for (const Step& step : steps) {
        names.push_back(step.name);
    }
    return names;
}

bool differs(const Tensor& one, const Tensor& other)
{
    const auto is_near = [](double x, double y) { return std::abs(x - y) <= 1e-6; };
    return one.shape() != other.shape() || !std::equal(one.begin(), one.end(), other.begin(), is_near);
}

/// It cannot be seen on numbers that can be written down: only large scores show that the shift of softmax is missing.
const std::string shift_left_out = "unshifted_exponential";

/// No output shows them: softmax does not see what all scores of a query share. They are why steps are compared.
const Names unseen_in_outputs{shift_left_out, "key_bias_left_out", "c_left_out"};

/// Whether some step differs.
bool differ(const Walkthrough& one, const Walkthrough& other)
{
    return std::any_of(one.steps.begin(), one.steps.end(),
                       [&other](const Step& step) { return differs(step.value, other.value(step.name)); });
}

Mistake mistake_called(const std::string& name)
{
    const std::vector<Mistake> all = all_mistakes(chapters());
    return *std::find_if(all.begin(), all.end(), [&name](const Mistake& mistake) { return mistake.name == name; });
}

/// The chapter that takes a problem of this kind with any field.
const Chapter& solver_of(const Problem& problem)
{
    if (problem.kind == "per_vector" || problem.kind == "window") {
        return *find_chapter("00");
    }
    return *find_chapter(problem.kind == "rnn" || !problem.measure.empty() ? "07" : "06");
}

Walkthrough right_of(const Problem& problem)
{
    return solver_of(problem).walk(problem);
}

/// The same problem, but its inputs become what they were only when positions are added.
Problem behind_positions(Problem problem)
{
    problem.positions.emplace();
    for (std::size_t i = 0; i < problem.inputs.size(); ++i) {
        problem.positions->e.emplace_back(Vector(xt::ones<double>({problem.inputs[i].size()}) * (static_cast<double>(i) + 0.5)));
        problem.inputs[i] -= problem.positions->e[i];
    }
    return problem;
}

/// Multi-head attention whose one head is this self-attention.
Problem as_only_head(Problem problem)
{
    problem.kind = "multi_head";
    problem.heads = {problem.projections};
    problem.projections = {};
    return problem;
}

/// Whether the numbers hide what is wrong: scores so large that softmax leaves a single key, or no key for any query.
bool shows_nothing(const Problem& problem)
{
    return problem.scale.number > 10 || (is_masked(problem) && most_keys(allowed_pairs(problem)) == 0);
}

/// The problem as it is and under every sort of mask; under the last two, some query may attend to nothing.
std::vector<Problem> masked_variants(const Problem& problem)
{
    const std::size_t n_keys = answering(problem).shape(1);
    const std::size_t n_queries = asking(problem).shape(1);
    Problem causal = problem;
    causal.is_causal = true;
    Problem padded = problem;
    padded.is_real.assign(n_keys, true);
    padded.is_real.back() = n_keys == 1;
    Problem causal_and_padded = causal;
    causal_and_padded.is_real.assign(n_keys, true);
    causal_and_padded.is_real.front() = false;
    Problem masked = problem;
    masked.mask = xt::ones<bool>({n_keys, n_queries});
    for (std::size_t j = 0; j < n_keys; ++j) {
        (*masked.mask)(j, 0) = false;
        (*masked.mask)(j, n_queries - 1) = j % 2 == 0 && n_queries > 1;
    }
    masked.is_real = padded.is_real;
    return {problem, causal, padded, causal_and_padded, masked};
}

/// The problem as it is, with its dot products divided, and with large ones.
std::vector<Problem> scaled_variants(const Problem& problem)
{
    if (problem.score != Score::dot) {
        return {problem};
    }
    Problem plain = problem;
    plain.scale = {};
    Problem divided = plain;
    divided.scale.by_key_length = true;
    Problem large = plain;
    large.scale.number = 1e4;
    return {plain, divided, large};
}

/// Problems of a kind of attention, with every score, scale and mask.
std::vector<Problem> problems_of_attention(const std::string& kind, const Sizes& sizes)
{
    std::vector<Problem> problems;
    for (const Score score : {Score::dot, Score::bilinear, Score::additive}) {
        if (kind == "multi_head" && score == Score::bilinear) {
            continue;  // has no Wq and Wk to make heads of
        }
        std::vector<Problem> shapes{random_problem(kind, sizes, score)};
        if (kind == "single_output") {
            shapes.push_back(shapes[0]);
            shapes.back().query = 1;
        }
        if (kind == "attention") {
            shapes.push_back(shapes[0]);
            shapes.back().target.resize(sizes.n);
            shapes.push_back(shapes[0]);
            shapes.back().positions.emplace().first = 1;  // at position 0 a sine is 0
        }
        if (kind == "self_attention") {
            shapes.push_back(behind_positions(shapes[0]));
        }
        if (kind == "multi_head") {
            shapes.push_back(shapes[0]);
            shapes.back().projections = random_layer({sizes.n, sizes.d, sizes.d, sizes.d}, true).layer;
            shapes.push_back(shapes[0]);
            shapes.back().target = column_vectors(random_layer({sizes.n + 2, sizes.d, 1, 1}, false).I);
            shapes.back().source = shapes.back().inputs;
            shapes.back().inputs.clear();
        }
        for (const Problem& shape : shapes) {
            for (const Problem& scaled : scaled_variants(shape)) {
                const std::vector<Problem> masked = masked_variants(scaled);
                problems.insert(problems.end(), masked.begin(), masked.end());
            }
        }
    }
    return problems;
}

/// Recurrent networks of every cell, in one direction and in both, with an output layer and without.
std::vector<Problem> problems_of_networks(const Sizes& sizes)
{
    std::vector<Problem> problems;
    for (const Cell cell : {Cell::tanh, Cell::identity, Cell::lstm}) {
        const std::size_t rows = sizes.d_k * (cell == Cell::lstm ? 4 : 1);
        const RandomLayer random = random_layer({sizes.n, sizes.d, rows, 1}, true);
        const RandomLayer other = random_layer({sizes.n + 1, sizes.d, rows, 1}, true);
        const RandomLayer states = random_layer({1, sizes.d_k, rows, sizes.d_k}, true);
        Problem one = random_problem("rnn", sizes);
        one.cell = cell;
        one.forward = {random.layer.Wq, states.layer.Wq, random.layer.bq, states.layer.bv, {}};
        Problem both = one;
        both.backward = Recurrence{other.layer.Wq, states.layer.Wk, other.layer.bq, states.layer.bv, {}};
        if (cell == Cell::lstm) {
            one.forward.c0 = both.forward.c0 = both.backward->c0 = states.layer.bv;
        }
        both.Wy = random_layer({1, 2 * sizes.d_k, 3, 1}, true).layer.Wq;
        both.by = random_layer({1, 2 * sizes.d_k, 3, 1}, true).layer.bq;
        Problem square = one;
        square.Wy = random_layer({1, sizes.d_k, sizes.d_k, 1}, true).layer.Wq;
        problems.insert(problems.end(), {one, square, both, behind_positions(both)});
    }
    return problems;
}

Problem with_square_output(Problem problem)
{
    const std::size_t width = problem.heads.size() * problem.heads[0].Wv.shape(0);
    const RandomLayer random = random_layer({1, width, width, 1}, true);
    problem.Wo = random.layer.Wq;
    problem.bo = random.layer.bq;
    return problem;
}

Problem measured(Problem problem)
{
    problem.measure = {"reach", "memory"};
    return problem;
}

/// Problems of all kinds, of many shapes.
std::vector<Problem> varied_problems()
{
    std::vector<Problem> problems;
    for (const Sizes& sizes : {Sizes{1, 1, 1, 1}, Sizes{1, 3, 2, 2}, Sizes{2, 5, 1, 3}, Sizes{6, 3, 7, 2}, Sizes{4, 3, 3, 3}}) {
        for (const std::string kind : {"single_output", "self_attention", "attention", "multi_head"}) {
            const std::vector<Problem> some = problems_of_attention(kind, sizes);
            problems.insert(problems.end(), some.begin(), some.end());
        }
        for (const std::string kind : {"per_vector", "window", "positional_encoding"}) {
            problems.push_back(random_problem(kind, sizes));
        }
        problems.push_back(with_square_output(random_problem("multi_head", sizes)));
        problems.push_back(measured(random_problem("self_attention", sizes)));
        problems.push_back(measured(random_problem("rnn", sizes)));
        const std::vector<Problem> networks = problems_of_networks(sizes);
        problems.insert(problems.end(), networks.begin(), networks.end());
    }
    return problems;
}

/// What makes the problem another than the rest, for the report.
std::string description_of(const Problem& problem)
{
    const std::size_t n = problem.inputs.size() + problem.source.size();
    const auto score = static_cast<int>(problem.score);
    return problem.kind + ", " + std::to_string(n) + " vectors, score " + std::to_string(score) + ", scale " +
           std::to_string(problem.scale.number) + (problem.is_causal ? ", causal" : "") + (problem.mask ? ", mask" : "") +
           (problem.is_real.empty() ? "" : ", padding") + (problem.positions ? ", positions" : "") +
           (has_target(problem) ? ", target" : "") + (problem.projections.Wq.size() > 0 ? ", projections" : "") +
           (problem.backward ? ", backward" : "");
}

}  // namespace

SCENARIO("a walkthrough is what the chapter's own function computes", "[laws]")
{
    for (const auto& [kind, function] : function_of_kind) {
        Problem plain;
        plain.kind = kind;
        const auto takes_it = [&plain](const Chapter& chapter) { return accepts(chapter, plain); };
        const Chapter& chapter = *std::find_if(chapters().begin(), chapters().end(), takes_it);
        for (const Sizes& sizes : {Sizes{1, 1, 1, 1}, Sizes{2, 5, 1, 3}, Sizes{6, 3, 7, 2}}) {
            INFO(kind << ", n = " << sizes.n);
            const Problem problem = random_problem(kind, sizes);
            const Walkthrough walkthrough = chapter.walk(problem);
            const Named computed = function(problem);
            REQUIRE(computed.size() == walkthrough.steps.size());
            for (const auto& [name, value] : computed) {
                INFO(name);
                CHECK_THAT(walkthrough.value(name), close_to(value, 0));
            }
        }
    }
}

SCENARIO("every score is what its definition says, for one pair after the other", "[laws]")
{
    const Score score = GENERATE(Score::dot, Score::bilinear, Score::additive);
    const Sizes sizes = GENERATE(values<Sizes>({{1, 1, 1, 1}, {2, 5, 1, 3}, {6, 3, 7, 2}}));
    Problem problem = random_problem("self_attention", sizes, score);
    problem.scale.by_key_length = true;
    const Walkthrough walkthrough = find_chapter("03")->walk(problem);
    const Tensor alpha = walkthrough.value("alpha");
    const Projections& p = problem.projections;
    CHECK_THAT(walkthrough.value("v"), close_to(listed(per_vector(p.Wv, problem.inputs, p.bv)), 0));
    for (std::size_t i = 0; i < sizes.n; ++i) {
        for (std::size_t j = 0; j < sizes.n; ++j) {
            CHECK(std::abs(alpha(i, j) - score_by_definition(problem, problem.inputs[i], problem.inputs[j])) <= 1e-14);
        }
    }
}

SCENARIO("a single output is one query of self-attention", "[laws]")
{
    const Score score = GENERATE(Score::dot, Score::bilinear, Score::additive);
    const Sizes sizes = GENERATE(values<Sizes>({{1, 1, 1, 1}, {2, 5, 1, 3}, {6, 3, 7, 2}}));
    const Chapter& chapter = *find_chapter("03");
    const Walkthrough one = chapter.walk(random_problem("single_output", sizes, score));
    const Walkthrough all = chapter.walk(random_problem("self_attention", sizes, score));
    REQUIRE(names_of(one.steps) == names_of(all.steps));
    for (const Step& step : all.steps) {
        INFO(step.name);
        const bool is_by_query = step.name != "k" && step.name != "v";
        const Tensor expected = is_by_query ? last_of(step.value) : step.value;
        CHECK_THAT(one.value(step.name), close_to(expected, 0));
    }
}

SCENARIO("a single output is one query of self-attention under a mask, too", "[laws]")
{
    const Score score = GENERATE(Score::dot, Score::bilinear, Score::additive);
    const Sizes sizes{6, 3, 7, 2};
    const Chapter& chapter = *find_chapter("04");
    Problem all = random_problem("self_attention", sizes, score);
    all.is_causal = GENERATE(true, false);
    all.is_real = {true, false, true, true, false, true};
    for (std::size_t query = 1; query <= sizes.n; ++query) {
        Problem one = all;
        one.kind = "single_output";
        one.query = query;
        const Matrix b = chapter.walk(all).as<Matrix>("b");
        CHECK_THAT(chapter.walk(one).as<Vector>("b"), close_to(column_vectors(b)[query - 1], 0));
    }
}

SCENARIO("whatever the score, a key that no query may attend to might as well not be there", "[laws]")
{
    const Score score = GENERATE(Score::dot, Score::bilinear, Score::additive);
    const Sizes sizes = GENERATE(values<Sizes>({{2, 5, 1, 3}, {6, 3, 7, 2}}));
    const Chapter& chapter = *find_chapter("04");
    Problem problem = random_problem("attention", sizes, score);
    for (std::size_t j = 0; j < sizes.n; ++j) {
        problem.is_real.assign(sizes.n, true);
        problem.is_real[j] = false;
        Problem shorter = without_source(problem, j);
        shorter.is_real.clear();
        CHECK_THAT(chapter.walk(problem).value("b"), close_to(chapter.walk(shorter).value("b"), 0));
    }
}

SCENARIO("positions are nothing but other inputs, whatever the kind and the score", "[laws]")
{
    const std::string kind = GENERATE("single_output", "self_attention", "attention");
    const Score score = GENERATE(Score::dot, Score::bilinear, Score::additive);
    const Sizes sizes{4, 3, 2, 5};
    Problem with = random_problem(kind, sizes, score);
    Problem without = with;
    with.positions.emplace().first = 2;
    const Matrix E = sinusoid(sizes.d, sizes.n + 2, 10000, 2);  // the target is longer by two
    for (std::vector<Vector>* vectors : {&without.inputs, &without.target, &without.source}) {
        for (std::size_t i = 0; i < vectors->size(); ++i) {
            (*vectors)[i] += column_vectors(E)[i];
        }
    }
    const Walkthrough expected = find_chapter("04")->walk(without);
    const Walkthrough got = find_chapter("06")->walk(with);
    REQUIRE(got.steps.size() == expected.steps.size() + 2);
    for (const Step& step : expected.steps) {
        CHECK_THAT(got.value(step.name), close_to(step.value, 0));
    }
}

SCENARIO("heads see the positions, too", "[laws]")
{
    Problem with = running_example("05");
    with.positions.emplace().e = {{1, 0, 0, 0}, {0, 2, 0, 0}, {0, 0, 3, 0}, {0, 0, 0, 4}};
    Problem without = running_example("05");
    for (std::size_t i = 0; i < 4; ++i) {
        without.inputs[i](i) += static_cast<double>(i + 1);
    }
    const Walkthrough expected = find_chapter("05")->walk(without);
    const Walkthrough got = find_chapter("06")->walk(with);
    REQUIRE(got.steps.size() == expected.steps.size() + 2);
    CHECK_THAT(got.steps.back().value, close_to(expected.steps.back().value, 0));
}

SCENARIO("every chapter has all that a chapter has", "[laws]")
{
    std::string before;
    for (const Chapter& chapter : chapters()) {
        INFO(chapter.name);
        CHECK(before < chapter.name);  // in reading order, none twice
        before = chapter.name;
        CHECK(speaks_both_languages(chapter.title));
        CHECK(speaks_both_languages(chapter.question));
        for (const std::string& kind : chapter.kinds) {
            CHECK_NOTHROW(chapter_of_kind(kind));
        }
        for (const std::string& field : chapter.brings) {
            INFO(field);
            CHECK(std::any_of(chapter.kinds.begin(), chapter.kinds.end(), [&](const std::string& kind) {
                return holds(kinds_with(field), kind) && chapter_of_field(field, kind) > chapter_of_kind(kind);
            }));
        }

        CHECK(examples(chapter).front().name.empty());
    }
}

SCENARIO("every problem of a chapter is one that it takes, and every step is whole", "[laws]")
{
    std::set<std::string> ids;
    for (const Chapter& chapter : chapters()) {
        for (const Problem& problem : own_problems(chapter)) {
            INFO(chapter.name << ", " << problem.id);
            const Walkthrough walkthrough = chapter.walk(problem);
            CHECK(accepts(chapter, problem));
            CHECK(speaks_both_languages(problem.title));
            CHECK(ids.insert(chapter.name + problem.id).second);
            CHECK(walkthrough.id == problem.id);
            CHECK(walkthrough.kind == problem.kind);
            CHECK(names_of(walkthrough.steps) == steps_of(problem));
            for (const Step& step : walkthrough.steps) {
                INFO(step.name);
                CHECK(speaks_both_languages(step.words));
                CHECK(step.formula.find(step.symbol + " = ") == 0);
                CHECK(step.value.size() > 0);
            }
        }
    }
}

SCENARIO("a chapter is found by its number, its name, or both", "[laws]")
{
    for (const Chapter& chapter : chapters()) {
        const std::string& name = chapter.name;
        for (const std::string& spoken : {name, name.substr(3), name.substr(0, 2), std::to_string(std::stoi(name))}) {
            INFO(spoken);
            CHECK(find_chapter(spoken) == &chapter);
        }
    }
    THEN("and by nothing else")
    {
        for (const char* spoken : {"", "1_", "001", "01_", "single", "00_", "99", "-1"}) {
            INFO(spoken);
            CHECK(find_chapter(spoken) == nullptr);
        }
    }
}

SCENARIO("every mistake stands at steps of its chapter, under a name of its own, in both languages", "[laws]")
{
    for (const Chapter& chapter : chapters()) {
        std::set<std::string> names;
        CHECK_FALSE(chapter.mistakes.empty());
        for (const Mistake& mistake : chapter.mistakes) {
            INFO(chapter.name << ": " << mistake.name);
            const Problem problem = problem_for(mistake, own_problems(chapter));
            const Walkthrough right = chapter.walk(problem);
            CHECK(names.insert(mistake.name).second);
            CHECK(speaks_both_languages(mistake.words));
            const StepValues wrong = wrong_steps(mistake, problem, right);
            CHECK_FALSE(wrong.empty());
            for (const auto& [step, value] : wrong) {
                CHECK_NOTHROW(right.value(step));
            }
        }
    }
}

SCENARIO("a mistake is seen in the steps in which it is made, and not before", "[laws]")
{
    for (const Chapter& chapter : chapters()) {
        for (const Problem& problem : own_problems(chapter)) {
            const Walkthrough right = chapter.walk(problem);
            for (const Mistake& mistake : chapter.mistakes) {
                INFO(chapter.name << ", " << problem.id << ": " << mistake.name);
                const StepValues made = wrong_steps(mistake, problem, right);
                const Walkthrough wrong = walk_with(mistake, chapter, problem);
                REQUIRE(names_of(wrong.steps) == names_of(right.steps));
                bool has_begun = false;
                for (const Step& step : right.steps) {
                    INFO(step.name);
                    const Tensor& value = wrong.value(step.name);
                    has_begun = has_begun || made.contains(step.name);
                    CHECK((has_begun || !differs(value, step.value)));
                    if (made.contains(step.name) && mistake.name != shift_left_out) {
                        CHECK(differs(value, step.value));
                    }
                }
            }
        }
    }
}

SCENARIO("every mistake is told apart from the truth by the last step, but for those that no output shows", "[laws]")
{
    for (const Chapter& chapter : chapters()) {
        for (const Problem& problem : own_problems(chapter)) {
            const Tensor truth = chapter.walk(problem).steps.back().value;
            for (const Mistake& mistake : chapter.mistakes) {
                INFO(chapter.name << ", " << problem.id << ": " << mistake.name);
                const bool is_made = mistake.concerns(problem);
                const bool is_seen = is_made && !holds(unseen_in_outputs, mistake.name);
                CHECK(differs(walk_with(mistake, chapter, problem).steps.back().value, truth) == is_seen);
            }
        }
    }
}

SCENARIO("every two mistakes that a problem of the chapter shows are told apart by a step of such a problem", "[laws]")
{
    for (const Chapter& chapter : chapters()) {
        for (auto one = chapter.mistakes.begin(); one != chapter.mistakes.end(); ++one) {
            for (auto other = chapter.mistakes.begin(); other != one; ++other) {
                bool meet = false;
                bool are_told = false;
                for (const Problem& problem : own_problems(chapter)) {
                    if (one->concerns(problem) && other->concerns(problem)) {
                        meet = true;
                        are_told = are_told || differ(walk_with(*one, chapter, problem), walk_with(*other, chapter, problem));
                    }
                }
                INFO(chapter.name << ": " << one->name << " and " << other->name);
                CHECK(are_told == meet);
            }
        }
    }
}

SCENARIO("the masks of a problem allow the same, pair by pair and put together", "[laws]")
{
    for (const Problem& problem : varied_problems()) {
        if (is_one_attention(problem)) {
            const Mask allowed = allowed_pairs(problem);
            CHECK(allowed == mask_of(problem, answering(problem).shape(1), asking(problem).shape(1)));
        }
    }
}

SCENARIO("every mistake can be made in every problem that it concerns, whatever the shapes, and shows there", "[laws]")
{
    const std::vector<Mistake> mistakes = all_mistakes(chapters());
    std::map<std::string, std::size_t> made;
    for (const Problem& problem : varied_problems()) {
        INFO(description_of(problem));
        const Walkthrough right = right_of(problem);
        const Names steps = names_of(right.steps);
        std::set<std::string> names;
        for (const Mistake& mistake : mistakes) {
            INFO(mistake.name);
            const StepValues wrong = wrong_steps(mistake, problem, right);  // throws nothing
            if (wrong.empty()) {
                continue;
            }
            ++made[mistake.name];
            CHECK(names.insert(mistake.name).second);  // two chapters may share a name, but not about one problem
            Problem with = problem;
            with.given = wrong;
            CHECK(names_of(right_of(with).steps) == steps);  // nor does what follows
            bool shows = mistake.name == shift_left_out || shows_nothing(problem);
            for (const auto& [name, value] : wrong) {
                shows = shows || value != right.value(name);
            }
            CHECK(shows);
        }
    }
    THEN("each is made in some of these problems")
    {
        for (const Mistake& mistake : mistakes) {
            INFO(mistake.name);
            CHECK(made[mistake.name] > 0);
        }
    }
}

SCENARIO("a mistake gives the same in a head, and behind positions, as in the plain problem", "[laws]")
{
    const Score score = GENERATE(Score::dot, Score::bilinear, Score::additive);
    Problem plain = random_problem("self_attention", {4, 3, 3, 3}, score);
    plain.scale.by_key_length = score == Score::dot;
    plain.is_causal = GENERATE(true, false);
    plain.is_real = {true, true, false, true};
    const Problem shifted = behind_positions(plain);
    const Problem headed = as_only_head(plain);
    const StepValues none;
    for (const Mistake& mistake : all_mistakes(chapters())) {
        INFO(mistake.name);
        const StepValues expected = mistake.concerns(plain) ? wrong_steps(mistake, plain, right_of(plain)) : none;
        if (expected.empty()) {
            continue;
        }
        const StepValues behind = wrong_steps(mistake, shifted, right_of(shifted));
        CHECK(behind.size() == expected.size());
        for (const auto& [name, value] : expected) {
            INFO(name);
            CHECK_THAT(behind.at(name), close_to(value, 1e-12));
        }
        if (score == Score::bilinear) {
            continue;  // has no Wq and Wk to make heads of
        }
        const StepValues in_head = wrong_steps(mistake, headed, right_of(headed));
        CHECK(in_head.size() == expected.size());
        for (const auto& [name, value] : expected) {
            INFO(name);
            CHECK_THAT(in_head.at(name + ".1"), close_to(value, 0));
        }
    }
}

SCENARIO("a mistake on a second level of heads is the one between two sequences, with values of their own", "[laws]")
{
    const Score score = GENERATE(Score::dot, Score::additive);
    Problem plain = random_problem("self_attention", {4, 3, 3, 3}, score);
    Problem second = as_only_head(plain);
    second.projections = random_layer({4, 3, 3, 3}, true).layer;  // the same layer twice, one on the other
    const Walkthrough right = right_of(second);
    const Projections& p = plain.projections;
    const auto wrong_in = [&](const std::string& name) { return wrong_steps(mistake_called(name), second, right); };
    const std::vector<Vector> q = right.as<std::vector<Vector>>("q");
    const std::vector<Vector> k = right.as<std::vector<Vector>>("k");
    const std::vector<Vector> v = right.as<std::vector<Vector>>("v");
    CHECK_THAT(wrong_in("query_bias_left_out").at("q.1"), close_to(listed(per_vector(p.Wq, q))));
    CHECK_THAT(wrong_in("key_bias_left_out").at("k.1"), close_to(listed(per_vector(p.Wk, k))));
    CHECK_THAT(wrong_in("value_bias_left_out").at("v.1"), close_to(listed(per_vector(p.Wv, v))));
    CHECK_THAT(wrong_in("inputs_as_values").at("v.1"), close_to(listed(v)));
}

SCENARIO("a mistake can be made in a single output as in all", "[laws]")
{
    const Score score = GENERATE(Score::dot, Score::bilinear, Score::additive);
    const Sizes sizes{4, 3, 2, 2};
    const Chapter& chapter = *find_chapter("03");
    Problem one = random_problem("single_output", sizes, score);
    Problem all = random_problem("self_attention", sizes, score);
    one.scale.by_key_length = all.scale.by_key_length = score == Score::dot;
    const Names between_queries{"softmax_over_queries", "softmax_over_everything", "queries_and_keys_exchanged",
                                "weights_transposed"};
    for (const Mistake& mistake : all_mistakes(chapters())) {
        if (mistake.concerns(all) && !holds(between_queries, mistake.name)) {
            INFO(mistake.name);
            CHECK(mistake.concerns(one));
            const Tensor expected = last_of(walk_with(mistake, chapter, all).steps.back().value);
            CHECK_THAT(walk_with(mistake, chapter, one).steps.back().value, close_to(expected, 0));
        }
    }
}

SCENARIO("a mistake with a mask can be made in a single output as in all", "[laws]")
{
    const Chapter& chapter = *find_chapter("04");
    Problem one = random_problem("single_output", {4, 3, 2, 2});
    Problem all = random_problem("self_attention", {4, 3, 2, 2});
    one.is_real = all.is_real = {true, true, false, true};
    for (const std::string name : {"mask_after_softmax", "mask_multiplied", "mask_inverted", "mask_left_out", "largest_only",
                                   "no_exponential", "not_normalised", "self_left_out"}) {
        INFO(name);
        const Mistake& mistake = mistake_called(name);
        CHECK(mistake.concerns(one));
        const Tensor expected = last_of(walk_with(mistake, chapter, all).steps.back().value);
        CHECK_THAT(walk_with(mistake, chapter, one).steps.back().value, close_to(expected, 0));
    }
}
