#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace attention {

/// LaTeX as the steps use it, for a terminal: "\alpha'_{1,j} = \exp(…)" becomes "α'_{1,j} = exp(…)", "K^\top" "Kᵀ",
/// "\sqrt{d_k}" "√d_k". A command that is not known stays as it is.
std::string plain_math(const std::string& latex);

/// True when text from a stranger's file is mathematics that is safe to hand on to LaTeX and to forges: commands that
/// plain_math knows, braces in pairs, and no character that would lead out of the formula.
bool is_known_math(std::string_view latex);

/// The symbol of a step of which only the name is known: "q", "\alpha'", "\mathrm{my\_step}".
std::string symbol_of_name(const std::string& name);

/// True when a symbol runs over an index: "k_j" and "\alpha_{1,j}" do, "Q" and "q_{1}" do not.
bool runs_over_an_index(const std::string& latex);

/// The symbol with its running index replaced by a number: "k_j" and 3 give "k_{3}".
std::string at_index(const std::string& latex, std::size_t index);

/// A symbol that runs over queries and keys at one query: "h_{i,j}" and 2 give "h_{2,j}", "h" too.
std::string at_query(const std::string& latex, std::size_t query);

/// The number that stands alone in the index: 3 in "b_{3}"; 0 when none does.
std::size_t fixed_index(const std::string& latex);

}  // namespace attention
