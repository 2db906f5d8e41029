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

/// A problem that a chapter ships.
struct Example {
    std::string name;       ///< empty for problem.json; "window" for problem_window.json
    std::string_view text;  ///< built into the program, so that it also works where the sources are not
};

/// The chapter's own problem, problem.json, and then its others.
const std::vector<Example>& examples(const Chapter& chapter);

/// The chapter's problems, read, in the order of examples().
std::vector<Problem> own_problems(const Chapter& chapter);

/// The first of these problems that the mistake concerns. Throws std::out_of_range when there is none.
const Problem& problem_for(const Mistake& mistake, const std::vector<Problem>& problems);

}  // namespace attention
