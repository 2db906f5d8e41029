#pragma once
#include <string>
#include <vector>

#include "text/terminal.hpp"

namespace attention {

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
    std::string output = "-";        ///< standard output
};

// Each does what the program's command of that name does; the text goes to standard output.
// They throw InputError when they cannot: for words on the command line, for files, for what stands in a file.

void tour(const TourOptions& options, const View& view);
void solve(const SolveOptions& options, const View& view);
void example(const std::string& chapter, const std::string& output);
void list(const View& view);
void mistakes(const std::vector<std::string>& spoken, const View& view);

}  // namespace attention
