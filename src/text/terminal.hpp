#pragma once
#include <cstddef>
#include <string>

#include "base/chapter.hpp"
#include "base/problem.hpp"
#include "base/walkthrough.hpp"
#include "text/language.hpp"

namespace attention {

/// How a terminal is written to.
struct View {
    Language language = Language::english;
    bool colour = false;
};

// Each of these returns lines that end in a newline. Exact strings are shown as they were written, other inputs with all
// their digits, results to six significant digits; vectors and matrices longer than twelve are shown by their first ten and their last.

/// The chapter's name and question.
std::string terminal_title(const Chapter& chapter, const View& view);

/// A heading of its own line, such as the title of a problem.
std::string terminal_heading(const std::string& title, const View& view);

/// What the problem states: inputs and weights.
std::string terminal_stated(const Problem& problem, const View& view);

/// One step: formula, words, numbers, and bars for attention weights.
std::string terminal_step(const Step& step, std::size_t number, const View& view);

/// The last step as it should be, on one line.
std::string terminal_right(const Step& right, const View& view);

/// A mistake, and what the last step comes to with it.
std::string terminal_mistake(const Mistake& mistake, const Step& wrong, const View& view);

}  // namespace attention
