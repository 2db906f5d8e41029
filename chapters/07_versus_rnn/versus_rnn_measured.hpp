#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "02_matrix_form/matrix_form.hpp"
#include "03_scores/scores_measured.hpp"
#include "04_source_and_target/source_and_target.hpp"
#include "07_versus_rnn/versus_rnn.hpp"
#include "07_versus_rnn/versus_rnn_compared.hpp"
#include "base/chapter.hpp"

// The three comparisons of the lesson: which inputs arrive, how much of the first is left at the end, and what must wait.

namespace attention {

/// A recurrence of random signs, divided so that sums stay near 1: `gates` times m rows.
inline Recurrence random_recurrence(std::size_t gates, std::size_t m, std::mt19937_64& bits)
{
    const double small = 0.5 / std::sqrt(static_cast<double>(m));
    return {.Wx = small * random_signs(gates * m, m, bits), .Wh = small * random_signs(gates * m, m, bits)};
}

/// How many pairs of an input and an output there are in which the input arrives.
inline double pairs_reached(const Layer& layer, const Matrix& I)
{
    return xt::sum(xt::cast<double>(reach(layer, I)))();
}

/// Four components everywhere, random weights and inputs.
inline Measurement measure_reach()
{
    Measurement measured{
        {"Of all pairs of an input and an output: in how many does a change of the input arrive? Random layers, tried out.",
         "在所有“输入、输出”对中，有多少对里输入一变输出就变？随机的层，逐个试出来。"},
        {{{"n", "n"}, {"inputs", "输入的个数"}},
         {{"n²", "n²"}, {"pairs", "对数"}},
         {{"RNN", "RNN"}, {"recurrent network, from the first input to the last", "循环网络，从第一个读到最后一个"}},
         {{"LSTM", "LSTM"}, {"the same with an LSTM", "同上，换成 LSTM"}},
         {{"two-way", "双向"}, {"recurrent network in both directions", "双向循环网络"}},
         {{"causal", "因果"}, {"self-attention with a causal mask", "带因果掩码的自注意力"}},
         {{"self", "自注意力"}, {"self-attention", "自注意力"}}},
        xt::zeros<double>({4, 7})};
    std::mt19937_64 bits(7);
    const RecurrentNetwork plain{Cell::tanh, random_recurrence(1, 4, bits)};
    const RecurrentNetwork lstm{Cell::lstm, random_recurrence(4, 4, bits)};
    const RecurrentNetwork two_way{Cell::tanh, random_recurrence(1, 4, bits), random_recurrence(1, 4, bits)};
    const Projections p{random_signs(4, 4, bits), random_signs(4, 4, bits), random_signs(4, 4, bits)};
    const auto runs = [](const RecurrentNetwork& network) -> Layer {
        return [&network](const Matrix& I) { return recurrent_outputs(I, network); };
    };
    const Layer self = [&p](const Matrix& I) { return matrix_form(I, p).O; };
    const Layer causal = [&p](const Matrix& I) { return attend(I, I, p, causal_mask(I.shape(1), I.shape(1))).O; };
    std::size_t row = 0;
    for (const std::size_t n : std::initializer_list<std::size_t>{1, 2, 4, 8}) {
        const Matrix I = 0.5 * random_signs(4, n, bits);
        const double length = static_cast<double>(n);
        measured.rows(row, 0) = length;
        measured.rows(row, 1) = length * length;
        std::size_t column = 2;
        for (const Layer& layer : {runs(plain), runs(lstm), runs(two_way), causal, self}) {
            measured.rows(row, column++) = pairs_reached(layer, I);
        }
        ++row;
    }
    return measured;
}

/// ∂h_n/∂a_1 of a network with one unit whose every step answers alike, by the chain rule through all of them.
inline double memory_of_first(const StepJacobians& step, std::size_t n)
{
    Matrix last = xt::zeros<double>({std::size_t{1}, step.state.shape(0)});
    last(0, 0) = 1;
    return memory_through_time(last, n, [&step](std::size_t) { return step; })(0);
}

/// α'_{n,1} when the last query scores the first key with ln `weight`, and all others with 0.
inline double weight_of_first(double weight, std::size_t n)
{
    Matrix A = xt::zeros<double>({n, std::size_t{1}});
    A(0, 0) = std::log(weight);
    return softmax_over_keys(A)(0, 0);
}

/// An LSTM with one unit that looks at its input alone: W_x is 1 for the offered g, and a bias sets the forget gate.
inline Recurrence keeping_lstm(double b_f)
{
    return {.Wx = {{0}, {0}, {1}, {0}}, .Wh = {{0}, {0}, {0}, {0}}, .b = Vector{0, b_f, 0, 0}};
}

/// One unit each, the state at rest: 0, but 3/5 for tanh, where its slope is 16/25.
inline Measurement measure_memory()
{
    Measurement measured{
        {"How much of the first input is left in the last output of n inputs? One unit each.",
         "读完 n 个输入，第一个输入在最后一个输出里还剩多少？每个网络一个单元。"},
        {{{"n", "n"}, {"inputs", "输入的个数"}},
         {{"½", "½"}, {"linear RNN, h_t = ½ h_{t-1} + a_t", "线性 RNN，h_t = ½ h_{t-1} + a_t"}},
         {{"tanh", "tanh"}, {"RNN with W_h = W_x = 1, its state at rest at 3/5", "W_h = W_x = 1 的 RNN，状态停在 3/5"}},
         {{"f = ½", "f = ½"}, {"LSTM whose forget gate is half open", "遗忘门开一半的 LSTM"}},
         {{"f = .999", "f = .999"}, {"LSTM whose forget gate is 1000/1001 open", "遗忘门开 1000/1001 的 LSTM"}},
         {{"α' even", "α' 平均"},
          {"self-attention: weight of the first value when all scores are equal", "自注意力：分数都相等时，第一个值的权重"}},
         {{"α' sought", "α' 专找"},
          {"self-attention: the same when the last query scores the first key with ln 1000, all others with 0",
           "自注意力：最后一个查询给第一个键打 ln 1000 分、其余打 0 分时，第一个值的权重"}}},
        xt::zeros<double>({5, 7})};
    const Recurrence half{.Wx = {{1}}, .Wh = {{0.5}}};
    const Recurrence one{.Wx = {{1}}, .Wh = {{1}}};
    const LstmState rest{{0}, {0}};
    const std::vector<StepJacobians> networks{rnn_jacobians(half, {0}, Cell::identity), rnn_jacobians(one, {0.6}),
                                              lstm_jacobians(keeping_lstm(0), rest, {0}),
                                              lstm_jacobians(keeping_lstm(std::log(1000)), rest, {0})};
    std::size_t row = 0;
    for (const std::size_t n : std::initializer_list<std::size_t>{1, 2, 10, 100, 1000}) {
        measured.rows(row, 0) = static_cast<double>(n);
        for (std::size_t k = 0; k < networks.size(); ++k) {
            measured.rows(row, k + 1) = memory_of_first(networks[k], n);
        }
        measured.rows(row, 5) = weight_of_first(1, n);
        measured.rows(row, 6) = weight_of_first(1000, n);
        ++row;
    }
    return measured;
}

/// Exact counts for vectors of 64 components.
inline Measurement measure_work()
{
    Measurement measured{
        {"What must wait for other work, and how much work there is in all; every vector has 64 components.",
         "有多少步必须等前一步，总共又有多少运算；每个向量 64 个分量。"},
        {{{"n", "n"}, {"inputs", "输入的个数"}},
         {{"RNN waits", "RNN 等待"},
          {"longest chain of vectors each of which needs the one before; an LSTM and both directions have the same",
           "最长的链：其中每个向量都要等前一个；LSTM 和双向网络也一样"}},
         {{"self waits", "自注意力等待"}, {"the same in self-attention: q, α, α', b", "自注意力中最长的链：q、α、α'、b"}},
         {{"RNN", "RNN"}, {"multiplications, additions and divisions of an RNN", "RNN 的乘法、加法和除法"}},
         {{"two-way", "双向"}, {"of a bidirectional one", "双向 RNN 的"}},
         {{"LSTM", "LSTM"}, {"of an LSTM", "LSTM 的"}},
         {{"self", "自注意力"}, {"of self-attention", "自注意力的"}}},
        xt::zeros<double>({4, 7})};
    std::size_t row = 0;
    for (const std::uint64_t n : std::initializer_list<std::uint64_t>{16, 64, 256, 1024}) {
        const Work rnn = rnn_work(n, 64);
        const Work self = attention_work(n, 64);
        std::size_t column = 0;
        for (const std::uint64_t count : {n, rnn.waits, self.waits, rnn.operations, bidirectional_work(n, 64).operations,
                                          lstm_work(n, 64).operations, self.operations}) {
            measured.rows(row, column++) = static_cast<double>(count);
        }
        ++row;
    }
    return measured;
}

inline std::vector<Measurement> measure_versus_rnn()
{
    return {measure_reach(), measure_memory(), measure_work()};
}

}  // namespace attention
