#pragma once
#include <string>
#include <vector>

#include "app/rendering.hpp"
#include "text/terminal.hpp"

namespace attention {

struct TourOptions {
    std::vector<std::string> chapters;  ///< none: all
    std::vector<std::string> steps;     ///< none: all
    bool wait = false;                  ///< for a key after each step
};

struct ExampleOptions {
    std::string chapter;
    std::string name;          ///< of one of its problems; empty: its own
    std::string output = "-";  ///< standard output
};

// Each does what the program's command of that name does; the text goes to standard output.
// They throw InputError when they cannot: for words on the command line, for files, for what stands in a file.

void tour(const TourOptions& options, const View& view);
/// `chapter` is the one that answers; empty: the first that takes the problem.
void solve(const std::string& file, const std::string& chapter, const Rendering& as, const View& view);
void show(const std::string& file, const Rendering& as, const View& view);
void example(const ExampleOptions& options);
void list(const View& view);
void mistakes(const std::vector<std::string>& spoken, const View& view);
void measure(const std::vector<std::string>& spoken, const View& view);

}  // namespace attention
