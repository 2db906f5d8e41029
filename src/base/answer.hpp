#pragma once
#include <map>
#include <string>

#include "base/problem.hpp"
#include "base/words.hpp"

namespace attention {

/// What came back for a problem.
struct Answer {
    std::string id;                                ///< of the problem that is answered
    StepValues steps = {};                         ///< what is not a number is NaN
    std::map<std::string, Words> unreadable = {};  ///< steps whose value could not be read, and why
    bool has_gaps = false;                         ///< NaN stands for a number that was left out, and is not judged
    bool is_unsupported = false;                   ///< "I do not know such problems"
    std::string error = {};                        ///< why there is no answer; empty when there is one
};

}  // namespace attention
