#include "text/json_document.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "text/input_error.hpp"
#include "text/printable.hpp"

namespace attention {
namespace {

using nlohmann::json;

Words line_and_column(std::string_view text, std::size_t offset)
{
    const std::string_view before = text.substr(0, offset);
    const auto line = std::to_string(std::count(before.begin(), before.end(), '\n') + 1);
    const auto line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    const auto column = std::to_string(character_count(before.substr(line_start)) + 1);
    return {"line " + line + ", column " + column, "第 " + line + " 行第 " + column + " 列"};
}

Words what_came(std::string_view text, std::size_t offset)
{
    if (offset >= text.size()) {
        return {"the end of the file", "文件结尾"};
    }
    const std::string_view rest = text.substr(offset);
    const std::string shown = printable(rest.substr(0, rest.find('\n')), 20);
    return {"'" + shown + "'", "“" + shown + "”"};
}

[[noreturn]] void refuse(const Words& where, const Words& expected, const Words& got)
{
    throw InputError(where, {"expected " + expected.en + ", got " + got.en, "应为" + expected.zh + "，实为" + got.zh});
}

/// Looks through the events of the parser for what nlohmann::json would let pass: repeated fields, deep nesting.
class Inspector : public nlohmann::json_sax<json> {
public:
    explicit Inspector(std::string_view text) : text_(text) {}

    bool null() override { return item(); }
    bool boolean(bool /*value*/) override { return item(); }
    bool number_integer(number_integer_t /*value*/) override { return item(); }
    bool number_unsigned(number_unsigned_t /*value*/) override { return item(); }
    bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return item(); }
    bool string(string_t& /*value*/) override { return item(); }
    bool binary(binary_t& /*value*/) override { return item(); }

    bool start_object(std::size_t /*size*/) override { return open({}); }
    bool start_array(std::size_t /*size*/) override { return open({}); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override
    {
        open_.back().place = name;
        if (!open_.back().names.insert(name).second) {
            const std::string where = path();
            refuse({where, where}, {"this field once", "只出现一次"}, {"it twice", "出现两次"});
        }
        return true;
    }

    bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error) override
    {
        const std::size_t offset = position == 0 ? 0 : position - 1;
        if (dynamic_cast<const json::out_of_range*>(&error) != nullptr) {
            const std::string number = printable(token);
            refuse(line_and_column(text_, position - token.size()), {"a number within the range of a double", "双精度范围内的数"},
                   {number, number});
        }
        refuse(line_and_column(text_, offset), {"JSON", " JSON"}, what_came(text_, offset));
    }

private:
    /// A list or object that is still open: how many items it has had, or the field that is being read.
    struct Level {
        std::size_t items = 0;
        std::string place;
        std::set<std::string> names;
    };

    bool item()
    {
        if (!open_.empty()) {
            ++open_.back().items;
        }
        return true;
    }

    bool open(Level level)
    {
        item();
        if (open_.size() == deepest_json) {
            const std::string most = std::to_string(deepest_json);
            throw InputError(
                {}, {"expected at most " + most + " levels of nesting, got more", "嵌套应不超过 " + most + " 层，实际更深"});
        }
        open_.push_back(std::move(level));
        return true;
    }

    bool close()
    {
        open_.pop_back();
        return true;
    }

    /// "heads[2].Wq"
    std::string path() const
    {
        std::string result;
        for (const Level& level : open_) {
            const bool is_object = !level.place.empty() || !level.names.empty();
            result += is_object ? (result.empty() ? "" : ".") + printable(level.place) : "[" + std::to_string(level.items) + "]";
        }
        return result;
    }

    std::string_view text_;
    std::vector<Level> open_;
};

void refuse_byte_order_mark(std::string_view text)
{
    constexpr std::string_view utf8 = "\xEF\xBB\xBF";
    constexpr std::string_view utf16_little = "\xFF\xFE";
    constexpr std::string_view utf16_big = "\xFE\xFF";
    for (const std::string_view mark : {utf8, utf16_little, utf16_big}) {
        if (text.substr(0, mark.size()) == mark) {
            throw InputError({}, {"expected UTF-8 without a byte order mark, got one at the start",
                                  "应为不带字节顺序标记（BOM）的 UTF-8，文件开头却有一个"});
        }
    }
}

}  // namespace

json parse_json(std::string_view text)
{
    refuse_byte_order_mark(text);
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        throw InputError({}, {"expected a JSON object, got an empty file", "应为一个 JSON 对象，实为空文件"});
    }
    Inspector inspector(text);
    json::sax_parse(text, &inspector);
    return json::parse(text);
}

}  // namespace attention
