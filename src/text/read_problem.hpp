#pragma once
#include <string_view>

#include "base/problem.hpp"

namespace attention {

/// Reads a problem from JSON, as docs/problem-format.md describes it, and checks everything in it.
/// A problem of a kind, or with fields, that no chapter answers yet comes back with its kind, id, title and `asks` alone.
/// Throws InputError with the path inside the file, what was expected there and what came.
Problem read_problem(std::string_view text);

}  // namespace attention
