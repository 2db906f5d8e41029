#pragma once
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace attention {

/// The end of a pipe, which is closed when this object goes.
class PipeEnd {
public:
    PipeEnd() = default;
    explicit PipeEnd(int number) : number_(number) {}
    ~PipeEnd() { close(); }
    PipeEnd(PipeEnd&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    PipeEnd& operator=(PipeEnd&& other) noexcept
    {
        std::swap(number_, other.number_);
        return *this;
    }
    PipeEnd(const PipeEnd&) = delete;
    PipeEnd& operator=(const PipeEnd&) = delete;

    int get() const { return number_; }  ///< its descriptor; -1 when closed, which poll passes over
    void close();

    /// Appends what there is to the text, without waiting for more. False at the end, when nothing more can come.
    bool read_some(std::string& text) const;

private:
    int number_ = -1;
};

/// A program that runs beside us in a process group of its own. The group is gone when this object is, or when a signal ends us.
/// One may run at a time.
class Child {
public:
    /// Starts it: the program, which is looked for on the PATH, and its words. Throws InputError when it cannot be started.
    explicit Child(const std::vector<std::string>& command);
    ~Child() { end(); }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    Child(Child&&) = delete;
    Child& operator=(Child&&) = delete;

    pid_t group() const { return process_; }

    /// Whether it has ended by itself. What it has started may still run.
    bool has_ended() const;

    /// Whether something that we have written waits for it to be read.
    bool has_unread_input() const;

    /// Writes what can be written of the text, and takes it away there. Closes the input when nobody can read it any more.
    void send_some(std::string& text);

    /// Kills its group, and it if it still runs. Returns how it has ended, as waitpid does.
    int end();

    PipeEnd input;  ///< its standard input, where we write
    PipeEnd output;
    PipeEnd errors;

private:
    pid_t process_ = 0;  ///< 0 once it has been waited for
    int status_ = 0;
};

}  // namespace attention
