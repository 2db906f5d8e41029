#pragma once
#include <map>
#include <string>
#include <vector>

#include "base/problem.hpp"

namespace attention {

/// A recorded problem, and what every step of it comes to.
struct Case {
    Problem problem;  ///< its id is the case's: stable for ever
    StepValues expected;
    std::map<std::string, StepValues> acceptable;  ///< other answers in good faith, of the steps that differ, by convention
    std::vector<std::string> catches;              ///< the mistakes that it was made to catch, by name
    double tolerance = 1e-12;                      ///< t: |got − expected| ≤ t max(1, |expected|)
};

}  // namespace attention
