#pragma once
#include <cstddef>
#include <string_view>

#include "text/input_error.hpp"

namespace attention {

/// "line 3, column 5": where the byte at `offset` stands. Columns count characters.
Words line_and_column(std::string_view text, std::size_t offset);

/// What is wrong where a JSON parser stopped. The slips that people make most are named: a comma too many, comments, other
/// quotes, NaN, an exact number without quotes.
///
/// The parser stopped at the byte at `offset`; `is_complete` when a whole document stands before it.
InputError json_fault(std::string_view text, std::size_t offset, bool is_complete);

}  // namespace attention
