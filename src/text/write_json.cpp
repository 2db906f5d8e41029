#include "text/write_json.hpp"

#include <cstddef>

#include <nlohmann/json.hpp>

namespace attention {
namespace {

using nlohmann::ordered_json;

/// The part of the tensor behind the first `depth` indices, which have led to `offset`, as nested lists.
ordered_json nested_lists(const Tensor& value, std::size_t depth, std::size_t offset)
{
    if (depth == value.dimension()) {
        return value.flat(offset) + 0.0;  // -0 becomes 0
    }
    ordered_json list = ordered_json::array();
    for (std::size_t i = 0; i < value.shape(depth); ++i) {
        list.push_back(nested_lists(value, depth + 1, offset * value.shape(depth) + i));
    }
    return list;
}

ordered_json step_json(const Step& step)
{
    return {{"name", step.name},
            {"symbol", step.symbol},
            {"formula", step.formula},
            {"value", nested_lists(step.value, 0, 0)},
            {"words", {{"en", step.words.en}, {"zh", step.words.zh}}}};
}

}  // namespace

std::string walkthrough_json(const Walkthrough& walkthrough)
{
    std::string steps;
    for (const Step& step : walkthrough.steps) {
        steps += (steps.empty() ? "\n    " : ",\n    ") + step_json(step).dump();
    }
    return "{\n  \"id\": " + ordered_json(walkthrough.id).dump() + ",\n  \"kind\": " + ordered_json(walkthrough.kind).dump() +
           ",\n  \"steps\": [" + steps + "\n  ]\n}\n";
}

}  // namespace attention
