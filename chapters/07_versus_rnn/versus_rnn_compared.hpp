#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "07_versus_rnn/versus_rnn.hpp"
#include "base/mask.hpp"
#include "base/product.hpp"
#include "base/sequence.hpp"
#include "base/shape_error.hpp"
#include "base/tensor.hpp"

// What tells self-attention from a recurrent network, as numbers: which inputs reach an output, how much of each is left in the
// last one, and what work must wait for other work. Source: the lecture, section 6; Vaswani et al. 2017, section 4.

namespace attention {

/// Outputs from inputs, both as columns: any layer.
using Layer = std::function<Matrix(const Matrix&)>;

/// I with input s, from 0, moved by `size`: each component by another multiple of it, so that weights cannot cancel the move.
// #region with_moved_input
inline Matrix with_moved_input(const Matrix& I, std::size_t s, double size)
{
    Matrix moved = I;
    for (std::size_t r = 0; r < I.shape(0); ++r) {
        moved(r, s) += size * std::sqrt(static_cast<double>(r + 2));
    }
    return moved;
}
// #endregion

/// Which inputs can change which outputs, found by trying: row s, column t tells whether a move of input s changes output t. Small
/// and large moves are tried, up and down, and outputs compared to the last bit: what has faded below it does not arrive.
///
/// I [d x n_inputs]; the result is n_inputs x n_outputs.
// #region reach
inline Mask reach(const Layer& layer, const Matrix& I)
{
    const Matrix still = layer(I);
    // #part reach
    Mask arrives = xt::zeros<bool>({I.shape(1), still.shape(1)});
    for (std::size_t s = 0; s < I.shape(1); ++s) {
        for (const double size : {1.0, -1.0, 1e9, -1e9}) {
            const Matrix moved = layer(with_moved_input(I, s, size));
            for (std::size_t t = 0; t < still.shape(1); ++t) {
                for (std::size_t r = 0; r < still.shape(0); ++r) {
                    arrives(s, t) = arrives(s, t) || moved(r, t) != still(r, t);
                }
            }
        }
    }
    return arrives;
    // #endpart
}
// #endregion

/// How a step of a recurrent network answers to small changes: of the state before, and of the input. The state of an LSTM is
/// [h; c] here, 2 m numbers.
struct StepJacobians {
    Matrix state;  ///< ∂ state after / ∂ state before, square
    Matrix input;  ///< ∂ state after / ∂ a_t
};

/// W with row k multiplied by slopes[k]: diag(slopes) W. Throws ShapeError when they do not fit.
inline Matrix with_scaled_rows(const Vector& slopes, const Matrix& W)
{
    require_bias_fits(W, slopes);
    Matrix scaled = W;
    for (std::size_t k = 0; k < W.shape(0); ++k) {
        for (std::size_t c = 0; c < W.shape(1); ++c) {
            scaled(k, c) *= slopes(k);
        }
    }
    return scaled;
}

/// ∂h_t/∂h_{t-1} = diag(1 - h_t²) W_h and ∂h_t/∂a_t = diag(1 - h_t²) W_x, for the slope of tanh is 1 - tanh²; without tanh the
/// slopes are 1.
///
/// h [m] is the state after the step. Throws ShapeError when it does not fit.
// #region rnn_jacobians
inline StepJacobians rnn_jacobians(const Recurrence& r, const Vector& h, Cell cell = Cell::tanh)
{
    // #part rnn_jacobians
    const Vector ones = xt::ones<double>({h.size()});
    const Vector slopes = cell == Cell::identity ? ones : Vector(1 - h * h);
    return {with_scaled_rows(slopes, r.Wh), with_scaled_rows(slopes, r.Wx)};
    // #endpart
}
// #endregion

/// The same of an LSTM, by the chain rule through its gates. With p = o (1 - tanh² c_t), the slope from c_t to h_t:
/// ∂c_t/∂c_{t-1} = diag(f), ∂h_t/∂c_{t-1} = diag(p f), and through the sums z, a row of W_h or W_x for each gate:
/// ∂c_t = i (1 - i) g ∂z_i + f (1 - f) c_{t-1} ∂z_f + i (1 - g²) ∂z_g, and ∂h_t = p ∂c_t + o (1 - o) tanh(c_t) ∂z_o.
///
/// `before` [m] each, `a` [d]; `state` is 2 m x 2 m, `input` 2 m x d. Throws ShapeError when they do not fit.
// #region lstm_jacobians
inline StepJacobians lstm_jacobians(const Recurrence& r, const LstmState& before, const Vector& a)
{
    const Vector c = lstm_step(r, before, a).c;
    // #part lstm_jacobians
    const std::size_t m = c.size();
    const Vector z = recurrent_sums(r, before.h, a);
    StepJacobians slopes{xt::zeros<double>({2 * m, 2 * m}), xt::zeros<double>({2 * m, a.size()})};
    for (std::size_t k = 0; k < m; ++k) {
        const double i = sigmoid(z(k));
        const double f = sigmoid(z(m + k));
        const double g = std::tanh(z(2 * m + k));
        const double o = sigmoid(z(3 * m + k));
        const double p = o * (1 - std::pow(std::tanh(c(k)), 2));
        const auto fill = [&](const Matrix& W, Matrix& slope, std::size_t column) {
            const double through_c = i * (1 - i) * g * W(k, column) + f * (1 - f) * before.c(k) * W(m + k, column) +
                                     i * (1 - g * g) * W(2 * m + k, column);
            slope(k, column) = p * through_c + o * (1 - o) * std::tanh(c(k)) * W(3 * m + k, column);
            slope(m + k, column) = through_c;
        };
        for (std::size_t column = 0; column < m; ++column) {
            fill(r.Wh, slopes.state, column);
        }
        for (std::size_t column = 0; column < a.size(); ++column) {
            fill(r.Wx, slopes.input, column);
        }
        slopes.state(k, m + k) = p * f;
        slopes.state(m + k, m + k) = f;
    }
    return slopes;
    // #endpart
}
// #endregion

/// ‖G‖ = √(Σ G_{r,c}²) (Frobenius): how much of an input is left in an output, where G is the output's derivative by the input.
inline double norm(const Matrix& G)
{
    double sum = 0;
    for (const double slope : G) {
        sum = std::hypot(sum, slope);  // squares of small slopes would vanish
    }
    return sum;
}

/// The Jacobians of step t, from 0, in the order of reading.
using JacobiansAt = std::function<StepJacobians(std::size_t)>;

/// ‖∂(last output)/∂a_t‖ for t = 1 … n by the chain rule: one factor for every step between, `last` J_n … J_{t+1} X_t. Goes back
/// through time and asks for the Jacobians of one step after the other, for those of all steps would fill the memory.
///
/// `last` [d_y x state] is ∂(last output)/∂(last state). Throws ShapeError when they do not fit.
// #region memory_through_time
inline Vector memory_through_time(const Matrix& last, std::size_t n, const JacobiansAt& jacobians)
{
    // #part memory_through_time
    Vector norms = xt::zeros<double>({n});
    Matrix left = last;
    for (std::size_t t = n; t-- > 0;) {
        const StepJacobians step = jacobians(t);
        norms(t) = norm(product(left, step.input));
        left = product(left, step.state);
    }
    return norms;
    // #endpart
}
// #endregion

/// How the scores α_{n,j} of the last query answer to small changes: column j of `key` is ∂α_{n,j}/∂a_j through the key, column j
/// of `query` ∂α_{n,j}/∂a_n through the query. Both d x n.
struct ScoreSlopes {
    Matrix key;
    Matrix query;
};

/// ‖∂b_n/∂a_s‖ of self-attention for s = 1 … n, with the slope of softmax, ∂α'_j = α'_j (∂α_j - Σ_l α'_l ∂α_l):
/// ∂b_n/∂a_s = α'_s (W^v + (v_s - b_n) key_sᵀ), and for s = n also Σ_j α'_j (v_j - b_n) query_jᵀ. No factor for the steps between:
/// the path has length 1 for every s. What has weight 0 is not looked at.
///
/// Wv [d_v x d], V [d_v x n], `weights` [n] are α'_{n,j}. Throws ShapeError when they do not fit.
// #region attention_memory
inline Vector attention_memory(const Matrix& Wv, const Matrix& V, const Vector& weights, const ScoreSlopes& slopes)
{
    const std::size_t n = weights.size();
    const std::size_t d = Wv.shape(1);
    const std::array<std::size_t, 2> expected{d, n};
    if (V.shape(0) != Wv.shape(0) || V.shape(1) != n || slopes.key.shape() != expected || slopes.query.shape() != expected) {
        throw ShapeError("attention_memory: Wv is " + shape_text(Wv) + ", V is " + shape_text(V) + ", the slopes are " +
                         shape_text(slopes.key) + " and " + shape_text(slopes.query) + ", with " + std::to_string(n) +
                         " weights");
    }
    // #part attention_memory
    Vector b = xt::zeros<double>({V.shape(0)});
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t r = 0; r < b.size() && weights(j) != 0; ++r) {
            b(r) += weights(j) * V(r, j);
        }
    }
    Vector norms = xt::zeros<double>({n});
    Matrix through_query = xt::zeros<double>(Wv.shape());
    for (std::size_t s = 0; s < n; ++s) {
        Matrix gradient = xt::zeros<double>(Wv.shape());
        for (std::size_t r = 0; r < b.size() && weights(s) != 0; ++r) {
            for (std::size_t c = 0; c < d; ++c) {
                gradient(r, c) = weights(s) * (Wv(r, c) + (V(r, s) - b(r)) * slopes.key(c, s));
                through_query(r, c) += weights(s) * (V(r, s) - b(r)) * slopes.query(c, s);
            }
        }
        norms(s) = norm(s + 1 == n ? Matrix(gradient + through_query) : gradient);
    }
    return norms;
    // #endpart
}
// #endregion

/// What a layer costs, all vectors having d components and no biases: exact counts of our loops.
struct Work {
    std::uint64_t waits;       ///< the longest chain of vectors each of which needs the one before
    std::uint64_t operations;  ///< multiplications, additions and divisions; tanh, σ and exp are not counted
};

/// n states, one after the other: a product takes 2 d² (W a: d² times and d² plus), twice, and d plus for the sum.
inline Work rnn_work(std::uint64_t n, std::uint64_t d)
{
    return {n, n * (4 * d * d + d)};
}

/// Four times as many sums, then 3 d for c (two times, one plus) and d for h.
inline Work lstm_work(std::uint64_t n, std::uint64_t d)
{
    return {n, n * (4 * (4 * d * d + d) + 4 * d)};
}

/// Both directions run side by side: twice the work, and no more waiting.
inline Work bidirectional_work(std::uint64_t n, std::uint64_t d)
{
    return {n, 2 * rnn_work(n, d).operations};
}

/// q, then α, α', b, whatever n: 2 d² for each of 3 n projections, 2 d for each of n² scores, 3 for each of n² weights (minus the
/// largest, into the sum, divided by it), 2 d for each of n² terms of an output.
inline Work attention_work(std::uint64_t n, std::uint64_t d)
{
    return {4, 6 * n * d * d + n * n * (4 * d + 3)};
}

}  // namespace attention
