#pragma once
#include "base/problem.hpp"
#include "text/field_reader.hpp"

namespace attention {

/// Reads W and bias of a problem of one layer, whose inputs have been read. Throws InputError for what does not fit.
void read_layer(const FieldReader& fields, Problem& problem);

}  // namespace attention
