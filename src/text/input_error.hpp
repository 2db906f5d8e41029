#pragma once
#include <stdexcept>
#include <string>
#include <utility>

#include "base/words.hpp"

namespace attention {

/// "problem.json: Wk[2]", in Chinese "problem.json：Wk[2]"; when one of them is empty, the other alone.
Words with_colon(const Words& before, const Words& behind);

/// Something that the user handed over and that cannot be used, a file, what stands in it, a word of the command line: where
/// it is, and what was expected and came.
struct InputError : std::runtime_error {
    InputError(Words where_, Words what_)
        : std::runtime_error(with_colon(where_, what_).en), where(std::move(where_)), words(std::move(what_))
    {
    }

    Words where;  ///< "problem.json: Wk[2]", "line 3, column 5", "--steps"; empty when it is the whole
    Words words;
};

/// The place and the words; in English it is what what() says.
Words told(const InputError& error);

/// The same in both languages: a name, a number, quoted text.
inline Words same(const std::string& text)
{
    return {text, text};
}

/// What follows Chinese, with a space in front where it begins with a Latin letter or digit.
std::string behind_chinese(const std::string& text);

/// "expected 2 numbers, got 3 numbers", in both languages.
Words expected_got(const Words& expected, const Words& got);

}  // namespace attention
