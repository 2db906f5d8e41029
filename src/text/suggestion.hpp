#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/words.hpp"

namespace attention {

/// The known word that `word` was most likely meant to be: at most two letters wrong, missing, added or exchanged
/// with a neighbour (one in words of up to three), capitals not counted. Nothing when none is near.
std::optional<std::string> suggestion(std::string_view word, const std::vector<std::string>& known);

/// "one of q, k, v"
Words one_of(const std::vector<std::string>& words);

/// The word in quotes and, when it has a suggestion, the question: "alfa"; did you mean "alpha"?
Words did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace attention
