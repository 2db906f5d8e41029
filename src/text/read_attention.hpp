#pragma once
#include "base/problem.hpp"
#include "text/field_reader.hpp"

namespace attention {

/// Reads a problem of an attention kind.
/// Throws InputError for what does not fit.
void read_attention(const FieldReader& fields, Problem& problem);

/// Reads base and first of a sinusoid.
void read_sinusoid(const FieldReader& fields, Positions& positions);

/// Throws InputError when one of the n positions is so large that a double cannot tell it from the next.
void check_first(const FieldReader& fields, const Positions& positions, std::size_t n);

/// Reads the positions that are added to up to n vectors of d components, when the problem has any.
void read_positions(const FieldReader& fields, std::size_t n, std::size_t d, Problem& problem);

}  // namespace attention
