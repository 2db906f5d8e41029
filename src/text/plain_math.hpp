#pragma once
#include <cstddef>
#include <string>

namespace attention {

/// LaTeX as the steps use it, for a terminal: "\alpha'_{1,j} = \exp(…)" becomes "α'_{1,j} = exp(…)", "K^\top" "Kᵀ".
std::string plain_math(const std::string& latex);

/// True when a symbol runs over an index: "k_j" and "\alpha_{1,j}" do, "Q" and "q_{1}" do not.
bool runs_over_an_index(const std::string& latex);

/// The symbol with its running index replaced by a number: "k_j" and 3 give "k_{3}".
std::string at_index(const std::string& latex, std::size_t index);

}  // namespace attention
