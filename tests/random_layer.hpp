#pragma once
#include <algorithm>
#include <cstddef>
#include <random>

#include "base/projections.hpp"
#include "base/tensor.hpp"

namespace attention::test {

/// The sizes of a layer and of what it is applied to.
struct Sizes {
    std::size_t n, d, d_k, d_v;
};

/// A layer of random numbers from -1 to 1, and inputs for it.
struct RandomLayer {
    Matrix I;  ///< [d x n], one input per column
    Projections layer;
};

/// The same numbers in every run: the seed is made of the sizes.
inline RandomLayer random_layer(const Sizes& sizes, bool has_biases)
{
    const auto [n, d, d_k, d_v] = sizes;
    std::mt19937 random(static_cast<unsigned>(n + 10 * d + 100 * d_k + 1000 * d_v));
    // By hand, for the distributions of <random> differ between libraries.
    const auto number = [&random] { return static_cast<double>(random()) / 2147483648.0 - 1; };
    const auto matrix = [&number](std::size_t rows, std::size_t columns) {
        Matrix result = xt::zeros<double>({rows, columns});
        std::generate(result.begin(), result.end(), number);
        return result;
    };
    const auto vector = [&number](std::size_t size) {
        Vector result = xt::zeros<double>({size});
        std::generate(result.begin(), result.end(), number);
        return result;
    };
    RandomLayer made{matrix(d, n), {matrix(d_k, d), matrix(d_k, d), matrix(d_v, d)}};
    if (has_biases) {
        made.layer.bq = vector(d_k);
        made.layer.bk = vector(d_k);
        made.layer.bv = vector(d_v);
    }
    return made;
}

}  // namespace attention::test
