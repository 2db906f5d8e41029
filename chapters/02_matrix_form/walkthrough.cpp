#include <optional>
#include <string>
#include <vector>

#include "02_matrix_form/matrix_form.hpp"
#include "02_matrix_form/matrix_form_mistakes.hpp"
#include "base/chapter.hpp"

namespace attention {
namespace {

std::string projected(const std::string& formula, const std::optional<Vector>& bias, const std::string& symbol)
{
    return bias ? formula + " + " + symbol + R"( \mathbf{1}^\top)" : formula;
}

std::vector<Step> captions(const Projections& p)
{
    return {
        {"q",
         "Q",
         projected("Q = W^q I", p.bq, "b^q"),
         {"All queries at once: column i of Q is q_i.", "一次算出所有查询：Q 的第 i 列是 q_i。"}},
        {"k", "K", projected("K = W^k I", p.bk, "b^k"), {"All keys: column j of K is k_j.", "所有键：K 的第 j 列是 k_j。"}},
        {"v", "V", projected("V = W^v I", p.bv, "b^v"), {"All values: column j of V is v_j.", "所有值：V 的第 j 列是 v_j。"}},
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

Walkthrough walk(const Problem& problem)
{
    const Projections& p = problem.projections;
    const Matrix I = as_columns(problem.inputs);
    Walk taken(problem, captions(p));
    const Matrix Q = taken.step("q", project(p.Wq, I, p.bq));
    const Matrix K = taken.step("k", project(p.Wk, I, p.bk));
    const Matrix V = taken.step("v", project(p.Wv, I, p.bv));
    const Matrix A = taken.step("alpha", scores(K, Q));
    const Matrix A_prime = taken.step("alpha_prime", softmax_over_keys(A));
    taken.step("b", weighted_sums(V, A_prime));
    return taken.result();
}

}  // namespace

Chapter matrix_form_chapter()
{
    return {"02_matrix_form",
            {"Matrix form", "矩阵形式"},
            {"How do all outputs come at once, as a few matrix products?", "怎样用几个矩阵乘积一次得到所有输出？"},
            {"self_attention"},
            {},
            walk,
            matrix_form_mistakes()};
}

}  // namespace attention
