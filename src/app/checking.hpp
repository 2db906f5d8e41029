#pragma once
#include <string>
#include <vector>

#include "text/terminal.hpp"

namespace attention {

/// What `attention check` is told.
struct Check {
    std::vector<std::string> words;  ///< the port's command; with `answers`, the problem's file
    std::string ports;               ///< a file that names several ports
    std::string answers;             ///< a file of numbers worked out by hand
    std::vector<std::string> globs;  ///< which cases, by id; none: all
    std::string cases;               ///< a file of a case, or a folder of them, in place of those that are built in
    std::string precision = "float64";
    std::string report = "text";
    std::string output = "-";
    std::string known;     ///< a file of cases that are known to fail
    std::string last;      ///< a file with the last run, which this one takes the place of
    double seconds = 0;    ///< for one answer
    double mebibytes = 0;  ///< of memory
};

/// Checks ports, or numbers worked out by hand. Returns whether everything is right.
/// Throws InputError when something that it was given cannot be used.
bool check(const Check& options, const View& view);

/// Answers problems as a port does: reads one a line on standard input, writes a walkthrough a line.
void answer();

/// Lists the cases, by id.
void list_cases(const std::vector<std::string>& globs, const View& view);

}  // namespace attention
