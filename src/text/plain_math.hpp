#pragma once
#include <string>

namespace attention {

/// LaTeX as the steps use it, for a terminal: "\alpha'_{1,j} = \exp(…)" becomes "α'_{1,j} = exp(…)", "K^\top" "Kᵀ",
/// "\sqrt{d_k}" "√d_k". A command that is not known stays as it is.
std::string plain_math(const std::string& latex);

}  // namespace attention
