#include "text/markdown.hpp"
#include "base/stated.hpp"

#include <algorithm>

#include "text/format.hpp"
#include "text/latex_math.hpp"
#include "text/printable.hpp"
#include "text/step_look.hpp"

namespace attention {
namespace {

/// Where a character stands at the start of a line that would begin a list or underline a heading; npos when none does.
std::size_t start_of_block(std::string_view line)
{
    constexpr std::string_view digits = "0123456789";
    const std::size_t after_digits = std::min(line.find_first_not_of(digits), line.size());
    const std::string_view marks = after_digits == 0 ? "-+=" : ".)";  // "- item", "1. item"
    const bool begins = after_digits < line.size() && marks.find(line[after_digits]) != std::string_view::npos;
    return begins ? after_digits : std::string_view::npos;
}

/// Whether a forge would make a link or a picture of what begins here: "@name", "#1", "https://", ":smile:", "www.".
bool begins_a_link(std::string_view text)
{
    constexpr std::string_view joined = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/_+-";
    const bool is_mark = std::string_view("@#!:").find(text[0]) != std::string_view::npos;
    return (is_mark && text.size() > 1 && joined.find(text[1]) != std::string_view::npos) || text.starts_with("www.");
}

std::string math_block(const std::string& math)
{
    return "```math\n" + math + "\n```\n";
}

}  // namespace

std::string markdown_text(std::string_view text)
{
    constexpr std::string_view active = R"(\`*_[]<>|~&#)";
    std::string line = printable(text, longest_line);
    line.erase(0, line.find_first_not_of(' '));
    const std::size_t block = start_of_block(line);
    std::string result;
    for (std::size_t at = 0; at < line.size(); ++at) {
        const bool means_something = at == block || active.find(line[at]) != std::string_view::npos;
        // A forge looks for formulas before it knows of backslashes.
        result += line[at] == '$' ? "&#36;" : (means_something ? "\\" : "") + std::string(1, line[at]);
        // It looks for links behind them, too, and through a backslash, but not across a space of no width.
        result += begins_a_link(std::string_view(line).substr(at)) ? "&#8203;" : "";
    }
    return result;
}

std::string markdown_title(const Problem& problem, const Words& title, const Words& question, Language language)
{
    return "# " + markdown_text(problem.title.en.empty() ? in(language, title) : in(language, problem.title)) + "\n\n" +
           markdown_text(in(language, question)) + "\n";
}

std::string markdown_stated(const Problem& problem, Language language)
{
    std::string text = "## " + in(language, {"Given", "已知"}) + "\n";
    for (const Stated& one : stated(problem)) {
        text += "\n" + math_block(stated_math(one, problem));
    }
    return text;
}

std::string markdown_step(const Step& step, std::size_t number, Language language)
{
    std::string text = fmt::format("## {}. `{}`\n", number, step.name);
    const std::string words = words_of(step, language);
    text += words.empty() ? "" : "\n" + markdown_text(words) + "\n";
    text += step.formula.empty() ? "" : "\n" + math_block(step.formula);
    for (const std::string& math : step_math(step)) {
        text += "\n" + math_block(math);
    }
    return text;
}

}  // namespace attention
