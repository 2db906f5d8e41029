#pragma once
#include <chrono>
#include <cstddef>
#include <filesystem>

#include <sys/types.h>

namespace attention {

/// What a port may use up.
struct Limits {
    std::chrono::milliseconds time{10'000};        ///< for one answer, and at the end for leaving
    std::size_t memory = std::size_t{2048} << 20;  ///< of its process group, in bytes, where the system tells it
    std::size_t line = std::size_t{16} << 20;      ///< of one answer, in bytes
};

/// The memory of a process group in bytes, as Linux tells it in /proc; 0 where nothing is told.
std::size_t memory_of_group(pid_t group, const std::filesystem::path& processes = "/proc");

}  // namespace attention
