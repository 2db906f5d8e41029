#pragma once
#include <algorithm>
#include <string>
#include <vector>

namespace attention {

/// True when `list` holds `item`.
inline bool holds(const std::vector<std::string>& list, const std::string& item)
{
    return std::find(list.begin(), list.end(), item) != list.end();
}

}  // namespace attention
