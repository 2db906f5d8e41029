// How long a recurrent network and self-attention take, on one thread and on two. Prints CSV; docs/plot_time.py draws it.
//
// Plain loops in double precision, each arranged to run along rows, so that neither has the better code: what is compared is
// what can be done at the same time. Before the clock starts, all outputs are compared with those of the lesson's code. Every
// figure is the fastest of several rounds, and the rounds of all networks take turns.
#include <algorithm>
#include <barrier>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "02_matrix_form/matrix_form.hpp"
#include "07_versus_rnn/versus_rnn.hpp"

namespace {

constexpr std::size_t d = 64;  ///< components of every vector

/// n vectors of d numbers, one a row; or weights, one row for each component that goes in.
struct Rows {
    std::size_t columns;
    std::vector<double> numbers;

    Rows(std::size_t rows, std::size_t columns_of_each) : columns(columns_of_each), numbers(rows * columns_of_each) {}
    double* row(std::size_t i) { return numbers.data() + i * columns; }
    const double* row(std::size_t i) const { return numbers.data() + i * columns; }
};

/// Numbers from -1/8 to 1/8, the same in every run, and others for every seed.
Rows filled(std::size_t rows, std::size_t columns, unsigned seed)
{
    Rows made(rows, columns);
    unsigned state = seed;
    for (double& number : made.numbers) {
        state = state * 1664525U + 1013904223U;
        number = static_cast<double>(state >> 8U) / (1U << 26U) - 0.125;
    }
    return made;
}

/// Weights of the networks; both directions share theirs, which makes no difference to the time.
struct Weights {
    Rows Wx = filled(d, d, 1);
    Rows Wh = filled(d, d, 2);
    Rows Wx_lstm = filled(d, 4 * d, 3);
    Rows Wh_lstm = filled(d, 4 * d, 4);
    Rows Wq = filled(d, d, 5);
    Rows Wk = filled(d, d, 6);
    Rows Wv = filled(d, d, 7);
};

const Weights& weights()
{
    static const Weights all;
    return all;
}

/// y += x W, where row r of W belongs to component r of x.
void add_product(const double* x, const Rows& W, std::size_t rows, double* y)
{
    for (std::size_t r = 0; r < rows; ++r) {
        const double* weights = W.row(r);
        for (std::size_t c = 0; c < W.columns; ++c) {
            y[c] += x[r] * weights[c];
        }
    }
}

/// The part of 0 … n - 1 that is the share of thread `t` of `threads`.
struct Share {
    std::size_t begin;
    std::size_t end;
};

Share share(std::size_t n, std::size_t t, std::size_t threads)
{
    return {n * t / threads, n * (t + 1) / threads};
}

/// Runs work(0) … work(threads - 1), each on a thread of its own.
void on_threads(std::size_t threads, const std::function<void(std::size_t)>& work)
{
    std::vector<std::jthread> running;
    for (std::size_t t = 1; t < threads; ++t) {
        running.emplace_back(work, t);
    }
    work(0);
}

double sigmoid(double x)
{
    return 1 / (1 + std::exp(-x));
}

/// One direction. The sums on the inputs need no state, so threads share them; the loop over time is one thread's.
void rnn(const Rows& X, std::size_t n, std::size_t gates, std::size_t threads, Rows& H)
{
    const Rows& on_input = gates == 1 ? weights().Wx : weights().Wx_lstm;
    const Rows& on_state = gates == 1 ? weights().Wh : weights().Wh_lstm;
    Rows Z(n, gates * d);
    on_threads(threads, [&](std::size_t t) {
        for (std::size_t i = share(n, t, threads).begin; i < share(n, t, threads).end; ++i) {
            add_product(X.row(i), on_input, d, Z.row(i));
        }
    });
    std::vector<double> cell(d);
    const std::vector<double> zero(d);
    for (std::size_t i = 0; i < n; ++i) {
        double* z = Z.row(i);
        add_product(i == 0 ? zero.data() : H.row(i - 1), on_state, d, z);
        for (std::size_t k = 0; k < d; ++k) {
            if (gates == 1) {
                H.row(i)[k] = std::tanh(z[k]);
            } else {
                cell[k] = sigmoid(z[d + k]) * cell[k] + sigmoid(z[k]) * std::tanh(z[2 * d + k]);
                H.row(i)[k] = sigmoid(z[3 * d + k]) * std::tanh(cell[k]);
            }
        }
    }
}

/// Both directions side by side: two threads have one each.
void bidirectional(const Rows& X, std::size_t n, std::size_t threads, Rows& H)
{
    Rows other(n, d);
    on_threads(threads, [&](std::size_t t) {
        for (std::size_t direction = t; direction < 2; direction += threads) {
            rnn(X, n, 1, 1, direction == 0 ? H : other);  // which way it reads makes no difference to the time
        }
    });
}

/// Threads share the rows of every step, and wait for each other once, between the keys and the scores.
void self_attention(const Rows& X, std::size_t n, std::size_t threads, Rows& O)
{
    Rows Q(n, d);
    Rows K_by_component(d, n);  // so that scores run along a row
    Rows V(n, d);
    std::barrier everyone(static_cast<std::ptrdiff_t>(threads));
    on_threads(threads, [&](std::size_t t) {
        const auto [begin, end] = share(n, t, threads);
        for (std::size_t i = begin; i < end; ++i) {
            std::vector<double> k(d);
            add_product(X.row(i), weights().Wq, d, Q.row(i));
            add_product(X.row(i), weights().Wk, d, k.data());
            add_product(X.row(i), weights().Wv, d, V.row(i));
            for (std::size_t r = 0; r < d; ++r) {
                K_by_component.row(r)[i] = k[r];
            }
        }
        everyone.arrive_and_wait();
        std::vector<double> alpha(n);
        for (std::size_t i = begin; i < end; ++i) {
            std::fill(alpha.begin(), alpha.end(), 0.0);
            add_product(Q.row(i), K_by_component, d, alpha.data());
            const double largest = *std::max_element(alpha.begin(), alpha.end());
            double sum = 0;
            for (double& weight : alpha) {
                weight = std::exp(weight - largest);
                sum += weight;
            }
            for (double& weight : alpha) {
                weight /= sum;
            }
            std::fill(O.row(i), O.row(i) + d, 0.0);
            add_product(alpha.data(), V, n, O.row(i));
        }
    });
}

double microseconds(const std::function<void()>& work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

struct Contender {
    const char* name;
    std::function<void(const Rows&, std::size_t, std::size_t, Rows&)> run;
};

/// The lesson's code has vectors as columns, and multiplies from the left.
attention::Matrix turned(const Rows& rows)
{
    const std::size_t count = rows.numbers.size() / rows.columns;
    attention::Matrix matrix = xt::zeros<double>({rows.columns, count});
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t c = 0; c < rows.columns; ++c) {
            matrix(c, i) = rows.row(i)[c];
        }
    }
    return matrix;
}

/// What the lesson's code makes of the inputs, for each contender in turn; of both directions the first.
std::vector<attention::Matrix> by_the_lesson(const Rows& X)
{
    const Weights& w = weights();
    const attention::Matrix I = turned(X);
    const attention::Recurrence plain{.Wx = turned(w.Wx), .Wh = turned(w.Wh)};
    const attention::Recurrence lstm{.Wx = turned(w.Wx_lstm), .Wh = turned(w.Wh_lstm)};
    const attention::Matrix H = attention::recurrent_states(I, plain, attention::Cell::tanh).H;
    return {H, attention::recurrent_states(I, lstm, attention::Cell::lstm).H, H,
            attention::matrix_form(I, {.Wq = turned(w.Wq), .Wk = turned(w.Wk), .Wv = turned(w.Wv)}).O};
}

/// Whether every contender gives what the lesson's code gives, on one thread and on two.
bool all_agree(const std::vector<Contender>& contenders)
{
    const std::size_t n = 5;
    const Rows X = filled(n, d, 8);
    const std::vector<attention::Matrix> expected = by_the_lesson(X);
    bool agree = true;
    for (std::size_t k = 0; k < 2 * contenders.size(); ++k) {
        Rows Y(n, d);
        contenders[k / 2].run(X, n, 1 + k % 2, Y);
        agree = agree && xt::amax(xt::abs(turned(Y) - expected[k / 2]))() <= 1e-12;
    }
    return agree;
}

}  // namespace

int main()
{
    const std::vector<Contender> contenders{
        {"rnn", [](const Rows& X, std::size_t n, std::size_t threads, Rows& Y) { rnn(X, n, 1, threads, Y); }},
        {"lstm", [](const Rows& X, std::size_t n, std::size_t threads, Rows& Y) { rnn(X, n, 4, threads, Y); }},
        {"bidirectional", bidirectional},
        {"self_attention", self_attention},
    };
    if (!all_agree(contenders)) {
        std::fputs("versus_rnn_bench: the outputs are not those of the lesson's code\n", stderr);
        return 1;
    }
    std::printf("network,threads,n,microseconds\n");
    for (const std::size_t n : std::initializer_list<std::size_t>{16, 32, 64, 128, 256, 512, 1024, 2048}) {
        const Rows X = filled(n, d, 8);
        Rows Y(n, d);
        std::vector<double> fastest(2 * contenders.size(), INFINITY);
        const std::size_t rounds = std::max<std::size_t>(7, 4096 / n);
        for (std::size_t round = 0; round < rounds; ++round) {
            for (std::size_t k = 0; k < fastest.size(); ++k) {
                const auto work = [&] { contenders[k / 2].run(X, n, 1 + k % 2, Y); };
                fastest[k] = std::min(fastest[k], microseconds(work));
            }
        }
        for (std::size_t k = 0; k < fastest.size(); ++k) {
            std::printf("%s,%zu,%zu,%.1f\n", contenders[k / 2].name, 1 + k % 2, n, fastest[k]);
        }
    }
}
