#include <vector>

#include "04_source_and_target/source_and_target_steps.hpp"
#include "05_multi_head/multi_head.hpp"
#include "05_multi_head/multi_head_captions.hpp"
#include "05_multi_head/multi_head_mistakes.hpp"
#include "base/chapter.hpp"

namespace attention {
namespace {

Walkthrough walk(const Problem& problem)
{
    Matrix X = asking(problem);
    Matrix Y = answering(problem);
    Matrix Z = Y;
    Walk taken(problem, multi_head_captions(problem));
    if (has_first_level(problem)) {
        const Projections& p = problem.projections;
        X = taken.step("q", project(p.Wq, X, p.bq));
        const Matrix K = taken.step("k", project(p.Wk, Y, p.bk));
        Z = taken.step("v", project(p.Wv, Y, p.bv));
        Y = K;
    }
    std::vector<Matrix> B;
    for (std::size_t h = 1; h <= problem.heads.size(); ++h) {
        B.push_back(take_attention(taken, problem, problem.heads[h - 1], X, Y, Z, symbols_of_head(problem, h)));
    }
    const Matrix concat = taken.step("concat", stacked_heads(B));
    taken.step("b", taken.is_given("b") ? Matrix() : output_of_heads(concat, {problem.Wo, problem.bo}));
    return taken.result();
}

}  // namespace

Chapter multi_head_chapter()
{
    return {"05_multi_head",
            {"Multi-head attention", "多头注意力"},
            {"What if inputs are related in more than one way?", "输入之间的关系不止一种，怎么办？"},
            {"multi_head"},
            {},
            walk,
            multi_head_mistakes()};
}

}  // namespace attention
