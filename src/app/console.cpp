#include "app/console.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>

#include <termios.h>
#include <unistd.h>

namespace attention {
namespace {

std::string_view environment(const char* name)
{
    const char* value = std::getenv(name);
    return value == nullptr ? std::string_view{} : std::string_view{value};
}

constexpr char ctrl_c = 3;
constexpr char ctrl_d = 4;
constexpr char ctrl_z = 26;
constexpr char ctrl_backslash = 28;

/// Single keys without echo for as long as it lives. Signals come as keys as well, so that none can leave the terminal changed.
class SingleKeys {
public:
    SingleKeys()
    {
        tcgetattr(STDIN_FILENO, &before_);
        termios single = before_;
        single.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
        single.c_cc[VMIN] = 1;
        single.c_cc[VTIME] = 0;
        tcsetattr(STDIN_FILENO, TCSANOW, &single);
    }
    ~SingleKeys() { tcsetattr(STDIN_FILENO, TCSANOW, &before_); }
    SingleKeys(const SingleKeys&) = delete;
    SingleKeys& operator=(const SingleKeys&) = delete;
    SingleKeys(SingleKeys&&) = delete;
    SingleKeys& operator=(SingleKeys&&) = delete;

private:
    termios before_ = {};
};

/// The next key, or Ctrl-D at the end of input.
char next_key()
{
    const SingleKeys single_keys;
    char key = ctrl_d;
    while (read(STDIN_FILENO, &key, 1) < 0 && errno == EINTR) {
    }
    return key;
}

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
    return isatty(STDOUT_FILENO) != 0 && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

bool has_keyboard()
{
    return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
}

bool wait_for_key()
{
    while (true) {
        switch (next_key()) {
            case ctrl_c: std::raise(SIGINT); return false;
            case ctrl_backslash: std::raise(SIGQUIT); return false;
            case ctrl_z: std::raise(SIGTSTP); break;  // goes on here when the shell brings it back
            case ctrl_d:
            case 'q': return false;
            default: return true;
        }
    }
}

}  // namespace attention
