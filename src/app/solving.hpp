#pragma once
#include <string>
#include <vector>

#include "app/files.hpp"
#include "base/chapter.hpp"
#include "text/input_error.hpp"

namespace attention {

/// The chapter that a person means. Throws InputError when there is none.
const Chapter& required_chapter(const std::string& spoken);

/// All of these chapters; every chapter when none is named. Throws InputError when one does not exist.
std::vector<const Chapter*> required_chapters(const std::vector<std::string>& spoken);

/// The chapter that was asked for, or else the first that takes the problem. Throws InputError when it cannot be answered: names
/// what it asks, and the chapter that brings it.
const Chapter& chapter_for(const Problem& problem, const Chapter* asked = nullptr);

/// The walkthrough of a problem. Throws InputError for steps that it gives and that do not fit, and for numbers that leave the range
/// of a double.
Walkthrough walked(const Chapter& chapter, const Problem& problem);

/// Throws InputError for steps that the walkthrough does not have, or has in another shape; they stand in a file at `path`, such as
/// "given.".
void require_steps_of(const Walkthrough& walkthrough, const StepValues& steps, const std::string& path);

/// What `use` makes of the text of a file; what is wrong with it is told with the file's name in front of the place.
template <class Use>
auto from_file(const std::string& file, const Use& use)
{
    const std::string text = read_file(file);
    try {
        return use(text);
    } catch (const InputError& error) {
        throw InputError(with_colon(input_name(file), error.where), error.words);
    }
}

}  // namespace attention
