#pragma once
#include <string>

namespace attention {

/// The same sentence in both languages of the project.
struct Words {
    std::string en;
    std::string zh;
};

}  // namespace attention
