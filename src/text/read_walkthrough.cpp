#include "text/read_walkthrough.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/holds.hpp"
#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/json_document.hpp"
#include "text/json_values.hpp"
#include "text/plain_math.hpp"
#include "text/printable.hpp"
#include "text/suggestion.hpp"

namespace attention {
namespace {

using nlohmann::json;

const Words some_text{"text in quotes", "写在引号里的文字"};

void require_object(const json& value, const std::string& path, const Words& expected, const std::vector<std::string>& fields)
{
    if (!value.is_object()) {
        refuse(path, expected, describe(value));
    }
    for (const auto& [name, ignored] : value.items()) {
        if (!holds(fields, name)) {
            refuse(path + (path.empty() ? "" : ".") + printable(name), one_of(fields), did_you_mean(name, fields));
        }
    }
}

const json& required_field(const json& object, const std::string& name, const std::string& path, const Words& expected)
{
    const auto found = object.find(name);
    if (found == object.end()) {
        throw InputError(same(path), {"expected " + expected.en + ", got nothing", "缺少这一项，应为" + expected.zh});
    }
    return *found;
}

std::string text_at_path(const json& value, const std::string& path)
{
    if (!value.is_string()) {
        refuse(path, some_text, describe(value));
    }
    return value.get<std::string>();
}

/// The text of a field that may be missing.
std::string optional_text(const json& object, const std::string& name, const std::string& path)
{
    const auto found = object.find(name);
    return found == object.end() ? "" : text_at_path(*found, path);
}

/// A name goes into headings, classes of SVG and the command line: it must be a plain word.
std::string step_name(const json& step, const std::string& path)
{
    const Words a_name{"a name of at most 40 letters, digits, _ and . that begins with a letter",
                       "一个名称：字母开头，由字母、数字、_ 和 . 组成，不超过 40 个字符"};
    const json& value = required_field(step, "name", path, a_name);
    std::string name = text_at_path(value, path);
    const auto is_letter = [](unsigned char c) { return c < 0x80 && std::isalpha(c) != 0; };
    const auto may_stand = [&](unsigned char c) { return is_letter(c) || std::isdigit(c) != 0 || c == '_' || c == '.'; };
    constexpr std::size_t longest = 40;
    if (name.empty() || name.size() > longest || !is_letter(static_cast<unsigned char>(name[0])) ||
        !std::all_of(name.begin(), name.end(), may_stand)) {
        refuse(path, a_name, describe(value));
    }
    return name;
}

/// LaTeX that may be missing.
std::string optional_math(const json& step, const std::string& name, const std::string& path)
{
    std::string math = optional_text(step, name, path);
    constexpr std::size_t longest = 1000;
    if (math.size() > longest || !is_known_math(math)) {
        refuse(path,
               {"a formula in LaTeX, of letters, digits, signs and usual commands, its braces in pairs",
                "LaTeX 公式：由字母、数字、符号和常用命令组成，花括号须成对"},
               describe(step.at(name)));
    }
    return math;
}

Words words_at(const json& step, const std::string& path)
{
    const auto found = step.find("words");
    if (found == step.end()) {
        return {};
    }
    require_object(*found, path, {"an object with en and zh", "含 en 和 zh 的对象"}, {"en", "zh"});
    return {optional_text(*found, "en", path + ".en"), optional_text(*found, "zh", path + ".zh")};
}

Step step_at(const json& step, const std::string& path)
{
    require_object(step, path, {"a step, as an object with name and value", "一个步骤（含 name 和 value 的对象）"},
                   {"name", "symbol", "formula", "value", "words"});
    Step result;
    result.name = step_name(step, path + ".name");
    result.symbol = optional_math(step, "symbol", path + ".symbol");
    result.symbol = result.symbol.empty() ? symbol_of_name(result.name) : result.symbol;
    result.formula = optional_math(step, "formula", path + ".formula");
    result.words = words_at(step, path + ".words");
    const std::string place = path + ".value";
    const json& value = required_field(step, "value", place, {"a number, or a list", "一个数或列表"});
    ValueReader values;
    result.value = value.is_array() ? values.tensor(value, place) : Tensor(values.number(value, place));
    return result;
}

std::vector<Step> steps_of(const json& document)
{
    const Words a_list_of_steps{"a list of steps", "步骤的列表"};
    const json& list = required_field(document, "steps", "steps", a_list_of_steps);
    if (!list.is_array() || list.empty()) {
        refuse("steps", a_list_of_steps, describe(list));
    }
    std::vector<Step> steps;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string path = item("steps", i);
        steps.push_back(step_at(list[i], path));
        if (holds(names, steps.back().name)) {
            throw InputError(same(path + ".name"), {"expected a name of its own, got \"" + steps.back().name + "\" again",
                                                    "名称不能重复，\"" + steps.back().name + "\" 已经用过"});
        }
        names.push_back(steps.back().name);
    }
    return steps;
}

}  // namespace

Walkthrough read_walkthrough(std::string_view text)
{
    const json document = parse_json(text);
    require_object(document, "", {"a JSON object", "一个 JSON 对象"}, {"id", "kind", "steps"});
    return {text_at_path(required_field(document, "id", "id", some_text), "id"), optional_text(document, "kind", "kind"),
            steps_of(document)};
}

}  // namespace attention
