#include "text/field_reader.hpp"

#include <cstdint>

#include "base/holds.hpp"
#include "base/step_name.hpp"
#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/printable.hpp"
#include "text/suggestion.hpp"

namespace attention {

using nlohmann::json;

namespace {

const Words an_object_of_steps{"an object of steps by name", "由步骤名到数值的对象"};

}  // namespace

Words for_each_row_of(const std::string& matrix)
{
    return {", one for each row of " + matrix, "（" + matrix + " 的每行对应一个）"};
}

Words for_each_component_of(const Words& vector)
{
    return {", one for each component of " + vector.en, "（" + vector.zh + "的每个分量对应一个）"};
}

const json* FieldReader::find(const std::string& name) const
{
    const auto found = object_.find(name);
    return found == object_.end() ? nullptr : &*found;
}

const json& FieldReader::required(const std::string& name, const Words& expected) const
{
    const json* found = find(name);
    if (found == nullptr) {
        throw InputError(same(path_of(name)), {"expected " + expected.en + ", got nothing", "缺少这一项，应为" + expected.zh});
    }
    return *found;
}

void FieldReader::require_known(const std::vector<std::string>& known) const
{
    for (const auto& [name, value] : object_.items()) {
        if (!holds(known, name)) {
            refuse(path_of(printable(name)), one_of(known), did_you_mean(name, known));
        }
    }
}

std::string FieldReader::text(const std::string& name) const
{
    const Words expected{"text in quotes", "写在引号里的文字"};
    const json& value = required(name, expected);
    if (!value.is_string()) {
        refuse(path_of(name), expected, describe(value));
    }
    return value.get<std::string>();
}

std::vector<std::string> FieldReader::texts(const std::string& name) const
{
    const Words expected{"a list of texts in quotes", "写在引号里的文字的列表"};
    const json& list = required(name, expected);
    if (!list.is_array() || list.empty()) {
        refuse(path_of(name), expected, describe(list));
    }
    std::vector<std::string> result;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (!list[i].is_string()) {
            refuse(item(path_of(name), i), {"text in quotes", "写在引号里的文字"}, describe(list[i]));
        }
        result.push_back(list[i].get<std::string>());
    }
    return result;
}

std::string FieldReader::choice(const std::string& name, const std::vector<std::string>& known) const
{
    const json* value = find(name);
    if (value == nullptr) {
        return known.front();
    }
    if (!value->is_string()) {
        refuse(path_of(name), one_of(known), describe(*value));
    }
    auto word = value->get<std::string>();
    if (!holds(known, word)) {
        refuse(path_of(name), one_of(known), did_you_mean(word, known));
    }
    return word;
}

double FieldReader::number(const std::string& name, double standard) const
{
    const json* value = find(name);
    return value == nullptr ? standard : values_.number(*value, path_of(name));
}

std::optional<std::size_t> FieldReader::count(const std::string& name, std::size_t least, std::size_t most, const Words& of) const
{
    const json* value = find(name);
    if (value == nullptr) {
        return {};
    }
    const bool fits = value->is_number_unsigned() && value->get<std::uint64_t>() >= least && value->get<std::uint64_t>() <= most;
    if (!fits) {
        refuse(path_of(name),
               {fmt::format("a whole number from {} to {}{}", least, most, of.en.empty() ? "" : ", " + of.en),
                fmt::format("从 {} 到 {}{}的整数", least, most, of.zh.empty() ? " " : "（" + of.zh + "）")},
               describe(*value));
    }
    return value->get<std::size_t>();
}

Tensor FieldReader::step_value(const std::string& name, const std::string& step) const
{
    const json& value = required(name, {"a number, or a list", "一个数或列表"});
    return value.is_array() || holds_truths(step) ? values_.step_value(value, step, path_of(name))
                                                  : Tensor(values_.number(value, path_of(name)));
}

Words FieldReader::words(const std::string& name) const
{
    if (!has(name)) {
        return {};
    }
    const FieldReader words = object(name, {"an object with en and zh", "含 en 和 zh 的对象"});
    words.require_known({"en", "zh"});
    return {words.text_or_nothing("en"), words.text_or_nothing("zh")};
}

StepValues FieldReader::steps_by_name(const std::string& name) const
{
    const json& steps = required(name, an_object_of_steps);
    if (!steps.is_object()) {
        refuse(path_of(name), an_object_of_steps, describe(steps));
    }
    StepValues result;
    for (const auto& [step, value] : steps.items()) {
        result[step] = values_.step_value(value, step, path_of(name) + "." + printable(step));
    }
    return result;
}

Vector FieldReader::vector(const std::string& name, const Length& length) const
{
    return values_.vector(required(name, a_list_of_numbers), path_of(name), length);
}

std::optional<Vector> FieldReader::optional_vector(const std::string& name, const Length& length) const
{
    return has(name) ? std::optional<Vector>(vector(name, length)) : std::nullopt;
}

std::vector<Vector> FieldReader::vectors(const std::string& name) const
{
    return values_.vectors(required(name, a_list_of_vectors), path_of(name));
}

Matrix FieldReader::matrix(const std::string& name, const Length& row, const Length& rows) const
{
    const json& value = required(name, a_matrix);
    const bool has_rows = value.is_array() && !value.empty() && value[0].is_array();
    if (rows.size != 0 && has_rows && value.size() != rows.size) {  // before the columns, whose number may hang on the rows
        const Words expected = count_rows(rows.size);
        refuse(path_of(name), {expected.en + rows.reason.en, expected.zh + rows.reason.zh}, count_rows(value.size()));
    }
    return values_.matrix(value, path_of(name), row);
}

std::vector<bool> FieldReader::booleans(const std::string& name, const Length& length) const
{
    return ValueReader::booleans(required(name, a_list_of_booleans), path_of(name), length);
}

std::vector<FieldReader> FieldReader::objects(const std::string& name, const Words& expected, const Words& each) const
{
    const json& list = required(name, expected);
    if (!list.is_array() || list.empty()) {
        refuse(path_of(name), expected, describe(list));
    }
    std::vector<FieldReader> result;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string path = item(path_of(name), i);
        if (!list[i].is_object()) {
            refuse(path, each, describe(list[i]));
        }
        result.emplace_back(list[i], path + ".", values_);
    }
    return result;
}

FieldReader FieldReader::object(const std::string& name, const Words& expected) const
{
    const json& inner = required(name, expected);
    if (!inner.is_object()) {
        refuse(path_of(name), expected, describe(inner));
    }
    return {inner, path_of(name) + ".", values_};
}

}  // namespace attention
