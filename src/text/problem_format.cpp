#include "text/problem_format.hpp"

#include <map>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "base/holds.hpp"

namespace attention {
namespace {

using Kinds = std::vector<std::string>;

const Kinds attention_kinds{"single_output", "self_attention", "attention", "multi_head"};
const Kinds attention_kinds_and_rnn{"single_output", "self_attention", "attention", "multi_head", "rnn"};
const Kinds layers{"per_vector", "window"};

std::vector<Field> make_fields()
{
    std::vector<Field> fields;
    const auto add = [&fields](const std::vector<std::string>& names, const Kinds& kinds, const std::string& chapter) {
        for (const std::string& name : names) {
            fields.push_back({name, kinds, chapter});
        }
    };
    add({"kind", "id", "title", "given"}, names_of_kinds(), "00_why_attention");
    add({"inputs"}, {"per_vector", "window", "single_output", "self_attention", "multi_head", "positional_encoding", "rnn"},
        "00_why_attention");
    add({"W", "bias"}, layers, "00_why_attention");
    add({"query"}, {"single_output"}, "01_single_output");
    add({"Wq", "Wk", "Wv", "bq", "bk", "bv"}, attention_kinds, "01_single_output");
    add({"score", "W", "w", "b_score", "c", "scale"}, attention_kinds, "03_scores");
    add({"target", "source"}, {"attention", "multi_head"}, "04_source_and_target");
    add({"mask", "padding"}, attention_kinds, "04_source_and_target");
    add({"heads", "Wo", "bo"}, {"multi_head"}, "05_multi_head");
    add({"positions"}, attention_kinds_and_rnn, "06_positional_encoding");
    add({"d", "n", "base", "first", "e"}, {"positional_encoding"}, "06_positional_encoding");
    add({"Wx", "Wh", "b", "h0", "c0", "activation", "cell", "backward", "Wy", "by"}, {"rnn"}, "07_versus_rnn");
    add({"measure"}, {"rnn", "self_attention"}, "07_versus_rnn");
    add({"upstream"}, attention_kinds_and_rnn, "08_learning");
    return fields;
}

}  // namespace

const std::vector<Kind>& problem_kinds()
{
    static const std::vector<Kind> kinds{{"per_vector", "00_why_attention"},
                                         {"window", "00_why_attention"},
                                         {"single_output", "01_single_output"},
                                         {"self_attention", "02_matrix_form"},
                                         {"attention", "04_source_and_target"},
                                         {"multi_head", "05_multi_head"},
                                         {"positional_encoding", "06_positional_encoding"},
                                         {"rnn", "07_versus_rnn"}};
    return kinds;
}

const std::vector<Field>& problem_fields()
{
    static const std::vector<Field> fields = make_fields();
    return fields;
}

std::vector<std::string> names_of_kinds()
{
    std::vector<std::string> names;
    for (const Kind& kind : problem_kinds()) {
        names.push_back(kind.name);
    }
    return names;
}

const std::vector<NamedScore>& problem_scores()
{
    static const std::vector<NamedScore> scores{
        {"dot", Score::dot}, {"bilinear", Score::bilinear}, {"additive", Score::additive}};
    return scores;
}

std::vector<std::string> names_of_scores()
{
    std::vector<std::string> names;
    for (const NamedScore& known : problem_scores()) {
        names.push_back(known.name);
    }
    return names;
}

bool is_default(const std::string& field, const nlohmann::json& value)
{
    static const std::map<std::string, std::string> defaults{
        {"score", "dot"}, {"scale", "none"}, {"cell", "tanh"}, {"activation", "tanh"}};
    const auto found = defaults.find(field);
    return found != defaults.end() && value == found->second;
}

std::vector<std::string> fields_of(const std::string& kind)
{
    std::vector<std::string> names;
    for (const Field& field : problem_fields()) {
        if (holds(field.kinds, kind)) {
            names.push_back(field.name);
        }
    }
    return names;
}

const std::vector<std::string>& fields_of_cases()
{
    static const std::vector<std::string> names{"expected", "acceptable", "tolerance", "catches", "supersedes"};
    return names;
}

std::vector<std::string> kinds_with(const std::string& field)
{
    std::vector<std::string> kinds;
    for (const Field& known : problem_fields()) {
        if (known.name == field) {
            kinds.insert(kinds.end(), known.kinds.begin(), known.kinds.end());
        }
    }
    return kinds;
}

std::vector<std::string> scores_with(const std::string& field)
{
    static const std::map<std::string, std::vector<std::string>> some{
        {"Wq", {"dot", "additive"}}, {"Wk", {"dot", "additive"}}, {"bq", {"dot", "additive"}},
        {"bk", {"dot", "additive"}}, {"W", {"bilinear"}},         {"w", {"additive"}},
        {"b_score", {"additive"}},   {"c", {"additive"}},         {"scale", {"dot"}}};
    const auto found = some.find(field);
    return found == some.end() ? names_of_scores() : found->second;
}

std::string chapter_of_kind(const std::string& kind)
{
    for (const Kind& known : problem_kinds()) {
        if (known.name == kind) {
            return known.chapter;
        }
    }
    throw std::out_of_range("the problem format has no kind " + kind);
}

std::string chapter_of_field(const std::string& field, const std::string& kind)
{
    for (const Field& known : problem_fields()) {
        if (known.name == field && holds(known.kinds, kind)) {
            return known.chapter;
        }
    }
    throw std::out_of_range("the problem format has no " + field + " for " + kind);
}

}  // namespace attention
