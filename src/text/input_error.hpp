#pragma once
#include <stdexcept>
#include <string>
#include <utility>

#include "base/words.hpp"

namespace attention {

/// Something that the user handed over and that cannot be used, a file, what stands in it, a word of the command line: where
/// it is, and what was expected and came.
struct InputError : std::runtime_error {
    InputError(Words where_, Words what_)
        : std::runtime_error(where_.en + ": " + what_.en), where(std::move(where_)), words(std::move(what_))
    {
    }

    Words where;  ///< "problem.json: Wk[2]", "line 3, column 5", "--steps"; empty when it is the whole
    Words words;
};

/// The same in both languages: a name, a number, quoted text.
inline Words same(const std::string& text)
{
    return {text, text};
}

/// "expected 2 numbers, got 3 numbers", in both languages; Chinese gets a space where it meets a Latin letter or digit.
Words expected_got(const Words& expected, const Words& got);

}  // namespace attention
