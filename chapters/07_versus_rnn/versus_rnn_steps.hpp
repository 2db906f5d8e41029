#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "07_versus_rnn/versus_rnn.hpp"
#include "07_versus_rnn/versus_rnn_compared.hpp"
#include "base/problem.hpp"
#include "base/walkthrough.hpp"

namespace attention {

inline RecurrentNetwork network_of(const Problem& problem)
{
    return {problem.cell, problem.forward, problem.backward, problem.Wy, problem.by};
}

/// c_1 … c_n of an LSTM whose states are H, whoever made them. Throws ShapeError when H does not have a column an input.
inline Matrix cells_along(const Matrix& I, const Recurrence& r, const Matrix& H)
{
    if (H.shape(1) != I.shape(1)) {
        throw ShapeError("cells_along: I is " + shape_text(I) + " but H is " + shape_text(H));
    }
    const std::vector<Vector> a = column_vectors(I);
    const std::vector<Vector> h = column_vectors(H);
    LstmState state = initial_state(r);
    std::vector<Vector> cells;
    for (std::size_t t = 0; t < a.size(); ++t) {
        cells.push_back(lstm_step(r, state, a[t]).c);
        state = {h[t], cells[t]};
    }
    return as_columns(cells);
}

/// Takes the states of one direction, and the cells of an LSTM. What it returns is in the order of reading, as `I_read` is.
inline States take_direction(Walk& taken, Cell cell, const Recurrence& r, const Matrix& I_read, bool is_backward)
{
    const auto turned = [is_backward](const Matrix& X) { return is_backward ? reversed(X) : X; };
    const std::string suffix = is_backward ? "_backward" : "";
    const Matrix H = turned(taken.step("h" + suffix, turned(recurrent_states(I_read, r, cell).H)));
    if (cell != Cell::lstm) {
        return {H, xt::zeros<double>(H.shape())};
    }
    return {H, turned(taken.step("c" + suffix, turned(cells_along(I_read, r, H))))};
}

/// The Jacobians of the step that read `a` and came to h, starting from `before`. Throws ShapeError when they do not fit.
inline StepJacobians jacobians_of_step(Cell cell, const Recurrence& r, const LstmState& before, const Vector& a, const Vector& h)
{
    return cell == Cell::lstm ? lstm_jacobians(r, before, a) : rnn_jacobians(r, h, cell);
}

/// The Jacobians along the states of one direction, in the order of reading, each made when it is asked for.
inline JacobiansAt jacobians_along(Cell cell, const Recurrence& r, const Matrix& I_read, const States& states)
{
    return [cell, &r, a = column_vectors(I_read), h = column_vectors(states.H), c = column_vectors(states.C)](std::size_t t) {
        const LstmState before = t == 0 ? initial_state(r) : LstmState{h.at(t - 1), c.at(t - 1)};
        return jacobians_of_step(cell, r, before, a.at(t), h.at(t));
    };
}

/// The columns of ∂(last output)/∂(stacked states) that belong to one direction: `m` of them from `first` on, and as many zeros
/// behind for the cell of an LSTM, which reaches an output only through its state.
inline Matrix slope_of_output(const Problem& problem, std::size_t first, std::size_t m, std::size_t outputs)
{
    Matrix slope = xt::zeros<double>({outputs, problem.cell == Cell::lstm ? 2 * m : m});
    for (std::size_t r = 0; r < outputs; ++r) {
        for (std::size_t k = 0; k < m; ++k) {
            slope(r, k) = problem.Wy ? (*problem.Wy)(r, first + k) : (r == first + k ? 1 : 0);
        }
    }
    return slope;
}

/// ‖∂(last output)/∂a_t‖ for every t. The backward direction has read nothing but a_n when it meets the last output.
inline Vector recurrent_memory(const Problem& problem, const States& forward, const States& backward)
{
    const Matrix I = as_columns(problem.inputs);
    const std::size_t m = forward.H.shape(0);
    const std::size_t more = problem.backward ? backward.H.shape(0) : 0;
    const std::size_t outputs = problem.Wy ? problem.Wy->shape(0) : m + more;
    const Matrix last = slope_of_output(problem, 0, m, outputs);
    const JacobiansAt jacobians = jacobians_along(problem.cell, problem.forward, I, forward);
    Vector norms = memory_through_time(last, I.shape(1), jacobians);
    if (problem.backward) {
        const StepJacobians first = jacobians_along(problem.cell, *problem.backward, reversed(I), backward)(0);
        const Matrix there = product(slope_of_output(problem, m, more, outputs), first.input);
        norms(norms.size() - 1) = norm(product(last, jacobians(I.shape(1) - 1).input) + there);
    }
    return norms;
}

/// Every column of the result is x: n of them.
inline Matrix repeated(const Vector& x, std::size_t n)
{
    return as_columns(std::vector<Vector>(n, x));
}

/// How the scores of the last query answer to its inputs, by the walkthrough's queries and keys. `I` are the inputs that are
/// projected: a_i, or a_i + e_i.
inline ScoreSlopes score_slopes(const Problem& problem, const Walkthrough& walkthrough, const Matrix& I)
{
    const Projections& p = problem.projections;
    const std::size_t n = I.shape(1);
    if (problem.score == Score::bilinear) {
        return {repeated(product(transposed(problem.W), column_vectors(I).back()), n), product(problem.W, I)};
    }
    if (problem.score == Score::additive) {
        const Tensor3 h = walkthrough.as<Tensor3>("hidden");
        Matrix slopes = xt::zeros<double>({h.shape(2), n});
        for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t r = 0; r < h.shape(2); ++r) {
                slopes(r, j) = problem.w(r) * (1 - h(n - 1, j, r) * h(n - 1, j, r));
            }
        }
        return {product(transposed(p.Wk), slopes), product(transposed(p.Wq), slopes)};
    }
    const double s = problem.scale.factor(p.Wk.shape(0));
    const Vector q = walkthrough.as<std::vector<Vector>>("q").back();
    return {s * repeated(product(transposed(p.Wk), q), n), s * product(transposed(p.Wq), walkthrough.as<Matrix>("k"))};
}

/// ‖∂b_n/∂a_s‖ of self-attention for every s, from the steps of its walkthrough.
inline Vector attention_memory_of(const Problem& problem, const Walkthrough& walkthrough)
{
    const Matrix I = problem.positions ? walkthrough.as<Matrix>("a_plus_e") : as_columns(problem.inputs);
    return attention_memory(problem.projections.Wv, walkthrough.as<Matrix>("v"),
                            walkthrough.as<std::vector<Vector>>("alpha_prime").back(), score_slopes(problem, walkthrough, I));
}

}  // namespace attention
