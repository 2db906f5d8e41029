#pragma once
#include <optional>
#include <string>

#include "base/shape_error.hpp"
#include "base/tensor.hpp"

namespace attention {

/// The three learned maps of an attention layer: q_i = Wq a_i, k_i = Wk a_i, v_i = Wv a_i.
/// The lecture has no biases; real layers add bq, bk, bv, so each may be given.
struct Projections {
    Matrix Wq;                      ///< [d_k x d]
    Matrix Wk;                      ///< [d_k x d]
    Matrix Wv;                      ///< [d_v x d]
    std::optional<Vector> bq = {};  ///< [d_k]
    std::optional<Vector> bk = {};  ///< [d_k]
    std::optional<Vector> bv = {};  ///< [d_v]
};

/// Throws ShapeError unless the bias, when there is one, has a component for each row of W.
inline void require_bias_fits(const Matrix& W, const std::optional<Vector>& bias)
{
    if (bias && bias->size() != W.shape(0)) {
        throw ShapeError("W is " + shape_text(W) + " but its bias has " + std::to_string(bias->size()) + " components");
    }
}

}  // namespace attention
