#include "text/printable.hpp"

namespace attention {
namespace {

bool continues_a_character(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

}  // namespace

std::string printable(std::string_view text, std::size_t most)
{
    std::string result;
    std::size_t characters = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (!continues_a_character(text[at]) && ++characters > most) {
            return result + "…";
        }
        // U+0080 to U+009F are control characters as well: C2 80 to C2 9F
        const bool c1 = byte == 0xC2 && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0xA0;
        if (c1) {
            ++at;
        }
        result += byte < 0x20 || byte == 0x7F || c1 ? '?' : text[at];
    }
    return result;
}

std::size_t character_count(std::string_view text)
{
    std::size_t count = 0;
    for (const char byte : text) {
        count += continues_a_character(byte) ? 0 : 1;
    }
    return count;
}

}  // namespace attention
