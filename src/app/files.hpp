#pragma once
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "base/words.hpp"

namespace attention {

/// A file that cannot be read or written, and why.
struct FileError : std::runtime_error {
    FileError(std::string file_, Words words_)
        : std::runtime_error(file_ + ": " + words_.en), file(std::move(file_)), words(std::move(words_))
    {
    }

    std::string file;
    Words words;
};

/// The whole file, or standard input for "-"; at most 16 MiB.
/// Throws FileError.
std::string read_file(const std::string& name);

/// Writes the whole file or leaves it as it was: to a new file beside it, which then takes its name.
/// Throws FileError.
void write_file(const std::string& name, std::string_view text);

/// Writes to standard output, at once. Throws FileError when that fails (a full disk); a closed pipe ends the program
/// by SIGPIPE as usual.
void write_output(std::string_view text);

}  // namespace attention
