"""The mistakes of chapter 07, as a wrong port makes them: each stands in place of a function of attention.py."""
from attention import (both_directions, gates, lstm_cell, norm, recurrent_cells, recurrent_states, recurrent_steps,
                       recurrent_sums, rnn_step, sigmoid, start)
from mistaken_attention import transposed_if_square, without


def shape(W):
    return len(W), len(W[0])


# The recurrent network


def tanh_left_out(r, a_t, h_before, activation):
    return rnn_step(r, a_t, h_before, "identity")


def tanh_added(r, a_t, h_before, activation):
    return rnn_step(r, a_t, h_before, "tanh")


def weights_exchanged(r, a_t, h_before):
    if shape(r["Wx"]) == shape(r["Wh"]):
        r = {**r, "Wx": r["Wh"], "Wh": r["Wx"]}
    return recurrent_sums(r, a_t, h_before)


def input_weights_transposed(r, a_t, h_before):
    return recurrent_sums({**r, "Wx": transposed_if_square(r["Wx"])}, a_t, h_before)


def state_weights_transposed(r, a_t, h_before):
    return recurrent_sums({**r, "Wh": transposed_if_square(r["Wh"])}, a_t, h_before)


def bias_left_out(r, a_t, h_before):
    return recurrent_sums(without(r, "b"), a_t, h_before)


def bias_added_twice(r, a_t, h_before):
    return recurrent_sums({**r, "b": [2 * x for x in r["b"]]} if "b" in r else r, a_t, h_before)


def state_not_carried(problem, r, a):
    return [recurrent_states(problem, r, [a_t])[0] for a_t in a]


def cell_not_carried(r, a, h):
    return [recurrent_cells(r, [a_t], [])[0] for a_t in a]


def initial_state_forgotten(r, name):
    return [0] * len(r["Wh"][0])


def cell_state_forgotten(r, name):
    return start(without(r, "c0"), name)


# Both directions


def backward_left_reversed(problem, a):
    return recurrent_states(problem, problem["backward"], a[::-1])


def backward_not_reversed(problem, a):
    return recurrent_states(problem, problem["backward"], a)


def forward_weights_used(problem, a):
    """All that is the forward network's: its biases and initial states, too."""
    return recurrent_states(problem, problem, a[::-1])[::-1]


def backward_starts_from_forward(problem, a):
    h_n = recurrent_states(problem, problem, a)[-1]
    return recurrent_states(problem, {**problem["backward"], "h0": h_n}, a[::-1])[::-1]


def concat_exchanged(h, h_backward):
    return both_directions(h_backward, h)


# The output layer


def output_weights_transposed(problem, take):
    recurrent_steps({**problem, "Wy": transposed_if_square(problem["Wy"])} if "Wy" in problem else problem, take)


def output_bias_left_out(problem, take):
    recurrent_steps(without(problem, "by"), take)


# The LSTM


def gates_in_order(order):
    """Which of the four parts of z is taken for i, f, g and o."""
    def cut(z):
        m = len(z) // 4
        part = {name: z[k * m:(k + 1) * m] for k, name in enumerate(order)}
        return gates(part["i"] + part["f"] + part["g"] + part["o"])
    return cut


def forget_gate_left_out(i, f, g, c_before):
    return lstm_cell(i, [1] * len(f), g, c_before)


def forget_bias_added(z):
    m = len(z) // 4
    return gates([x + 1 if m <= k < 2 * m else x for k, x in enumerate(z)])


def sigmoid_of_g(z):
    m = len(z) // 4
    i, f, _, o = gates(z)
    return i, f, [sigmoid(x) for x in z[2 * m:3 * m]], o


def outer_tanh_left_out(r, a_t, h_before, c_before):
    i, f, g, o = gates(recurrent_sums(r, a_t, h_before))
    c = lstm_cell(i, f, g, c_before)
    return [o_k * c_k for o_k, c_k in zip(o, c)], c


# What is left


def memory_with_weights_held(Wv, weights, v, by_asking, by_answering):
    return [weight * norm(Wv) for weight in weights]


def memory_with_slopes_left_out(h_t):
    return [1] * len(h_t)


# What stands in place of what

MISTAKES = {
    "07/tanh_left_out": {"rnn_step": tanh_left_out},
    "07/weights_exchanged": {"recurrent_sums": weights_exchanged},
    "07/state_not_carried": {"recurrent_states": state_not_carried, "recurrent_cells": cell_not_carried},
    "07/memory_with_weights_held": {"attention_memory": memory_with_weights_held},
    "07/backward_left_reversed": {"backward_states": backward_left_reversed},
    "07/backward_not_reversed": {"backward_states": backward_not_reversed},
    "07/forward_weights_used": {"backward_states": forward_weights_used},
    "07/backward_starts_from_forward": {"backward_states": backward_starts_from_forward},
    "07/initial_state_forgotten": {"start": initial_state_forgotten},
    "07/bias_left_out": {"recurrent_sums": bias_left_out},
    "07/bias_added_twice": {"recurrent_sums": bias_added_twice},
    "07/concat_exchanged": {"both_directions": concat_exchanged},
    "07/output_weights_transposed": {"recurrent_steps": output_weights_transposed},
    "07/output_bias_left_out": {"recurrent_steps": output_bias_left_out},
    "07/gates_i_f_o_g": {"gates": gates_in_order("ifog")},
    "07/gates_f_i_g_o": {"gates": gates_in_order("figo")},
    "07/gates_i_g_f_o": {"gates": gates_in_order("igfo")},
    "07/gates_i_o_f_g": {"gates": gates_in_order("iofg")},
    "07/forget_gate_left_out": {"lstm_cell": forget_gate_left_out},
    "07/forget_bias_added": {"gates": forget_bias_added},
    "07/sigmoid_of_g": {"gates": sigmoid_of_g},
    "07/outer_tanh_left_out": {"lstm_step": outer_tanh_left_out},
    "07/cell_state_forgotten": {"start": cell_state_forgotten},
    "07/memory_with_slopes_left_out": {"tanh_slopes": memory_with_slopes_left_out},
    "07/tanh_added": {"rnn_step": tanh_added},
    "07/input_weights_transposed": {"recurrent_sums": input_weights_transposed},
    "07/state_weights_transposed": {"recurrent_sums": state_weights_transposed},
}
