#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/step_name.hpp"
#include "base/tensor.hpp"
#include "base/walkthrough.hpp"

namespace attention {

/// A problem that is solved on the way to another's answer, with those of its steps that have been taken, under the names that
/// they have in a problem of their own.
struct InnerProblem {
    Problem problem;
    Walkthrough walkthrough;
    std::string head;  ///< the number of the head whose problem it is: its step alpha is the other's alpha.2; empty for none
};

/// The steps of head `head`, by the names that they have in a problem of their own.
inline std::vector<Step> steps_of_head(const Walkthrough& walkthrough, const std::string& head)
{
    std::vector<Step> steps;
    for (Step step : walkthrough.steps) {
        const StepName name = parts_of_name(step.name);
        if (name.head == head) {
            step.name = name.base;
            steps.push_back(step);
        }
    }
    return steps;
}

/// The attention of head h, from 0: from target to source, or among the inputs. After a first level its queries stand in
/// for the target, its keys for the source, and its values give.
inline InnerProblem problem_of_head(const Problem& problem, const Walkthrough& walkthrough, std::size_t h)
{
    Problem inner = problem;
    inner.kind = has_target(problem) ? "attention" : "self_attention";
    inner.projections = problem.heads[h];
    if (problem.projections.Wq.size() > 0) {
        inner.kind = "attention";
        inner.inputs.clear();
        inner.target = walkthrough.as<std::vector<Vector>>("q");
        inner.source = walkthrough.as<std::vector<Vector>>("k");
        inner.giving = walkthrough.as<std::vector<Vector>>("v");
    }
    const std::string head = std::to_string(h + 1);
    return {inner, {walkthrough.id, inner.kind, steps_of_head(walkthrough, head)}, head};
}

/// The problems that are solved inside this one: the same about a_i + e_i once positions have been added; or one a head.
inline std::vector<InnerProblem> inner_problems(const Problem& problem, const Walkthrough& walkthrough)
{
    std::vector<InnerProblem> inner;
    if (problem.positions) {
        if (const Tensor* sums = walkthrough.find("a_plus_e")) {
            inner.push_back({with_inputs(problem, from_listed<std::vector<Vector>>(*sums)), walkthrough, ""});
        }
    } else if (problem.kind == "multi_head") {
        for (std::size_t h = 0; h < problem.heads.size(); ++h) {
            inner.push_back(problem_of_head(problem, walkthrough, h));
        }
    }
    return inner;
}

}  // namespace attention
