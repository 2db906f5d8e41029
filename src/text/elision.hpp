#pragma once
#include <cstddef>
#include <vector>

namespace attention {

/// Which of n items are shown: all up to `most`, else a gap (which stands as n) and the last behind the first two fewer.
inline std::vector<std::size_t> shown(std::size_t n, std::size_t most = 12)
{
    const std::size_t first = most - 2;
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
