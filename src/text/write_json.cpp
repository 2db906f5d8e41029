#include "text/write_json.hpp"

#include <cstddef>

#include <nlohmann/json.hpp>

#include "text/step_look.hpp"

namespace attention {
namespace {

using nlohmann::ordered_json;

/// The part of the tensor behind the first `depth` indices, which have led to `offset`, as nested lists of numbers, or of true
/// and false.
ordered_json nested_lists(const Tensor& value, bool truths, std::size_t depth = 0, std::size_t offset = 0)
{
    if (depth == value.dimension()) {
        const double number = value.flat(offset) + 0.0;  // -0 becomes 0
        return truths ? ordered_json(number != 0) : ordered_json(number);
    }
    ordered_json list = ordered_json::array();
    for (std::size_t i = 0; i < value.shape(depth); ++i) {
        list.push_back(nested_lists(value, truths, depth + 1, offset * value.shape(depth) + i));
    }
    return list;
}

ordered_json step_json(const Step& step)
{
    ordered_json object{{"name", step.name}};
    if (!step.symbol.empty()) {
        object["symbol"] = step.symbol;
    }
    if (!step.formula.empty()) {
        object["formula"] = step.formula;
    }
    object["value"] = nested_lists(step.value, holds_truths(step.name));
    if (!step.words.en.empty()) {
        object["words"]["en"] = step.words.en;
    }
    if (!step.words.zh.empty()) {
        object["words"]["zh"] = step.words.zh;
    }
    return object;
}

}  // namespace

std::string walkthrough_json(const Walkthrough& walkthrough)
{
    std::string steps;
    for (const Step& step : walkthrough.steps) {
        steps += (steps.empty() ? "\n    " : ",\n    ") + step_json(step).dump();
    }
    const std::string kind = walkthrough.kind.empty() ? "" : "  \"kind\": " + ordered_json(walkthrough.kind).dump() + ",\n";
    return "{\n  \"id\": " + ordered_json(walkthrough.id).dump() + ",\n" + kind + "  \"steps\": [" + steps + "\n  ]\n}\n";
}

std::string walkthrough_line(const Walkthrough& walkthrough)
{
    ordered_json steps = ordered_json::array();
    for (const Step& step : walkthrough.steps) {
        steps.push_back({{"name", step.name}, {"value", nested_lists(step.value, holds_truths(step.name))}});
    }
    return ordered_json{{"id", walkthrough.id}, {"steps", steps}}.dump();
}

std::string error_line(const std::string& id, const std::string& error)
{
    return ordered_json{{"id", id}, {"error", error}}.dump();
}

}  // namespace attention
