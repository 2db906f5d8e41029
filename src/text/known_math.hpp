#pragma once
#include <string_view>

namespace attention {

/// True when text from a stranger's file is a formula that LaTeX and forges take as it is: commands that plain_math knows, with
/// the arguments that they need, braces in pairs and at most sixteen deep, one index and one power at most for each base, nothing
/// but words in \text, and no character that would lead out of the formula.
bool is_known_math(std::string_view latex);

}  // namespace attention
