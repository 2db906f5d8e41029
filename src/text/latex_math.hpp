#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "base/stated.hpp"
#include "base/walkthrough.hpp"

// The mathematics of Markdown and LaTeX: formulas to be displayed, each without the marks that a page puts around it. They
// keep to what TeX, MathJax and KaTeX all know. Long vectors and matrices are shown as the terminal shows them.

namespace attention {

/// A number as it stands in a cell: "1e-300" becomes "1 \times 10^{-300}", "-1/2 ln 3" "-\frac{1}{2} \ln 3".
std::string number_math(std::string_view number);

/// What a step came to: one formula, but one for each query when the value has three axes. Vectors are written (1, 0), the
/// matrices of the lecture with a vector a column; scores and weights are a table that names its keys and queries.
std::vector<std::string> step_math(const Step& step);

/// One thing that the problem states; exact strings are exact.
std::string stated_math(const Stated& stated, const Problem& problem);

}  // namespace attention
