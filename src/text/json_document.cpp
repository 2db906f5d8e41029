#include "text/json_document.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/json_fault.hpp"
#include "text/json_values.hpp"
#include "text/printable.hpp"

namespace attention {
namespace {

using nlohmann::json;

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
            throw InputError(same(path()), {"expected this field once, got it twice", "这个字段只应出现一次，却出现了两次"});
        }
        return true;
    }

    bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error) override
    {
        if (dynamic_cast<const json::out_of_range*>(&error) != nullptr) {
            throw InputError(line_and_column(text_, position - token.size()),
                             expected_got({"a number within the range of a double", "双精度范围内的数"}, same(printable(token))));
        }
        throw json_fault(text_, std::max<std::size_t>(position, 1) - 1, has_begun_ && open_.empty());
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
        has_begun_ = true;
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
    bool has_begun_ = false;
};

void require_utf8(std::string_view text)
{
    const std::string_view start = text.substr(0, 2);
    if (start == "\xFF\xFE" || start == "\xFE\xFF") {
        throw InputError({}, expected_got({"UTF-8", "UTF-8 编码"}, {"UTF-16", "UTF-16 编码"}));
    }
    if (text.substr(0, 3) == "\xEF\xBB\xBF") {
        throw InputError({}, {"expected UTF-8 without a byte order mark, got one at the start",
                              "应为不带字节顺序标记（BOM）的 UTF-8，文件开头却有一个"});
    }
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = character_length(text.substr(at));
        if (length == 0 || text[at] == '\0') {  // the parser takes a zero byte for the end of the file
            const std::string byte = fmt::format("{:02X}", static_cast<unsigned char>(text[at]));
            throw InputError(line_and_column(text, at),
                             expected_got({"UTF-8 text", "UTF-8 文字"}, {"byte " + byte, "字节 " + byte}));
        }
        at += length;
    }
}

}  // namespace

json parse_json(std::string_view text)
{
    require_utf8(text);
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        throw InputError({}, expected_got({"a JSON object", "一个 JSON 对象"}, {"an empty file", "空文件"}));
    }
    Inspector inspector(text);
    json::sax_parse(text, &inspector);
    return json::parse(text);
}

json parse_object(std::string_view text)
{
    json document = parse_json(text);
    if (!document.is_object()) {
        throw InputError({}, expected_got({"a JSON object", "一个 JSON 对象"}, describe(document)));
    }
    return document;
}

}  // namespace attention
