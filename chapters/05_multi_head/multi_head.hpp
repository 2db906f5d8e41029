#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "04_source_and_target/source_and_target.hpp"
#include "base/product.hpp"
#include "base/projections.hpp"
#include "base/shape_error.hpp"
#include "base/tensor.hpp"

// Several attentions side by side, each with queries, keys and values of its own, and one matrix on all their outputs.
// Sources: the lecture, section 4; Vaswani et al. 2017, section 3.2.2.

namespace attention {

/// W_h (W a + b) + b_h = (W_h W) a + (W_h b + b_h): the two levels of the lecture as one matrix and one bias.
struct Affine {
    Matrix W;
    std::optional<Vector> bias;
};

/// W_h [d_h x d_k] on W [d_k x d]; either may have a bias; the result is d_h x d.
/// Throws ShapeError when they do not fit.
// #region one_level
inline Affine one_level(const Matrix& W, const std::optional<Vector>& bias, const Matrix& W_h,
                        const std::optional<Vector>& bias_h)
{
    require_bias_fits(W, bias);
    require_bias_fits(W_h, bias_h);
    // #part one_level
    Affine both{product(W_h, W), bias_h};
    if (bias) {
        const Vector moved = product(W_h, *bias);
        both.bias = bias_h ? Vector(moved + *bias_h) : moved;
    }
    return both;
    // #endpart
}
// #endregion

/// A head of the second level, q_{i,h} = W_{q,h} q_i, as a head on the inputs: q_{i,h} = (W_{q,h} Wq) a_i; k and v likewise.
///
/// Throws ShapeError when the levels do not fit.
// #region head_on_inputs
inline Projections head_on_inputs(const Projections& first, const Projections& head)
{
    const auto [Wq, bq] = one_level(first.Wq, first.bq, head.Wq, head.bq);
    const auto [Wk, bk] = one_level(first.Wk, first.bk, head.Wk, head.bk);
    const auto [Wv, bv] = one_level(first.Wv, first.bv, head.Wv, head.bv);
    return {Wq, Wk, Wv, bq, bk, bv};
}
// #endregion

/// Rows first … first + rows - 1 of a matrix, counted from 0.
/// Throws ShapeError when there are not as many.
inline Matrix rows_of(const Matrix& W, std::size_t first, std::size_t rows)
{
    if (first + rows > W.shape(0)) {
        throw ShapeError("rows_of: row " + std::to_string(first + rows) + " is asked for, but W is " + shape_text(W));
    }
    Matrix block = xt::zeros<double>({rows, W.shape(1)});
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < W.shape(1); ++c) {
            block(r, c) = W(first + r, c);
        }
    }
    return block;
}

/// Block h of H, with its part of the bias: what libraries store as one big matrix for all heads, head after head.
///
/// W [H d_k x d], h from 0; the result is d_k x d. Throws ShapeError when the rows cannot be divided among the heads,
/// or there is no such head.
// #region block_of_head
inline Affine block_of_head(const Matrix& W, const std::optional<Vector>& bias, std::size_t h, std::size_t heads)
{
    require_bias_fits(W, bias);
    if (heads == 0 || W.shape(0) % heads != 0) {
        throw ShapeError("block_of_head: " + std::to_string(W.shape(0)) + " rows cannot be divided among " +
                         std::to_string(heads) + " heads");
    }
    // #part block_of_head
    const std::size_t rows = W.shape(0) / heads;
    Affine block{rows_of(W, h * rows, rows), {}};
    if (bias) {
        block.bias = Vector(xt::zeros<double>({rows}));
        for (std::size_t r = 0; r < rows; ++r) {
            (*block.bias)(r) = (*bias)(h * rows + r);
        }
    }
    return block;
    // #endpart
}
// #endregion

/// The heads that one big layer holds, as contiguous blocks of rows.
/// Throws ShapeError when its rows cannot be divided among the heads, or there are none.
// #region heads_of_blocks
inline std::vector<Projections> heads_of_blocks(const Projections& big, std::size_t heads)
{
    if (heads == 0) {
        throw ShapeError("heads_of_blocks: no heads");
    }
    std::vector<Projections> result;
    for (std::size_t h = 0; h < heads; ++h) {
        const auto [Wq, bq] = block_of_head(big.Wq, big.bq, h, heads);
        const auto [Wk, bk] = block_of_head(big.Wk, big.bk, h, heads);
        const auto [Wv, bv] = block_of_head(big.Wv, big.bv, h, heads);
        result.push_back({Wq, Wk, Wv, bq, bk, bv});
    }
    return result;
}
// #endregion

/// [B_1; B_2; …]: matrices of equally many columns, one below the other.
///
/// Throws ShapeError when there are none, or they differ in columns.
// #region stacked_heads
inline Matrix stacked_heads(const std::vector<Matrix>& B)
{
    if (B.empty()) {
        throw ShapeError("stacked_heads: no matrices");
    }
    std::size_t rows = 0;
    for (const Matrix& B_h : B) {
        if (B_h.shape(1) != B[0].shape(1)) {
            throw ShapeError("stacked_heads: " + shape_text(B[0]) + " and " + shape_text(B_h));
        }
        rows += B_h.shape(0);
    }
    // #part stacked_heads
    Matrix all = xt::zeros<double>({rows, B[0].shape(1)});
    std::size_t row = 0;
    for (const Matrix& B_h : B) {
        for (std::size_t r = 0; r < B_h.shape(0); ++r, ++row) {
            for (std::size_t i = 0; i < B_h.shape(1); ++i) {
                all(row, i) = B_h(r, i);
            }
        }
    }
    return all;
    // #endpart
}
// #endregion

/// What is made of the stacked heads: b_i = W_O [b_{i,1}; b_{i,2}; …] + b_O.
struct Output {
    std::optional<Matrix> Wo = {};  ///< [d_out x heads d_v]; without it the stacked heads are the output
    std::optional<Vector> bo = {};  ///< [d_out]
};

/// B [heads d_v x n]; the result is d_out x n.
/// Throws ShapeError when the three do not fit.
// #region output_of_heads
inline Matrix output_of_heads(const Matrix& B, const Output& output)
{
    if (output.Wo) {
        return project(*output.Wo, B, output.bo);
    }
    if (output.bo && output.bo->size() != B.shape(0)) {
        throw ShapeError("output_of_heads: the stacked heads are " + shape_text(B) + " but bo has " +
                         std::to_string(output.bo->size()) + " components");
    }
    return with_bias(B, output.bo);
}
// #endregion

/// Every intermediate of multi-head attention, in the order in which it is derived.
struct MultiHead {
    std::vector<Attention> heads;  ///< b_{i,h} is column i of heads[h].O
    Matrix B;                      ///< [heads d_v x n_queries] the outputs of the heads, stacked
    Matrix O;                      ///< [d_out x n_queries]
};

/// b_i = W_O [b_{i,1}; b_{i,2}; …] + b_O, where head h makes b_{i,h} as chapter 04 does, with projections of its own.
///
/// X [d_x x n_queries], Y [d_y x n_keys], the same matrix for self-attention; heads on the inputs (head_on_inputs makes them of
/// the lecture's second level); allowed [n_keys x n_queries].
/// Throws ShapeError when there is no head, or the shapes do not fit.
// #region multi_head
inline MultiHead multi_head(const Matrix& X, const Matrix& Y, const std::vector<Projections>& heads, const Mask& allowed,
                            const Output& output = {}, const Scale& scale = {})
{
    MultiHead all;
    std::vector<Matrix> B;
    for (const Projections& head : heads) {
        all.heads.push_back(attend(X, Y, head, allowed, scale));
        B.push_back(all.heads.back().O);
    }
    all.B = stacked_heads(B);
    all.O = output_of_heads(all.B, output);
    return all;
}
// #endregion

}  // namespace attention
