#pragma once
#include <string>
#include <vector>

namespace attention {

/// A field of the problem format.
struct Field {
    std::string name;
    std::vector<std::string> kinds;  ///< of problem, to which it belongs
    std::string chapter;             ///< that brings it
};

/// A kind of problem.
struct Kind {
    std::string name;
    std::string chapter;  ///< that brings it
};

const std::vector<Kind>& problem_kinds();
const std::vector<Field>& problem_fields();

/// The chapter that brings a kind or a field, by its name. Throws std::out_of_range for a name that the format does not have.
std::string chapter_that_brings(const std::string& kind_or_field);

}  // namespace attention
