#include "02_matrix_form/matrix_form.hpp"
#include "03_scores/scores_captions.hpp"
#include "03_scores/scores_measured.hpp"
#include "03_scores/scores_mistakes.hpp"
#include "03_scores/scores_steps.hpp"
#include "base/chapter.hpp"

namespace attention {
namespace {

Walkthrough walk(const Problem& problem)
{
    const Matrix I = as_columns(problem.inputs);
    Walk taken(problem, scores_captions(problem, problem.projections));
    const auto [A, V] = take_scores(taken, problem, problem.projections, asking(problem), I, I);
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
            [] { return std::vector<Measurement>{measure_scores()}; }};
}

}  // namespace attention
