#pragma once
#include <string>
#include <vector>

#include "judge/check.hpp"

namespace attention {

/// A case from JSON, with the chapter that answers it. Throws InputError for what is no case, for one that no chapter answers, for
/// recorded steps that are none of the problem, or of another shape, and for names of mistakes that nobody knows.
JudgedCase judged_case(const std::string& text);

/// The same of a problem or a case; of the steps that are not recorded, the chapter's values are expected. No port is asked.
JudgedCase judged_problem(const std::string& text);

/// The cases of tests/cases, which are built into the program, in the order of their ids.
std::vector<JudgedCase> built_in_cases();

/// The case in a file, or the cases in a folder's files *.json, in the order of their names.
/// Throws InputError when there is none, when one cannot be used, and when two have the same id.
std::vector<JudgedCase> cases_in(const std::string& name);

}  // namespace attention
