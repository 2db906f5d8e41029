#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "base/problem.hpp"
#include "base/walkthrough.hpp"
#include "text/language.hpp"

namespace attention {

// Markdown as GitHub, GitLab and Forgejo render it, with the marks of the lessons for mathematics. Each of these returns
// lines that end in a newline and belong an empty line apart from what stands before.

/// Free text on one line that means nothing but itself: no emphasis, link, tag, list, heading or formula, and where a forge looks
/// for addresses (https://, www.), names (@name), numbers of issues (#1, !1) and pictures (:smile:) it finds none, for a space of
/// no width stands in them. What one forge alone takes for a link, such as a bare hash of a commit, is left.
std::string markdown_text(std::string_view text);

/// The problem's title, or else the chapter's, and the chapter's question.
std::string markdown_title(const Problem& problem, const Words& title, const Words& question, Language language);

/// What the problem states: inputs and weights.
std::string markdown_stated(const Problem& problem, Language language);

/// One step: name, words, formula, numbers.
std::string markdown_step(const Step& step, std::size_t number, Language language);

}  // namespace attention
