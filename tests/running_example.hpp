#pragma once
#include <algorithm>
#include <optional>
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

/// How a problem of the chapter comes out with a mistake: the one of that name, else the first that the mistake concerns. Throws
/// std::out_of_range when the chapter has no such mistake.
inline Walkthrough running_example_with(const std::string& chapter, const std::string& mistake,
                                        const std::optional<std::string>& problem = {})
{
    const Chapter& found = *find_chapter(chapter);
    const auto is_meant = [&](const Mistake& one) { return one.name == mistake; };
    const auto made = std::find_if(found.mistakes.begin(), found.mistakes.end(), is_meant);
    if (made == found.mistakes.end()) {
        throw std::out_of_range("no mistake is called " + mistake);
    }
    return walk_with(*made, found, problem ? running_example(chapter, *problem) : problem_for(*made, own_problems(found)));
}

}  // namespace attention::test
