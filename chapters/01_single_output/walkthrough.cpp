#include <vector>

#include "00_why_attention/why_attention.hpp"
#include "01_single_output/single_output.hpp"
#include "01_single_output/single_output_captions.hpp"
#include "01_single_output/single_output_mistakes.hpp"
#include "base/chapter.hpp"

namespace attention {
namespace {

Walkthrough walk(const Problem& problem)
{
    const Projections& p = problem.projections;
    const std::vector<Vector>& a = problem.inputs;
    Walk taken(problem, single_output_captions(problem));
    const Vector q = taken.step("q", fully_connected(p.Wq, a.at(problem.query - 1), p.bq));
    const std::vector<Vector> k = taken.step("k", per_vector(p.Wk, a, p.bk));
    const std::vector<Vector> v = taken.step("v", per_vector(p.Wv, a, p.bv));
    const Vector alpha = taken.step("alpha", dot_product_scores(q, k));
    const Vector alpha_prime = taken.step("alpha_prime", softmax(alpha));
    taken.step("b", weighted_sum(alpha_prime, v));
    return taken.result();
}

}  // namespace

Chapter single_output_chapter()
{
    return {"01_single_output",
            {"One output", "单个输出"},
            {"How does one output b_1 come from all the inputs a_1 … a_n?", "一个输出 b_1 怎样由所有输入 a_1 … a_n 得来？"},
            {"single_output"},
            {},
            walk,
            single_output_mistakes()};
}

}  // namespace attention
