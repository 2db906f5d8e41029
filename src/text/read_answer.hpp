#pragma once
#include <string_view>

#include "base/answer.hpp"

namespace attention {

/// A port's line: a walkthrough, of which id, names and values are asked, or {"id", "unsupported": true}, or {"id", "error"}.
/// What programs print for numbers that are none (NaN, inf, null) is read as NaN, to be judged; a value that cannot be read is
/// kept as that. Other fields are passed over.
/// Throws InputError for anything else.
Answer read_answer(std::string_view line);

/// Steps by name, {"alpha": [["ln 2", 0]], …}, or a walkthrough, whose id may be missing: numbers worked out by hand. null stands for
/// one that was left out.
/// Throws InputError for anything else.
Answer read_hand_answers(std::string_view text);

}  // namespace attention
