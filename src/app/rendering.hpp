#pragma once
#include <string>
#include <vector>

#include "base/chapter.hpp"
#include "base/problem.hpp"
#include "base/walkthrough.hpp"
#include "text/terminal.hpp"

namespace attention {

/// The formats in which a walkthrough can come out.
const std::vector<std::string>& formats();

/// What comes out of a walkthrough, and where to.
struct Rendering {
    std::string format = "text";     ///< one of formats()
    std::vector<std::string> steps;  ///< by name; none: all
    std::string output = "-";        ///< standard output
};

/// A problem, the chapter that answers it, and what came out.
struct Solution {
    Problem problem;
    const Chapter* chapter;
    Walkthrough walkthrough;
};

std::vector<std::string> step_names(const Walkthrough& walkthrough);

/// Throws InputError unless every name is one of `known`.
void require_steps(const std::vector<std::string>& names, const std::vector<std::string>& known);

/// The picked steps as blocks of text to stand an empty line apart, with the numbers that they have among all.
std::vector<std::string> step_blocks(const Walkthrough& walkthrough, const std::vector<std::string>& picked, const View& view);

/// Writes a solution; unless steps are picked, a page begins with its title and what the problem states.
/// Throws InputError for a step that it does not have, or a file that cannot be written.
void render(const Solution& solution, const Rendering& as, const View& view);

/// Writes a walkthrough whose problem is not known.
/// Throws InputError for a step that it does not have, or a file that cannot be written.
void render(const Walkthrough& walkthrough, const Rendering& as, const View& view);

}  // namespace attention
