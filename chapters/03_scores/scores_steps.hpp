#pragma once
#include "02_matrix_form/matrix_form.hpp"
#include "02_matrix_form/matrix_form_captions.hpp"
#include "03_scores/scores.hpp"
#include "base/problem.hpp"
#include "base/walkthrough.hpp"

namespace attention {

/// What the weights are made of, and what they weigh.
struct Scored {
    Matrix A;  ///< [n_keys x n_queries]
    Matrix V;  ///< [d_v x n_keys]
};

/// Takes the steps up to the scores, whatever the score: the columns of X ask, those of Y answer, those of Z give.
inline Scored take_scores(Walk& taken, const Problem& problem, const Projections& p, const Matrix& X, const Matrix& Y,
                          const Matrix& Z, const Symbols& symbols = {})
{
    if (problem.score == Score::bilinear) {
        const Matrix V = taken.step(symbols.step("v"), project(p.Wv, Z, p.bv));
        const Matrix A = taken.step_by_query(symbols.step("alpha"), bilinear_scores(problem.W, Y, X));
        return {A, V};
    }
    const Matrix Q = taken.step_by_query(symbols.step("q"), project(p.Wq, X, p.bq));
    const Matrix K = taken.step(symbols.step("k"), project(p.Wk, Y, p.bk));
    const Matrix V = taken.step(symbols.step("v"), project(p.Wv, Z, p.bv));
    if (problem.score == Score::additive) {
        const Tensor3 h = taken.step_by_query(symbols.step("hidden"), additive_hidden(K, Q, problem.b_score));
        return {taken.step_by_query(symbols.step("alpha"), additive_scores(h, problem.w, problem.c)), V};
    }
    return {taken.step_by_query(symbols.step("alpha"), scaled_scores(K, Q, problem.scale)), V};
}

}  // namespace attention
