#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "base/holds.hpp"
#include "base/inner_problem.hpp"
#include "base/problem.hpp"
#include "base/step_name.hpp"
#include "base/tensor.hpp"
#include "base/walkthrough.hpp"
#include "base/words.hpp"

namespace attention {

/// A wrong turn that people really take.
struct Mistake {
    std::string name;  ///< stable, for cases refer to it: "softmax_over_queries"
    Words words;       ///< what was done in place of the right thing
    /// What the steps come to in which it is made, computed from the problem and the right steps before them. All other steps
    /// follow from these as usual.
    StepValues (*values)(const Problem&, const Walkthrough& earlier);
    /// Whether the problem has what the mistake needs, such as a bias to leave out.
    bool (*concerns)(const Problem&) = [](const Problem&) { return true; };
};

/// Those of the steps that come out wrong: not those that a mistake leaves as they are, by the numbers at hand.
inline StepValues only_wrong(StepValues steps, const Walkthrough& right)
{
    std::erase_if(steps, [&right](const auto& step) { return step.second == right.value(step.first); });
    return steps;
}

/// What stands in a column of a measurement.
struct MeasuredColumn {
    Words head;  ///< plain text above the column: "d_k"
    Words words;
};

/// Numbers that a chapter measures, to back what its lesson claims.
struct Measurement {
    Words words;  ///< what is measured, and how
    std::vector<MeasuredColumn> columns;
    Matrix rows;
};

/// What a chapter hands to the program.
struct Chapter {
    std::string name;  ///< its folder: "02_matrix_form"
    Words title;
    Words question;                   ///< what the chapter answers, one line
    std::vector<std::string> kinds;   ///< the kinds of problem it takes
    std::vector<std::string> brings;  ///< which Problem::asks it can answer
    Walkthrough (*walk)(const Problem&);
    std::vector<Mistake> mistakes;
    std::vector<Measurement> (*measure)() = nullptr;  ///< when it measures something
};

/// True when the chapter takes this kind of problem and answers all that it asks.
inline bool accepts(const Chapter& chapter, const Problem& problem)
{
    return holds(chapter.kinds, problem.kind) && std::all_of(problem.asks.begin(), problem.asks.end(),
                                                             [&](const std::string& ask) { return holds(chapter.brings, ask); });
}

/// The steps that come out wrong at first when the mistake is made in the problem, or in one that is solved inside it; none when
/// it concerns neither. `right` is the problem's walkthrough.
inline StepValues wrong_steps(const Mistake& mistake, const Problem& problem, const Walkthrough& right)
{
    if (mistake.concerns(problem)) {
        return mistake.values(problem, right);
    }
    StepValues wrong;
    for (const InnerProblem& inner : inner_problems(problem, right)) {
        for (const auto& [name, value] : wrong_steps(mistake, inner.problem, inner.walkthrough)) {
            wrong[inner.head.empty() ? name : name_of_step({name, inner.head})] = value;
        }
    }
    return wrong;
}

/// The whole walkthrough of someone who makes `mistake` and goes on from it without another. Steps that the problem gives stay.
inline Walkthrough walk_with(const Mistake& mistake, const Chapter& chapter, Problem problem)
{
    const Walkthrough right = chapter.walk(problem);
    problem.given.merge(wrong_steps(mistake, problem, right));
    return chapter.walk(problem);
}

}  // namespace attention
