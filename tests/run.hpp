#pragma once
// Runs a program as a person or a script would, in a folder of its own, and sees what it leaves behind.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>
#include <termios.h>

#include "catch.hpp"

namespace attention::test {

/// A folder that is gone at the end of the scope.
class Folder {
public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    Folder(Folder&&) = delete;
    Folder& operator=(Folder&&) = delete;

    std::string path(const std::string& name = "") const { return (path_ / name).string(); }
    void write(const std::string& name, const std::string& text) const;
    std::string read(const std::string& name) const;
    std::vector<std::string> names() const;  ///< of all that is in it, sorted

private:
    std::filesystem::path path_;
};

/// What a program is started with.
struct Start {
    std::vector<std::string> words;             ///< after the program's name
    std::string input = {};                     ///< on standard input
    std::string folder = "/";                   ///< where it runs
    std::vector<std::string> environment = {};  ///< "NAME=value", beside PATH and a plain TERM
    std::string output_file = {};               ///< where standard output goes, when it is not collected
    bool output_is_closed_pipe = false;         ///< nobody reads it
    std::vector<int> closed = {};               ///< descriptors that are closed at the start
    bool ignores_sigpipe = false;
    std::size_t largest_file = 0;    ///< that it may write, in bytes; 0: any
    bool as_nobody_special = false;  ///< permissions count even for root
    std::string program = ATTENTION_PROGRAM_FILE;
};

/// What came of it.
struct End {
    std::string out;
    std::string err;
    int exit_code = -1;  ///< -1 when a signal ended it
    int signal = 0;
};

/// Runs a program to its end; SIGALRM ends it after ten seconds.
End run(const Start& start);
End run(std::vector<std::string> words);

/// Matches a run that refused what it was given as a good program does: this one line on standard error and nothing on
/// standard output, exit code 2.
class Refuses : public MatcherBase<End> {
public:
    explicit Refuses(std::string line) : line_(std::move(line)) {}

    bool match(const End& end) const override { return end.exit_code == 2 && end.out.empty() && end.err == line_ + "\n"; }
    std::string describe() const override { return "refuses with\n" + line_; }

private:
    std::string line_;
};

inline Refuses refuses(std::string line)
{
    return Refuses(std::move(line));
}

/// A program at a terminal of its own, with somebody typing.
class Terminal {
public:
    explicit Terminal(const Start& start);
    ~Terminal();
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;
    Terminal(Terminal&&) = delete;
    Terminal& operator=(Terminal&&) = delete;

    /// Waits until `text` is shown, after what was waited for before. False when it does not come within ten seconds.
    bool shows(std::string_view text);
    void type(std::string_view keys) const;
    void send(int signal) const;
    bool echoes() const;  ///< what is typed is shown, and comes line by line: the terminal's usual mode
    void hang_up();
    End end();  ///< waits for it; `out` is all that was shown

private:
    bool read_some();

    pid_t child_ = 0;
    int master_ = -1;
    std::string shown_;
    std::size_t seen_ = 0;
};

}  // namespace attention::test

template <>
struct Catch::StringMaker<attention::test::End> {
    static std::string convert(const attention::test::End& end)
    {
        return "exit code " + std::to_string(end.exit_code) + ", signal " + std::to_string(end.signal) + "\nout: " + end.out +
               "\nerr: " + end.err;
    }
};
