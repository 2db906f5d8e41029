#pragma once
#include <optional>
#include <string_view>

// The commands of LaTeX that formulas may have here, each known by its name without the backslash, and the signs that stand for
// them where there is no LaTeX.

namespace attention {

/// The sign of a command: "α" for "alpha", "ln" for "ln", " " for "quad". Nothing for any other command.
std::optional<std::string_view> sign_of(std::string_view command);

/// The command of a single sign beyond ASCII: "alpha" for "α"; "Sigma", not "sum", for "Σ". Nothing when no command makes it.
std::optional<std::string_view> command_of(std::string_view sign);

/// True when the command is one sign of a mathematical font, which may stand low or high without braces: x_\alpha, K^\top.
bool is_single_sign(std::string_view command);

/// True for mathrm, text and the like, which take an argument in braces and show it alone.
bool is_style(std::string_view command);

/// True for what may follow a backslash in place of a word: spaces, and signs that would otherwise mean something.
bool is_escape(std::string_view command);

/// Takes the command at the start of the text, which is behind its backslash: its letters, or the one character that is none.
std::string_view take_command(std::string_view& text);

/// Takes "{…}" and returns what is in it; all the rest when the brace does not close, nothing when there is none.
std::string_view take_argument(std::string_view& text);

}  // namespace attention
