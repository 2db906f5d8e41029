#pragma once
#include <cstddef>
#include <string>

#include "base/walkthrough.hpp"

// What the pictures need to know of a step beyond its value; told by its name, for the format fixes the names.

namespace attention {

/// Attention weights get bars and shades.
inline bool holds_weights(const Step& step)
{
    return step.name == "alpha_prime";
}

/// The matrices of scores and weights have a row for each key and a column for each query.
inline bool has_key_rows(const Step& step)
{
    return step.value.dimension() == 2 && (step.name == "alpha" || holds_weights(step));
}

/// What stands above column i (from 0) of the step's matrix: "q_1", "b_1".
inline std::string column_head(const Step& step, std::size_t i)
{
    return (has_key_rows(step) ? "q" : step.name) + "_" + std::to_string(i + 1);
}

}  // namespace attention
