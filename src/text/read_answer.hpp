#pragma once
#include <string_view>

#include "base/answer.hpp"

namespace attention {

/// A port's line: a walkthrough, of which id, names and values are asked, or {"id", "unsupported": true}, or {"id", "error"}.
/// What programs print for numbers that are none (NaN, inf, null) is read as NaN, to be judged. Other fields are passed over.
/// Throws InputError for anything else.
Answer read_answer(std::string_view line);

/// The id of what looks like a problem or an answer; empty when none can be found.
std::string id_in(std::string_view line);

/// Steps by name, {"alpha": [["ln 2", 0]], …}, or a walkthrough, whose id may be missing: numbers worked out by hand.
/// Throws InputError for anything else.
StepValues read_hand_answers(std::string_view text);

}  // namespace attention
