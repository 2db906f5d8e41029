#pragma once
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/words.hpp"
#include "text/terminal.hpp"

namespace attention {

/// A command that was given words it cannot use.
struct UsageError : std::runtime_error {
    explicit UsageError(Words words_) : std::runtime_error(words_.en), words(std::move(words_)) {}

    Words words;
};

struct TourOptions {
    std::vector<std::string> chapters;  ///< none: all
    std::vector<std::string> steps;     ///< none: all
    bool wait = false;                  ///< for a key after each step
};

struct SolveOptions {
    std::string file;
    std::string chapter;             ///< empty: the first that takes the problem
    std::string format = "text";     ///< or "json", "svg"
    std::vector<std::string> steps;  ///< none: all
    std::string output;              ///< empty: standard output
};

// Each does what the program's command of that name does; the text goes to standard output.
// They throw UsageError, FileError, or InputError with the file's name in front of its place.

void tour(const TourOptions& options, const View& view);
void solve(const SolveOptions& options, const View& view);
void example(const std::string& chapter, const std::string& output);
void list(const View& view);
void mistakes(const std::vector<std::string>& chapters, const View& view);

}  // namespace attention
