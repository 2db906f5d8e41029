#pragma once
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include <sys/types.h>

#include "base/words.hpp"

namespace attention {

/// What a port may use up.
struct Limits {
    std::chrono::milliseconds time{10'000};        ///< for one answer, and at the end for leaving
    std::size_t memory = std::size_t{2048} << 20;  ///< of the port and what it started, in bytes
    std::size_t line = std::size_t{16} << 20;      ///< of one answer, in bytes
};

/// A line that came, or why none did.
struct Reply {
    std::string line;
    Words trouble;  ///< empty when a line came
};

/// Somebody else's program, which reads a problem a line and answers each with a line. It runs in a process group of its own, is
/// started when it is first asked and again after trouble, and is gone with everything it started when this object is, or when a
/// signal ends us. One may run at a time.
class Port {
public:
    Port(std::vector<std::string> command, const Limits& limits) : command_(std::move(command)), limits_(limits) {}
    ~Port() { stop(); }
    Port(const Port&) = delete;
    Port& operator=(const Port&) = delete;
    Port(Port&&) = delete;
    Port& operator=(Port&&) = delete;

    /// Sends a line and waits for one. After trouble the port has been stopped. Throws InputError when it cannot be started.
    Reply ask(const std::string& line);

    /// Ends it without waiting for more, so that the next question meets a fresh one.
    void stop();

    /// Closes its input and waits for it to leave. What was wrong about that; empty when nothing was.
    Words finish();

    int starts() const { return starts_; }

private:
    using Clock = std::chrono::steady_clock;

    /// What came of waiting for a line.
    enum class Waited { line, too_long, memory, flood, end };

    void start();
    int kill_group();
    Waited wait_for_line(std::string& to_send, std::string& line, Clock::time_point deadline);
    void send_some(std::string& to_send);
    bool take_line(std::string& line);
    static bool read_some(int descriptor, std::string& text);
    void hear_errors();
    Words trouble(Waited waited, const std::string& unsent);
    Words silence(const std::string& unsent);
    Words end_without_answer();
    Words how_it_ended();
    std::string last_words() const;

    std::vector<std::string> command_;
    Limits limits_;
    pid_t child_ = 0;  ///< 0 when it does not run
    int input_ = -1;   ///< its standard input, where we write; -1 when closed
    int output_ = -1;
    int errors_ = -1;
    std::string received_;  ///< of its output, not yet taken
    std::string said_;      ///< the end of what it wrote to standard error
    int starts_ = 0;
};

}  // namespace attention
