#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "07_versus_rnn/versus_rnn.hpp"
#include "07_versus_rnn/versus_rnn_compared.hpp"
#include "07_versus_rnn/versus_rnn_steps.hpp"
#include "base/chapter.hpp"
#include "base/holds.hpp"

// What people really write in place of a step. Each gives the wrong numbers that the lesson shows.

namespace attention {

/// tanh(W_x a_t + W_h h_0 + b): every step starts from the first state again.
inline Matrix states_without_memory(const Matrix& I, const Recurrence& r, Cell cell)
{
    const Vector first = initial_state(r).h;
    std::vector<Vector> h;
    for (const Vector& a : column_vectors(I)) {
        h.push_back(rnn_step(r, first, a, cell));
    }
    return as_columns(h);
}

/// The blocks of W's rows, one a gate, in another order: block k of the result is block from[k] of W.
inline Matrix with_gates(const Matrix& W, const std::array<std::size_t, 4>& from)
{
    const std::size_t m = W.shape(0) / 4;
    Matrix result = W;
    for (std::size_t row = 0; row < W.shape(0); ++row) {
        for (std::size_t c = 0; c < W.shape(1); ++c) {
            result(row, c) = W(from.at(row / m) * m + row % m, c);
        }
    }
    return result;
}

/// The states of an LSTM that takes its gates i, f, g, o from these blocks.
inline Matrix states_with_gates(const Problem& problem, const std::array<std::size_t, 4>& from)
{
    Recurrence r = problem.forward;
    r.Wx = with_gates(r.Wx, from);
    r.Wh = with_gates(r.Wh, from);
    if (r.b) {
        const Matrix column = with_gates(as_columns({*r.b}), from);
        r.b = column_vectors(column)[0];
    }
    return recurrent_states(as_columns(problem.inputs), r, Cell::lstm).H;
}

/// The same with 1 added to the sums of the forget gate.
inline Matrix states_with_forget_bias(const Problem& problem)
{
    Recurrence r = problem.forward;
    const std::size_t m = r.Wh.shape(1);
    Vector b = r.b.value_or(Vector(xt::zeros<double>({4 * m})));
    for (std::size_t k = m; k < 2 * m; ++k) {
        b(k) += 1;
    }
    r.b = b;
    return recurrent_states(as_columns(problem.inputs), r, Cell::lstm).H;
}

/// c_t = c_{t-1} + i ⊙ g, h_t = o ⊙ tanh(c_t), as if f were 1; the steps after go on from it.
inline Matrix states_without_forget_gate(const Problem& problem)
{
    LstmState state = initial_state(problem.forward);
    const std::size_t m = state.h.size();
    std::vector<Vector> h;
    for (const Vector& a : problem.inputs) {
        const Vector z = recurrent_sums(problem.forward, state.h, a);
        for (std::size_t k = 0; k < m; ++k) {
            state.c(k) += sigmoid(z(k)) * std::tanh(z(2 * m + k));
            state.h(k) = sigmoid(z(3 * m + k)) * std::tanh(state.c(k));
        }
        h.push_back(state.h);
    }
    return as_columns(h);
}

/// h_t = o c_t, without the tanh around the cell; the steps after go on from it.
inline Matrix states_without_outer_tanh(const Problem& problem)
{
    LstmState state = initial_state(problem.forward);
    std::vector<Vector> h;
    for (const Vector& a : column_vectors(as_columns(problem.inputs))) {
        const std::size_t m = state.h.size();
        const Vector z = recurrent_sums(problem.forward, state.h, a);
        state = lstm_step(problem.forward, state, a);
        for (std::size_t k = 0; k < m; ++k) {
            state.h(k) = sigmoid(z(3 * m + k)) * state.c(k);
        }
        h.push_back(state.h);
    }
    return as_columns(h);
}

/// The backward states of the problem with other weights of that direction.
inline Tensor backward_with(const Problem& problem, const Recurrence& r)
{
    return listed(backward_states(as_columns(problem.inputs), r, problem.cell).H);
}

inline std::vector<Mistake> versus_rnn_mistakes()
{
    using Concerns = bool (*)(const Problem&);
    const Concerns is_plain = [](const Problem& p) { return p.kind == "rnn" && p.cell == Cell::tanh && !p.positions; };
    const Concerns is_square = [](const Problem& p) {
        return p.kind == "rnn" && p.cell != Cell::lstm && !p.positions && p.forward.Wx.shape() == p.forward.Wh.shape();
    };
    const Concerns is_one_way = [](const Problem& p) {
        return p.kind == "rnn" && p.cell != Cell::lstm && !p.positions && p.inputs.size() > 1;
    };
    const Concerns is_two_way = [](const Problem& p) { return p.backward && !p.positions && p.inputs.size() > 1; };
    const Concerns is_alike = [](const Problem& p) {
        return p.backward && !p.positions && p.forward.Wx.shape() == p.backward->Wx.shape();
    };
    const Concerns has_bias = [](const Problem& p) { return p.backward && p.backward->b && !p.positions; };
    const Concerns has_start = [](const Problem& p) { return p.backward && p.backward->h0 && !p.positions; };
    const Concerns is_lstm = [](const Problem& p) { return p.kind == "rnn" && p.cell == Cell::lstm && !p.positions; };
    const Concerns has_cell = [](const Problem& p) { return p.forward.c0 && !p.positions; };
    return {
        {"tanh_left_out",
         {"W_x a_t + W_h h_{t-1} + b as it is, without tanh", "直接用 W_x a_t + W_h h_{t-1} + b，没有取 tanh"},
         [](const Problem& p, const Walkthrough&) {
             return StepValues{{"h", listed(recurrent_states(as_columns(p.inputs), p.forward, Cell::identity).H)}};
         },
         is_plain},
        {"weights_exchanged",
         {"W_x and W_h change places, which nobody notices when both have the same shape",
          "W_x 和 W_h 互换了：两者形状相同，谁也没发觉"},
         [](const Problem& p, const Walkthrough&) {
             Recurrence r = p.forward;
             std::swap(r.Wx, r.Wh);
             return StepValues{{"h", listed(recurrent_states(as_columns(p.inputs), r, p.cell).H)}};
         },
         is_square},
        {"state_not_carried",
         {"every step starts from h_0 again, as if each input stood alone", "每一步都从 h_0 重新开始，好像每个输入都是单独的"},
         [](const Problem& p, const Walkthrough&) {
             return StepValues{{"h", listed(states_without_memory(as_columns(p.inputs), p.forward, p.cell))}};
         },
         is_one_way},
        {"backward_left_reversed",
         {"the backward states are left in the order of reading, so each is paired with a state of another time",
          "反向状态没有倒回来，仍是读的顺序，于是与别的时刻的状态配成了对"},
         [](const Problem&, const Walkthrough& earlier) {
             return StepValues{{"h_backward", listed(reversed(earlier.as<Matrix>("h_backward")))}};
         },
         is_two_way},
        {"backward_not_reversed",
         {"the second network reads from the first input to the last, too", "第二个网络也从第一个输入读到最后一个"},
         [](const Problem& p, const Walkthrough&) {
             return StepValues{{"h_backward", listed(recurrent_states(as_columns(p.inputs), *p.backward, p.cell).H)}};
         },
         is_two_way},
        {"forward_weights_used",
         {"the backward direction runs with the forward weights", "反向用了正向的权重"},
         [](const Problem& p, const Walkthrough&) {
             return StepValues{{"h_backward", backward_with(p, p.forward)}};
         },
         is_alike},
        {"backward_starts_from_forward",
         {"the backward direction starts from h_n of the forward one, in place of its own h_0",
          "反向从正向的 h_n 开始，而不是从自己的 h_0 开始"},
         [](const Problem& p, const Walkthrough& earlier) {
             Recurrence r = *p.backward;
             r.h0 = earlier.as<std::vector<Vector>>("h").back();
             return StepValues{{"h_backward", backward_with(p, r)}};
         },
         is_alike},
        {"initial_state_forgotten",
         {"the backward direction starts from 0 in place of its h_0", "反向从 0 开始，忘了自己的 h_0"},
         [](const Problem& p, const Walkthrough&) {
             Recurrence r = *p.backward;
             r.h0.reset();
             return StepValues{{"h_backward", backward_with(p, r)}};
         },
         has_start},
        {"bias_left_out",
         {"no b in the backward direction", "反向漏掉了 b"},
         [](const Problem& p, const Walkthrough&) {
             Recurrence r = *p.backward;
             r.b.reset();
             return StepValues{{"h_backward", backward_with(p, r)}};
         },
         has_bias},
        {"bias_added_twice",
         {"b is given for the input and for the state, as libraries with two biases ask, and so counts twice",
          "有的库要两个偏置，于是给输入和状态各填了一个 b，结果加了两次"},
         [](const Problem& p, const Walkthrough&) {
             Recurrence r = *p.backward;
             r.b = Vector(2 * *r.b);
             return StepValues{{"h_backward", backward_with(p, r)}};
         },
         has_bias},
        {"concat_exchanged",
         {"[h←_t; h_t]: the backward state stands above", "[h←_t; h_t]：反向状态放到了上面"},
         [](const Problem&, const Walkthrough& earlier) {
             return StepValues{{"concat", listed(both_directions(earlier.as<Matrix>("h_backward"), earlier.as<Matrix>("h")))}};
         },
         is_two_way},
        {"gates_i_f_o_g",
         {"gates taken in the order i, f, o, g in place of i, f, g, o", "门的顺序按 i、f、o、g 取，而不是 i、f、g、o"},
         [](const Problem& p, const Walkthrough&) {
             return StepValues{{"h", listed(states_with_gates(p, {0, 1, 3, 2}))}};
         },
         is_lstm},
        {"gates_i_g_f_o",
         {"gates taken in the order i, g, f, o, as the weights of early TensorFlow stand",
          "门的顺序按 i、g、f、o 取：早期 TensorFlow 的权重就是这样排的"},
         [](const Problem& p, const Walkthrough&) {
             return StepValues{{"h", listed(states_with_gates(p, {0, 2, 1, 3}))}};
         },
         is_lstm},
        {"gates_i_o_f_g",
         {"gates taken in the order i, o, f, g, as the weights of ONNX stand",
          "门的顺序按 i、o、f、g 取：ONNX 的权重就是这样排的"},
         [](const Problem& p, const Walkthrough&) {
             return StepValues{{"h", listed(states_with_gates(p, {0, 2, 3, 1}))}};
         },
         is_lstm},
        {"forget_gate_left_out",
         {"c_t = c_{t-1} + i g: nothing is ever forgotten, as in the LSTM of 1997",
          "c_t = c_{t-1} + i g：什么也不忘，1997 年的 LSTM 就是这样"},
         [](const Problem& p, const Walkthrough&) {
             return StepValues{{"h", listed(states_without_forget_gate(p))}};
         },
         is_lstm},
        {"forget_bias_added",
         {"1 is added to the sums of the forget gate, which some libraries do unasked",
          "遗忘门的和里多加了 1：有的库会自作主张地加"},
         [](const Problem& p, const Walkthrough&) {
             return StepValues{{"h", listed(states_with_forget_bias(p))}};
         },
         is_lstm},
        {"outer_tanh_left_out",
         {"h_t = o c_t, without tanh around the cell", "h_t = o c_t，细胞外面没有取 tanh"},
         [](const Problem& p, const Walkthrough&) {
             return StepValues{{"h", listed(states_without_outer_tanh(p))}};
         },
         is_lstm},
        {"cell_state_forgotten",
         {"h_0 is handed over but c_0 is not: the cell starts from 0", "只传了 h_0，没有传 c_0：细胞从 0 开始"},
         [](const Problem& p, const Walkthrough&) {
             Recurrence r = p.forward;
             r.c0.reset();
             return StepValues{{"h", listed(recurrent_states(as_columns(p.inputs), r, Cell::lstm).H)}};
         },
         has_cell},
        {"memory_with_slopes_left_out",
         {"the chain of W_h without the slopes 1 - h² of tanh", "只连乘 W_h，漏掉了 tanh 的斜率 1 - h²"},
         [](const Problem& p, const Walkthrough&) {
             Problem linear = p;
             linear.cell = Cell::identity;
             const States states = recurrent_states(as_columns(p.inputs), p.forward, Cell::identity);
             return StepValues{{"memory", listed(recurrent_memory(linear, states, states))}};
         },
         [](const Problem& p) {
             return p.kind == "rnn" && p.cell == Cell::tanh && !p.backward && !p.positions && holds(p.measure, "memory");
         }},
        {"memory_with_weights_held",
         {"α'_{n,i} times the norm of Wv, as if an input changed its value alone and not its key",
          "α'_{n,i} 乘以 Wv 的范数，好像输入只改变自己的值，不改变自己的键"},
         [](const Problem& p, const Walkthrough& earlier) {
             const Vector weights = earlier.as<std::vector<Vector>>("alpha_prime").back();
             return StepValues{{"memory", listed(Vector(weights * norm(p.projections.Wv)))}};
         },
         [](const Problem& p) { return p.kind == "self_attention" && holds(p.measure, "memory"); }},
    };
}

}  // namespace attention
