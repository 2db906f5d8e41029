#include "app/files.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text/input_error.hpp"

namespace attention {
namespace {

constexpr std::size_t largest_file = std::size_t{16} << 20;

/// Closes a file at the end of a scope, unless it is standard input, output or error.
class OpenFile {
public:
    explicit OpenFile(int number) : number_(number) {}
    ~OpenFile()
    {
        if (number_ > STDERR_FILENO) {
            close(number_);
        }
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    OpenFile(OpenFile&&) = delete;
    OpenFile& operator=(OpenFile&&) = delete;

    int get() const { return number_; }

private:
    int number_;
};

/// Lets the signals that end a program wait to the end of a scope, so that they leave no half-written file behind.
class EndingsWait {
public:
    EndingsWait()
    {
        sigset_t endings;
        sigemptyset(&endings);
        for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM}) {
            sigaddset(&endings, signal);
        }
        sigprocmask(SIG_BLOCK, &endings, &before_);
    }
    ~EndingsWait() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
    EndingsWait(const EndingsWait&) = delete;
    EndingsWait& operator=(const EndingsWait&) = delete;
    EndingsWait(EndingsWait&&) = delete;
    EndingsWait& operator=(EndingsWait&&) = delete;

private:
    sigset_t before_ = {};
};

Words reason(int error)
{
    switch (error) {
        case ENOENT: return {"no such file", "没有这个文件"};
        case EACCES:
        case EPERM: return {"no permission", "没有权限"};
        case EISDIR: return {"expected a file, got a directory", "应为文件，实为目录"};
        case ENOTDIR: return {"part of the path is not a directory", "路径中有一部分不是目录"};
        case EROFS: return {"read-only file system", "文件系统只读"};
        case EDQUOT:
        case ENOSPC: return {"no space left", "空间不足"};
        case EFBIG: return {"larger than a file may be here", "超出了此处文件大小的上限"};
        case ELOOP: return {"too many symbolic links", "符号链接层数过多"};
        case ENAMETOOLONG: return {"the name is too long", "文件名过长"};
        case EBADF: return {"closed", "已关闭"};
        default: break;
    }
    return {std::strerror(error), std::strerror(error)};
}

Words output_name(const std::string& name)
{
    return same(name.empty() ? "\"\"" : name);
}

[[noreturn]] void fail_to_read(const std::string& name, int error)
{
    throw InputError(input_name(name), reason(error));
}

[[noreturn]] void fail_to_write(const Words& name, int error)
{
    const Words why = error == ENOENT ? Words{"no such directory", "没有这个目录"} : reason(error);
    throw InputError(name, {"cannot be written: " + why.en, "无法写入：" + why.zh});
}

void write_all(int descriptor, const Words& name, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = write(descriptor, text.data(), text.size());
        if (written < 0 && errno != EINTR) {
            fail_to_write(name, errno);
        }
        text.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
}

/// The file that a name leads to through symbolic links, whether it is there yet or not.
std::filesystem::path destination(const std::string& name)
{
    constexpr int most_links = 40;
    std::filesystem::path path = name;
    std::error_code not_a_link;
    for (int links = 0;; ++links) {
        const std::filesystem::path next = std::filesystem::read_symlink(path, not_a_link);
        if (not_a_link) {
            return path;
        }
        if (links == most_links) {
            fail_to_write(output_name(name), ELOOP);
        }
        path = path.parent_path() / next;
    }
}

/// True for /dev/stdout too, whatever stands behind it: what was printed there before must stay.
bool is_standard_output(const struct stat& file)
{
    struct stat output = {};
    return fstat(STDOUT_FILENO, &output) == 0 && output.st_dev == file.st_dev && output.st_ino == file.st_ino;
}

/// A device or a pipe takes what is written and cannot be replaced.
void write_in_place(const std::string& name, std::string_view text)
{
    const OpenFile output(open(name.c_str(), O_WRONLY | O_CLOEXEC));
    if (output.get() < 0) {
        fail_to_write(output_name(name), errno);
    }
    write_all(output.get(), output_name(name), text);
}

/// Gives a new file the permissions and the owner of the one that it replaces, or else those of any new file.
bool take_over_mode(int descriptor, const struct stat* existing)
{
    if (existing == nullptr) {
        const mode_t mask = umask(0);
        umask(mask);
        return fchmod(descriptor, 0666U & ~mask) == 0;
    }
    const bool is_owned = fchown(descriptor, existing->st_uid, existing->st_gid) == 0 || errno == EPERM;  // only root may
    return is_owned && fchmod(descriptor, existing->st_mode & 0777U) == 0;
}

/// Writes a new file beside the old one, and gives it its place.
void replace_file(const std::string& name, std::string_view text, const struct stat* existing)
{
    const std::filesystem::path file = destination(name);
    std::string scratch = (file.parent_path() / ".attention-XXXXXX").string();
    const EndingsWait endings_wait;
    const OpenFile output(mkstemp(scratch.data()));
    if (output.get() < 0) {
        fail_to_write(output_name(name), errno);
    }
    try {
        write_all(output.get(), output_name(name), text);
        if (!take_over_mode(output.get(), existing) || fsync(output.get()) != 0 || rename(scratch.c_str(), file.c_str()) != 0) {
            fail_to_write(output_name(name), errno);
        }
    } catch (const InputError&) {
        unlink(scratch.c_str());
        throw;
    }
}

}  // namespace

Words input_name(const std::string& name)
{
    return name == "-" ? Words{"standard input", "标准输入"} : output_name(name);
}

void prepare_standard_streams()
{
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(number, F_GETFD) < 0) {
            open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);  // the wrong way round: use fails as before
        }
    }
    std::signal(SIGPIPE, SIG_DFL);
    std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error to report, like a full disk
}

std::string read_file(const std::string& name)
{
    const OpenFile input(name == "-" ? STDIN_FILENO : open(name.c_str(), O_RDONLY | O_CLOEXEC));
    if (input.get() < 0) {
        fail_to_read(name, errno);
    }
    std::string text;
    std::array<char, 65536> buffer{};
    while (true) {
        const ssize_t got = read(input.get(), buffer.data(), buffer.size());
        if (got < 0 && errno != EINTR) {
            fail_to_read(name, errno);
        }
        if (got == 0) {
            return text;
        }
        text.append(buffer.data(), got < 0 ? 0 : static_cast<std::size_t>(got));
        if (text.size() > largest_file) {  // asked while reading: a pipe or a device has no size to look up
            throw InputError(input_name(name), {"expected at most 16 MiB, got more", "应不超过 16 MiB，实际更大"});
        }
    }
}

void write_file(const std::string& name, std::string_view text)
{
    struct stat existing = {};
    const bool exists = stat(name.c_str(), &existing) == 0;
    if (name == "-" || (exists && is_standard_output(existing))) {
        write_output(text);
        return;
    }
    if (exists && S_ISDIR(existing.st_mode)) {
        fail_to_write(output_name(name), EISDIR);
    }
    if (exists && access(name.c_str(), W_OK) != 0) {
        fail_to_write(output_name(name), errno);
    }
    if (exists && !S_ISREG(existing.st_mode)) {
        write_in_place(name, text);
    } else {
        replace_file(name, text, exists ? &existing : nullptr);
    }
}

void write_output(std::string_view text)
{
    write_all(STDOUT_FILENO, {"standard output", "标准输出"}, text);
}

}  // namespace attention
