#pragma once
#include <string>

#include "base/walkthrough.hpp"

namespace attention {

/// The walkthrough as JSON, as docs/problem-format.md describes it: every number with all its digits, a step a line.
/// What it lacks, such as the kind or the words of a walkthrough from elsewhere, is left out.
std::string walkthrough_json(const Walkthrough& walkthrough);

}  // namespace attention
