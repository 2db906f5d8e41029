#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "06_positional_encoding/positional_encoding.hpp"

// Other encodings that go by the name "sinusoidal". Each is somebody's convention, and works as well; but numbers and trained
// weights do not pass from one to another.

namespace attention {

/// Sines in the first half, cosines in the second, on another ladder: with m = ⌊d/2⌋ and ω_r = base^{-r/(m-1)}, from 0,
/// e[r] = sin(ω_r p), e[m+r] = cos(ω_r p). The slowest pair turns by 1/base exactly; d odd leaves a last component of 0.
/// A single pair (m = 1) turns by 1. Source: tensor2tensor, and CTranslate2, which also counts positions from 1.
///
/// The result is d x n. Throws ShapeError when d or n is 0, std::invalid_argument unless base > 0.
// #region sines_then_cosines
inline Matrix sines_then_cosines(std::size_t d, std::size_t n, double base = 10000, double first = 0)
{
    require_encoding(d, n, base);
    const std::size_t m = d / 2;
    const double steps = std::max(static_cast<double>(m) - 1, 1.0);
    Matrix E = xt::zeros<double>({d, n});
    for (std::size_t r = 0; r < m; ++r) {
        const double speed = std::pow(base, -static_cast<double>(r) / steps);
        for (std::size_t i = 0; i < n; ++i) {
            const double angle = speed * (first + static_cast<double>(i));
            E(r, i) = std::sin(angle);
            E(m + r, i) = std::cos(angle);
        }
    }
    return E;
}
// #endregion

/// sin and cos in turns, as in the sinusoid, but with a speed of its own for every component c, from 0.
///
/// The result is d x n.
template <class Speed>
Matrix in_turns(std::size_t d, std::size_t n, double first, const Speed& speed)
{
    Matrix E = xt::zeros<double>({d, n});
    for (std::size_t c = 0; c < d; ++c) {
        for (std::size_t i = 0; i < n; ++i) {
            const double angle = speed(c) * (first + static_cast<double>(i));
            E(c, i) = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
        }
    }
    return E;
}

/// Every column by an exponent of its own, in place of one a pair: component c (from 0) is a sine or a cosine of p base^{-f c/d}.
/// With the factor f = 1 the sines are right and the cosines are slower than their sines (dlib); with f = 2 both go wrong from
/// component 1 on, which is what comes of "2i/d" when i counts components and not pairs (a blog's code, and many copies).
///
/// The result is d x n. Throws ShapeError when d or n is 0, std::invalid_argument unless base > 0.
// #region exponent_of_column
inline Matrix exponent_of_column(std::size_t d, std::size_t n, double factor, double base = 10000, double first = 0)
{
    require_encoding(d, n, base);
    return in_turns(d, n, first,
                    [&](std::size_t c) { return std::pow(base, -factor * static_cast<double>(c) / static_cast<double>(d)); });
}
// #endregion

}  // namespace attention
