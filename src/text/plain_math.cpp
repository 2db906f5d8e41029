#include "text/plain_math.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

namespace attention {
namespace {

using Sign = std::pair<std::string_view, std::string_view>;

// Commands of LaTeX, and what a terminal shows for them.
constexpr std::array<Sign, 62> signs{{
    {"alpha", "α"}, {"beta", "β"},  {"gamma", "γ"},   {"delta", "δ"},  {"epsilon", "ε"}, {"zeta", "ζ"},  {"eta", "η"},
    {"theta", "θ"}, {"kappa", "κ"}, {"lambda", "λ"},  {"mu", "μ"},     {"nu", "ν"},      {"xi", "ξ"},    {"pi", "π"},
    {"rho", "ρ"},   {"sigma", "σ"}, {"tau", "τ"},     {"phi", "φ"},    {"chi", "χ"},     {"psi", "ψ"},   {"omega", "ω"},
    {"Gamma", "Γ"}, {"Delta", "Δ"}, {"Theta", "Θ"},   {"Lambda", "Λ"}, {"Sigma", "Σ"},   {"Phi", "Φ"},   {"Omega", "Ω"},
    {"top", "⊤"},   {"cdot", "·"},  {"times", "×"},   {"odot", "⊙"},   {"otimes", "⊗"},  {"oplus", "⊕"}, {"circ", "∘"},
    {"sum", "Σ"},   {"prod", "Π"},  {"partial", "∂"}, {"nabla", "∇"},  {"infty", "∞"},   {"in", "∈"},    {"le", "≤"},
    {"ge", "≥"},    {"ne", "≠"},    {"approx", "≈"},  {"pm", "±"},     {"to", "→"},      {"mid", "|"},   {"dots", "…"},
    {"ldots", "…"}, {"cdots", "⋯"}, {"exp", "exp"},   {"ln", "ln"},    {"log", "log"},   {"max", "max"}, {"min", "min"},
    {"sin", "sin"}, {"cos", "cos"}, {"tanh", "tanh"}, {"quad", " "},   {"qquad", "  "},  {"prime", "'"},
}};

// Commands that take an argument in braces, which is shown alone.
constexpr std::array<std::string_view, 4> styles{"mathrm", "mathbf", "mathit", "text"};

// What may follow a backslash in place of a word: spaces, and signs that would otherwise mean something.
constexpr std::string_view escapes = ",;:! _{}|";

bool is_style(std::string_view command)
{
    return std::find(styles.begin(), styles.end(), command) != styles.end();
}

const Sign* find_sign(std::string_view command)
{
    const auto* const found = std::find_if(signs.begin(), signs.end(), [command](const Sign& s) { return s.first == command; });
    return found == signs.end() ? nullptr : found;
}

/// Takes the command at the start of the text, which is behind its backslash: its letters, or the one character that is none.
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

/// Takes "{…}" and returns what is in it; all the rest when the brace does not close, nothing when there is none.
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
    }
    const std::string_view argument = text.substr(1, end - 1);
    text.remove_prefix(std::min(end + 1, text.size()));
    return argument;
}

/// In parentheses, unless it is a name or a number.
std::string grouped(const std::string& text)
{
    const bool is_simple = std::all_of(text.begin(), text.end(), [](char c) {
        return c == '_' || c == '\'' || c == '{' || c == '}' || std::isalnum(static_cast<unsigned char>(c)) != 0;
    });
    return is_simple ? text : "(" + text + ")";
}

std::string with_signs(std::string_view latex);

std::string with_sign(std::string_view command, std::string_view& rest)
{
    if (is_style(command)) {
        return with_signs(take_argument(rest));
    }
    if (command == "sqrt") {
        return "√" + grouped(with_signs(take_argument(rest)));
    }
    if (command == "frac") {
        const std::string above = grouped(with_signs(take_argument(rest)));
        return above + "/" + grouped(with_signs(take_argument(rest)));
    }
    if (command.size() == 1 && escapes.find(command) != std::string_view::npos) {
        return std::string(std::string_view(",;: ").find(command) != std::string_view::npos ? " "
                           : command == "!"                                                 ? ""
                                                                                            : command);
    }
    const Sign* sign = find_sign(command);
    return sign == nullptr ? "\\" + std::string(command) : std::string(sign->second);
}

/// Every command replaced by its sign.
std::string with_signs(std::string_view latex)
{
    std::string text;
    while (!latex.empty()) {
        const char next = latex[0];
        latex.remove_prefix(1);
        text += next == '\\' ? with_sign(take_command(latex), latex) : std::string(1, next);
    }
    return text;
}

/// Takes the command at the start of the text, which is behind its backslash, and tells whether it is known and followed by what
/// it needs.
bool take_known_command(std::string_view& latex)
{
    const std::string_view command = take_command(latex);
    const bool is_escape = command.size() == 1 && escapes.find(command) != std::string_view::npos;
    const bool takes_argument = is_style(command) || command == "sqrt" || command == "frac";
    return is_escape || find_sign(command) != nullptr || (takes_argument && latex.starts_with('{'));
}

/// What stands for itself in a formula, and the marks of indices, powers and groups.
bool is_plain_sign(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view(" +-*/=<>()[]{}|,.;:'!?_^").find(c) != std::string_view::npos;
}

void replace_all(std::string& text, std::string_view from, std::string_view to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

/// q_{1} reads better as q_1; α_{1,2} keeps its braces, for α_1,2 would be two things.
void drop_needless_braces(std::string& text)
{
    for (std::size_t open = text.find_first_of("_^"); open != std::string::npos; open = text.find_first_of("_^", open + 1)) {
        const std::size_t close = text.find('}', open);
        if (close == std::string::npos || text[open + 1] != '{') {
            continue;
        }
        const auto first = text.begin() + static_cast<std::ptrdiff_t>(open) + 2;
        const auto last = text.begin() + static_cast<std::ptrdiff_t>(close);
        if (std::all_of(first, last, [](unsigned char c) { return std::isalnum(c) != 0; })) {
            text.erase(close, 1);
            text.erase(open + 1, 1);
        }
    }
}

/// Where the running index stands: the last letter of the subscript, when it is i or j. npos when there is none.
std::size_t index_position(const std::string& latex)
{
    const std::size_t last = latex.find_last_not_of('}');
    if (last == std::string::npos || last == 0 || (latex[last] != 'i' && latex[last] != 'j')) {
        return std::string::npos;
    }
    const char before = latex[last - 1];
    return before == '_' || before == ',' || before == '{' ? last : std::string::npos;
}

}  // namespace

std::string plain_math(const std::string& latex)
{
    std::string text = with_signs(latex);
    replace_all(text, "^⊤", "ᵀ");
    drop_needless_braces(text);
    return text;
}

bool is_known_math(std::string_view latex)
{
    std::size_t depth = 0;
    while (!latex.empty()) {
        const char next = latex[0];
        latex.remove_prefix(1);
        if (next == '\\' ? !take_known_command(latex) : !is_plain_sign(next) || (next == '}' && depth == 0)) {
            return false;
        }
        depth += next == '{' ? 1 : 0;
        depth -= next == '}' ? 1 : 0;
    }
    return depth == 0;
}

std::string symbol_of_name(const std::string& name)
{
    if (name == "hidden") {
        return "h";
    }
    if (name == "alpha" || name == "alpha_prime") {
        return name == "alpha" ? R"(\alpha)" : R"(\alpha')";
    }
    std::string escaped = name;
    replace_all(escaped, "_", R"(\_)");
    return name.size() == 1 ? name : R"(\mathrm{)" + escaped + "}";
}

bool runs_over_an_index(const std::string& latex)
{
    return index_position(latex) != std::string::npos;
}

std::string at_index(const std::string& latex, std::size_t index)
{
    const std::size_t at = index_position(latex);
    const bool in_braces = latex[at - 1] != '_';
    const std::string number = std::to_string(index);
    return latex.substr(0, at) + (in_braces ? number : "{" + number + "}") + latex.substr(at + 1);
}

std::string at_query(const std::string& latex, std::size_t query)
{
    return latex.substr(0, latex.find("_{i,j}")) + "_{" + std::to_string(query) + ",j}";
}

std::size_t fixed_index(const std::string& latex)
{
    const std::size_t open = latex.rfind("_{");
    const std::string_view index = open == std::string::npos ? "" : std::string_view(latex).substr(open + 2);
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), number);
    return error == std::errc{} && std::string_view(end, index.data() + index.size()) == "}" ? number : 0;
}

}  // namespace attention
