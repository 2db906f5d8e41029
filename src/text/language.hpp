#pragma once
#include <string>

#include "base/words.hpp"

namespace attention {

enum class Language { english, chinese };

inline const std::string& in(Language language, const Words& words)
{
    return language == Language::chinese ? words.zh : words.en;
}

}  // namespace attention
