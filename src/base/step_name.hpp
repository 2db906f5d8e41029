#pragma once
#include <algorithm>
#include <cstddef>
#include <string>

namespace attention {

/// A step's name, and the number of its head: "alpha.2" is "alpha" of head "2". Without heads the number is empty.
struct StepName {
    std::string base;
    std::string head;
};

/// "alpha" and "2" give "alpha.2"; "alpha" and "" give "alpha".
inline std::string name_of_step(const StepName& name)
{
    return name.base + (name.head.empty() ? "" : "." + name.head);
}

/// Back from it. What follows the last point is a head only when it is a number: "my.step" has none.
inline StepName parts_of_name(const std::string& name)
{
    const auto is_digit = [](char c) { return '0' <= c && c <= '9'; };
    const std::size_t point = name.rfind('.');
    const bool has_head = point != std::string::npos && point + 1 < name.size() &&
                          std::all_of(name.begin() + static_cast<std::ptrdiff_t>(point) + 1, name.end(), is_digit);
    return has_head ? StepName{name.substr(0, point), name.substr(point + 1)} : StepName{name, ""};
}

/// Which inputs can change which outputs: steps of this name hold 1 and 0 on the screen, true and false in JSON.
inline bool holds_truths(const std::string& name)
{
    return name == "reach";
}

}  // namespace attention
