#include "text/symbols.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "base/step_name.hpp"
#include "text/latex_commands.hpp"

namespace attention {
namespace {

/// Where the running index stands: the last letter of the subscript, before the number of a head, when it is i, j or t. npos
/// when there is none.
std::size_t index_position(const std::string& latex)
{
    std::size_t last = latex.find_last_not_of('}');
    const std::size_t comma = latex.find_last_not_of("0123456789", last);
    if (comma != std::string::npos && comma != 0 && comma != last && latex[comma] == ',') {
        last = comma - 1;
    }
    if (last == std::string::npos || last == 0 || std::string_view("ijt").find(latex[last]) == std::string_view::npos) {
        return std::string::npos;
    }
    const char before = latex[last - 1];
    return before == '_' || before == ',' || before == '{' ? last : std::string::npos;
}

/// Takes one piece from the front of the text: a group, a command with the argument of a style, or a character.
void take_piece(std::string_view& text)
{
    if (text.starts_with('{')) {
        take_argument(text);
        return;
    }
    const bool is_command = text.starts_with('\\');
    text.remove_prefix(text.empty() ? 0 : 1);
    if (is_command && is_style(take_command(text))) {
        take_argument(text);
    }
}

std::string with_escapes(const std::string& name)
{
    std::string result;
    for (const char c : name) {
        result += c == '_' ? R"(\_)" : std::string(1, c);
    }
    return result;
}

std::string symbol_of_base(const std::string& base)
{
    if (base == "hidden") {
        return "h";
    }
    if (base == "alpha" || base == "alpha_prime") {
        return base == "alpha" ? R"(\alpha)" : R"(\alpha')";
    }
    return base.size() == 1 ? base : R"(\mathrm{)" + with_escapes(base) + "}";
}

}  // namespace

std::string symbol_of_name(const std::string& name)
{
    const auto [base, head] = parts_of_name(name);
    return symbol_of_base(base) + (head.empty() ? "" : "_{" + head + "}");
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
    const std::string pair = "_{i,j";
    const std::size_t at = latex.find(pair);
    const std::string one = "_{" + std::to_string(query) + ",j";
    return at == std::string::npos ? without_index(latex) + one + "}"
                                   : latex.substr(0, at) + one + latex.substr(at + pair.size());
}

std::string without_index(const std::string& latex)
{
    std::string_view rest = latex;
    std::size_t from = latex.size();  // of the index of the last letter so far
    std::size_t to = latex.size();
    while (!rest.empty()) {
        const std::size_t at = latex.size() - rest.size();
        const char next = rest[0];
        if (next == '_' || next == '^') {
            rest.remove_prefix(std::min(rest.find_first_not_of(' ', 1), rest.size()));
        }
        take_piece(rest);
        if (next == '_') {
            from = at;
            to = latex.size() - rest.size();
        } else if (next != '^' && next != '\'' && next != ' ') {  // the next letter
            from = latex.size();
            to = latex.size();
        }
    }
    return latex.substr(0, from) + latex.substr(to);
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
