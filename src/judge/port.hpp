#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/words.hpp"
#include "judge/child.hpp"
#include "judge/port_words.hpp"
#include "judge/usage.hpp"

namespace attention {

/// A line that came, or why none did.
struct Reply {
    std::string line;
    Words trouble;  ///< empty when a line came
};

/// Somebody else's program, which reads a problem a line and answers each with a line. It is started when it is first asked and
/// again after trouble, and is gone with its process group when this object is, or when a signal ends us. One may run at a time.
class Port {
public:
    Port(std::vector<std::string> command, const Limits& limits) : command_(std::move(command)), limits_(limits) {}

    /// Sends a line and waits for one. After trouble the port has been stopped. Throws InputError when it cannot be started.
    Reply ask(const std::string& line);

    /// Ends it without waiting for more, so that the next question meets a fresh one.
    void stop() { child_.reset(); }

    /// Closes its input and waits for it to leave. What was wrong about that; empty when nothing was.
    Words finish();

    int starts() const { return starts_; }

private:
    using Clock = std::chrono::steady_clock;

    void start();
    Words ask_running(const std::string& question, std::string& answer);
    Waited wait_for_line(std::string& to_send, std::string& line, std::chrono::milliseconds time);
    std::optional<Waited> over_limit(std::chrono::milliseconds patience, Clock::time_point& next_look) const;
    bool pump(std::string& to_send, std::chrono::milliseconds patience);
    bool take_line(std::string& line);
    void hear_errors();
    bool answers_at_end();
    std::optional<int> status_at_end();

    std::vector<std::string> command_;
    Limits limits_;
    std::optional<Child> child_;  ///< none while it does not run
    std::string received_;        ///< of its output, not yet taken
    std::string said_;            ///< the end of what it wrote to standard error
    int starts_ = 0;
};

}  // namespace attention
