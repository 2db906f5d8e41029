#include "text/read_answer.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "text/field_reader.hpp"
#include "text/input_error.hpp"
#include "text/json_document.hpp"
#include "text/printable.hpp"

namespace attention {
namespace {

using nlohmann::json;

/// The words for a number that is none: NaN, nan, Infinity, inf, INF and the like.
bool is_no_number(std::string word)
{
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return word == "nan" || word == "inf" || word == "infinity";
}

/// JSON has none of these words; programs print them all the same, with a sign or without. Each becomes null.
std::string with_nulls(std::string_view line)
{
    std::string result;
    bool is_text = false;
    for (std::size_t at = 0; at < line.size();) {
        const char c = line[at];
        if (is_text || std::isalpha(static_cast<unsigned char>(c)) == 0) {
            const std::size_t length = is_text && c == '\\' ? 2 : 1;
            is_text = c == '"' ? !is_text : is_text;
            result += line.substr(at, length);
            at += length;
            continue;
        }
        std::size_t end = at;
        while (end < line.size() && std::isalpha(static_cast<unsigned char>(line[end])) != 0) {
            ++end;
        }
        const std::string word(line.substr(at, end - at));
        const bool is_none = is_no_number(word);
        if (is_none && !result.empty() && (result.back() == '-' || result.back() == '+')) {
            result.pop_back();
        }
        result += is_none ? "null" : word;
        at = end;
    }
    return result;
}

/// null becomes NaN, however deep it stands in lists.
json with_nan(json value)
{
    if (value.is_null()) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    if (value.is_array()) {
        for (json& item : value) {
            item = with_nan(std::move(item));
        }
    }
    return value;
}

/// The steps of a walkthrough, by name: the JSON of their values, null among it as NaN.
std::map<std::string, json> values_by_name(const FieldReader& fields)
{
    std::map<std::string, json> values;
    for (const FieldReader& step :
         fields.objects("steps", {"a list of steps", "步骤的列表"},
                        {"a step, as an object with name and value", "一个步骤（含 name 和 value 的对象）"})) {
        const std::string name = step.text("name");
        const json value = with_nan(step.required("value", {"a list of numbers", "数的列表"}));
        if (!values.emplace(name, value).second) {
            const std::string shown = printable(name);
            throw InputError(same(step.path_of("name")), {"expected a name of its own, got \"" + shown + "\" again",
                                                          "名称不能重复，\"" + shown + "\" 已经用过"});
        }
    }
    return values;
}

/// A field that may be left out, or be null: some languages write every field of a record.
bool is_true(const FieldReader& fields, const std::string& name)
{
    const json* value = fields.find(name);
    if (value != nullptr && !value->is_boolean() && !value->is_null()) {
        refuse(name, {"true or false", "true 或 false"}, describe(*value));
    }
    return value != nullptr && value->is_boolean() && value->get<bool>();
}

/// The text of such a field.
std::string text_if_any(const FieldReader& fields, const std::string& name)
{
    const json* value = fields.find(name);
    return value == nullptr || value->is_null() ? "" : fields.text(name);
}

bool is_blank(std::string_view line)
{
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

Answer read_answer(std::string_view line)
{
    if (is_blank(line)) {
        throw InputError({}, expected_got({"a JSON object", "一个 JSON 对象"}, {"an empty line", "空行"}));
    }
    const json document = parse_object(with_nulls(line));
    ValueReader values;
    const FieldReader fields(document, "", values);
    Answer answer;
    answer.id = fields.text("id");
    answer.is_unsupported = is_true(fields, "unsupported");
    answer.error = text_if_any(fields, "error");
    if (answer.is_unsupported || !answer.error.empty()) {
        return answer;
    }
    for (const auto& [name, value] : values_by_name(fields)) {
        try {
            answer.steps[name] = values.step_value(value, name, "");
        } catch (const InputError& error) {
            answer.unreadable[name] = told(error);
        }
    }
    return answer;
}

Answer read_hand_answers(std::string_view text)
{
    json document = parse_object(text);
    ValueReader values;
    const FieldReader fields(document, "", values);
    std::map<std::string, json> written;
    if (document.contains("steps")) {
        fields.require_known({"id", "kind", "steps"});
        written = values_by_name(fields);
    } else {
        document.erase("id");
        for (const auto& [name, value] : document.items()) {
            written[name] = with_nan(value);
        }
    }
    if (written.empty()) {
        throw InputError({}, expected_got({"steps by name", "由步骤名到数值的对象"}, {"none", "空对象"}));
    }
    Answer answer;
    answer.has_gaps = true;
    for (const auto& [name, value] : written) {
        answer.steps[name] = values.step_value(value, name, printable(name));
    }
    return answer;
}

}  // namespace attention
