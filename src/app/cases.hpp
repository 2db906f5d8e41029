#pragma once
#include <string_view>
#include <vector>

namespace attention {

/// The cases of tests/cases, as JSON, in the order of their ids. They are built into the program.
const std::vector<std::string_view>& recorded_cases();

}  // namespace attention
