#pragma once
#include <string_view>

#include "text/language.hpp"

namespace attention {

/// The language of LC_ALL, LC_MESSAGES or LANG, the first that is set: Chinese for zh…, else English.
Language language_of_environment();

/// True when standard output is a terminal that shows colours and NO_COLOR is not set, or empty (no-color.org).
bool colour_is_wanted();

/// True when both standard input and output are a terminal, so that one can wait for a key there.
bool has_keyboard();

/// Shows the text as a prompt and waits for a key, then wipes the prompt away. False for q or the end of input. Ctrl-C, Ctrl-Z and
/// signals from elsewhere act as usual, but the terminal is put back as it was first.
bool wait_for_key(std::string_view text);

}  // namespace attention
