#pragma once
#include "base/problem.hpp"
#include "text/field_reader.hpp"

namespace attention {

/// Reads the weights of a recurrent network, whose inputs have been read. Throws InputError for what does not fit.
void read_recurrence(const FieldReader& fields, Problem& problem);

}  // namespace attention
