#include "text/printable.hpp"

#include <algorithm>
#include <array>

namespace attention {
namespace {

bool continues_a_character(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

bool lies_between(std::string_view text, std::string_view first, std::string_view last)
{
    return first <= text && text <= last;  // bytewise, which in UTF-8 is the order of code points
}

/// Control characters, and what is not seen but breaks a line or changes its direction.
bool disturbs(std::string_view character)
{
    struct Range {
        std::string_view first, last;
    };
    constexpr std::array<Range, 7> ranges{{{"", "\x1F"},
                                           {"\x7F", "\xC2\x9F"},  // delete, and U+0080 to U+009F
                                           {"\u200B", "\u200F"},
                                           {"\u2028", "\u202E"},
                                           {"\u2060", "\u206F"},
                                           {"\uFEFF", "\uFEFF"},
                                           {"\uFFFE", "\uFFFF"}}};  // no characters; XML forbids them
    return std::any_of(ranges.begin(), ranges.end(),
                       [character](const Range& range) { return lies_between(character, range.first, range.last); });
}

}  // namespace

std::string printable(std::string_view text, std::size_t most)
{
    std::string result;
    for (std::size_t characters = 0; !text.empty(); ++characters) {
        if (characters == most) {
            return result + "…";
        }
        const std::size_t length = character_length(text);
        const std::string_view character = text.substr(0, length);
        result += length == 0 || disturbs(character) ? "?" : character;
        text.remove_prefix(std::max<std::size_t>(length, 1));
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

std::size_t character_length(std::string_view text)
{
    struct Form {
        std::string_view first, last;  // its first two bytes lie between these
        std::size_t length;
    };
    // The well-formed byte sequences of the Unicode Standard, table 3-7.
    constexpr std::array<Form, 8> forms{{{"\xC2\x80", "\xDF\xBF", 2},
                                         {"\xE0\xA0", "\xE0\xBF", 3},
                                         {"\xE1\x80", "\xEC\xBF", 3},
                                         {"\xED\x80", "\xED\x9F", 3},
                                         {"\xEE\x80", "\xEF\xBF", 3},
                                         {"\xF0\x90", "\xF0\xBF", 4},
                                         {"\xF1\x80", "\xF3\xBF", 4},
                                         {"\xF4\x80", "\xF4\x8F", 4}}};
    if (text.empty() || static_cast<unsigned char>(text[0]) < 0x80) {
        return text.empty() ? 0 : 1;
    }
    for (const Form& form : forms) {
        const std::string_view character = text.substr(0, form.length);
        const bool is_whole =
            character.size() == form.length && std::all_of(character.begin() + 1, character.end(), continues_a_character);
        if (is_whole && lies_between(character.substr(0, 2), form.first, form.last)) {
            return form.length;
        }
    }
    return 0;
}

}  // namespace attention
