#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include "06_positional_encoding/positional_encoding.hpp"
#include "base/problem.hpp"
#include "base/walkthrough.hpp"

namespace attention {

/// How many position vectors a problem needs, and how long they are. Two sequences share them: the longer one says how many.
struct EncodingSize {
    std::size_t d;
    std::size_t n;
};

inline EncodingSize encoding_size(const Problem& problem)
{
    if (has_target(problem)) {
        return {problem.target[0].size(), std::max(problem.target.size(), problem.source.size())};
    }
    return problem.inputs.empty() ? EncodingSize{problem.d, problem.n}
                                  : EncodingSize{problem.inputs[0].size(), problem.inputs.size()};
}

/// E of a problem with positions: given by hand, or by the sinusoid.
inline Matrix position_vectors(const Problem& problem)
{
    const Positions& positions = problem.positions.value();
    const EncodingSize size = encoding_size(problem);
    return positions.e.empty() ? sinusoid(size.d, size.n, positions.base, positions.first) : as_columns(positions.e);
}

/// a_i + e_i for all inputs; for two sequences x_1 + e_1 … x_m + e_m, then y_1 + e_1 … y_n + e_n.
inline std::vector<Vector> inputs_with_positions(const Problem& problem, const Matrix& E)
{
    if (!has_target(problem)) {
        return column_vectors(add_positions(as_columns(problem.inputs), E));
    }
    std::vector<Vector> sums = column_vectors(add_positions(as_columns(problem.target), E));
    const std::vector<Vector> of_source = column_vectors(add_positions(as_columns(problem.source), E));
    sums.insert(sums.end(), of_source.begin(), of_source.end());
    return sums;
}

/// Takes the steps of positions_captions: e, and a_plus_e when there is anything to add it to. Returns the problem that is then
/// left to solve.
inline Problem take_positions(Walk& taken, const Problem& problem)
{
    const Matrix E = taken.step("e", position_vectors(problem));
    if (problem.inputs.empty() && !has_target(problem)) {
        return problem;
    }
    return with_inputs(problem, taken.step("a_plus_e", inputs_with_positions(problem, E)));
}

}  // namespace attention
