#pragma once
#include <algorithm>
#include <stdexcept>
#include <string>

#include "app/chapters.hpp"
#include "base/chapter.hpp"
#include "text/read_problem.hpp"

namespace attention::test {

/// A chapter's default problem.
inline Problem running_example(const std::string& chapter)
{
    return read_problem(default_problem(*find_chapter(chapter)));
}

/// How it comes out with one of the chapter's mistakes. Throws std::out_of_range when the chapter has no such mistake.
inline Walkthrough running_example_with(const std::string& chapter, const std::string& mistake)
{
    const Chapter& found = *find_chapter(chapter);
    const auto is_meant = [&](const Mistake& one) { return one.name == mistake; };
    const auto made = std::find_if(found.mistakes.begin(), found.mistakes.end(), is_meant);
    if (made == found.mistakes.end()) {
        throw std::out_of_range("no mistake is called " + mistake);
    }
    return walk_with(*made, found, running_example(chapter));
}

}  // namespace attention::test
