#pragma once
#include "text/language.hpp"

namespace attention {

/// The language of LC_ALL, LC_MESSAGES or LANG, the first that is set: Chinese for zh…, else English.
Language language_of_environment();

/// True when standard output is a terminal that shows colours and NO_COLOR is not set (no-color.org).
bool colour_is_wanted();

/// True when both standard input and output are a terminal, so that one can wait for a key there.
bool has_keyboard();

/// Waits for a key. False for q or the end of input. Ctrl-C and Ctrl-Z act as usual, with the terminal restored first.
bool wait_for_key();

}  // namespace attention
