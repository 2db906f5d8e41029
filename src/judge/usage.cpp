#include "judge/usage.hpp"

#include <cstdlib>
#include <fstream>
#include <system_error>

#include <unistd.h>

namespace attention {
namespace {

/// The memory of a process in pages; 0 when it has just gone.
std::size_t pages_of(const std::filesystem::path& process)
{
    std::size_t size = 0;
    std::size_t resident = 0;
    std::ifstream(process / "statm") >> size >> resident;
    return resident;
}

}  // namespace

std::size_t memory_of_group(pid_t group, const std::filesystem::path& processes)
{
    std::size_t pages = 0;
    std::error_code error;
    for (std::filesystem::directory_iterator at(processes, error), end; !error && at != end; at.increment(error)) {
        const int process = std::atoi(at->path().filename().c_str());  // 0 for the folders that are no process
        if (process > 0 && getpgid(process) == group) {
            pages += pages_of(at->path());
        }
    }
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace attention
