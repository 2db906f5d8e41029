#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "00_why_attention/why_attention.hpp"
#include "base/product.hpp"
#include "base/projections.hpp"
#include "base/shape_error.hpp"
#include "base/tensor.hpp"

// One output b_i of self-attention, with plain vectors and loops: queries, keys and values are layers of chapter 00 on each
// input alone; what is new is how they meet. Source: the lecture, section 3.1.

namespace attention {

/// α_j = q · k_j: how well each key answers the query. Any real numbers, one per key.
///
/// q [d_k], n keys of [d_k]; the result is [n].
/// Throws ShapeError when a key differs from q in length.
// #region dot_product_scores
inline Vector dot_product_scores(const Vector& q, const std::vector<Vector>& k)
{
    // #part dot_product_scores
    Vector alpha = xt::zeros<double>({k.size()});
    for (std::size_t j = 0; j < k.size(); ++j) {
        alpha(j) = dot(q, k[j]);
    }
    return alpha;
    // #endpart
}
// #endregion

/// α'_j = exp(α_j) / Σ_l exp(α_l): the attention distribution. It sums to 1; every weight is
/// positive (0 where exp is too small for a double).
///
/// alpha [n], finite; the result is [n].
/// Throws ShapeError when there are no scores.
// #region softmax
inline Vector softmax(const Vector& alpha)
{
    if (alpha.size() == 0) {
        throw ShapeError("softmax: no scores");
    }
    // #part softmax
    const double largest = *std::max_element(alpha.begin(), alpha.end());
    Vector alpha_prime = alpha;
    double sum = 0;
    for (double& x : alpha_prime) {
        x = std::exp(x - largest);  // the same factor exp(-largest) above and below the fraction; keeps exp from overflowing
        sum += x;
    }
    for (double& x : alpha_prime) {
        x /= sum;
    }
    return alpha_prime;
    // #endpart
}
// #endregion

/// b = Σ_j α'_j v_j: every value takes part, as much as its weight says.
///
/// alpha_prime [n], n values of [d_v]; the result is [d_v].
/// Throws ShapeError when there are no values, more or fewer than weights, or values of different lengths.
// #region weighted_sum
inline Vector weighted_sum(const Vector& alpha_prime, const std::vector<Vector>& v)
{
    if (v.empty() || v.size() != alpha_prime.size()) {
        throw ShapeError("weighted_sum: " + std::to_string(alpha_prime.size()) + " weights for " + std::to_string(v.size()) +
                         " values");
    }
    for (const Vector& v_j : v) {
        if (v_j.size() != v[0].size()) {
            throw ShapeError("weighted_sum: v_1 has " + std::to_string(v[0].size()) + " components, another value has " +
                             std::to_string(v_j.size()));
        }
    }
    // #part weighted_sum
    Vector b = xt::zeros<double>({v[0].size()});
    for (std::size_t j = 0; j < v.size(); ++j) {
        for (std::size_t r = 0; r < b.size(); ++r) {
            b(r) += alpha_prime(j) * v[j](r);
        }
    }
    return b;
    // #endpart
}
// #endregion

/// Every intermediate of one output, in the order in which it is derived.
struct SingleOutput {
    Vector q;               ///< [d_k] the query of the input that asks
    std::vector<Vector> k;  ///< n keys of [d_k]
    std::vector<Vector> v;  ///< n values of [d_v]
    Vector alpha;           ///< [n] scores
    Vector alpha_prime;     ///< [n] weights
    Vector b;               ///< [d_v] the output
};

/// Output b_i of self-attention, for the input a[i] that asks (i counts from 0 here: a[0] is a_1).
///
/// n inputs of [d]; the shapes of the weights stand at Projections.
/// Throws ShapeError when there are no inputs, i is none of them, or the shapes do not fit.
// #region single_output
inline SingleOutput single_output(const std::vector<Vector>& a, std::size_t i, const Projections& p)
{
    if (i >= a.size()) {
        throw ShapeError("single_output: input " + std::to_string(i + 1) + " is asked for, but there are " +
                         std::to_string(a.size()));
    }
    const Vector q = fully_connected(p.Wq, a[i], p.bq);
    const std::vector<Vector> k = per_vector(p.Wk, a, p.bk);
    const std::vector<Vector> v = per_vector(p.Wv, a, p.bv);
    const Vector alpha = dot_product_scores(q, k);
    const Vector alpha_prime = softmax(alpha);
    const Vector b = weighted_sum(alpha_prime, v);
    return {q, k, v, alpha, alpha_prime, b};
}
// #endregion

}  // namespace attention
