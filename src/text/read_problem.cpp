#include "text/read_problem.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/holds.hpp"
#include "text/field_reader.hpp"
#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/json_document.hpp"
#include "text/printable.hpp"
#include "text/problem_format.hpp"
#include "text/read_attention.hpp"
#include "text/read_layer.hpp"
#include "text/read_recurrence.hpp"
#include "text/suggestion.hpp"

namespace attention {
namespace {

using nlohmann::json;

/// What this reader reads is what the chapters up to 07 bring.
constexpr const char* first_unread = "08";

std::string kind_of(const FieldReader& fields)
{
    const std::vector<std::string> known = names_of_kinds();
    fields.required("kind", one_of(known));
    return fields.choice("kind", known);
}

void check_field_names(const json& document, const std::string& kind)
{
    const std::vector<std::string> known = fields_of(kind);
    if (document.contains("steps")) {
        refuse("steps", {"a problem", "一道题目"}, {"a walkthrough; show reads it", "一份演算；请用 show 读它"});
    }
    for (const auto& [name, value] : document.items()) {
        if (!holds(known, name)) {
            const std::vector<std::string> others = kinds_with(name);
            refuse(printable(name), {"a field of " + kind, kind + " 的字段"},
                   others.empty() ? did_you_mean(name, known)
                                  : Words{fmt::format("one of {}", fmt::join(others, ", ")),
                                          fmt::format("{} 的字段", fmt::join(others, "、"))});
        }
    }
}

/// Text for all readers, or in each language; where one is missing the other serves.
Words title_of(const FieldReader& fields)
{
    const json* title = fields.find("title");
    if (title == nullptr || !title->is_object()) {
        return same(fields.text_or_nothing("title"));
    }
    const Words words = fields.words("title");
    return {words.en.empty() ? words.zh : words.en, words.zh.empty() ? words.en : words.zh};
}

/// The fields that ask for more than the chapter does that brings the kind, in the order of the format.
std::vector<std::string> asks_of(const json& document, const std::string& kind)
{
    std::vector<std::string> result;
    for (const std::string& name : fields_of(kind)) {
        const auto value = document.find(name);
        const bool is_plain = chapter_of_field(name, kind) <= chapter_of_kind(kind);
        if (value != document.end() && !is_plain && !is_default(name, *value)) {
            result.push_back(name);
        }
    }
    return result;
}

/// Reach moves every input in turn and computes all outputs anew: its price grows with the cube of their number.
constexpr std::size_t most_moved = 128;

/// What is asked to be measured.
std::vector<std::string> measured(const FieldReader& fields)
{
    const std::vector<std::string> known{"reach", "memory"};
    const json* value = fields.find("measure");
    if (value == nullptr) {
        return {};
    }
    if (!value->is_array() || value->empty()) {
        refuse("measure", {"a list of reach, memory or both", "由 reach、memory 组成的列表"}, describe(*value));
    }
    std::vector<std::string> result;
    for (std::size_t i = 0; i < value->size(); ++i) {
        const json& word = (*value)[i];
        if (!word.is_string() || !holds(known, word.get<std::string>())) {
            refuse(item("measure", i), one_of(known),
                   word.is_string() ? did_you_mean(word.get<std::string>(), known) : describe(word));
        }
        const std::string name = word.get<std::string>();
        if (holds(result, name)) {
            refuse(item("measure", i), {"each word once", "每个词只写一次"}, {"a second " + name, "第二个 " + name});
        }
        result.push_back(name);
    }
    const std::size_t n = fields.required("inputs", {}).size();
    if (holds(result, "reach") && n > most_moved) {
        const Words most = count_vectors(most_moved);
        refuse("inputs", {"at most " + most.en + " when reach is measured", "测 reach 时不超过 " + most.zh}, count_vectors(n));
    }
    return result;
}

/// Position vectors on their own: by the sinusoid, or by hand.
void read_encoding(const FieldReader& fields, Problem& problem)
{
    if (fields.has("inputs")) {
        problem.inputs = fields.vectors("inputs");
    }
    Positions& positions = problem.positions.emplace();
    if (fields.has("e")) {
        for (const std::string name : {"d", "n", "base", "first"}) {
            if (fields.has(name)) {
                refuse(name, {"either e or the fields of a sinusoid", "e，或正弦编码的字段，二者取一"}, {"both", "两样都有"});
            }
        }
        positions.e = fields.vectors("e");
    } else {
        read_sinusoid(fields, positions);
    }
    const auto size = [&](const std::string& name, std::size_t of_inputs, std::size_t most) {
        const std::optional<std::size_t> stated = fields.count(name, 1, most);
        if (!stated && of_inputs == 0) {
            fields.required(name, {"a whole number, or e, or inputs", "一个整数，或给出 e 或 inputs"});
        }
        return stated.value_or(of_inputs);
    };
    const bool is_by_hand = !positions.e.empty();
    const std::size_t n_inputs = problem.inputs.size();
    const std::size_t d_inputs = n_inputs == 0 ? 0 : problem.inputs[0].size();
    problem.n = is_by_hand ? positions.e.size() : size("n", n_inputs, most_inputs);
    problem.d = is_by_hand ? positions.e[0].size() : size("d", d_inputs, most_components);
    check_first(fields, positions, problem.n);
    if (n_inputs != 0 && problem.n != n_inputs) {
        const Words vectors = count_vectors(problem.n);
        refuse("inputs", {vectors.en + ", one for each position", vectors.zh + "（每个位置一个）"}, count_vectors(n_inputs));
    }
    if (n_inputs != 0 && problem.d != d_inputs) {
        const Words numbers = count_numbers(problem.d);
        refuse("inputs[1]", {numbers.en + ", as a position vector has", numbers.zh + "（与位置向量一样多）"},
               count_numbers(d_inputs));
    }
}

}  // namespace

Problem read_problem(std::string_view text)
{
    json document = parse_object(text);
    if (document.contains("expected")) {  // a case is a problem, too
        take_record(document);
    }
    return problem_of(document);
}

json take_record(json& document)
{
    json record = json::object();
    for (const std::string& field : fields_of_cases()) {
        if (document.contains(field)) {
            record[field] = std::move(document[field]);
            document.erase(field);
        }
    }
    return record;
}

std::string id_in(std::string_view text)
{
    const json document = json::parse(text, nullptr, false);
    const bool has_id = document.is_object() && document.contains("id") && document["id"].is_string();
    return has_id ? document["id"].get<std::string>() : "";
}

Problem problem_of(const json& document)
{
    ValueReader values;
    const FieldReader fields(document, "", values);
    Problem problem;
    problem.kind = kind_of(fields);
    check_field_names(document, problem.kind);
    problem.asks = asks_of(document, problem.kind);
    problem.id = fields.text_or_nothing("id");
    problem.title = title_of(fields);
    const auto is_unread = [&](const std::string& ask) { return chapter_of_field(ask, problem.kind) >= first_unread; };
    if (std::any_of(problem.asks.begin(), problem.asks.end(), is_unread)) {
        return problem;  // nobody answers it yet, so nobody reads the rest
    }
    if (problem.kind == "per_vector" || problem.kind == "window") {
        problem.inputs = fields.vectors("inputs");
        read_layer(fields, problem);
    } else if (problem.kind == "positional_encoding") {
        read_encoding(fields, problem);
    } else if (problem.kind == "rnn") {
        problem.inputs = fields.vectors("inputs");
        read_recurrence(fields, problem);
        read_positions(fields, problem.inputs.size(), problem.inputs[0].size(), problem);
    } else {
        read_attention(fields, problem);
    }
    problem.measure = measured(fields);
    if (fields.has("given")) {
        problem.given = fields.steps_by_name("given");
    }
    problem.written = values.written();
    return problem;
}

}  // namespace attention
