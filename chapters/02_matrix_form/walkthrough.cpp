#include <vector>

#include "02_matrix_form/matrix_form.hpp"
#include "02_matrix_form/matrix_form_captions.hpp"
#include "02_matrix_form/matrix_form_mistakes.hpp"
#include "base/chapter.hpp"

namespace attention {
namespace {

Walkthrough walk(const Problem& problem)
{
    const Projections& p = problem.projections;
    const Matrix I = as_columns(problem.inputs);
    Walk taken(problem, matrix_form_captions(p));
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
