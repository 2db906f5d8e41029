#include "text/read_case.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "text/exact_number.hpp"
#include "text/field_reader.hpp"
#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/json_document.hpp"
#include "text/printable.hpp"
#include "text/read_problem.hpp"

namespace attention {
namespace {

using nlohmann::json;

/// Exact strings, however deep they stand, as the numbers that they mean: a port need not know them.
json with_plain_numbers(json value)
{
    if (value.is_string()) {
        const auto exact = exact_number(value.get<std::string>());
        return exact ? json(*exact) : value;
    }
    if (value.is_structured()) {
        for (json& item : value) {
            item = with_plain_numbers(std::move(item));
        }
    }
    return value;
}

/// Ids and conventions are shown as they are written, and typed after --case.
void require_name(const std::string& path, const std::string& name)
{
    constexpr std::size_t longest = 60;
    if (name.empty() || printable(name, longest) != name) {
        const Words got = name.empty() ? Words{"nothing", "空"} : same('"' + printable(name, longest) + '"');
        refuse(path,
               {fmt::format("a name of 1 to {} characters that can be shown", longest),
                fmt::format("可以显示的 1 到 {} 个字符的名称", longest)},
               got);
    }
}

/// Steps by name, one at least.
StepValues recorded_steps(const FieldReader& fields, const std::string& name)
{
    StepValues steps = fields.steps_by_name(name);
    if (steps.empty()) {
        refuse(fields.path_of(name), {"steps by name", "由步骤名到数值的对象"}, {"none", "空对象"});
    }
    return steps;
}

std::map<std::string, StepValues> acceptable_in(const FieldReader& fields)
{
    std::map<std::string, StepValues> result;
    if (const json* conventions = fields.find("acceptable")) {
        const FieldReader inner = fields.object("acceptable", {"an object of answers by convention", "由惯例名到答案的对象"});
        for (const auto& [name, steps] : conventions->items()) {
            require_name("acceptable", name);
            result[name] = recorded_steps(inner, name);
        }
    }
    return result;
}

double tolerance_in(const FieldReader& fields)
{
    const double tolerance = fields.number("tolerance", Case{}.tolerance);
    if (!(tolerance > 0 && tolerance < 1)) {
        refuse("tolerance", {"a number between 0 and 1", "0 与 1 之间的数"}, describe(*fields.find("tolerance")));
    }
    return tolerance;
}

}  // namespace

Case read_case(std::string_view text)
{
    json document = parse_object(text);
    const json record = take_record(document);
    ValueReader values;
    const FieldReader fields(record, "", values);
    Case result;
    result.problem = problem_of(document);
    require_name("id", result.problem.id);
    result.expected = recorded_steps(fields, "expected");
    result.acceptable = acceptable_in(fields);
    result.tolerance = tolerance_in(fields);
    result.catches = fields.texts("catches");
    return result;
}

bool is_case(std::string_view text)
{
    return parse_object(text).contains("expected");
}

std::string line_for_port(std::string_view text)
{
    json problem = parse_object(text);
    take_record(problem);
    problem.erase("title");  // it is for people
    const json id = problem.value("id", json(""));
    problem = with_plain_numbers(std::move(problem));
    problem["id"] = id;
    return problem.dump();
}

}  // namespace attention
