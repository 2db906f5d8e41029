#include "app/console.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>

#include <termios.h>
#include <unistd.h>

namespace attention {
namespace {

std::string_view environment(const char* name)
{
    const char* value = std::getenv(name);
    return value == nullptr ? std::string_view{} : std::string_view{value};
}

bool is_dumb()
{
    return environment("TERM") == "dumb";
}

constexpr char ctrl_d = 4;
constexpr std::array<int, 5> signals_that_leave{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};

// What a signal handler needs to know.
termios usual_mode;
std::string_view prompt;
std::string_view wipe;
volatile std::sig_atomic_t waits_for_key = 0;

void show(std::string_view text)
{
    [[maybe_unused]] const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
}

/// Single keys without echo, and the prompt: in this order, for who sees it may press a key at once.
void take_terminal()
{
    tcgetattr(STDIN_FILENO, &usual_mode);
    termios single_keys = usual_mode;
    single_keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    single_keys.c_cc[VMIN] = 1;
    single_keys.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &single_keys);
    show(prompt);
}

void leave_terminal()
{
    tcsetattr(STDIN_FILENO, TCSANOW, &usual_mode);
    show(wipe);
}

void catch_signal(int signal);

/// Leaves the terminal, then lets the signal do what it does without us: end the program, or stop it for a while.
void obey(int signal)
{
    const int error = errno;
    leave_terminal();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
    catch_signal(signal);
    if (waits_for_key != 0) {
        take_terminal();
    }
    errno = error;
}

void catch_signal(int signal)
{
    struct sigaction action = {};
    action.sa_handler = obey;
    action.sa_flags = SA_NODEFER | SA_RESTART;  // obey raises the signal anew; waiting goes on behind it
    sigaction(signal, &action, nullptr);
}

/// Lets `obey` catch the signals that leave the terminal, for as long as it lives; signals that are ignored stay so.
class SignalsObeyed {
public:
    SignalsObeyed()
    {
        for (std::size_t i = 0; i < signals_that_leave.size(); ++i) {
            sigaction(signals_that_leave[i], nullptr, &before_[i]);
            if (before_[i].sa_handler != SIG_IGN) {
                catch_signal(signals_that_leave[i]);
            }
        }
    }
    ~SignalsObeyed()
    {
        for (std::size_t i = 0; i < signals_that_leave.size(); ++i) {
            sigaction(signals_that_leave[i], &before_[i], nullptr);
        }
    }
    SignalsObeyed(const SignalsObeyed&) = delete;
    SignalsObeyed& operator=(const SignalsObeyed&) = delete;
    SignalsObeyed(SignalsObeyed&&) = delete;
    SignalsObeyed& operator=(SignalsObeyed&&) = delete;

private:
    std::array<struct sigaction, signals_that_leave.size()> before_ = {};
};

}  // namespace

Language language_of_environment()
{
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
        const std::string_view value = environment(name);
        if (!value.empty()) {
            return value.substr(0, 2) == "zh" ? Language::chinese : Language::english;
        }
    }
    return Language::english;
}

bool colour_is_wanted()
{
    return isatty(STDOUT_FILENO) != 0 && environment("NO_COLOR").empty() && !is_dumb();
}

bool has_keyboard()
{
    return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
}

bool wait_for_key(std::string_view text)
{
    prompt = text;
    wipe = is_dumb() ? "\n" : "\r\033[K";
    tcgetattr(STDIN_FILENO, &usual_mode);
    const SignalsObeyed signals_obeyed;
    waits_for_key = 1;
    take_terminal();
    std::array<char, 64> key{ctrl_d};  // an arrow or a Chinese character is several bytes, which come at once
    while (read(STDIN_FILENO, key.data(), key.size()) < 0 && errno == EINTR) {
    }
    waits_for_key = 0;
    leave_terminal();
    return key[0] != 'q' && key[0] != 'Q' && key[0] != ctrl_d;
}

}  // namespace attention
