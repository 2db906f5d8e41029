#pragma once
#include <cstddef>
#include <initializer_list>
#include <random>
#include <vector>

#include "02_matrix_form/matrix_form.hpp"
#include "03_scores/scores.hpp"
#include "base/chapter.hpp"
#include "base/scoring.hpp"

// How far scores spread, measured on random queries and keys.

namespace attention {

/// m x n signs, each +1 or -1 with equal chance: every component has mean 0 and variance 1. From bits, so that the numbers
/// are the same with every library (std::normal_distribution is not).
inline Matrix random_signs(std::size_t m, std::size_t n, std::mt19937_64& bits)
{
    Matrix signs = xt::zeros<double>({m, n});
    for (double& sign : signs) {
        sign = bits() >> 63 == 0 ? -1 : 1;
    }
    return signs;
}

/// The mean of x², over all numbers: their variance when their mean is 0.
inline double mean_square(const Matrix& x)
{
    return xt::mean(x * x)();
}

/// The largest weight of every query (column), on average.
inline double mean_largest(const Matrix& A_prime)
{
    const Vector largest = xt::amax(A_prime, {0});
    return xt::mean(largest)();
}

/// 64 queries against 64 keys, for longer and longer keys.
inline Measurement measure_scores()
{
    Measurement measured{
        {"64 random queries against 64 random keys, every component +1 or -1 with equal chance.",
         "64 个随机查询对 64 个随机键，每个分量以相同的概率取 +1 或 -1。"},
        {{{"d_k", "d_k"}, {"components of a query and of a key", "查询和键的分量个数"}},
         {{"var(α)", "var(α)"}, {"variance of q · k", "q · k 的方差"}},
         {{"var(α/√d_k)", "var(α/√d_k)"}, {"variance of q · k / √d_k", "q · k / √d_k 的方差"}},
         {{"max softmax(α)", "max softmax(α)"},
          {"largest weight of a query, on average, when scores are not divided", "分数不除以 √d_k 时的最大权重（平均值）"}},
         {{"max softmax(α/√d_k)", "max softmax(α/√d_k)"},
          {"the same when they are divided by √d_k", "分数除以 √d_k 时的最大权重（平均值）"}}},
        xt::zeros<double>({5, 5})};
    std::mt19937_64 bits(1);
    std::size_t row = 0;
    for (const std::size_t d_k : std::initializer_list<std::size_t>{1, 4, 16, 64, 256}) {
        const Matrix K = random_signs(d_k, 64, bits);
        const Matrix Q = random_signs(d_k, 64, bits);
        const Matrix plain = scaled_scores(K, Q, {});
        const Matrix divided = scaled_scores(K, Q, {.by_key_length = true});
        measured.rows(row, 0) = static_cast<double>(d_k);
        measured.rows(row, 1) = mean_square(plain);
        measured.rows(row, 2) = mean_square(divided);
        measured.rows(row, 3) = mean_largest(softmax_over_keys(plain));
        measured.rows(row, 4) = mean_largest(softmax_over_keys(divided));
        ++row;
    }
    return measured;
}

}  // namespace attention
