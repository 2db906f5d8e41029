#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "base/problem.hpp"
#include "base/walkthrough.hpp"
#include "text/language.hpp"

namespace attention {

// Each of these but the document returns lines that end in a newline and belong an empty line apart from what stands before.

/// Free text on one line, with every sign that TeX would take for a command escaped. Characters that the document's fonts
/// do not have are written by their number, [U+1F600], so that they are not lost; but of the rarest Chinese characters fandol
/// has none, and they leave a gap.
std::string latex_text(std::string_view text);

/// The problem's title, or else the chapter's, and the chapter's question.
std::string latex_title(const Problem& problem, const Words& title, const Words& question, Language language);

/// What the problem states: inputs and weights.
std::string latex_stated(const Problem& problem, Language language);

/// One step: name, words, formula, numbers.
std::string latex_step(const Step& step, std::size_t number, Language language);

/// A whole document around them. For xelatex and lualatex; for pdflatex too when it holds nothing Chinese and no letters beyond
/// plain ones. Chinese takes ctex and the fandol fonts.
std::string latex_document(const std::string& body, Language language);

}  // namespace attention
