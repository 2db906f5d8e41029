#include "judge/port.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include <poll.h>

namespace attention {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds between_looks = 50ms;  // at a port that lets us wait: what it uses up
constexpr std::chrono::milliseconds grace = 1000ms;        // for what should come at once
constexpr std::size_t kept_of_errors = 4096;

int milliseconds(std::chrono::milliseconds time)
{
    return static_cast<int>(time.count());
}

}  // namespace

void Port::start()
{
    child_.emplace(command_);
    received_.clear();
    said_.clear();
    ++starts_;
}

bool Port::take_line(std::string& line)
{
    const std::size_t end = received_.find('\n');
    if (end == std::string::npos) {
        return false;
    }
    line = received_.substr(0, end);
    received_.erase(0, end + 1);
    return true;
}

/// What it writes to standard error, of which the end is kept.
void Port::hear_errors()
{
    if (!child_->errors.read_some(said_)) {
        child_->errors.close();
    }
    said_.erase(0, said_.size() > kept_of_errors ? said_.size() - kept_of_errors : 0);
}

/// Waits until something can be sent or read, and does so. False when nothing more can come.
bool Port::pump(std::string& to_send, std::chrono::milliseconds patience)
{
    const bool is_gone = child_->has_ended();  // asked first: what it has written can then be read now
    std::array<pollfd, 3> watched{{{child_->output.get(), POLLIN, 0},
                                   {child_->errors.get(), POLLIN, 0},
                                   {to_send.empty() ? -1 : child_->input.get(), POLLOUT, 0}}};
    const int ready = poll(watched.data(), watched.size(), milliseconds(patience));
    if (watched[1].revents != 0) {
        hear_errors();
    }
    if (watched[2].revents != 0) {
        child_->send_some(to_send);
    }
    if (watched[0].revents != 0) {
        return child_->output.read_some(received_);
    }
    return !is_gone || ready != 0;  // something that it has started may keep its output open
}

/// What it has used up, after a look that had this patience.
std::optional<Waited> Port::over_limit(std::chrono::milliseconds patience, Clock::time_point& next_look) const
{
    if (received_.size() > limits_.line) {
        return Waited::flood;
    }
    if (patience == 0ms) {
        return Waited::too_long;
    }
    const Clock::time_point now = Clock::now();
    if (now < next_look) {
        return {};
    }
    next_look = now + between_looks;
    return memory_of_group(child_->group()) > limits_.memory ? std::optional<Waited>(Waited::memory) : std::nullopt;
}

/// Sends what is left to send, and waits for a line.
Waited Port::wait_for_line(std::string& to_send, std::string& line, std::chrono::milliseconds time)
{
    const Clock::time_point deadline = Clock::now() + time;
    Clock::time_point next_look = Clock::now() + between_looks;
    std::chrono::milliseconds patience = between_looks;
    while (!take_line(line)) {
        if (const std::optional<Waited> over = over_limit(patience, next_look)) {
            return *over;
        }
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        patience = std::clamp(left, 0ms, between_looks);  // 0 for a last look: it may be us who are late
        if (!pump(to_send, patience)) {
            return Waited::end;
        }
    }
    return Waited::line;
}

/// Whether a line still comes, once its input is closed.
bool Port::answers_at_end()
{
    child_->input.close();
    std::string nothing;
    std::string line;
    return wait_for_line(nothing, line, grace) == Waited::line;
}

/// Its output has ended: waits a little for the port itself to end. How it did, as waitpid tells; none when it did not.
std::optional<int> Port::status_at_end()
{
    const Clock::time_point deadline = Clock::now() + grace;
    while (!child_->has_ended()) {
        if (Clock::now() >= deadline) {
            return {};
        }
        pollfd errors{child_->errors.get(), POLLIN, 0};
        poll(&errors, 1, milliseconds(between_looks) / 10);
        hear_errors();  // or it could not end
    }
    const int status = child_->end();
    hear_errors();
    return status;
}

/// Asks a port that runs and has nothing to say. Returns why there is no answer; empty when there is one.
Words Port::ask_running(const std::string& question, std::string& answer)
{
    std::string to_send = question + "\n";
    Observed seen;
    seen.waited = wait_for_line(to_send, answer, limits_.time);
    seen.has_read = to_send.empty();
    if (seen.waited == Waited::too_long) {
        seen.has_read = seen.has_read && !child_->has_unread_input();
        seen.answers_at_end = seen.has_read && answers_at_end();
    } else if (seen.waited == Waited::end) {
        seen.status = status_at_end();
    }
    seen.output = received_;
    seen.errors = said_;
    return trouble_answering(seen, limits_);
}

Reply Port::ask(const std::string& line)
{
    if (child_) {
        child_->output.read_some(received_);
    } else {
        start();
    }
    Reply reply;
    reply.trouble = received_.empty() ? ask_running(line, reply.line) : wrote_before_asked(received_);
    if (!reply.trouble.en.empty()) {
        stop();
    }
    return reply;
}

Words Port::finish()
{
    if (!child_) {
        return {};
    }
    child_->input.close();
    std::string nothing;
    std::string line;
    Observed seen;
    seen.waited = wait_for_line(nothing, line, limits_.time);
    if (seen.waited == Waited::end) {
        seen.status = status_at_end();
    }
    seen.output = line + received_;
    seen.errors = said_;
    stop();
    return trouble_leaving(seen, limits_);
}

}  // namespace attention
