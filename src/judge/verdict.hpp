#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/answer.hpp"
#include "base/case.hpp"
#include "base/chapter.hpp"
#include "base/tensor.hpp"
#include "base/words.hpp"
#include "judge/comparison.hpp"

namespace attention {

/// How a step of a problem was answered.
enum class Standing {
    right,       ///< as recorded
    following,   ///< right from the answer's own earlier steps
    wrong,       ///< a fault
    unanswered,  ///< left out
    unjudged     ///< nothing can be said: a step before it has a wrong shape or is no number; or it measures the whole function
                 ///< and a step before it is wrong
};

struct JudgedStep {
    std::string name;
    Standing standing;
};

/// A step that does not follow from the steps before it.
struct Fault {
    std::string step;
    Tensor expected;                 ///< what follows from the steps before it as they came
    Tensor got;                      ///< empty when it could not be read
    Words unreadable;                ///< why not; empty when it could
    std::optional<Departure> first;  ///< where they part; nothing when already the shapes differ
    std::vector<Mistake> mistakes;   ///< which give what came, all of them equally
    Words likeness;                  ///< what is still right about it; empty when nothing is seen
    std::vector<std::string> right;  ///< the steps before it that are right
};

/// What the judge finds about one answer, step by step.
struct Verdict {
    std::vector<JudgedStep> steps;         ///< all of the problem, in order
    std::vector<Fault> faults;             ///< of those that are wrong, in order
    std::vector<std::string> unknown;      ///< steps of the answer that the problem does not have
    std::vector<std::string> conventions;  ///< by name, of the case: the answer is one in good faith, of these
};

/// The names of the steps that were answered so.
std::vector<std::string> steps_that_are(Standing standing, const Verdict& verdict);

/// Who judges: the chapter that answers, and the mistakes that are tried.
struct Judge {
    const Chapter& chapter;
    const std::vector<Mistake>& mistakes;
    Tolerance tolerance;
};

/// Compares an answer with a case, step by step. A step is right when it is as recorded (in the case, or throughout by one of the
/// conventions that it accepts), or follows from the answer's own earlier steps; a wrong one is a fault, and those behind it are
/// judged by what follows from it. Each fault is tried against the mistakes.
Verdict verdict_on(const Answer& answer, const Case& asked, const Judge& judge);

}  // namespace attention
