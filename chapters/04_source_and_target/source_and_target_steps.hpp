#pragma once
#include <cstddef>
#include <string>

#include "03_scores/scores_steps.hpp"
#include "04_source_and_target/source_and_target.hpp"
#include "base/problem.hpp"
#include "base/walkthrough.hpp"

namespace attention {

/// Who may attend to what: what the problem's masks allow together. Everything, when there are none.
inline Mask mask_of(const Problem& problem, std::size_t n_keys, std::size_t n_queries)
{
    Mask allowed = no_mask(n_keys, n_queries);
    if (problem.is_causal) {
        const auto first = static_cast<std::ptrdiff_t>(first_asking(problem));
        allowed = both_masks(allowed, causal_mask(n_keys, n_queries, first));
    }
    if (problem.mask) {
        allowed = both_masks(allowed, *problem.mask);
    }
    if (!problem.is_real.empty()) {
        allowed = both_masks(allowed, padding_mask(problem.is_real, n_queries));
    }
    return allowed;
}

/// Takes all steps of attention: the columns of X ask, those of Y answer, those of Z give. Returns the outputs.
inline Matrix take_attention(Walk& taken, const Problem& problem, const Projections& p, const Matrix& X, const Matrix& Y,
                             const Matrix& Z, const Symbols& symbols)
{
    const auto [A, V] = take_scores(taken, problem, p, X, Y, Z, symbols);
    const Mask allowed = mask_of(problem, A.shape(0), A.shape(1));
    const Matrix A_prime = taken.step_by_query(symbols.step("alpha_prime"), masked_softmax(A, allowed));
    const std::string b = symbols.step("b");
    return taken.step_by_query(b, taken.is_given(b) ? Matrix() : sums_of_seen_values(V, A_prime));
}

}  // namespace attention
