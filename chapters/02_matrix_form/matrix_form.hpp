#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "base/product.hpp"
#include "base/projections.hpp"
#include "base/shape_error.hpp"
#include "base/tensor.hpp"

// Self-attention for all queries at once, as matrices whose COLUMNS are the vectors. Source: the lecture, section 3.2.

namespace attention {

/// X + b 1ᵀ: the bias is added to every column; without a bias X itself.
///
/// X [d_k x n], bias [d_k]; the result is d_k x n.
/// Throws ShapeError when the two do not fit.
// #region with_bias
inline Matrix with_bias(Matrix X, const std::optional<Vector>& bias)
{
    require_bias_fits(X, bias);
    // #part with_bias
    for (std::size_t r = 0; bias && r < X.shape(0); ++r) {
        for (std::size_t i = 0; i < X.shape(1); ++i) {
            X(r, i) += (*bias)(r);
        }
    }
    return X;
    // #endpart
}
// #endregion

/// Q = W I + b 1ᵀ: one query, key or value per column; without a bias, Q = W I as in the lecture.
///
/// W [d_k x d], I [d x n], bias [d_k], added to every column; the result is d_k x n.
/// Throws ShapeError when the three do not fit.
// #region project
inline Matrix project(const Matrix& W, const Matrix& I, const std::optional<Vector>& bias = {})
{
    require_bias_fits(W, bias);
    // #part project
    return with_bias(product(W, I), bias);
    // #endpart
}
// #endregion

/// A = Kᵀ Q: row j, column i holds α_{i,j} = k_j · q_i, so column i belongs to query i.
///
/// K [d_k x n_keys], Q [d_k x n_queries]; the result is n_keys x n_queries.
/// Throws ShapeError when keys and queries differ in length.
// #region scores
inline Matrix scores(const Matrix& K, const Matrix& Q)
{
    if (K.shape(0) != Q.shape(0)) {
        throw ShapeError("scores: K is " + shape_text(K) + " but Q is " + shape_text(Q));
    }
    // #part scores
    return product(transposed(K), Q);
    // #endpart
}
// #endregion

/// A' = softmax of every COLUMN of A: for each query, its weights over the keys sum to 1; every
/// weight is positive (0 where exp is too small for a double).
///
/// A [n_keys x n_queries], finite; the result has the same shape.
/// Throws ShapeError when there are no keys.
// #region softmax_over_keys
inline Matrix softmax_over_keys(const Matrix& A)
{
    if (A.shape(0) == 0) {
        throw ShapeError("softmax_over_keys: no keys");
    }
    // #part softmax_over_keys
    const Vector largest = xt::amax(A, {0});  // one per query; stored, not lazy: the lesson shows why
    const Matrix e = xt::exp(A - largest);    // a vector meets a matrix along its rows: entry i meets column i
    const Vector sum = xt::sum(e, {0});
    return e / sum;
    // #endpart
}
// #endregion

/// O = V A': column i is b_i = Σ_j α'_{i,j} v_j.
///
/// V [d_v x n_keys], A_prime [n_keys x n_queries]; the result is d_v x n_queries.
/// Throws ShapeError when there are more or fewer values than weights.
// #region weighted_sums
inline Matrix weighted_sums(const Matrix& V, const Matrix& A_prime)
{
    // #part weighted_sums
    return product(V, A_prime);
    // #endpart
}
// #endregion

/// Every intermediate of self-attention, in the order in which it is derived.
struct MatrixForm {
    Matrix Q;        ///< [d_k x n] queries
    Matrix K;        ///< [d_k x n] keys
    Matrix V;        ///< [d_v x n] values
    Matrix A;        ///< [n x n] scores, row j, column i: α_{i,j}
    Matrix A_prime;  ///< [n x n] weights, every column sums to 1
    Matrix O;        ///< [d_v x n] outputs
};

/// O = V softmax(Kᵀ Q): all outputs b_1 … b_n of self-attention.
///
/// I [d x n], one input per column; the shapes of the weights stand at Projections.
/// Throws ShapeError when there are no inputs or the shapes do not fit.
// #region matrix_form
inline MatrixForm matrix_form(const Matrix& I, const Projections& p)
{
    const Matrix Q = project(p.Wq, I, p.bq);
    const Matrix K = project(p.Wk, I, p.bk);
    const Matrix V = project(p.Wv, I, p.bv);
    const Matrix A = scores(K, Q);
    const Matrix A_prime = softmax_over_keys(A);
    const Matrix O = weighted_sums(V, A_prime);
    return {Q, K, V, A, A_prime, O};
}
// #endregion

/// The same in the form of most libraries, where a ROW is a vector: O_rows = softmax_rows(Q Kᵀ) V, with Q = X Wqᵀ.
///
/// X [n x d], one input per row; the result is n x d_v, the transpose of matrix_form(Xᵀ, p).O, for
/// (V softmax_columns(Kᵀ Q))ᵀ = softmax_rows(Qᵀ K) Vᵀ, where Q, K, V are those of the column form.
/// Throws ShapeError when there are no inputs or the shapes do not fit.
// #region row_form
inline Matrix row_form(const Matrix& X, const Projections& p)
{
    const auto project_rows = [&X](const Matrix& W, const std::optional<Vector>& bias) -> Matrix {
        const Matrix Y = product(X, transposed(W));
        require_bias_fits(W, bias);
        return bias ? Matrix(Y + *bias) : Y;
    };
    const Matrix Q = project_rows(p.Wq, p.bq);
    const Matrix K = project_rows(p.Wk, p.bk);
    const Matrix V = project_rows(p.Wv, p.bv);
    const Matrix S = product(Q, transposed(K));  // row i, column j holds α_{i,j}: the transpose of A
    if (S.size() == 0) {
        throw ShapeError("row_form: no inputs");
    }
    const Matrix largest = xt::amax(S, {1}, xt::keep_dims);
    const Matrix e = xt::exp(S - largest);
    const Matrix sum = xt::sum(e, {1}, xt::keep_dims);  // stored first, not lazy: the lesson shows why
    return product(e / sum, V);
}
// #endregion

}  // namespace attention
