#include "text/padding.hpp"

#include <algorithm>

#include "text/printable.hpp"

namespace attention {

std::size_t width(const std::string& text)
{
    std::size_t codes = 0;
    for (std::size_t start = text.find('\033'); start != std::string::npos; start = text.find('\033', start + 1)) {
        codes += text.find('m', start) - start + 1;
    }
    const auto is_wide = [](char byte) { return static_cast<unsigned char>(byte) >= 0xE3; };  // the first byte of Chinese
    return character_count(text) + static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_wide)) - codes;
}

std::string padded_left(const std::string& text, std::size_t wanted)
{
    const std::size_t length = width(text);
    return length < wanted ? std::string(wanted - length, ' ') + text : text;
}

std::string padded_right(const std::string& text, std::size_t wanted)
{
    const std::size_t length = width(text);
    return length < wanted ? text + std::string(wanted - length, ' ') : text;
}

}  // namespace attention
