#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "02_matrix_form/matrix_form.hpp"
#include "05_multi_head/multi_head.hpp"
#include "base/product.hpp"
#include "base/recurrence.hpp"
#include "base/sequence.hpp"
#include "base/shape_error.hpp"
#include "base/tensor.hpp"

// Recurrent networks: one input after the other, and a state that is carried along. COLUMNS are the vectors, as in chapter 02.
// Sources: the lecture, section 6; Elman 1990 (plain); Schuster and Paliwal 1997 (bidirectional); Hochreiter and Schmidhuber
// 1997, with the forget gate of Gers, Schmidhuber and Cummins 2000 (LSTM).

namespace attention {

/// z = W_x a_t + W_h h_{t-1} + b, the sums before tanh or the gates.
///
/// `a` [d], `h` [m], Wx [rows x d], Wh [rows x m], b [rows]; the result has `rows` components, m in a plain network and 4 m in an
/// LSTM. Throws ShapeError when they do not fit.
// #region recurrent_sums
inline Vector recurrent_sums(const Recurrence& r, const Vector& h, const Vector& a)
{
    if (r.Wx.shape(0) != r.Wh.shape(0)) {
        throw ShapeError("recurrent_sums: Wx is " + shape_text(r.Wx) + " but Wh is " + shape_text(r.Wh));
    }
    require_bias_fits(r.Wx, r.b);
    // #part recurrent_sums
    const Vector z = product(r.Wx, a) + product(r.Wh, h);
    return r.b ? Vector(z + *r.b) : z;
    // #endpart
}
// #endregion

/// h_t = tanh(W_x a_t + W_h h_{t-1} + b), the next state; with Cell::identity the same without tanh.
///
/// `h` [m] is the state before, `a` [d] the input; the result has m components.
/// Throws ShapeError when Wh is not m x m, or the others do not fit.
// #region rnn_step
inline Vector rnn_step(const Recurrence& r, const Vector& h, const Vector& a, Cell cell = Cell::tanh)
{
    if (r.Wh.shape(0) != h.size()) {
        throw ShapeError("rnn_step: Wh is " + shape_text(r.Wh) + " but the state has " + std::to_string(h.size()) +
                         " components");
    }
    // #part rnn_step
    const Vector z = recurrent_sums(r, h, a);
    return cell == Cell::identity ? z : Vector(xt::tanh(z));
    // #endpart
}
// #endregion

/// σ(x) = 1 / (1 + e^{-x}): from 0 to 1, how far a gate is open. σ(ln k) = k / (k + 1).
// #region sigmoid
inline double sigmoid(double x)
{
    return 1 / (1 + std::exp(-x));
}
// #endregion

/// What an LSTM carries from step to step.
struct LstmState {
    Vector h;  ///< [m] the state, which is its output
    Vector c;  ///< [m] the cell, which only gates change
};

/// c_t = f ⊙ c_{t-1} + i ⊙ g, h_t = o ⊙ tanh(c_t), with the gates i = σ(z_i), f = σ(z_f), o = σ(z_o), and what is offered,
/// g = tanh(z_g); z = [z_i; z_f; z_g; z_o] = W_x a_t + W_h h_{t-1} + b.
///
/// `before` [m] each, `a` [d], Wx [4 m x d], Wh [4 m x m], b [4 m]. Throws ShapeError when they do not fit.
// #region lstm_step
inline LstmState lstm_step(const Recurrence& r, const LstmState& before, const Vector& a)
{
    const std::size_t m = before.h.size();
    if (r.Wh.shape(0) != 4 * m || before.c.size() != m) {
        throw ShapeError("lstm_step: Wh is " + shape_text(r.Wh) + " but h has " + std::to_string(m) + " components and c " +
                         std::to_string(before.c.size()));
    }
    // #part lstm_step
    const Vector z = recurrent_sums(r, before.h, a);
    LstmState after = before;
    for (std::size_t k = 0; k < m; ++k) {
        const double i = sigmoid(z(k));
        const double f = sigmoid(z(m + k));
        const double g = std::tanh(z(2 * m + k));
        const double o = sigmoid(z(3 * m + k));
        after.c(k) = f * before.c(k) + i * g;
        after.h(k) = o * std::tanh(after.c(k));
    }
    return after;
    // #endpart
}
// #endregion

/// The state before the first input; 0 where none is given. The cell of a plain network is never used.
inline LstmState initial_state(const Recurrence& r)
{
    const Vector zero = xt::zeros<double>({r.Wh.shape(1)});
    return {r.h0.value_or(zero), r.c0.value_or(zero)};
}

/// All states of one direction, in the order of time.
struct States {
    Matrix H;  ///< [m x n] h_1 … h_n
    Matrix C;  ///< [m x n] c_1 … c_n of an LSTM; a plain network has none, and nobody reads it
};

/// h_1 … h_n, each from the one before: the loop that cannot be cut into pieces.
///
/// I [d x n]; the shapes of the weights stand at Recurrence. Throws ShapeError when they do not fit.
// #region recurrent_states
inline States recurrent_states(const Matrix& I, const Recurrence& r, Cell cell)
{
    // #part recurrent_states
    LstmState state = initial_state(r);
    std::vector<Vector> h;
    std::vector<Vector> c;
    for (const Vector& a : column_vectors(I)) {
        state = cell == Cell::lstm ? lstm_step(r, state, a) : LstmState{rnn_step(r, state.h, a, cell), state.c};
        h.push_back(state.h);
        c.push_back(state.c);
    }
    return {as_columns(h), as_columns(c)};
    // #endpart
}
// #endregion

/// The columns of X in the opposite order. Throws ShapeError when there are none.
inline Matrix reversed(const Matrix& X)
{
    std::vector<Vector> columns = column_vectors(X);
    std::reverse(columns.begin(), columns.end());
    return as_columns(columns);
}

/// The states of a network that reads from the last input to the first, listed by time: column t has seen a_t … a_n. What comes
/// out of the loop is in the order of reading, so it is reversed as well.
///
/// Shapes as in recurrent_states. Throws ShapeError when they do not fit.
// #region backward_states
inline States backward_states(const Matrix& I, const Recurrence& r, Cell cell)
{
    // #part backward_states
    const States as_read = recurrent_states(reversed(I), r, cell);
    return {reversed(as_read.H), reversed(as_read.C)};
    // #endpart
}
// #endregion

/// s_t = [h_t; h←_t]: the states of both directions at the same time, one below the other.
///
/// H [m x n], H_backward [m' x n]; the result is (m + m') x n. Throws ShapeError when they differ in n.
// #region both_directions
inline Matrix both_directions(const Matrix& H, const Matrix& H_backward)
{
    if (H.shape(1) != H_backward.shape(1)) {
        throw ShapeError("both_directions: H is " + shape_text(H) + " but the backward one is " + shape_text(H_backward));
    }
    // #part both_directions
    return stacked_heads({H, H_backward});  // as the heads of chapter 05
    // #endpart
}
// #endregion

/// W_y S + b_y, b_y for every column; without W_y the b_y is added to S itself, and without both S is the output.
///
/// S [m x n], Wy [d_y x m], by [d_y]. Throws ShapeError when they do not fit.
inline Matrix output_layer(const Matrix& S, const std::optional<Matrix>& Wy, const std::optional<Vector>& by)
{
    if (Wy) {
        return project(*Wy, S, by);
    }
    if (by && by->size() != S.shape(0)) {
        throw ShapeError("output_layer: S is " + shape_text(S) + " but by has " + std::to_string(by->size()) + " components");
    }
    return with_bias(S, by);
}

/// A network in one direction or two, and what it puts out.
struct RecurrentNetwork {
    Cell cell = Cell::tanh;
    Recurrence forward;
    std::optional<Recurrence> backward = {};
    std::optional<Matrix> Wy = {};  ///< [d_y x m], or [d_y x (m + m')] on both directions
    std::optional<Vector> by = {};  ///< [d_y]
};

/// y_t = W_y s_t + b_y, where s_t is h_t, or [h_t; h←_t] with two directions; without W_y the s_t stand in its place.
///
/// I [d x n]; the result has n columns. Throws ShapeError when the shapes do not fit.
// #region recurrent_outputs
inline Matrix recurrent_outputs(const Matrix& I, const RecurrentNetwork& network)
{
    Matrix S = recurrent_states(I, network.forward, network.cell).H;
    if (network.backward) {
        S = both_directions(S, backward_states(I, *network.backward, network.cell).H);
    }
    return output_layer(S, network.Wy, network.by);
}
// #endregion

}  // namespace attention
