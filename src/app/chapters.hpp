#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/chapter.hpp"

namespace attention {

/// All chapters, in reading order.
const std::vector<Chapter>& chapters();

/// The chapter that a person means by "2", "02", "02_matrix_form" or "matrix_form"; nullptr when there is none.
const Chapter* find_chapter(std::string_view spoken);

/// The text of chapters/NAME/problem.json, built into the program so that it also works where the sources are not.
std::string_view default_problem(const Chapter& chapter);

}  // namespace attention
