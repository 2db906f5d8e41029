#pragma once
#include <string>
#include <vector>

#include "judge/check.hpp"

namespace attention {

/// A fault, and the case in which it is.
struct FaultInCase {
    const CaseResult* result;
    const Fault* fault;
};

/// Faults that have one cause, as far as can be told.
struct Finding {
    std::vector<Mistake> mistakes;    ///< each gives all these numbers; none when no known one does
    std::vector<FaultInCase> faults;  ///< in the order of the cases
};

/// Whether one of the mistakes is called so.
bool has_name(const std::vector<Mistake>& mistakes, const std::string& name);

/// What is wrong with the answers, told once for all cases. A fault that several mistakes explain is put down to the one that
/// explains most; faults that none explains are put together by their step.
std::vector<Finding> findings(const std::vector<CaseResult>& results);

}  // namespace attention
