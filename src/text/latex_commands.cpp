#include "text/latex_commands.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>

namespace attention {
namespace {

struct Sign {
    std::string_view command, text;
};

// One sign each.
constexpr std::array<Sign, 51> single_signs{{
    {"alpha", "α"},  {"beta", "β"},  {"gamma", "γ"},  {"delta", "δ"},  {"epsilon", "ε"}, {"zeta", "ζ"},  {"eta", "η"},
    {"theta", "θ"},  {"kappa", "κ"}, {"lambda", "λ"}, {"mu", "μ"},     {"nu", "ν"},      {"xi", "ξ"},    {"pi", "π"},
    {"rho", "ρ"},    {"sigma", "σ"}, {"tau", "τ"},    {"phi", "φ"},    {"chi", "χ"},     {"psi", "ψ"},   {"omega", "ω"},
    {"Gamma", "Γ"},  {"Delta", "Δ"}, {"Theta", "Θ"},  {"Lambda", "Λ"}, {"Xi", "Ξ"},      {"Pi", "Π"},    {"Sigma", "Σ"},
    {"Phi", "Φ"},    {"Psi", "Ψ"},   {"Omega", "Ω"},  {"top", "⊤"},    {"cdot", "·"},    {"times", "×"}, {"odot", "⊙"},
    {"otimes", "⊗"}, {"oplus", "⊕"}, {"circ", "∘"},   {"surd", "√"},   {"partial", "∂"}, {"nabla", "∇"}, {"infty", "∞"},
    {"in", "∈"},     {"le", "≤"},    {"ge", "≥"},     {"approx", "≈"}, {"pm", "±"},      {"to", "→"},    {"leftarrow", "←"},
    {"mid", "|"},    {"prime", "'"},
}};

// What LaTeX puts together of several: it cannot stand low or high without braces.
constexpr std::array<Sign, 16> composed_signs{{
    {"sum", "Σ"},
    {"prod", "Π"},
    {"ne", "≠"},
    {"dots", "…"},
    {"ldots", "…"},
    {"cdots", "⋯"},
    {"exp", "exp"},
    {"ln", "ln"},
    {"log", "log"},
    {"max", "max"},
    {"min", "min"},
    {"sin", "sin"},
    {"cos", "cos"},
    {"tanh", "tanh"},
    {"quad", " "},
    {"qquad", "  "},
}};

constexpr std::array<std::string_view, 4> styles{"mathrm", "mathbf", "mathit", "text"};

template <std::size_t n>
std::optional<std::string_view> text_in(const std::array<Sign, n>& signs, std::string_view command)
{
    const auto found = std::find_if(signs.begin(), signs.end(), [command](const Sign& s) { return s.command == command; });
    return found == signs.end() ? std::nullopt : std::optional(found->text);
}

template <std::size_t n>
std::optional<std::string_view> command_in(const std::array<Sign, n>& signs, std::string_view text)
{
    const auto found = std::find_if(signs.begin(), signs.end(), [text](const Sign& s) { return s.text == text; });
    return found == signs.end() ? std::nullopt : std::optional(found->command);
}

}  // namespace

std::optional<std::string_view> sign_of(std::string_view command)
{
    const std::optional<std::string_view> single = text_in(single_signs, command);
    return single ? single : text_in(composed_signs, command);
}

std::optional<std::string_view> command_of(std::string_view sign)
{
    if (sign.empty() || static_cast<unsigned char>(sign[0]) < 0x80) {
        return std::nullopt;
    }
    const std::optional<std::string_view> single = command_in(single_signs, sign);
    return single ? single : command_in(composed_signs, sign);
}

bool is_single_sign(std::string_view command)
{
    return text_in(single_signs, command).has_value();
}

bool is_style(std::string_view command)
{
    return std::find(styles.begin(), styles.end(), command) != styles.end();
}

bool is_escape(std::string_view command)
{
    return command.size() == 1 && std::string_view(",;:! _{}|").find(command) != std::string_view::npos;
}

std::string_view take_command(std::string_view& text)
{
    std::size_t end = 0;
    while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])) != 0) {
        ++end;
    }
    const std::string_view command = text.substr(0, end == 0 ? 1 : end);
    text.remove_prefix(command.size());
    return command;
}

std::string_view take_argument(std::string_view& text)
{
    if (!text.starts_with('{')) {
        return {};
    }
    std::size_t depth = 0;
    std::size_t end = 0;
    for (; end < text.size(); ++end) {
        depth += text[end] == '{' ? 1 : 0;
        depth -= text[end] == '}' ? 1 : 0;
        if (depth == 0) {
            break;
        }
        end += text[end] == '\\' ? 1 : 0;  // \{ and \} are signs
    }
    const std::string_view argument = text.substr(1, end - 1);
    text.remove_prefix(std::min(end + 1, text.size()));
    return argument;
}

}  // namespace attention
