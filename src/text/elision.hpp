#pragma once
#include <cstddef>
#include <vector>

namespace attention {

/// Which of n items are shown: all up to twelve, else the first ten, a gap (which stands as n) and the last.
inline std::vector<std::size_t> shown(std::size_t n)
{
    constexpr std::size_t most = 12;
    constexpr std::size_t first = 10;
    std::vector<std::size_t> items;
    for (std::size_t i = 0; i < (n > most ? first : n); ++i) {
        items.push_back(i);
    }
    if (n > most) {
        items.push_back(n);
        items.push_back(n - 1);
    }
    return items;
}

}  // namespace attention
