#include "text/suggestion.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

#include "text/format.hpp"
#include "text/printable.hpp"

namespace attention {
namespace {

std::string lower_case(std::string_view word)
{
    std::string result(word);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

/// How many letters must be changed, added, dropped or exchanged with a neighbour to make `to` of `from`
/// (the optimal string alignment distance).
std::size_t distance(const std::string& from, const std::string& to)
{
    std::vector<std::vector<std::size_t>> d(from.size() + 1, std::vector<std::size_t>(to.size() + 1));
    for (std::size_t i = 0; i <= from.size(); ++i) {
        for (std::size_t j = 0; j <= to.size(); ++j) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            const std::size_t changed = from[i - 1] == to[j - 1] ? 0 : 1;
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + changed});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[from.size()][to.size()];
}

}  // namespace

std::optional<std::string> suggestion(std::string_view word, const std::vector<std::string>& known)
{
    constexpr std::size_t longest = 40;  // no field or command is near this; a hostile word costs nothing
    if (word.size() > longest) {
        return {};
    }
    const std::size_t most = word.size() <= 3 ? 1 : 2;
    std::optional<std::string> best;
    std::size_t best_distance = most + 1;
    for (const std::string& candidate : known) {
        const std::size_t d = distance(lower_case(word), lower_case(candidate));
        const bool has_something_in_common = d < std::max(word.size(), candidate.size());
        if (d < best_distance && has_something_in_common) {
            best = candidate;
            best_distance = d;
        }
    }
    return best;
}

Words one_of(const std::vector<std::string>& words)
{
    return {fmt::format("one of {}", fmt::join(words, ", ")), fmt::format("以下之一：{}", fmt::join(words, "、"))};
}

Words did_you_mean(std::string_view word, const std::vector<std::string>& known)
{
    const std::string got = '"' + printable(word) + '"';
    const std::optional<std::string> meant = suggestion(word, known);
    return meant ? Words{got + "; did you mean \"" + *meant + "\"?", got + "；是不是 \"" + *meant + "\"？"} : Words{got, got};
}

}  // namespace attention
