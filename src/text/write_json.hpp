#pragma once
#include <string>

#include "base/walkthrough.hpp"

namespace attention {

/// The walkthrough as JSON, as docs/problem-format.md describes it: every number with all its digits, a step a line.
/// What it lacks, such as the kind or the words of a walkthrough from elsewhere, is left out.
std::string walkthrough_json(const Walkthrough& walkthrough);

/// The same on one line, names and values alone, without a newline: what a port answers.
std::string walkthrough_line(const Walkthrough& walkthrough);

/// What a port answers when it cannot: {"id": …, "error": …}, without a newline.
std::string error_line(const std::string& id, const std::string& error);

}  // namespace attention
