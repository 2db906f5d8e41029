#pragma once
#include <cstddef>
#include <string>

// The symbols of steps, in LaTeX: how they are made, and the index over which they run.

namespace attention {

/// The symbol of a step of which only the name is known: "q", "\alpha'", "\mathrm{my\_step}"; with the number of a head, "q_{2}".
std::string symbol_of_name(const std::string& name);

/// True when a symbol runs over an index: "k_j" and "\alpha_{1,j}" do, "Q" and "q_{1}" do not.
bool runs_over_an_index(const std::string& latex);

/// The symbol with its running index replaced by a number: "k_j" and 3 give "k_{3}".
std::string at_index(const std::string& latex, std::size_t index);

/// A symbol that runs over queries and keys at one query: "h_{i,j}" and 2 give "h_{2,j}"; "h" and "h_i", which do not, too.
std::string at_query(const std::string& latex, std::size_t query);

/// The symbol without the index of its last letter, which can then be given another: "x" for "x_1", "x'" for "x_{i}'".
std::string without_index(const std::string& latex);

/// The number that stands alone in the index: 3 in "b_{3}"; 0 when none does.
std::size_t fixed_index(const std::string& latex);

}  // namespace attention
