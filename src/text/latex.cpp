#include "text/latex.hpp"
#include "base/stated.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "text/format.hpp"
#include "text/latex_commands.hpp"
#include "text/latex_math.hpp"
#include "text/printable.hpp"
#include "text/step_look.hpp"

namespace attention {
namespace {

constexpr const char* preamble = R"tex(\usepackage{amsmath,graphicx}
\setcounter{MaxMatrixCols}{20}
\emergencystretch=3em
% A displayed formula, made smaller when it is wider than the page.
\newsavebox{\formula}
\newcommand{\display}[1]{\sbox{\formula}{$\displaystyle #1$}%
  \[\ifdim\wd\formula>\linewidth\resizebox{\linewidth}{!}{\usebox{\formula}}\else\usebox{\formula}\fi\]}
)tex";

using Spelling = std::pair<std::string_view, std::string_view>;

// Signs that TeX takes for commands, and signs that text fonts lack and no single command makes.
constexpr std::array<Spelling, 19> spellings{{
    {"\\", R"(\textbackslash{})"},
    {"{", R"(\{)"},
    {"}", R"(\})"},
    {"$", R"(\$)"},
    {"&", R"(\&)"},
    {"#", R"(\#)"},
    {"%", R"(\%)"},
    {"_", R"(\_)"},
    {"^", R"(\textasciicircum{})"},
    {"~", R"(\textasciitilde{})"},
    {"<", R"(\textless{})"},
    {">", R"(\textgreater{})"},
    {"|", R"(\textbar{})"},
    {"`", R"(\textasciigrave{})"},
    {"…", R"(\dots{})"},
    {"ᵀ", R"($^\top$)"},
    {"′", R"($'$)"},
    {"−", "$-$"},
    {"²", "$^2$"},
}};

struct CharacterRange {
    std::string_view first, last;
};

/// What the fandol fonts have: Chinese characters and punctuation, wide letters.
bool is_chinese(std::string_view character)
{
    constexpr std::array<CharacterRange, 3> ranges{{{"\u3001", "\u3011"}, {"\u4E00", "\u9FA5"}, {"\uFF01", "\uFF5E"}}};
    return std::any_of(ranges.begin(), ranges.end(), [character](const CharacterRange& range) {
        return character.size() == 3 && range.first <= character && character <= range.last;
    });
}

/// What every font of TeX's has: ASCII, letters with accents, dashes and quotes.
bool is_plain(std::string_view character)
{
    constexpr std::array<std::string_view, 6> marks{"–", "—", "‘", "’", "“", "”"};
    const bool is_accented = character.size() == 2 && "\u00C0" <= character && character <= "\u017F";
    return character.size() == 1 || is_accented || std::find(marks.begin(), marks.end(), character) != marks.end();
}

/// The code point of a well-formed UTF-8 character.
unsigned code_point(std::string_view character)
{
    const auto first = static_cast<unsigned char>(character[0]);
    unsigned point = character.size() == 1 ? first : first & (0xFFU >> (character.size() + 1));
    for (const char byte : character.substr(1)) {
        point = point << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
    }
    return point;
}

std::string latex_character(std::string_view character)
{
    const auto* const spelling =
        std::find_if(spellings.begin(), spellings.end(), [character](const Spelling& s) { return s.first == character; });
    if (spelling != spellings.end()) {
        return std::string(spelling->second);
    }
    if (const std::optional<std::string_view> command = command_of(character)) {
        return fmt::format("$\\{}$", *command);
    }
    return is_plain(character) || is_chinese(character) ? std::string(character)
                                                        : fmt::format("[U+{:04X}]", code_point(character));
}

bool holds_chinese(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t length = std::max<std::size_t>(character_length(text), 1);
        if (is_chinese(text.substr(0, length))) {
            return true;
        }
        text.remove_prefix(length);
    }
    return false;
}

/// Whether a matrix in the body is too wide for an upright page.
bool is_wide(std::string_view body)
{
    constexpr std::size_t most_columns = 8;
    std::size_t columns = 1;
    for (std::size_t at = 0; at < body.size() && columns <= most_columns; ++at) {
        columns = body[at] == '\n' ? 1 : columns + (body.substr(at).starts_with(" & ") ? 1 : 0);
    }
    return columns > most_columns;
}

std::string display(const std::string& math)
{
    return "\\display{" + math + "}\n";
}

}  // namespace

std::string latex_text(std::string_view text)
{
    const std::string line = printable(text, longest_line);
    std::string result;
    for (std::string_view rest = line; !rest.empty();) {
        const std::size_t length = character_length(rest);  // not 0: what is printable is well-formed
        result += latex_character(rest.substr(0, length));
        rest.remove_prefix(length);
    }
    return result;
}

std::string latex_title(const Problem& problem, const Words& title, const Words& question, Language language)
{
    return "\\section*{" + latex_text(problem.title.en.empty() ? in(language, title) : in(language, problem.title)) + "}\n\n" +
           latex_text(in(language, question)) + "\n";
}

std::string latex_stated(const Problem& problem, Language language)
{
    std::string text = "\\subsection*{" + in(language, {"Given", "已知"}) + "}\n";
    for (const Stated& one : stated(problem)) {
        text += display(stated_math(one, problem));
    }
    return text;
}

std::string latex_step(const Step& step, std::size_t number, Language language)
{
    std::string text = fmt::format("\\subsection*{{{}. \\texttt{{{}}}}}\n", number, latex_text(step.name));
    const std::string words = words_of(step, language);
    text += words.empty() ? "" : latex_text(words) + "\n";
    text += step.formula.empty() ? "" : display(step.formula);
    for (const std::string& math : step_math(step)) {
        text += display(math);
    }
    return text;
}

std::string latex_document(const std::string& body, Language language)
{
    const bool is_english = language == Language::english && !holds_chinese(body);
    const std::string head = is_english ? "\\documentclass[a4paper]{article}\n"
                             : language == Language::english
                                 ? "\\documentclass[a4paper]{article}\n\\usepackage[fontset=fandol,scheme=plain]{ctex}\n"
                                 : "\\documentclass[a4paper,fontset=fandol]{ctexart}\n";
    const std::string geometry =
        std::string(R"(\usepackage[margin=20mm)") + (is_wide(body) ? ",landscape" : "") + "]{geometry}\n";
    return head + geometry + preamble + "\\begin{document}\n\n" + body + "\n\\end{document}\n";
}

}  // namespace attention
