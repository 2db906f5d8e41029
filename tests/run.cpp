#include "run.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/capability.h>
#include <sys/prctl.h>
#endif

namespace attention::test {
namespace {

constexpr unsigned time_limit = 10;  // seconds

[[noreturn]] void fail(const std::string& what)
{
    throw std::runtime_error(what + " failed: " + std::to_string(errno));
}

std::vector<std::string> environment_of(const Start& start)
{
    std::vector<std::string> environment{"TERM=xterm"};
    for (const std::string name : {"PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS"}) {
        const char* value = std::getenv(name.c_str());
        if (value != nullptr) {
            environment.push_back(name + "=" + value);
        }
    }
    environment.insert(environment.begin(), start.environment.begin(), start.environment.end());  // the first of a name counts
    return environment;
}

std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> result;
    result.reserve(texts.size() + 1);
    for (std::string& text : texts) {
        result.push_back(text.data());
    }
    result.push_back(nullptr);
    return result;
}

void become_nobody_special()
{
#ifdef __linux__
    prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE);  // fails where one is not root, and nothing need be dropped
    prctl(PR_CAPBSET_DROP, CAP_DAC_READ_SEARCH);
#endif
}

/// In the child, behind fork: becomes the program. Its standard streams are in place.
[[noreturn]] void become(const Start& start)
{
    std::vector<std::string> words{start.program};
    words.insert(words.end(), start.words.begin(), start.words.end());
    std::vector<std::string> environment = environment_of(start);

    std::signal(SIGPIPE, start.ignores_sigpipe ? SIG_IGN : SIG_DFL);
    if (start.largest_file != 0) {
        const rlimit limit{start.largest_file, start.largest_file};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    if (start.as_nobody_special) {
        become_nobody_special();
    }
    for (const int descriptor : start.closed) {
        close(descriptor);
    }
    alarm(time_limit);  // stays set in the program
    if (chdir(start.folder.c_str()) == 0) {
        execve(start.program.c_str(), pointers(words).data(), pointers(environment).data());
    }
    _exit(127);
}

End end_of(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            fail("waitpid");
        }
    }
    End end;
    end.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return end;
}

/// A file without a name, for what goes into a program and comes out of it.
class Stream {
public:
    explicit Stream(std::string_view text = "") : file_(std::tmpfile())
    {
        if (file_ == nullptr || std::fwrite(text.data(), 1, text.size(), file_) != text.size()) {
            fail("tmpfile");
        }
        std::rewind(file_);
    }
    ~Stream() { std::fclose(file_); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    Stream(Stream&&) = delete;
    Stream& operator=(Stream&&) = delete;

    int descriptor() const { return fileno(file_); }

    std::string text() const
    {
        std::rewind(file_);
        std::string result;
        for (int c = std::fgetc(file_); c != EOF; c = std::fgetc(file_)) {
            result += static_cast<char>(c);
        }
        return result;
    }

private:
    std::FILE* file_;
};

/// The writing end of a pipe that nobody reads.
int closed_pipe()
{
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) {
        _exit(127);
    }
    close(ends[0]);
    return ends[1];
}

}  // namespace

Folder::Folder()
{
    std::string name = (std::filesystem::temp_directory_path() / "attention-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        fail("mkdtemp");
    }
    path_ = name;
}

Folder::~Folder()
{
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void Folder::write(const std::string& name, const std::string& text) const
{
    std::ofstream(path(name), std::ios::binary) << text;
}

std::string Folder::read(const std::string& name) const
{
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> Folder::names() const
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

End run(const Start& start)
{
    const Stream input(start.input);
    const Stream out;
    const Stream err;
    const pid_t child = fork();
    if (child < 0) {
        fail("fork");
    }
    if (child == 0) {
        int output = out.descriptor();
        if (!start.output_file.empty()) {
            output = open(start.output_file.c_str(), O_WRONLY);
        } else if (start.output_is_closed_pipe) {
            output = closed_pipe();
        }
        dup2(input.descriptor(), STDIN_FILENO);
        dup2(output, STDOUT_FILENO);
        dup2(err.descriptor(), STDERR_FILENO);
        for (int other = STDERR_FILENO + 1; other < 64; ++other) {
            close(other);
        }
        become(start);
    }
    End end = end_of(child);
    end.out = out.text();
    end.err = err.text();
    return end;
}

End run(std::vector<std::string> words)
{
    Start start;
    start.words = std::move(words);
    return run(start);
}

Terminal::Terminal(const Start& start) : master_(posix_openpt(O_RDWR | O_NOCTTY))
{
    if (master_ < 0 || grantpt(master_) != 0 || unlockpt(master_) != 0) {
        fail("posix_openpt");
    }
    const std::string name = ptsname(master_);
    child_ = fork();
    if (child_ < 0) {
        fail("fork");
    }
    if (child_ == 0) {
        setsid();
        const int screen = open(name.c_str(), O_RDWR);
        ioctl(screen, TIOCSCTTY, 0);
        for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
            dup2(screen, descriptor);
        }
        for (int other = STDERR_FILENO + 1; other < 64; ++other) {
            close(other);
        }
        become(start);
    }
}

Terminal::~Terminal()
{
    hang_up();
    if (child_ > 0) {
        kill(child_, SIGKILL);
        waitpid(child_, nullptr, 0);
    }
}

bool Terminal::read_some()
{
    pollfd ready{master_, POLLIN, 0};
    std::array<char, 4096> buffer{};
    const bool is_ready = poll(&ready, 1, static_cast<int>(time_limit) * 1000) == 1;
    const ssize_t got = is_ready ? read(master_, buffer.data(), buffer.size()) : -1;
    shown_.append(buffer.data(), got < 0 ? 0 : static_cast<std::size_t>(got));
    return got > 0;
}

bool Terminal::shows(std::string_view text)
{
    while (shown_.find(text, seen_) == std::string::npos) {
        if (!read_some()) {
            return false;
        }
    }
    seen_ = shown_.find(text, seen_) + text.size();
    return true;
}

void Terminal::type(std::string_view keys) const
{
    if (write(master_, keys.data(), keys.size()) != static_cast<ssize_t>(keys.size())) {
        fail("typing");
    }
}

void Terminal::send(int signal) const
{
    kill(child_, signal);
}

bool Terminal::echoes() const
{
    termios mode = {};
    tcgetattr(master_, &mode);
    constexpr tcflag_t usual = ICANON | ECHO | ISIG;
    return (mode.c_lflag & usual) == usual;
}

void Terminal::hang_up()
{
    if (master_ >= 0) {
        close(master_);
        master_ = -1;
    }
}

End Terminal::end()
{
    while (master_ >= 0 && read_some()) {
    }
    End end = end_of(child_);
    child_ = 0;
    end.out = shown_;
    return end;
}

}  // namespace attention::test
