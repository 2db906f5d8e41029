#pragma once
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/chapters.hpp"
#include "base/chapter.hpp"
#include "text/read_problem.hpp"

namespace attention::test {

/// A problem that the chapter ships: its own, or another by name.
inline Problem running_example(const std::string& chapter, const std::string& name = "")
{
    for (const Example& example : examples(*find_chapter(chapter))) {
        if (example.name == name) {
            return read_problem(example.text);
        }
    }
    throw std::out_of_range(chapter + " has no problem called " + name);
}

/// All problems that the chapter ships.
inline std::vector<Problem> running_examples(const std::string& chapter)
{
    std::vector<Problem> problems;
    for (const Example& example : examples(*find_chapter(chapter))) {
        problems.push_back(read_problem(example.text));
    }
    return problems;
}

/// How the first of the chapter's problems that a mistake concerns comes out with it. Throws std::out_of_range when the chapter
/// has no such mistake.
inline Walkthrough running_example_with(const std::string& chapter, const std::string& mistake)
{
    const Chapter& found = *find_chapter(chapter);
    const auto is_meant = [&](const Mistake& one) { return one.name == mistake; };
    const auto made = std::find_if(found.mistakes.begin(), found.mistakes.end(), is_meant);
    if (made == found.mistakes.end()) {
        throw std::out_of_range("no mistake is called " + mistake);
    }
    return walk_with(*made, found, read_problem(example_for(*made, found).text));
}

}  // namespace attention::test
