#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/walkthrough.hpp"

namespace attention {

/// The steps of self-attention in matrix form, in order and without their values.
inline std::vector<Step> matrix_form_captions(const Problem& problem)
{
    const Projections& p = problem.projections;
    const auto with_bias = [](const std::string& formula, const std::string& symbol, const std::optional<Vector>& bias) {
        return bias ? formula + " + " + symbol + R"( \mathbf{1}^\top)" : formula;
    };
    return {
        {"q",
         "Q",
         with_bias("Q = W^q I", "b^q", p.bq),
         {"All queries at once: column i of Q is q_i.", "一次算出所有查询：Q 的第 i 列是 q_i。"}},
        {"k", "K", with_bias("K = W^k I", "b^k", p.bk), {"All keys: column j of K is k_j.", "所有键：K 的第 j 列是 k_j。"}},
        {"v", "V", with_bias("V = W^v I", "b^v", p.bv), {"All values: column j of V is v_j.", "所有值：V 的第 j 列是 v_j。"}},
        {"alpha",
         "A",
         R"(A = K^\top Q)",
         {"All scores: row j, column i holds k_j · q_i, so a column belongs to a query.",
          "所有分数：第 j 行第 i 列是 k_j · q_i，所以每一列属于一个查询。"}},
        {"alpha_prime",
         "A'",
         R"(A' = \mathrm{softmax}(A))",
         {"Softmax over keys, query by query: every column sums to 1.", "逐个查询对键做 softmax：每一列之和为 1。"}},
        {"b",
         "O",
         "O = V A'",
         {"All outputs: column i of O is b_i, the values mixed by column i of A'.",
          "所有输出：O 的第 i 列是 b_i，即用 A' 的第 i 列对各个值加权求和。"}},
    };
}

}  // namespace attention
