#include "02_matrix_form/matrix_form.hpp"
#include "03_scores/scores.hpp"
#include "03_scores/scores_captions.hpp"
#include "03_scores/scores_measured.hpp"
#include "03_scores/scores_mistakes.hpp"
#include "base/chapter.hpp"

namespace attention {
namespace {

Walkthrough walk(const Problem& problem)
{
    const Projections& p = problem.projections;
    const Matrix I = as_columns(problem.inputs);
    const Matrix X = asking_inputs(problem);
    Walk taken(problem, scores_captions(problem));
    Matrix A;
    Matrix V;
    if (problem.score == Score::bilinear) {
        V = taken.step("v", project(p.Wv, I, p.bv));
        A = bilinear_scores(problem.W, I, X);
    } else {
        const Matrix Q = taken.step_by_query("q", project(p.Wq, X, p.bq));
        const Matrix K = taken.step("k", project(p.Wk, I, p.bk));
        V = taken.step("v", project(p.Wv, I, p.bv));
        if (problem.score == Score::additive) {
            const Tensor3 h = taken.step_by_query("hidden", additive_hidden(K, Q, problem.b_score));
            A = additive_scores(h, problem.w, problem.c);
        } else {
            A = scaled_scores(K, Q, problem.scale);
        }
    }
    A = taken.step_by_query("alpha", A);
    const Matrix A_prime = taken.step_by_query("alpha_prime", softmax_over_keys(A));
    taken.step_by_query("b", weighted_sums(V, A_prime));
    return taken.result();
}

}  // namespace

Chapter scores_chapter()
{
    return {"03_scores",
            {"Scores", "分数"},
            {"What other ways are there to score a key, and why does the Transformer divide by √d_k?",
             "给键打分还有哪些办法？Transformer 为什么要除以 √d_k？"},
            {"single_output", "self_attention"},
            {"score", "W", "w", "b_score", "c", "scale"},
            walk,
            scores_mistakes(),
            {{"", {"The scaled dot product", "缩放点积"}},
             {"additive", {"The additive score", "加性分数"}},
             {"bilinear", {"The bilinear score", "双线性分数"}}},
            measure_scores};
}

}  // namespace attention
