#pragma once
#include <cmath>
#include <cstddef>

namespace attention {

/// How a query scores a key: q · k, a_iᵀ W a_j, or wᵀ tanh(q + k).
enum class Score { dot, bilinear, additive };

/// What dot products are multiplied by: 1/√d_k, or a number.
struct Scale {
    bool by_key_length = false;  ///< 1/√d_k
    double number = 1;           ///< otherwise this; 1 is the lecture's plain dot product

    /// The factor for queries and keys of d_k components.
    double factor(std::size_t d_k) const { return by_key_length ? 1 / std::sqrt(static_cast<double>(d_k)) : number; }
};

}  // namespace attention
