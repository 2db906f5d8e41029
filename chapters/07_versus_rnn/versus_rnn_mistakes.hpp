#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "07_versus_rnn/versus_rnn.hpp"
#include "07_versus_rnn/versus_rnn_compared.hpp"
#include "07_versus_rnn/versus_rnn_steps.hpp"
#include "base/chapter.hpp"
#include "base/holds.hpp"
#include "base/product.hpp"

// What people really write in place of a step. Each gives the wrong numbers that the lesson shows.

namespace attention {

/// The states of one direction, listed by time, under the names of its steps, and the cells of an LSTM.
inline StepValues steps_of_direction(const Problem& problem, const States& states, bool is_backward)
{
    const std::string suffix = is_backward ? "_backward" : "";
    StepValues steps{{"h" + suffix, listed(states.H)}};
    if (problem.cell == Cell::lstm) {
        steps["c" + suffix] = listed(states.C);
    }
    return steps;
}

/// The steps of both directions, whose states `run` makes of inputs in the order of reading; as far as they come out wrong.
template <class Run>
StepValues both_directions_by(const Run& run, const Problem& problem, const Walkthrough& earlier)
{
    const Matrix I = as_columns(problem.inputs);
    StepValues steps = steps_of_direction(problem, run(I, problem.forward), false);
    if (problem.backward) {
        const States as_read = run(reversed(I), *problem.backward);
        steps.merge(steps_of_direction(problem, {reversed(as_read.H), reversed(as_read.C)}, true));
    }
    return only_wrong(steps, earlier);
}

/// The same with other weights.
inline StepValues with_weights(Recurrence (*changed)(Recurrence), const Problem& problem, const Walkthrough& earlier)
{
    const auto run = [&](const Matrix& I, const Recurrence& r) { return recurrent_states(I, changed(r), problem.cell); };
    return both_directions_by(run, problem, earlier);
}

/// The same with another activation.
inline StepValues with_activation(Cell cell, const Problem& problem, const Walkthrough& earlier)
{
    const auto run = [cell](const Matrix& I, const Recurrence& r) { return recurrent_states(I, r, cell); };
    return both_directions_by(run, problem, earlier);
}

/// Every step starts from the first state again.
inline StepValues without_memory(const Problem& problem, const Walkthrough& earlier)
{
    const auto run = [&problem](const Matrix& I, const Recurrence& r) {
        std::vector<Vector> h;
        std::vector<Vector> c;
        for (const Vector& a : column_vectors(I)) {
            const States alone = recurrent_states(as_columns({a}), r, problem.cell);
            h.push_back(column_vectors(alone.H)[0]);
            c.push_back(column_vectors(alone.C)[0]);
        }
        return States{as_columns(h), as_columns(c)};
    };
    return both_directions_by(run, problem, earlier);
}

/// The same of an LSTM with another step.
inline StepValues with_lstm_step(LstmState (*step)(const Recurrence&, const LstmState&, const Vector&), const Problem& problem,
                                 const Walkthrough& earlier)
{
    const auto run = [step](const Matrix& I, const Recurrence& r) {
        LstmState state = initial_state(r);
        std::vector<Vector> h;
        std::vector<Vector> c;
        for (const Vector& a : column_vectors(I)) {
            state = step(r, state, a);
            h.push_back(state.h);
            c.push_back(state.c);
        }
        return States{as_columns(h), as_columns(c)};
    };
    return both_directions_by(run, problem, earlier);
}

/// The gates of an LSTM, and what is offered to its cell.
struct Gates {
    Vector i, f, g, o;  ///< [m]
};

/// The gates at one step, with g = activation(z_g).
inline Gates lstm_gates(const Recurrence& r, const LstmState& before, const Vector& a, double (*activation)(double) = std::tanh)
{
    const std::size_t m = before.h.size();
    const Vector z = recurrent_sums(r, before.h, a);
    const Vector zero = xt::zeros<double>({m});
    Gates result{zero, zero, zero, zero};
    for (std::size_t k = 0; k < m; ++k) {
        result.i(k) = sigmoid(z(k));
        result.f(k) = sigmoid(z(m + k));
        result.g(k) = activation(z(2 * m + k));
        result.o(k) = sigmoid(z(3 * m + k));
    }
    return result;
}

/// c_t = c_{t-1} + i ⊙ g, as if f were 1.
inline LstmState step_without_forget_gate(const Recurrence& r, const LstmState& before, const Vector& a)
{
    const Gates at = lstm_gates(r, before, a);
    const Vector c = before.c + at.i * at.g;
    return {Vector(at.o * xt::tanh(c)), c};
}

/// g = σ(z_g), as if what is offered were a gate.
inline LstmState step_with_sigmoid_of_g(const Recurrence& r, const LstmState& before, const Vector& a)
{
    const Gates at = lstm_gates(r, before, a, sigmoid);
    const Vector c = at.f * before.c + at.i * at.g;
    return {Vector(at.o * xt::tanh(c)), c};
}

/// h_t = o ⊙ c_t, without the tanh around the cell.
inline LstmState step_without_outer_tanh(const Recurrence& r, const LstmState& before, const Vector& a)
{
    const Gates at = lstm_gates(r, before, a);
    const Vector c = at.f * before.c + at.i * at.g;
    return {Vector(at.o * c), c};
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

/// The weights of an LSTM that takes its gates i, f, g, o from these blocks.
inline Recurrence gates_from(Recurrence r, const std::array<std::size_t, 4>& from)
{
    r.Wx = with_gates(r.Wx, from);
    r.Wh = with_gates(r.Wh, from);
    if (r.b) {
        const Matrix column = with_gates(as_columns({*r.b}), from);
        r.b = column_vectors(column)[0];
    }
    return r;
}

/// 1 more in the bias of the forget gate.
inline Recurrence with_forget_bias(Recurrence r)
{
    const std::size_t m = r.Wh.shape(1);
    Vector b = r.b.value_or(Vector(xt::zeros<double>({4 * m})));
    for (std::size_t k = m; k < 2 * m; ++k) {
        b(k) += 1;
    }
    r.b = b;
    return r;
}

/// Whether the weights of both products have the same shape.
inline bool has_weights_alike(const Recurrence& r)
{
    return r.Wx.shape() == r.Wh.shape();
}

/// A recurrent network whose positions are in its inputs, one of whose directions has what `is_meant` asks for.
inline bool has_direction(const Problem& problem, bool (*is_meant)(const Recurrence&))
{
    return problem.kind == "rnn" && !problem.positions &&
           (is_meant(problem.forward) || (problem.backward && is_meant(*problem.backward)));
}

/// What stands under the output layer.
inline Matrix states_below_output(const Problem& problem, const Walkthrough& earlier)
{
    return earlier.as<Matrix>(problem.backward ? "concat" : "h");
}

/// The backward states of the problem with other weights of that direction.
inline StepValues backward_with(const Problem& problem, const Recurrence& r)
{
    return steps_of_direction(problem, backward_states(as_columns(problem.inputs), r, problem.cell), true);
}

/// The backward steps, left in the order of reading.
inline StepValues backward_left_reversed(const Problem& problem, const Walkthrough& earlier)
{
    StepValues steps{{"h_backward", listed(reversed(earlier.as<Matrix>("h_backward")))}};
    if (problem.cell == Cell::lstm) {
        steps["c_backward"] = listed(reversed(earlier.as<Matrix>("c_backward")));
    }
    return steps;
}

/// The backward steps, when they go on from the last forward ones.
inline StepValues backward_from_forward(const Problem& problem, const Walkthrough& earlier)
{
    Recurrence r = *problem.backward;
    r.h0 = earlier.as<std::vector<Vector>>("h").back();
    if (problem.cell == Cell::lstm) {
        r.c0 = earlier.as<std::vector<Vector>>("c").back();
    }
    return backward_with(problem, r);
}

/// The memory of a network without tanh: the chain of weights alone.
inline Vector memory_without_slopes(Problem problem)
{
    problem.cell = Cell::identity;
    const Matrix I = as_columns(problem.inputs);
    const States forward = recurrent_states(I, problem.forward, problem.cell);
    return recurrent_memory(problem, forward,
                            problem.backward ? recurrent_states(reversed(I), *problem.backward, problem.cell) : forward);
}

inline std::vector<Mistake> versus_rnn_mistakes()
{
    using Concerns = bool (*)(const Problem&);
    const Concerns has_tanh = [](const Problem& p) { return p.kind == "rnn" && p.cell == Cell::tanh && !p.positions; };
    const Concerns has_no_tanh = [](const Problem& p) { return p.kind == "rnn" && p.cell == Cell::identity && !p.positions; };
    const Concerns is_lstm = [](const Problem& p) { return p.kind == "rnn" && p.cell == Cell::lstm && !p.positions; };
    const Concerns is_long = [](const Problem& p) { return p.kind == "rnn" && !p.positions && p.inputs.size() > 1; };
    const Concerns is_alike = [](const Problem& p) { return has_direction(p, has_weights_alike); };
    const Concerns has_square_Wx = [](const Problem& p) {
        return has_direction(p, [](const Recurrence& r) { return has_another_transpose(r.Wx); });
    };
    const Concerns has_square_Wh = [](const Problem& p) {
        return has_direction(p, [](const Recurrence& r) { return has_another_transpose(r.Wh); });
    };
    const Concerns has_bias = [](const Problem& p) {
        return has_direction(p, [](const Recurrence& r) { return r.b.has_value(); });
    };
    const Concerns has_start = [](const Problem& p) {
        return has_direction(p, [](const Recurrence& r) { return r.h0.has_value(); });
    };
    const Concerns has_cell = [](const Problem& p) {
        return has_direction(p, [](const Recurrence& r) { return r.c0.has_value(); });
    };
    const Concerns is_two_way = [](const Problem& p) { return p.backward.has_value(); };
    const Concerns is_two_way_and_long = [](const Problem& p) { return p.backward && p.inputs.size() > 1; };
    const Concerns reads_two_ways = [](const Problem& p) { return p.backward && !p.positions && p.inputs.size() > 1; };
    const Concerns has_directions_alike = [](const Problem& p) {
        return p.backward && !p.positions && p.forward.Wx.shape() == p.backward->Wx.shape();
    };
    const Concerns has_square_output = [](const Problem& p) { return p.kind == "rnn" && p.Wy && has_another_transpose(*p.Wy); };
    const Concerns has_output_bias = [](const Problem& p) { return p.kind == "rnn" && p.by; };
    return {
        {"tanh_left_out",
         {"W_x a_t + W_h h_{t-1} + b as it is, without tanh", "直接用 W_x a_t + W_h h_{t-1} + b，没有取 tanh"},
         [](const Problem& p, const Walkthrough& earlier) { return with_activation(Cell::identity, p, earlier); },
         has_tanh},
        {"tanh_added",
         {"tanh is taken of the sums, though the network has none", "网络没有 tanh，却取了 tanh"},
         [](const Problem& p, const Walkthrough& earlier) { return with_activation(Cell::tanh, p, earlier); },
         has_no_tanh},
        {"weights_exchanged",
         {"W_x and W_h change places, which nobody notices when both have the same shape",
          "W_x 和 W_h 互换了：两者形状相同，谁也没发觉"},
         [](const Problem& p, const Walkthrough& earlier) {
             const auto exchanged = [](Recurrence r) {
                 if (has_weights_alike(r)) {
                     std::swap(r.Wx, r.Wh);
                 }
                 return r;
             };
             return with_weights(exchanged, p, earlier);
         },
         is_alike},
        {"input_weights_transposed",
         {"W_xᵀ a_t in place of W_x a_t: the product was taken from the other side", "W_xᵀ a_t 而不是 W_x a_t：乘到了另一边"},
         [](const Problem& p, const Walkthrough& earlier) {
             const auto turned = [](Recurrence r) {
                 r.Wx = has_another_transpose(r.Wx) ? transposed(r.Wx) : r.Wx;
                 return r;
             };
             return with_weights(turned, p, earlier);
         },
         has_square_Wx},
        {"state_weights_transposed",
         {"W_hᵀ h_{t-1} in place of W_h h_{t-1}", "W_hᵀ h_{t-1} 而不是 W_h h_{t-1}"},
         [](const Problem& p, const Walkthrough& earlier) {
             const auto turned = [](Recurrence r) {
                 r.Wh = has_another_transpose(r.Wh) ? transposed(r.Wh) : r.Wh;
                 return r;
             };
             return with_weights(turned, p, earlier);
         },
         has_square_Wh},
        {"state_not_carried",
         {"every step starts from h_0 again, as if each input stood alone", "每一步都从 h_0 重新开始，好像每个输入都是单独的"},
         without_memory,
         is_long},
        {"backward_left_reversed",
         {"the backward states are left in the order of reading, so each is paired with a state of another time",
          "反向状态没有倒回来，仍是读的顺序，于是与别的时刻的状态配成了对"},
         backward_left_reversed,
         is_two_way_and_long},
        {"backward_not_reversed",
         {"the second network reads from the first input to the last, too", "第二个网络也从第一个输入读到最后一个"},
         [](const Problem& p, const Walkthrough&) {
             return steps_of_direction(p, recurrent_states(as_columns(p.inputs), *p.backward, p.cell), true);
         },
         reads_two_ways},
        {"forward_weights_used",
         {"the backward direction runs with the forward weights", "反向用了正向的权重"},
         [](const Problem& p, const Walkthrough&) { return backward_with(p, p.forward); },
         has_directions_alike},
        {"backward_starts_from_forward",
         {"the backward direction starts from h_n of the forward one, in place of its own h_0",
          "反向从正向的 h_n 开始，而不是从自己的 h_0 开始"},
         backward_from_forward,
         has_directions_alike},
        {"initial_state_forgotten",
         {"the network starts from 0 in place of h_0", "网络从 0 开始，忘了 h_0"},
         [](const Problem& p, const Walkthrough& earlier) {
             const auto from_zero = [](Recurrence r) {
                 if (r.h0) {
                     r.h0.reset();
                     r.c0.reset();
                 }
                 return r;
             };
             return with_weights(from_zero, p, earlier);
         },
         has_start},
        {"bias_left_out",
         {"b is not added", "没有加 b"},
         [](const Problem& p, const Walkthrough& earlier) {
             const auto without_bias = [](Recurrence r) {
                 r.b.reset();
                 return r;
             };
             return with_weights(without_bias, p, earlier);
         },
         has_bias},
        {"bias_added_twice",
         {"b is given for the input and for the state, as libraries with two biases ask, and so counts twice",
          "有的库要两个偏置，于是给输入和状态各填了一个 b，结果加了两次"},
         [](const Problem& p, const Walkthrough& earlier) {
             const auto with_bias_twice = [](Recurrence r) {
                 if (r.b) {
                     r.b = Vector(2 * *r.b);
                 }
                 return r;
             };
             return with_weights(with_bias_twice, p, earlier);
         },
         has_bias},
        {"concat_exchanged",
         {"[h←_t; h_t]: the backward state stands above", "[h←_t; h_t]：反向状态放到了上面"},
         [](const Problem&, const Walkthrough& earlier) {
             return StepValues{{"concat", listed(both_directions(earlier.as<Matrix>("h_backward"), earlier.as<Matrix>("h")))}};
         },
         is_two_way},
        {"output_weights_transposed",
         {"W_yᵀ s_t in place of W_y s_t", "W_yᵀ s_t 而不是 W_y s_t"},
         [](const Problem& p, const Walkthrough& earlier) {
             return StepValues{{"y", listed(output_layer(states_below_output(p, earlier), transposed(*p.Wy), p.by))}};
         },
         has_square_output},
        {"output_bias_left_out",
         {"the bias of the output is not added", "没有加输出的偏置"},
         [](const Problem& p, const Walkthrough& earlier) {
             return StepValues{{"y", listed(output_layer(states_below_output(p, earlier), p.Wy, {}))}};
         },
         has_output_bias},
        {"gates_i_f_o_g",
         {"gates taken in the order i, f, o, g in place of i, f, g, o", "门的顺序按 i、f、o、g 取，而不是 i、f、g、o"},
         [](const Problem& p, const Walkthrough& earlier) {
             return with_weights([](Recurrence r) { return gates_from(std::move(r), {0, 1, 3, 2}); }, p, earlier);
         },
         is_lstm},
        {"gates_f_i_g_o",
         {"gates taken in the order f, i, g, o, in which many texts introduce them",
          "门的顺序按 f、i、g、o 取：许多教材就按这个顺序介绍它们"},
         [](const Problem& p, const Walkthrough& earlier) {
             return with_weights([](Recurrence r) { return gates_from(std::move(r), {1, 0, 2, 3}); }, p, earlier);
         },
         is_lstm},
        {"gates_i_g_f_o",
         {"gates taken in the order i, g, f, o, as the weights of early TensorFlow stand",
          "门的顺序按 i、g、f、o 取：早期 TensorFlow 的权重就是这样排的"},
         [](const Problem& p, const Walkthrough& earlier) {
             return with_weights([](Recurrence r) { return gates_from(std::move(r), {0, 2, 1, 3}); }, p, earlier);
         },
         is_lstm},
        {"gates_i_o_f_g",
         {"gates taken in the order i, o, f, g, as the weights of ONNX stand",
          "门的顺序按 i、o、f、g 取：ONNX 的权重就是这样排的"},
         [](const Problem& p, const Walkthrough& earlier) {
             return with_weights([](Recurrence r) { return gates_from(std::move(r), {0, 2, 3, 1}); }, p, earlier);
         },
         is_lstm},
        {"forget_gate_left_out",
         {"c_t = c_{t-1} + i g: nothing is ever forgotten, as in the LSTM of 1997",
          "c_t = c_{t-1} + i g：什么也不忘，1997 年的 LSTM 就是这样"},
         [](const Problem& p, const Walkthrough& earlier) { return with_lstm_step(step_without_forget_gate, p, earlier); },
         is_lstm},
        {"forget_bias_added",
         {"1 is added to the sums of the forget gate, which some libraries do unasked",
          "遗忘门的和里多加了 1：有的库会自作主张地加"},
         [](const Problem& p, const Walkthrough& earlier) { return with_weights(with_forget_bias, p, earlier); },
         is_lstm},
        {"sigmoid_of_g",
         {"g = σ(z_g) in place of tanh: what is offered is treated like the gates", "g = σ(z_g) 而不是 tanh：把候选值也当成了门"},
         [](const Problem& p, const Walkthrough& earlier) { return with_lstm_step(step_with_sigmoid_of_g, p, earlier); },
         is_lstm},
        {"outer_tanh_left_out",
         {"h_t = o c_t, without tanh around the cell", "h_t = o c_t，细胞外面没有取 tanh"},
         [](const Problem& p, const Walkthrough& earlier) { return with_lstm_step(step_without_outer_tanh, p, earlier); },
         is_lstm},
        {"cell_state_forgotten",
         {"h_0 is handed over but c_0 is not: the cell starts from 0", "只传了 h_0，没有传 c_0：细胞从 0 开始"},
         [](const Problem& p, const Walkthrough& earlier) {
             const auto from_empty_cell = [](Recurrence r) {
                 r.c0.reset();
                 return r;
             };
             return with_weights(from_empty_cell, p, earlier);
         },
         has_cell},
        {"memory_with_slopes_left_out",
         {"the chain of W_h without the slopes 1 - h² of tanh", "只连乘 W_h，漏掉了 tanh 的斜率 1 - h²"},
         [](const Problem& p, const Walkthrough&) {
             return StepValues{{"memory", listed(memory_without_slopes(p))}};
         },
         [](const Problem& p) { return p.kind == "rnn" && p.cell == Cell::tanh && !p.positions && holds(p.measure, "memory"); }},
        {"memory_with_weights_held",
         {"α'_{n,i} times the norm of Wv, as if an input changed its value alone and not its key",
          "α'_{n,i} 乘以 Wv 的范数，好像输入只改变自己的值，不改变自己的键"},
         [](const Problem& p, const Walkthrough& earlier) {
             const Vector weights = earlier.as<std::vector<Vector>>("alpha_prime").back();
             return StepValues{{"memory", listed(Vector(weights * norm(p.projections.Wv)))}};
         },
         [](const Problem& p) {  // a single input has the weight 1, which nothing moves
             return p.kind == "self_attention" && p.inputs.size() > 1 && holds(p.measure, "memory");
         }},
    };
}

}  // namespace attention
