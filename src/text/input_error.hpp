#pragma once
#include <stdexcept>
#include <string>
#include <utility>

#include "base/words.hpp"

namespace attention {

/// Something that the user handed over and that cannot be used: where in it, and what was expected and came.
struct InputError : std::runtime_error {
    InputError(Words where_, Words what_)
        : std::runtime_error(where_.en + ": " + what_.en), where(std::move(where_)), words(std::move(what_))
    {
    }

    Words where;  ///< "Wk[2]", "line 3, column 5"; empty when it is the whole
    Words words;
};

}  // namespace attention
