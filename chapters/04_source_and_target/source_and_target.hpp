#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "02_matrix_form/matrix_form.hpp"
#include "03_scores/scores.hpp"
#include "base/mask.hpp"
#include "base/projections.hpp"
#include "base/scoring.hpp"
#include "base/shape_error.hpp"
#include "base/tensor.hpp"

// Attention between two sequences, the target that asks and the source that answers, and masks, which forbid keys.
// Sources: the lecture, section 1; Vaswani et al. 2017, section 3.2.3.

namespace attention {

/// Query i may attend to keys 1 … i, both counted from the start: entry (j, i) is j <= i. A decoder's mask: what comes later
/// is not known yet. With more keys than queries the last keys are seen by none; with fewer, late queries see them all.
///
/// The result is n_keys x n_queries; `first` is the position of the first query, from 0. It may be negative: queries before
/// position 0 see nothing, as when the ends of more queries than keys are aligned.
// #region causal_mask
inline Mask causal_mask(std::size_t n_keys, std::size_t n_queries, std::ptrdiff_t first = 0)
{
    // #part causal_mask
    Mask allowed = xt::zeros<bool>({n_keys, n_queries});
    for (std::size_t i = 0; i < n_queries; ++i) {
        for (std::size_t j = 0; j < n_keys && std::cmp_less_equal(j, first + static_cast<std::ptrdiff_t>(i)); ++j) {
            allowed(j, i) = true;
        }
    }
    return allowed;
    // #endpart
}
// #endregion

/// No query may attend to a key that is padding: entry (j, i) is is_real[j].
// #region padding_mask
inline Mask padding_mask(const std::vector<bool>& is_real, std::size_t n_queries)
{
    // #part padding_mask
    Mask allowed = xt::zeros<bool>({is_real.size(), n_queries});
    for (std::size_t j = 0; j < is_real.size(); ++j) {
        for (std::size_t i = 0; i < n_queries; ++i) {
            allowed(j, i) = is_real[j];
        }
    }
    return allowed;
    // #endpart
}
// #endregion

/// What both masks allow.
/// Throws ShapeError when they differ in shape.
// #region both_masks
inline Mask both_masks(const Mask& one, const Mask& other)
{
    require_same_shape("both_masks: one", one, "other", other);
    // #part both_masks
    return one && other;
    // #endpart
}
// #endregion

/// Softmax over the keys that each query may attend to; every other key gets weight 0. A query that may attend to none gets 0
/// everywhere. Scores of forbidden keys are not looked at: they may be infinite or not a number. An allowed score that is not
/// a number makes all weights of its query NaN.
///
/// A [n_keys x n_queries], allowed of the same shape; so is the result.
/// Throws ShapeError when the shapes differ.
// #region masked_softmax
inline Matrix masked_softmax(const Matrix& A, const Mask& allowed)
{
    require_same_shape("masked_softmax: A", A, "allowed", allowed);
    // #part masked_softmax
    Matrix A_prime = xt::zeros<double>(A.shape());
    for (std::size_t i = 0; i < A.shape(1); ++i) {
        double largest = -std::numeric_limits<double>::infinity();
        for (std::size_t j = 0; j < A.shape(0); ++j) {
            largest = allowed(j, i) ? std::max(largest, A(j, i)) : largest;
        }
        double sum = 0;
        for (std::size_t j = 0; j < A.shape(0); ++j) {
            A_prime(j, i) = allowed(j, i) ? std::exp(A(j, i) - largest) : 0;
            sum += A_prime(j, i);
        }
        for (std::size_t j = 0; j < A.shape(0) && sum != 0; ++j) {
            A_prime(j, i) /= sum;
        }
    }
    return A_prime;
    // #endpart
}
// #endregion

/// b_i = Σ_j α'_{i,j} v_j over the keys that have a weight. Values of the others are not looked at: they may be infinite or not
/// a number, and 0 times infinity would be no number.
///
/// V [d_v x n_keys], A_prime [n_keys x n_queries]; the result is d_v x n_queries.
/// Throws ShapeError when there are more or fewer values than weights.
// #region sums_of_seen_values
inline Matrix sums_of_seen_values(const Matrix& V, const Matrix& A_prime)
{
    if (V.shape(1) != A_prime.shape(0)) {
        throw ShapeError("sums_of_seen_values: V is " + shape_text(V) + " but A' is " + shape_text(A_prime));
    }
    // #part sums_of_seen_values
    Matrix O = xt::zeros<double>({V.shape(0), A_prime.shape(1)});
    for (std::size_t i = 0; i < O.shape(1); ++i) {
        for (std::size_t j = 0; j < V.shape(1); ++j) {
            if (A_prime(j, i) == 0) {
                continue;
            }
            for (std::size_t r = 0; r < O.shape(0); ++r) {
                O(r, i) += A_prime(j, i) * V(r, j);
            }
        }
    }
    return O;
    // #endpart
}
// #endregion

/// Every intermediate of attention, in the order in which it is derived.
struct Attention {
    Matrix Q;        ///< [d_k x n_queries] queries, from the target
    Matrix K;        ///< [d_k x n_keys] keys, from the source
    Matrix V;        ///< [d_v x n_keys] values, from the source
    Matrix A;        ///< [n_keys x n_queries] scores, before the mask
    Matrix A_prime;  ///< [n_keys x n_queries] weights; every column sums to 1, or is 0
    Matrix O;        ///< [d_v x n_queries] an output for each target vector
};

/// Throws ShapeError, by name, unless W has a column for each component of the vectors that it is applied to.
inline void require_columns(const std::string& name, const Matrix& W, const std::string& sequence, const Matrix& vectors)
{
    if (W.shape(1) != vectors.shape(0)) {
        throw ShapeError("attend: " + name + " is " + shape_text(W) + " but the " + sequence + " has " +
                         std::to_string(vectors.shape(0)) + " rows");
    }
}

/// O = V softmax(s Kᵀ Q) over allowed keys, where Q = Wq X comes from the target, K = Wk Y and V = Wv Y from the source.
/// Self-attention is the case Y = X.
///
/// X [d_x x n_queries], Y [d_y x n_keys], allowed [n_keys x n_queries]; Wq has d_x columns, Wk and Wv have d_y.
/// Throws ShapeError when the shapes do not fit.
// #region attend
inline Attention attend(const Matrix& X, const Matrix& Y, const Projections& p, const Mask& allowed, const Scale& scale = {})
{
    require_columns("Wq", p.Wq, "target", X);
    require_columns("Wk", p.Wk, "source", Y);
    require_columns("Wv", p.Wv, "source", Y);
    const Matrix Q = project(p.Wq, X, p.bq);
    const Matrix K = project(p.Wk, Y, p.bk);
    const Matrix V = project(p.Wv, Y, p.bv);
    const Matrix A = scaled_scores(K, Q, scale);
    const Matrix A_prime = masked_softmax(A, allowed);
    const Matrix O = sums_of_seen_values(V, A_prime);
    return {Q, K, V, A, A_prime, O};
}
// #endregion

/// Every key is allowed.
inline Mask no_mask(std::size_t n_keys, std::size_t n_queries)
{
    return xt::ones<bool>({n_keys, n_queries});
}

}  // namespace attention
