#include "text/read_answer.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
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

/// null becomes NaN, however deep it stands.
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

void add_step(StepValues& steps, const std::string& name, const Tensor& value, const std::string& path)
{
    if (!steps.emplace(name, value).second) {
        throw InputError(same(path),
                         {"expected a name of its own, got \"" + name + "\" again", "名称不能重复，\"" + name + "\" 已经用过"});
    }
}

/// The steps of a walkthrough; `made` turns what stands there for a value into what is read.
StepValues steps_of_walkthrough(const FieldReader& fields, json (*made)(json))
{
    ValueReader values;
    StepValues steps;
    for (const FieldReader& step :
         fields.objects("steps", {"a list of steps", "步骤的列表"},
                        {"a step, as an object with name and value", "一个步骤（含 name 和 value 的对象）"})) {
        const std::string name = printable(step.text("name"));  // it is shown when the problem has no such step
        const json value = made(step.required("value", {"a list of numbers", "数的列表"}));
        add_step(steps, name, values.step_value(value, name, step.path_of("value")), step.path_of("name"));
    }
    return steps;
}

bool is_true(const FieldReader& fields, const std::string& name)
{
    const json* value = fields.find(name);
    return value != nullptr && value->is_boolean() && value->get<bool>();
}

/// The text of a field that may be left out, or be null: some languages write every field of a record.
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
    if (!answer.is_unsupported && answer.error.empty()) {
        answer.steps = steps_of_walkthrough(fields, with_nan);
    }
    return answer;
}

std::string id_in(std::string_view line)
{
    const json document = json::parse(line, nullptr, false);
    const bool has_id = document.is_object() && document.contains("id") && document["id"].is_string();
    return has_id ? document["id"].get<std::string>() : "";
}

StepValues read_hand_answers(std::string_view text)
{
    const json document = parse_object(text);
    ValueReader values;
    if (document.contains("steps")) {
        return steps_of_walkthrough(FieldReader(document, "", values), [](json value) { return value; });
    }
    StepValues steps;
    for (const auto& [written, value] : document.items()) {
        const std::string name = printable(written);
        add_step(steps, name, values.step_value(value, name, name), name);
    }
    if (steps.empty()) {
        throw InputError({}, expected_got({"steps by name", "由步骤名到数值的对象"}, {"none", "空对象"}));
    }
    return steps;
}

}  // namespace attention
