#pragma once
#include <string>

#include "base/words.hpp"

namespace attention {

/// What `attention COMMAND --help` prints; for an empty name, what `attention --help` prints.
Words help_text(const std::string& command);

}  // namespace attention
