#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/case.hpp"
#include "base/chapter.hpp"
#include "base/tensor.hpp"
#include "base/words.hpp"
#include "judge/comparison.hpp"

namespace attention {

/// A step that does not follow from the steps before it.
struct Fault {
    std::string step;
    Tensor expected;  ///< what follows from the steps before it as they came
    Tensor got;
    std::optional<Departure> first;  ///< where they part; nothing when already the shapes differ
    std::vector<Mistake> mistakes;   ///< which give what came, all of them equally
    Words likeness;                  ///< what is still right about it; empty when nothing is seen
    std::vector<std::string> right;  ///< the steps before it that are right
};

/// What the judge finds about one answer, step by step.
struct Verdict {
    std::vector<std::string> steps;       ///< of the problem, in order
    std::vector<std::string> judged;      ///< steps that were answered and compared
    std::vector<std::string> following;   ///< those of them that are right only from the answer's own earlier steps
    std::vector<std::string> unanswered;  ///< steps of the problem that the answer leaves out
    std::vector<std::string> unknown;     ///< steps of the answer that the problem does not have
    /// Steps behind a fault of which nothing can be said: what came there has a wrong shape or is no number, so that nothing follows;
    /// or they measure the whole function.
    std::vector<std::string> unjudged;
    std::vector<std::string> conventions;  ///< by name, of the case: other answers in good faith
    std::vector<Fault> faults;             ///< in the order of the steps
};

/// Who judges: the chapter that answers, the mistakes that are tried, and t, the tolerance.
struct Judge {
    const Chapter& chapter;
    const std::vector<Mistake>& mistakes;
    double tolerance;
};

/// Compares an answer with a case, step by step. A step is right when it is as recorded, or follows from the answer's own earlier
/// steps; a wrong one is a fault, and those behind it are judged by what follows from it. Each fault is tried against the mistakes.
Verdict verdict_on(const StepValues& answer, const Case& asked, const Judge& judge);

}  // namespace attention
