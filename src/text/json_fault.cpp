#include "text/json_fault.hpp"

#include <algorithm>
#include <cctype>

#include <nlohmann/json.hpp>

#include "text/exact_number.hpp"
#include "text/printable.hpp"

namespace attention {
namespace {

const Words end_of_file{"the end of the file", "文件末尾"};

bool is_one_of(char c, std::string_view set)
{
    return set.find(c) != std::string_view::npos;
}

bool starts_with_one_of(std::string_view text, std::initializer_list<std::string_view> starts)
{
    return std::any_of(starts.begin(), starts.end(),
                       [text](std::string_view start) { return text.substr(0, start.size()) == start; });
}

/// The quote that is open in front of `offset`; npos when none is.
std::size_t open_quote(std::string_view text, std::size_t offset)
{
    std::size_t open = std::string_view::npos;
    for (std::size_t at = 0; at < std::min(offset, text.size()); ++at) {
        if (text[at] == '"') {
            open = open == std::string_view::npos ? at : std::string_view::npos;
        } else if (text[at] == '\\' && open != std::string_view::npos) {
            ++at;
        }
    }
    return open;
}

/// Where the thing begins that the parser stopped at. It stops inside words: 0x10 is one to people, though JSON sees a 0.
std::size_t start_of_word(std::string_view text, std::size_t offset)
{
    std::size_t start = offset;
    while (start > 0 && (std::isalnum(static_cast<unsigned char>(text[start - 1])) != 0 || is_one_of(text[start - 1], "+-."))) {
        --start;
    }
    const bool is_behind_a_word = is_one_of(text[offset], "{}[],: \t\r\n") || static_cast<unsigned char>(text[offset]) >= 0x80;
    return is_behind_a_word && nlohmann::json::accept(text.substr(start, offset - start)) ? offset : start;
}

/// Up to the next comma or bracket, at least one character.
std::string word_at(std::string_view text, std::size_t start)
{
    const std::string_view rest = text.substr(start);
    return std::string(rest.substr(0, std::max<std::size_t>(character_length(rest), rest.find_first_of(",]}\r\n", 1))));
}

/// The last character before `start` that is no space; a space when there is none.
char character_before(std::string_view text, std::size_t start)
{
    const std::size_t before = text.substr(0, start).find_last_not_of(" \t\r\n");
    return before == std::string_view::npos ? ' ' : text[before];
}

bool is_no_finite_number(std::string word)
{
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const std::string bare = is_one_of(word[0], "+-") ? word.substr(1) : word;
    return bare == "nan" || bare == "inf" || bare == "infinity";
}

Words expected_in_place_of(const std::string& word, char before, bool is_complete)
{
    if (starts_with_one_of(word, {"//", "/*", "#"})) {
        return {"JSON, which has no comments", "JSON（其中不能有注释）"};
    }
    if (is_complete) {
        return end_of_file;
    }
    if (is_no_finite_number(word)) {
        return {"a finite number", "有限的数"};
    }
    if (exact_number(word)) {
        return {"an exact number in quotes", "带引号的精确写法"};
    }
    if (starts_with_one_of(word, {"'", "‘", "’", "“", "”"})) {
        return {"straight double quotes", "半角双引号"};
    }
    const bool is_closing = is_one_of(word[0], "]}");
    if (is_closing && before == ',') {
        return {"another item after the comma", "逗号之后的下一项"};
    }
    if (!is_closing && !is_one_of(before, " ,:[{")) {
        return {"a comma or a colon", "逗号或冒号"};
    }
    return same("JSON");
}

Words in_quotes(std::string_view text)
{
    const std::string shown = printable(text, 20);
    return {"'" + shown + "'", "“" + shown + "”"};
}

/// A fault inside a text in quotes that begins at `open`.
Words fault_in_text(std::string_view text, std::size_t open, std::size_t offset)
{
    const Words closing_quote{"a closing quote", "结束的引号"};
    if (offset >= text.size()) {
        return expected_got(closing_quote, end_of_file);
    }
    if (is_one_of(text[offset], "\r\n")) {
        return expected_got(closing_quote, {"the end of the line", "行尾"});
    }
    if (static_cast<unsigned char>(text[offset]) < 0x20) {
        return expected_got({"text without control characters", "没有控制字符的文字"}, {"one", "控制字符"});
    }
    const std::string_view read = text.substr(open, offset + 1 - open);
    return expected_got({"an escape such as \\n or \\u0041", "\\n、\\u0041 这样的转义"},
                        in_quotes(read.substr(std::min(read.rfind('\\'), read.size()))));
}

}  // namespace

Words line_and_column(std::string_view text, std::size_t offset)
{
    const std::string_view before = text.substr(0, offset);
    const auto line = std::to_string(std::count(before.begin(), before.end(), '\n') + 1);
    const auto line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    const auto column = std::to_string(character_count(before.substr(line_start)) + 1);
    return {"line " + line + ", column " + column, "第 " + line + " 行第 " + column + " 列"};
}

InputError json_fault(std::string_view text, std::size_t offset, bool is_complete)
{
    const std::size_t open = open_quote(text, offset);
    const bool is_whole_text = open != std::string_view::npos && nlohmann::json::accept(text.substr(open, offset + 1 - open));
    if (open != std::string_view::npos && !is_whole_text) {
        return {line_and_column(text, offset), fault_in_text(text, open, offset)};
    }
    if (offset >= text.size()) {
        return {line_and_column(text, offset), expected_got(same("JSON"), end_of_file)};
    }
    const std::size_t start = is_whole_text ? open : start_of_word(text, offset);
    const std::string word = word_at(text, start);
    return {line_and_column(text, start),
            expected_got(expected_in_place_of(word, character_before(text, start), is_complete), in_quotes(word))};
}

}  // namespace attention
