#pragma once
#include <string>
#include <string_view>

#include "base/words.hpp"

namespace attention {

/// The name of a file to read, as people are told it; "-" is standard input.
Words input_name(const std::string& name);

/// Holds the place of standard input, output and error where one is closed, lest a file that is opened later be taken for it.
/// Makes a closed pipe end the program quietly, by SIGPIPE, even where whoever started it ignores that signal.
void prepare_standard_streams();

/// The whole file, or standard input for "-"; at most 16 MiB.
/// Throws InputError.
std::string read_file(const std::string& name);

/// Writes the whole file or leaves it as it was: to a new file beside it, which then takes its name and its permissions.
/// A symbolic link stays, and what it leads to is written. "-" is standard output.
/// Throws InputError.
void write_file(const std::string& name, std::string_view text);

/// Writes to standard output, at once. Throws InputError when that fails (a full disk).
void write_output(std::string_view text);

}  // namespace attention
