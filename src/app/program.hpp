#pragma once

namespace attention {

/// The program `attention`: reads the command line, runs the command, and turns every failure into one line on standard
/// error. Returns the exit code: 0, 2 when something it was given cannot be used, 1 for a fault of its own.
int run_program(int argc, char** argv);

}  // namespace attention
