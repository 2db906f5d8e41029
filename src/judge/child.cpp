#include "judge/child.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/words.hpp"
#include "text/input_error.hpp"

namespace attention {
namespace {

std::atomic<pid_t> running_group = 0;  // for the signal handler

constexpr std::array<int, 4> signals_that_end{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

/// Ends the child before the signal ends us: its group is its own, so that nobody else would.
void end_with_child(int signal)
{
    if (const pid_t group = running_group; group > 0) {
        kill(-group, SIGKILL);
    }
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void watch_signals()
{
    for (const int signal : signals_that_end) {
        struct sigaction before = {};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler == SIG_DFL) {
            std::signal(signal, end_with_child);
        }
    }
}

/// A child that does not read is an error to report, not the end of us.
class PipesMayBreak {
public:
    PipesMayBreak() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
    ~PipesMayBreak() { std::signal(SIGPIPE, before_); }
    PipesMayBreak(const PipesMayBreak&) = delete;
    PipesMayBreak& operator=(const PipesMayBreak&) = delete;
    PipesMayBreak(PipesMayBreak&&) = delete;
    PipesMayBreak& operator=(PipesMayBreak&&) = delete;

private:
    void (*before_)(int);
};

/// A file that is there and yet not found: what its first line names is not there.
bool lacks_interpreter(const std::string& program)
{
    std::error_code none;
    return program.find('/') != std::string::npos && std::filesystem::exists(program, none);
}

[[noreturn]] void cannot_start(const std::string& program, int error)
{
    const Words why = error == ENOENT && lacks_interpreter(program)
                          ? Words{"there is no such interpreter as its first line names", "它第一行所写的解释器不存在"}
                      : error == ENOENT ? Words{"there is no such program", "没有这个程序"}
                      : error == EACCES ? Words{"it may not be run", "没有执行权限"}
                                        : same(std::strerror(error));
    throw InputError(same(program.empty() ? "\"\"" : program), {"cannot be started: " + why.en, "无法启动：" + why.zh});
}

struct Pipe {
    PipeEnd read_end;
    PipeEnd write_end;
};

/// For a program to be started, which is handed neither end.
Pipe new_pipe(const std::string& program)
{
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) {
        cannot_start(program, errno);
    }
    for (const int end : ends) {
        fcntl(end, F_SETFD, FD_CLOEXEC);
    }
    return {PipeEnd(ends[0]), PipeEnd(ends[1])};
}

void make_nonblocking(const PipeEnd& end)
{
    fcntl(end.get(), F_SETFL, fcntl(end.get(), F_GETFL) | O_NONBLOCK);
}

/// In the child: becomes the program, or tells why it cannot through `failure`.
[[noreturn]] void become(const std::vector<std::string>& command, int input, int output, int errors, int failure)
{
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    for (const int signal : {SIGPIPE, SIGXFSZ}) {  // what we ignore ourselves
        std::signal(signal, SIG_DFL);
    }
    std::vector<char*> words;
    words.reserve(command.size() + 1);
    for (const std::string& word : command) {
        words.push_back(const_cast<char*>(word.c_str()));  // exec promises not to write there
    }
    words.push_back(nullptr);
    execvp(words[0], words.data());
    const int error = errno;
    [[maybe_unused]] const ssize_t told = write(failure, &error, sizeof error);
    _exit(127);
}

/// Why the child could not become the program; 0 when it could, for then the pipe ends.
int error_told(const PipeEnd& failure)
{
    int error = 0;
    while (read(failure.get(), &error, sizeof error) < 0 && errno == EINTR) {
    }
    return error;
}

}  // namespace

void PipeEnd::close()
{
    if (number_ >= 0) {
        ::close(number_);
        number_ = -1;
    }
}

bool PipeEnd::read_some(std::string& text) const
{
    std::array<char, 65536> buffer{};
    const ssize_t got = read(number_, buffer.data(), buffer.size());
    text.append(buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

Child::Child(const std::vector<std::string>& command)
{
    const std::string& program = command[0];
    watch_signals();
    Pipe to = new_pipe(program);
    Pipe from = new_pipe(program);
    Pipe said = new_pipe(program);
    Pipe failure = new_pipe(program);
    process_ = fork();
    if (process_ < 0) {
        cannot_start(program, errno);
    }
    if (process_ == 0) {
        become(command, to.read_end.get(), from.write_end.get(), said.write_end.get(), failure.write_end.get());
    }
    setpgid(process_, process_);  // whoever of us is first
    running_group = process_;
    failure.write_end.close();
    if (const int error = error_told(failure.read_end); error != 0) {
        end();
        cannot_start(program, error);
    }
    input = std::move(to.write_end);
    output = std::move(from.read_end);
    errors = std::move(said.read_end);
    for (const PipeEnd* end : {&input, &output, &errors}) {
        make_nonblocking(*end);
    }
}

/// It stays there to be waited for, and its number its own.
bool Child::has_ended() const
{
    siginfo_t info = {};
    return waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == process_;
}

bool Child::has_unread_input() const
{
    int unread = 0;
    return ioctl(input.get(), FIONREAD, &unread) == 0 && unread > 0;
}

void Child::send_some(std::string& text)
{
    const PipesMayBreak pipes_may_break;
    const ssize_t sent = write(input.get(), text.data(), text.size());
    if (sent < 0 && errno != EAGAIN && errno != EINTR) {
        input.close();
    }
    text.erase(0, sent > 0 ? static_cast<std::size_t>(sent) : 0);
}

int Child::end()
{
    if (process_ > 0) {
        kill(-process_, SIGKILL);
        while (waitpid(process_, &status_, 0) < 0 && errno == EINTR) {
        }
        running_group = 0;
        process_ = 0;
    }
    return status_;
}

}  // namespace attention
