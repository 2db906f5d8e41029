#include "judge/port.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/printable.hpp"

namespace attention {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds between_looks = 50ms;  // at a port that lets us wait: what it uses up
constexpr std::chrono::milliseconds grace = 1000ms;        // for what should come at once
constexpr std::size_t kept_of_errors = 4096;

std::atomic<pid_t> running_group = 0;  // for the signal handler

constexpr std::array<int, 4> signals_that_end{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

/// Ends the port before the signal ends us: its group is its own, so that nobody else would.
void end_with_port(int signal)
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
            std::signal(signal, end_with_port);
        }
    }
}

/// A port that does not read is an error to report, not the end of us.
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

struct Pipe {
    int read_end = -1;
    int write_end = -1;
};

/// Neither end is handed on to a program that is started.
Pipe new_pipe()
{
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) {
        throw std::system_error(errno, std::generic_category(), "pipe");
    }
    for (const int end : ends) {
        fcntl(end, F_SETFD, FD_CLOEXEC);
    }
    return {ends[0], ends[1]};
}

void close_if_open(int& descriptor)
{
    if (descriptor >= 0) {
        close(descriptor);
        descriptor = -1;
    }
}

void make_nonblocking(int descriptor)
{
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
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

/// A file that is there and yet not found: what its first line names is not there.
bool lacks_interpreter(const std::string& program)
{
    std::error_code none;
    return program.find('/') != std::string::npos && std::filesystem::exists(program, none);
}

Words cannot_start(const std::string& program, int error)
{
    const Words why = error == ENOENT && lacks_interpreter(program)
                          ? Words{"there is no such interpreter as its first line names", "它第一行所写的解释器不存在"}
                      : error == ENOENT ? Words{"there is no such program", "没有这个程序"}
                      : error == EACCES ? Words{"it may not be run", "没有执行权限"}
                                        : same(std::strerror(error));
    return {"cannot be started: " + why.en, "无法启动：" + why.zh};
}

/// The memory of a process in pages; 0 when it has just gone.
std::size_t pages_of(const std::filesystem::path& process)
{
    std::size_t size = 0;
    std::size_t resident = 0;
    std::ifstream(process / "statm") >> size >> resident;
    return resident;
}

/// In bytes; from /proc, so 0 where there is none.
std::size_t memory_of_group(pid_t group)
{
    std::size_t pages = 0;
    std::error_code error;
    for (std::filesystem::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
        const int process = std::atoi(at->path().filename().c_str());  // 0 for the folders that are no process
        if (process > 0 && getpgid(process) == group) {
            pages += pages_of(at->path());
        }
    }
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// Whether a process of ours has ended. It stays there to be waited for, and its number its own.
bool has_ended(pid_t child)
{
    siginfo_t info = {};
    return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

/// Whether something waits in a pipe that we have written to.
bool holds_unread(int descriptor)
{
    int unread = 0;
    return ioctl(descriptor, FIONREAD, &unread) == 0 && unread > 0;
}

std::string seconds(std::chrono::milliseconds time)
{
    return fmt::format("{:g}", static_cast<double>(time.count()) / 1000);
}

std::string mebibytes(std::size_t bytes)
{
    return fmt::format("{:g}", static_cast<double>(bytes) / (1 << 20));
}

/// In quotes.
std::string first_line(const std::string& text)
{
    return '"' + printable(text.substr(0, text.find('\n'))) + '"';
}

Words how(int status)
{
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        const std::string name = fmt::format("{} ({})", signal, strsignal(signal));
        return {"it was ended by signal " + name, "它被信号 " + name + " 终止了"};
    }
    const std::string code = std::to_string(WEXITSTATUS(status));
    return {"it ended, with exit code " + code, "它结束了，退出码为 " + code};
}

}  // namespace

void Port::start()
{
    watch_signals();
    Pipe to = new_pipe();
    Pipe from = new_pipe();
    Pipe errors = new_pipe();
    Pipe failure = new_pipe();
    child_ = fork();
    if (child_ == 0) {
        become(command_, to.read_end, from.write_end, errors.write_end, failure.write_end);
    }
    for (int* end : {&to.read_end, &from.write_end, &errors.write_end, &failure.write_end}) {
        close_if_open(*end);
    }
    input_ = to.write_end;
    output_ = from.read_end;
    errors_ = errors.read_end;
    received_.clear();
    said_.clear();
    ++starts_;
    int error = child_ < 0 ? errno : 0;
    if (child_ > 0) {
        setpgid(child_, child_);  // whoever of us is first
        running_group = child_;
        while (read(failure.read_end, &error, sizeof error) < 0 && errno == EINTR) {
        }
    }
    close_if_open(failure.read_end);
    for (const int descriptor : {input_, output_, errors_}) {
        make_nonblocking(descriptor);
    }
    if (error != 0) {
        stop();
        const std::string& program = command_[0];
        throw InputError(same(program.empty() ? "\"\"" : program), cannot_start(program, error));
    }
}

void Port::stop()
{
    for (int* descriptor : {&input_, &output_, &errors_}) {
        close_if_open(*descriptor);
    }
    if (child_ > 0) {
        kill_group();
    }
    child_ = 0;
}

/// Kills what it started, and itself if it still runs. Returns how it has ended, as waitpid does.
int Port::kill_group()
{
    kill(-child_, SIGKILL);
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    running_group = 0;
    child_ = 0;
    return status;
}

/// Reads what there is. False at the end, when nothing more can come.
bool Port::read_some(int descriptor, std::string& text)
{
    std::array<char, 65536> buffer{};
    const ssize_t got = read(descriptor, buffer.data(), buffer.size());
    text.append(buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

/// What it writes to standard error, of which the end is kept.
void Port::hear_errors()
{
    if (!read_some(errors_, said_)) {
        close_if_open(errors_);
    }
    said_.erase(0, said_.size() > kept_of_errors ? said_.size() - kept_of_errors : 0);
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

/// The last line on standard error, where programs say why they end; empty when it wrote nothing.
std::string Port::last_words() const
{
    const std::size_t end = said_.find_last_not_of(" \r\n");
    if (end == std::string::npos) {
        return "";
    }
    const std::size_t before = said_.rfind('\n', end);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    return printable(std::string_view(said_).substr(begin, end + 1 - begin), 200);
}

/// Its output has ended: waits a little for the port itself to end, and says how it did. Empty when it left as it should.
Words Port::how_it_ended()
{
    const auto deadline = Clock::now() + grace;
    while (!has_ended(child_)) {
        if (Clock::now() >= deadline) {
            return {"it closed its output and went on running", "它关闭了输出，却还在运行"};
        }
        pollfd errors{errors_, POLLIN, 0};
        poll(&errors, 1, static_cast<int>(between_looks.count()) / 10);
        hear_errors();  // or it could not end
    }
    const int status = kill_group();
    hear_errors();
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        return {};
    }
    const Words words = how(status);
    const std::string last = last_words();
    return last.empty() ? words : Words{words.en + ": " + last, words.zh + "：" + last};
}

/// No answer came in time. A port whose output waits in a buffer answers when its input ends: that is told apart.
Words Port::silence(const std::string& unsent)
{
    const std::string time = seconds(limits_.time);
    Words none{"no answer within " + time + " s", time + " 秒内没有回答"};
    if (!unsent.empty() || holds_unread(input_)) {
        return {none.en + "; it does not read its input", none.zh + "；它没有读输入"};
    }
    close_if_open(input_);
    std::string nothing;
    std::string line;
    if (wait_for_line(nothing, line, Clock::now() + grace) == Waited::line) {
        return {none.en + ", but one when its input was closed: read line by line, and flush the output after every line",
                none.zh + "，关闭输入后才有：要逐行读取，每写一行都要刷新输出缓冲"};
    }
    if (!received_.empty()) {
        return {none.en + ", only a line without a newline at its end", none.zh + "，只有一行，末尾没有换行符"};
    }
    return none;
}

/// Sends what is left to send, and waits for a line.
Port::Waited Port::wait_for_line(std::string& to_send, std::string& line, Clock::time_point deadline)
{
    const PipesMayBreak pipes_may_break;
    Clock::time_point next_look = Clock::now() + between_looks;
    while (!take_line(line)) {
        const Clock::time_point now = Clock::now();
        if (received_.size() > limits_.line) {
            return Waited::flood;
        }
        if (now >= deadline) {
            return Waited::too_long;
        }
        if (now >= next_look && memory_of_group(child_) > limits_.memory) {
            return Waited::memory;
        }
        next_look = now >= next_look ? now + between_looks : next_look;
        const bool is_gone = has_ended(child_);  // asked first: what it has written can then be read now
        std::array<pollfd, 3> watched{{{output_, POLLIN, 0}, {errors_, POLLIN, 0}, {to_send.empty() ? -1 : input_, POLLOUT, 0}}};
        const int ready = poll(watched.data(), watched.size(), static_cast<int>(between_looks.count()));
        if (is_gone && ready == 0) {  // something that it has started keeps its output open
            return Waited::end;
        }
        if (watched[1].revents != 0) {
            hear_errors();
        }
        if (watched[2].revents != 0) {
            send_some(to_send);
        }
        if (watched[0].revents != 0 && !read_some(output_, received_)) {
            return Waited::end;
        }
    }
    return Waited::line;
}

/// A port that has closed its input may still answer; if it has ended, its output tells.
void Port::send_some(std::string& to_send)
{
    const ssize_t sent = write(input_, to_send.data(), to_send.size());
    if (sent < 0 && errno != EAGAIN && errno != EINTR) {
        close_if_open(input_);
    }
    to_send.erase(0, sent > 0 ? static_cast<std::size_t>(sent) : 0);
}

/// Why no line came that could be taken for the answer.
Words Port::trouble(Waited waited, const std::string& unsent)
{
    const std::string memory = mebibytes(limits_.memory);
    const std::string line = mebibytes(limits_.line);
    switch (waited) {
        case Waited::too_long: return silence(unsent);
        case Waited::memory: return {"it took more than " + memory + " MiB of memory", "它占用的内存超过了 " + memory + " MiB"};
        case Waited::flood: return {"a line of more than " + line + " MiB", "一行超过了 " + line + " MiB"};
        case Waited::end: return end_without_answer();
        case Waited::line: break;
    }
    if (!received_.empty()) {
        return {"more than one line came for one problem; the next is " + first_line(received_),
                "一道题目来了不止一行，下一行是 " + first_line(received_)};
    }
    if (!unsent.empty()) {
        return {"a line came before the problem had been read to its end", "题目还没有读完，就来了一行"};
    }
    return {};
}

/// It ended, or its output did, where an answer was due.
Words Port::end_without_answer()
{
    Words words = how_it_ended();
    if (!words.en.empty()) {
        return words;
    }
    if (!received_.empty()) {
        return {"it ended, with exit code 0, and left a line without a newline at its end",
                "它结束了，退出码为 0，最后一行末尾没有换行符"};
    }
    return {"it ended, with exit code 0, and did not answer", "它没有回答就结束了，退出码为 0"};
}

Reply Port::ask(const std::string& line)
{
    if (child_ == 0) {
        start();
    } else {
        read_some(output_, received_);
    }
    Reply reply;
    if (!received_.empty()) {
        reply.trouble = {"a line came before it was asked for: " + first_line(received_),
                         "还没有提问，就来了一行：" + first_line(received_)};
    } else {
        std::string to_send = line + "\n";
        const Waited waited = wait_for_line(to_send, reply.line, Clock::now() + limits_.time);
        reply.trouble = trouble(waited, to_send);
    }
    if (!reply.trouble.en.empty()) {
        stop();
    }
    return reply;
}

Words Port::finish()
{
    if (child_ == 0) {
        return {};
    }
    close_if_open(input_);
    std::string nothing;
    std::string line;
    const Waited waited = wait_for_line(nothing, line, Clock::now() + limits_.time);
    const std::string unasked = line + received_;
    Words words;
    if (waited == Waited::too_long) {
        words = {"it went on running when its input had ended", "输入结束后它还在运行"};
    } else if (waited == Waited::end) {
        words = how_it_ended();
    } else if (waited != Waited::line) {
        words = trouble(waited, nothing);
    }
    if (words.en.empty() && (waited == Waited::line || !unasked.empty())) {
        words = {"a line came that nobody asked for: " + first_line(unasked), "来了没有人问的一行：" + first_line(unasked)};
    }
    stop();
    return words;
}

}  // namespace attention
