#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "02_matrix_form/matrix_form.hpp"
#include "base/product.hpp"
#include "base/scoring.hpp"
#include "base/shape_error.hpp"
#include "base/tensor.hpp"

// Three ways for a query to score a key. Whatever the score, softmax and the weighted sum follow as in chapter 02.
// Sources: the lecture, section 3.1 (dot product, additive); Vaswani et al. 2017, section 3.2.1 (scaled dot product);
// Luong et al. 2015, section 3.1 ("general": bilinear); Bahdanau et al. 2015, appendix A.1.2 (additive).

namespace attention {

/// A = s Kᵀ Q: row j, column i holds α_{i,j} = s k_j · q_i. The Transformer takes s = 1/√d_k.
///
/// K [d_k x n_keys], Q [d_k x n_queries]; the result is n_keys x n_queries.
/// Throws ShapeError when keys and queries differ in length.
// #region scaled_scores
inline Matrix scaled_scores(const Matrix& K, const Matrix& Q, const Scale& scale)
{
    // #part scaled_scores
    return scale.factor(K.shape(0)) * scores(K, Q);
    // #endpart
}
// #endregion

/// q_i + k_j + b, for every pair of query and key: component by component, nothing is summed over pairs.
///
/// K [d_k x n_keys], Q [d_k x n_queries], bias [d_k]; the result is n_queries x n_keys x d_k.
/// Throws ShapeError when the three do not fit.
// #region pair_sums
inline Tensor3 pair_sums(const Matrix& K, const Matrix& Q, const std::optional<Vector>& bias = {})
{
    if (K.shape(0) != Q.shape(0)) {
        throw ShapeError("pair_sums: K is " + shape_text(K) + " but Q is " + shape_text(Q));
    }
    require_bias_fits(K, bias);
    // #part pair_sums
    Tensor3 sums = xt::zeros<double>({Q.shape(1), K.shape(1), K.shape(0)});
    for (std::size_t i = 0; i < sums.shape(0); ++i) {
        for (std::size_t j = 0; j < sums.shape(1); ++j) {
            for (std::size_t r = 0; r < sums.shape(2); ++r) {
                sums(i, j, r) = Q(r, i) + K(r, j) + (bias ? (*bias)(r) : 0);
            }
        }
    }
    return sums;
    // #endpart
}
// #endregion

/// h_{i,j} = tanh(q_i + k_j + b): one small hidden layer for every pair of query and key.
///
/// K [d_k x n_keys], Q [d_k x n_queries], bias [d_k]; the result is n_queries x n_keys x d_k.
/// Throws ShapeError as pair_sums does.
// #region additive_hidden
inline Tensor3 additive_hidden(const Matrix& K, const Matrix& Q, const std::optional<Vector>& bias = {})
{
    // #part additive_hidden
    return xt::tanh(pair_sums(K, Q, bias));
    // #endpart
}
// #endregion

/// α_{i,j} = wᵀ h_{i,j} + c: row j, column i of A.
///
/// h [n_queries x n_keys x d_k], w [d_k]; the result is n_keys x n_queries.
/// Throws ShapeError when w does not have a component for each of h_{i,j}.
// #region additive_scores
inline Matrix additive_scores(const Tensor3& h, const Vector& w, double c = 0)
{
    if (h.shape(2) != w.size()) {
        throw ShapeError("additive_scores: w has " + std::to_string(w.size()) + " components but h_{1,1} has " +
                         std::to_string(h.shape(2)));
    }
    // #part additive_scores
    Matrix A = xt::zeros<double>({h.shape(1), h.shape(0)});
    for (std::size_t i = 0; i < h.shape(0); ++i) {
        for (std::size_t j = 0; j < h.shape(1); ++j) {
            A(j, i) = c;
            for (std::size_t r = 0; r < w.size(); ++r) {
                A(j, i) += w(r) * h(i, j, r);
            }
        }
    }
    return A;
    // #endpart
}
// #endregion

/// α_{i,j} = x_iᵀ W y_j, where x_i asks and y_j answers: row j, column i of A = Yᵀ Wᵀ X. In self-attention both are the
/// inputs, X = Y = I.
///
/// W [d_x x d_y], Y [d_y x n_keys], X [d_x x n_queries]; the result is n_keys x n_queries.
/// Throws ShapeError when the three do not fit.
// #region bilinear_scores
inline Matrix bilinear_scores(const Matrix& W, const Matrix& Y, const Matrix& X)
{
    if (W.shape(0) != X.shape(0) || W.shape(1) != Y.shape(0)) {
        throw ShapeError("bilinear_scores: W is " + shape_text(W) + " but what asks is " + shape_text(X) +
                         " and what answers is " + shape_text(Y));
    }
    // #part bilinear_scores
    return product(transposed(Y), product(transposed(W), X));
    // #endpart
}
// #endregion

}  // namespace attention
