#include "app/files.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace attention {
namespace {

constexpr std::size_t largest_file = std::size_t{16} << 20;

/// Closes a descriptor at the end of a scope, unless it is standard input or output.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor()
    {
        if (number_ > STDERR_FILENO) {
            close(number_);
        }
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    Descriptor(Descriptor&&) = delete;
    Descriptor& operator=(Descriptor&&) = delete;

    int get() const { return number_; }

private:
    int number_;
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
        case ENOSPC: return {"no space left", "空间不足"};
        default: break;
    }
    const std::string text = std::strerror(error);
    return {text, text};
}

[[noreturn]] void fail(const std::string& name, int error)
{
    throw FileError(name, reason(error));
}

void write_all(int descriptor, const std::string& name, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = write(descriptor, text.data(), text.size());
        if (written < 0 && errno != EINTR) {
            fail(name, errno);
        }
        text.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
}

}  // namespace

std::string read_file(const std::string& name)
{
    const Descriptor input(name == "-" ? STDIN_FILENO : open(name.c_str(), O_RDONLY | O_CLOEXEC));
    if (input.get() < 0) {
        fail(name, errno);
    }
    std::string text;
    std::array<char, 65536> buffer{};
    while (true) {
        const ssize_t got = read(input.get(), buffer.data(), buffer.size());
        if (got < 0 && errno != EINTR) {
            fail(name, errno);
        }
        if (got == 0) {
            return text;
        }
        text.append(buffer.data(), got < 0 ? 0 : static_cast<std::size_t>(got));
        if (text.size() > largest_file) {  // asked while reading: a pipe or a device has no size to look up
            throw FileError(name, {"expected at most 16 MiB, got more", "应不超过 16 MiB，实际更大"});
        }
    }
}

void write_file(const std::string& name, std::string_view text)
{
    struct stat existing = {};
    const bool exists = stat(name.c_str(), &existing) == 0;
    if (exists && S_ISDIR(existing.st_mode)) {
        fail(name, EISDIR);
    }
    if (exists && !S_ISREG(existing.st_mode)) {  // a device or a pipe takes what is written and cannot be replaced
        const Descriptor output(open(name.c_str(), O_WRONLY | O_CLOEXEC));
        if (output.get() < 0) {
            fail(name, errno);
        }
        write_all(output.get(), name, text);
        return;
    }
    if (exists && access(name.c_str(), W_OK) != 0) {
        fail(name, errno);
    }
    std::string scratch = name + ".XXXXXX";
    const Descriptor output(mkstemp(scratch.data()));
    if (output.get() < 0) {
        fail(name, errno);
    }
    try {
        write_all(output.get(), name, text);
        const mode_t mask = umask(0);
        umask(mask);
        const mode_t mode = exists ? existing.st_mode & 0777U : 0666U & ~mask;
        if (fchmod(output.get(), mode) != 0 || fsync(output.get()) != 0 || rename(scratch.c_str(), name.c_str()) != 0) {
            fail(name, errno);
        }
    } catch (const FileError&) {
        unlink(scratch.c_str());
        throw;
    }
}

void write_output(std::string_view text)
{
    write_all(STDOUT_FILENO, "standard output", text);
}

}  // namespace attention
