#pragma once
#include <string>

#include "base/problem.hpp"
#include "base/walkthrough.hpp"
#include "text/language.hpp"

namespace attention {

/// The walkthrough as a picture: the inputs and then every step, one below the other, one vector per column, so that what
/// belongs to input j stands in column j all the way down. Two decimals; attention weights are shaded. Legible on dark
/// and light pages.
std::string svg_picture(const Problem& problem, const Walkthrough& walkthrough, Language language);

/// The same without the inputs, which only the problem knows.
std::string svg_picture(const Walkthrough& walkthrough, Language language);

}  // namespace attention
