#include "text/read_walkthrough.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "text/field_reader.hpp"
#include "text/input_error.hpp"
#include "text/json_document.hpp"
#include "text/known_math.hpp"
#include "text/symbols.hpp"

namespace attention {
namespace {

using nlohmann::json;

/// A name goes into headings, classes of SVG and the command line: it must be a plain word.
std::string step_name(const FieldReader& step)
{
    const Words a_name{"a name of at most 40 letters, digits, _ and . that begins with a letter",
                       "一个名称：字母开头，由字母、数字、_ 和 . 组成，不超过 40 个字符"};
    step.required("name", a_name);
    std::string name = step.text("name");
    const auto is_letter = [](unsigned char c) { return c < 0x80 && std::isalpha(c) != 0; };
    const auto may_stand = [&](unsigned char c) { return is_letter(c) || std::isdigit(c) != 0 || c == '_' || c == '.'; };
    constexpr std::size_t longest = 40;
    if (name.empty() || name.size() > longest || !is_letter(static_cast<unsigned char>(name[0])) ||
        !std::all_of(name.begin(), name.end(), may_stand)) {
        refuse(step.path_of("name"), a_name, describe(*step.find("name")));
    }
    return name;
}

/// LaTeX that may be missing.
std::string optional_math(const FieldReader& step, const std::string& name)
{
    std::string math = step.text_or_nothing(name);
    constexpr std::size_t longest = 1000;
    if (math.size() > longest || !is_known_math(math)) {
        refuse(step.path_of(name),
               {"a formula in LaTeX, of letters, digits, signs and usual commands, its braces in pairs",
                "LaTeX 公式：由字母、数字、符号和常用命令组成，花括号须成对"},
               describe(*step.find(name)));
    }
    return math;
}

Step read_step(const FieldReader& step)
{
    step.require_known({"name", "symbol", "formula", "value", "words"});
    Step result;
    result.name = step_name(step);
    result.symbol = optional_math(step, "symbol");
    result.symbol = result.symbol.empty() ? symbol_of_name(result.name) : result.symbol;
    result.formula = optional_math(step, "formula");
    result.words = step.words("words");
    result.value = step.step_value("value", result.name);
    return result;
}

std::vector<Step> read_steps(const FieldReader& fields)
{
    std::vector<Step> steps;
    std::set<std::string> names;
    for (const FieldReader& step :
         fields.objects("steps", {"a list of steps", "步骤的列表"},
                        {"a step, as an object with name and value", "一个步骤（含 name 和 value 的对象）"})) {
        steps.push_back(read_step(step));
        const std::string& name = steps.back().name;
        if (!names.insert(name).second) {
            throw InputError(same(step.path_of("name")), {"expected a name of its own, got \"" + name + "\" again",
                                                          "名称不能重复，\"" + name + "\" 已经用过"});
        }
    }
    return steps;
}

}  // namespace

Walkthrough read_walkthrough(std::string_view text)
{
    const json document = parse_object(text);
    if (!document.contains("steps") && document.contains("kind")) {
        refuse("steps", {"the steps of a walkthrough", "演算的各个步骤"},
               {"a problem; solve answers it", "一道题目；请用 solve 求解"});
    }
    ValueReader values;
    const FieldReader fields(document, "", values);
    fields.require_known({"id", "kind", "steps"});
    return {fields.text("id"), fields.text_or_nothing("kind"), read_steps(fields)};
}

}  // namespace attention
