#include "text/plain_math.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

namespace attention {
namespace {

using Replacement = std::pair<std::string_view, std::string_view>;

// Longer names stand before names that they begin with.
constexpr std::array<Replacement, 8> replacements{{
    {R"(\mathbf{1})", "1"},
    {R"(\mathrm{softmax})", "softmax"},
    {R"(^\top)", "ᵀ"},
    {R"(\alpha)", "α"},
    {R"(\cdot)", "·"},
    {R"(\exp)", "exp"},
    {R"(\sum)", "Σ"},
    {R"(\tanh)", "tanh"},
}};

void replace_all(std::string& text, std::string_view from, std::string_view to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

/// q_{1} reads better as q_1; α_{1,2} keeps its braces, for α_1,2 would be two things.
void drop_needless_braces(std::string& text)
{
    for (std::size_t open = text.find("_{"); open != std::string::npos; open = text.find("_{", open + 1)) {
        const std::size_t close = text.find('}', open);
        if (close == std::string::npos) {
            return;
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
    std::string text = latex;
    for (const auto& [from, to] : replacements) {
        replace_all(text, from, to);
    }
    drop_needless_braces(text);
    return text;
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

}  // namespace attention
