#pragma once
#include <cstddef>
#include <string_view>

#include "base/problem.hpp"

namespace attention {

constexpr std::size_t most_inputs = 2048;      ///< the scores grow with the square: 2048 inputs have four million
constexpr std::size_t most_components = 4096;  ///< of a vector, and rows of a matrix: 2048 queries of 4096 take 64 MiB

/// Reads a problem from JSON, as docs/problem-format.md describes it, and checks everything in it.
/// A problem of a kind, or with fields, that no chapter answers yet comes back with its kind, id, title and `asks` alone.
/// Throws InputError with the path inside the file, what was expected there and what came.
Problem read_problem(std::string_view text);

}  // namespace attention
