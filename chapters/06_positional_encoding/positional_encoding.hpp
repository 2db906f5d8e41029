#pragma once
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "base/shape_error.hpp"
#include "base/tensor.hpp"

// A vector for each position, added to the inputs before everything else. Sources: the lecture, section 5; Vaswani et al. 2017,
// section 3.5 (the sinusoid).

namespace attention {

/// Throws ShapeError when there would be no component or no vector, std::invalid_argument unless base > 0.
inline void require_encoding(std::size_t d, std::size_t n, double base)
{
    if (d == 0 || n == 0) {
        throw ShapeError("position vectors: " + std::to_string(n) + " of " + std::to_string(d) + " components");
    }
    if (!(base > 0)) {  // not base <= 0, which lets NaN through
        throw std::invalid_argument("position vectors: base is " + std::to_string(base) + ", not above 0");
    }
}

/// ω_r = base^{-2r/d}: by how much the angle of pair r (from 0) grows from one position to the next. Pair 0 turns by 1, whatever
/// the base; with a base above 1 every later pair turns more slowly.
// #region pair_speed
inline double pair_speed(std::size_t r, std::size_t d, double base)
{
    // #part pair_speed
    return std::pow(base, -2 * static_cast<double>(r) / static_cast<double>(d));
    // #endpart
}
// #endregion

/// E = [e_1 … e_n]: column i stands for position p = first + i - 1 and holds, from 0,
/// e[2r] = sin(ω_r p), e[2r+1] = cos(ω_r p). With d odd the last sine has no cosine.
///
/// The result is d x n, every number from -1 to 1. Positions need be neither whole nor positive.
/// Throws ShapeError when d or n is 0, std::invalid_argument unless base > 0.
// #region sinusoid
inline Matrix sinusoid(std::size_t d, std::size_t n, double base = 10000, double first = 0)
{
    require_encoding(d, n, base);
    // #part sinusoid
    Matrix E = xt::zeros<double>({d, n});
    for (std::size_t c = 0; c < d; ++c) {
        const double speed = pair_speed(c / 2, d, base);  // components 2r and 2r+1 are pair r
        for (std::size_t i = 0; i < n; ++i) {
            const double angle = speed * (first + static_cast<double>(i));
            E(c, i) = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
        }
    }
    return E;
    // #endpart
}
// #endregion

/// I + E: a_i + e_i for every input, whatever the encoding. Of more position vectors than inputs the first ones are taken.
///
/// I [d x n], E [d x at least n]; the result is d x n.
/// Throws ShapeError when a position vector is not as long as an input, or an input has none.
// #region add_positions
inline Matrix add_positions(const Matrix& I, const Matrix& E)
{
    if (E.shape(0) != I.shape(0) || E.shape(1) < I.shape(1)) {
        throw ShapeError("add_positions: I is " + shape_text(I) + " but E is " + shape_text(E));
    }
    // #part add_positions
    Matrix sum = I;
    for (std::size_t r = 0; r < I.shape(0); ++r) {
        for (std::size_t i = 0; i < I.shape(1); ++i) {
            sum(r, i) += E(r, i);
        }
    }
    return sum;
    // #endpart
}
// #endregion

/// R_k, for which e at position p + k is R_k times e at position p, whatever p: pair r is turned by the angle ω_r k, so R_k has the
/// blocks (cos ω_r k, sin ω_r k; -sin ω_r k, cos ω_r k) on its diagonal and 0 elsewhere. k may be negative: R_{-k} = R_kᵀ.
///
/// The result is d x d. Throws ShapeError when d is 0 or odd, for a sine alone does not tell where it goes next;
/// std::invalid_argument unless base > 0.
// #region shift_rotation
inline Matrix shift_rotation(double k, std::size_t d, double base = 10000)
{
    require_encoding(d, 1, base);
    if (d % 2 != 0) {
        throw ShapeError("shift_rotation: d is " + std::to_string(d) + ", and the last sine has no cosine");
    }
    // #part shift_rotation
    Matrix R = xt::zeros<double>({d, d});
    for (std::size_t c = 0; c < d; c += 2) {
        const double angle = k * pair_speed(c / 2, d, base);
        R(c, c) = std::cos(angle);
        R(c, c + 1) = std::sin(angle);
        R(c + 1, c) = -std::sin(angle);
        R(c + 1, c + 1) = std::cos(angle);
    }
    return R;
    // #endpart
}
// #endregion

}  // namespace attention
