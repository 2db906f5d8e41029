#pragma once
#include <string>
#include <vector>

#include "base/problem.hpp"

namespace attention {

/// What came back for a problem.
struct Answer {
    std::string id;               ///< of the problem that is answered
    StepValues steps;             ///< what is not a number is NaN
    bool is_unsupported = false;  ///< "I do not know such problems"
    std::string error = {};       ///< why there is no answer; empty when there is one
};

}  // namespace attention
