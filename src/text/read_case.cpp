#include "text/read_case.hpp"

#include <string>

#include <nlohmann/json.hpp>

#include "text/exact_number.hpp"
#include "text/field_reader.hpp"
#include "text/json_document.hpp"
#include "text/printable.hpp"
#include "text/problem_format.hpp"
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

/// What a port is sent: no title, for it is for people.
std::string line_of(json problem)
{
    const std::string id = problem.value("id", "");
    problem.erase("title");
    problem = with_plain_numbers(std::move(problem));
    problem["id"] = id;
    return problem.dump();
}

std::map<std::string, StepValues> acceptable_in(const FieldReader& fields)
{
    std::map<std::string, StepValues> result;
    if (const json* conventions = fields.find("acceptable")) {
        const FieldReader inner = fields.object("acceptable", {"an object of answers by convention", "由惯例名到答案的对象"});
        for (const auto& [name, steps] : conventions->items()) {
            result[name] = inner.steps_by_name(name);
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

Case with_problem(const json& problem)
{
    Case result;
    result.problem = problem_of(problem);
    result.line = line_of(problem);
    return result;
}

}  // namespace

Case read_case(std::string_view text)
{
    json document = parse_object(text);
    ValueReader values;
    json record = json::object();
    for (const std::string& field : fields_of_cases()) {
        if (document.contains(field)) {
            record[field] = document[field];
            document.erase(field);
        }
    }
    const FieldReader fields(record, "", values);
    Case result = with_problem(document);
    if (result.problem.id.empty()) {
        refuse("id", {"the name of the case", "这个用例的名称"}, {"nothing", "空"});
    }
    result.expected = fields.steps_by_name("expected");
    result.acceptable = acceptable_in(fields);
    result.tolerance = tolerance_in(fields);
    result.catches = fields.texts("catches");
    return result;
}

Case unrecorded_case(std::string_view problem)
{
    return with_problem(parse_object(problem));
}

}  // namespace attention
