#include "text/plain_math.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string_view>

#include "text/latex_commands.hpp"

namespace attention {
namespace {

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
    if (is_escape(command)) {
        return std::string(std::string_view(",;: ").find(command) != std::string_view::npos ? " "
                           : command == "!"                                                 ? ""
                                                                                            : command);
    }
    const std::optional<std::string_view> sign = sign_of(command);
    return sign ? std::string(*sign) : "\\" + std::string(command);
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

}  // namespace

std::string plain_math(const std::string& latex)
{
    std::string text = with_signs(latex);
    replace_all(text, "^⊤", "ᵀ");
    drop_needless_braces(text);
    return text;
}

}  // namespace attention
