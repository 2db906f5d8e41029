#include "text/read_attention.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/holds.hpp"
#include "text/exact_number.hpp"
#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/problem_format.hpp"
#include "text/suggestion.hpp"

namespace attention {
namespace {

const Words a_mask{R"("causal", or a list of true and false for each query)", R"("causal"，或每个查询一个 true 和 false 的列表)"};
const Words mask_of_one_query{R"("causal", or a list of true and false)", R"("causal"，或 true 和 false 的列表)"};
const Words a_list_of_heads{"a list of heads, objects with Wq, Wk and Wv", "头的列表，每个头是含 Wq、Wk、Wv 的对象"};
const Words some_positions{R"(a list of vectors, or {"sinusoid": {…}})", R"(向量的列表，或 {"sinusoid": {…}})"};

constexpr std::size_t most_hidden = std::size_t{1} << 25;  ///< of the additive score: 256 MiB

// ---- who asks, who answers ----

void read_sequences(const FieldReader& fields, Problem& problem)
{
    const bool is_between_two = problem.kind == "attention" || fields.has("target") || fields.has("source");
    if (!is_between_two) {
        problem.inputs = fields.vectors("inputs");
        return;
    }
    if (fields.has("inputs")) {
        refuse("inputs", {"either inputs or target and source", "inputs，或 target 与 source，二者取一"}, {"both", "两样都有"});
    }
    problem.target = fields.vectors("target");
    problem.source = fields.vectors("source");
}

/// The vectors that ask.
const std::vector<Vector>& asking_vectors(const Problem& problem)
{
    return has_target(problem) ? problem.target : problem.inputs;
}

const std::vector<Vector>& answering_vectors(const Problem& problem)
{
    return has_target(problem) ? problem.source : problem.inputs;
}

Length as_asking(const Problem& problem)
{
    const Words whose = has_target(problem) ? Words{"a target vector", "target 向量"} : Words{"an input", "输入"};
    return {asking_vectors(problem)[0].size(), for_each_component_of(whose)};
}

Length as_answering(const Problem& problem)
{
    const Words whose = has_target(problem) ? Words{"a source vector", "source 向量"} : Words{"an input", "输入"};
    return {answering_vectors(problem)[0].size(), for_each_component_of(whose)};
}

// ---- how they score ----

/// A field that belongs to another score than the one that is asked for would be left unread.
void check_fields_of_the_score(const FieldReader& fields, const std::string& kind, const std::string& name)
{
    for (const std::string& field : fields_of(kind)) {
        const std::vector<std::string> scores = scores_with(field);
        if (fields.has(field) && !holds(scores, name) && !is_default(field, *fields.find(field))) {
            refuse(field, {"a field of the score " + name, "分数 " + name + " 的字段"},
                   {fmt::format("one of the score {}", fmt::join(scores, " or ")),
                    fmt::format("分数 {} 的字段", fmt::join(scores, " 或 "))});
        }
    }
}

Score score(const FieldReader& fields, const std::string& kind)
{
    const std::string name = fields.choice("score", names_of_scores());
    check_fields_of_the_score(fields, kind, name);
    const std::vector<NamedScore>& scores = problem_scores();
    return std::find_if(scores.begin(), scores.end(), [&](const NamedScore& s) { return s.name == name; })->score;
}

Scale scale(const FieldReader& fields)
{
    const nlohmann::json* value = fields.find("scale");
    if (value == nullptr || is_default("scale", *value)) {
        return {};
    }
    if (*value == "1/sqrt(d_k)") {
        return {.by_key_length = true};
    }
    const bool is_exact = value->is_string() && exact_number(value->get<std::string>());
    if (!is_exact && !value->is_number()) {
        refuse("scale", {R"_("none", "1/sqrt(d_k)" or a number)_", R"_("none"、"1/sqrt(d_k)" 或一个数)_"}, describe(*value));
    }
    return {.number = fields.number("scale", 1)};
}

/// What vectors are multiplied by which matrices.
struct Columns {
    Length asking;     ///< Wq
    Length answering;  ///< Wk
    Length giving;     ///< Wv
};

/// The values' side alone, as the bilinear score has it.
Projections value_projection(const FieldReader& fields, const Columns& columns)
{
    Projections p;
    p.Wv = fields.matrix("Wv", columns.giving);
    p.bv = fields.optional_vector("bv", {p.Wv.shape(0), for_each_row_of("Wv")});
    return p;
}

Projections projections(const FieldReader& fields, const Columns& columns)
{
    const Matrix Wq = fields.matrix("Wq", columns.asking);
    const Matrix Wk = fields.matrix("Wk", columns.answering, {Wq.shape(0), {" like Wq", "（与 Wq 相同）"}});
    Projections p = value_projection(fields, columns);
    p.Wq = Wq;
    p.Wk = Wk;
    p.bq = fields.optional_vector("bq", {Wq.shape(0), for_each_row_of("Wq")});
    p.bk = fields.optional_vector("bk", {Wk.shape(0), for_each_row_of("Wk")});
    return p;
}

/// Every pair of query and key has a vector h of its own, in every head: more of them than memory holds are refused.
void check_hidden(const Problem& problem, std::size_t d_k)
{
    const std::size_t queries = problem.kind == "single_output" ? 1 : asking_vectors(problem).size();
    const std::size_t pairs = queries * answering_vectors(problem).size() * std::max<std::size_t>(problem.heads.size(), 1);
    if (pairs * d_k > most_hidden) {
        refuse(
            "score",
            {fmt::format("at most {} numbers tanh(q + k)", most_hidden), fmt::format("至多 {} 个 tanh(q + k) 的数", most_hidden)},
            {fmt::format("{} pairs of {}", pairs, d_k), fmt::format("{} 对，每对 {} 个", pairs, d_k)});
    }
}

/// w and what goes with it, for queries of d_k components.
void read_additive(const FieldReader& fields, const Length& as_query, Problem& problem)
{
    problem.w = fields.vector("w", as_query);
    problem.b_score = fields.optional_vector("b_score", as_query);
    problem.c = fields.number("c", 0);
}

// ---- who may attend to what ----

void read_mask(const FieldReader& fields, Problem& problem)
{
    const nlohmann::json* value = fields.find("mask");
    problem.is_causal = value != nullptr && *value == "causal";
    const std::size_t n_keys = answering_vectors(problem).size();
    const Length for_each_key{n_keys, {", one for each key", "（每个键对应一个）"}};
    if (fields.has("padding")) {
        problem.is_real = fields.booleans("padding", for_each_key);
    }
    if (value == nullptr || problem.is_causal) {
        return;
    }
    const bool is_single = problem.kind == "single_output";
    if (!value->is_array()) {
        refuse("mask", is_single ? mask_of_one_query : a_mask,
               value->is_string() ? did_you_mean(value->get<std::string>(), {"causal"}) : describe(*value));
    }
    const std::size_t n_queries = is_single ? 1 : asking_vectors(problem).size();
    if (!is_single && value->size() != n_queries) {
        const Words lists = count_lists(n_queries);
        refuse("mask", {lists.en + ", one for each query", lists.zh + "（每个查询对应一个）"}, count_lists(value->size()));
    }
    Mask mask = xt::zeros<bool>({n_keys, n_queries});
    for (std::size_t i = 0; i < n_queries; ++i) {
        const std::vector<bool> keys = is_single ? ValueReader::booleans(*value, "mask", for_each_key)
                                                 : ValueReader::booleans((*value)[i], item("mask", i), for_each_key);
        for (std::size_t j = 0; j < n_keys; ++j) {
            mask(j, i) = keys[j];
        }
    }
    problem.mask = mask;
}

// ---- heads ----

/// All heads score with one w, so their queries must be equally long.
void check_lengths_for_w(const std::vector<Projections>& heads)
{
    for (std::size_t h = 1; h < heads.size(); ++h) {
        if (heads[h].Wq.shape(0) != heads[0].Wq.shape(0)) {
            const Words rows = count_rows(heads[0].Wq.shape(0));
            refuse(item("heads", h) + ".Wq", {rows.en + ", for all heads share w", rows.zh + "（各个头共用 w）"},
                   count_rows(heads[h].Wq.shape(0)));
        }
    }
}

/// The heads, and the first level when there is one.
void read_heads(const FieldReader& fields, const Columns& of_inputs, Problem& problem)
{
    if (problem.score == Score::bilinear) {
        refuse("score", {"dot or additive, for heads differ in Wq and Wk", "dot 或 additive，因为各个头的区别就在 Wq 和 Wk"},
               same("bilinear"));
    }
    Columns columns = of_inputs;
    const std::vector<std::string> names{"Wq", "Wk", "Wv", "bq", "bk", "bv"};
    if (std::any_of(names.begin(), names.end(), [&](const std::string& name) { return fields.has(name); })) {
        problem.projections = projections(fields, of_inputs);
        const Projections& p = problem.projections;
        columns = {{p.Wq.shape(0), for_each_row_of("Wq")},
                   {p.Wk.shape(0), for_each_row_of("Wk")},
                   {p.Wv.shape(0), for_each_row_of("Wv")}};
    }
    for (const FieldReader& head : fields.objects("heads", a_list_of_heads)) {
        head.require_known(names);
        problem.heads.push_back(projections(head, columns));
    }
}

/// What is made of the stacked heads.
void read_output(const FieldReader& fields, Problem& problem)
{
    std::size_t d_stacked = 0;
    for (const Projections& head : problem.heads) {
        d_stacked += head.Wv.shape(0);
    }
    const Length as_stacked{d_stacked, {", one for each component of the stacked heads", "（各个头拼接后的每个分量对应一个）"}};
    if (fields.has("Wo")) {
        problem.Wo = fields.matrix("Wo", as_stacked);
    }
    problem.bo = fields.optional_vector("bo", problem.Wo ? Length{problem.Wo->shape(0), for_each_row_of("Wo")} : as_stacked);
}

// ---- positions ----

void check_positions(const std::vector<Vector>& e, std::size_t n, std::size_t d)
{
    if (e.size() != n) {
        const Words vectors = count_vectors(n);
        refuse("positions", {vectors.en + ", one for each position", vectors.zh + "（每个位置一个）"}, count_vectors(e.size()));
    }
    if (e[0].size() != d) {
        const Words numbers = count_numbers(d);
        refuse("positions[1]", {numbers.en + ", as an input has", numbers.zh + "（与输入一样多）"}, count_numbers(e[0].size()));
    }
}

}  // namespace

void read_sinusoid(const FieldReader& fields, Positions& positions)
{
    positions.base = fields.number("base", positions.base);
    positions.first = fields.number("first", positions.first);
    if (positions.base <= 0) {
        refuse(fields.path_of("base"), {"a number above 0", "大于 0 的数"}, describe(*fields.find("base")));
    }
}

void check_first(const FieldReader& fields, const Positions& positions, std::size_t n)
{
    constexpr double most = 9007199254740992;  // 2^53: above it, p + 1 may be p
    if (std::abs(positions.first) + static_cast<double>(n) > most) {
        refuse(fields.path_of("first"), {"positions between -2^53 and 2^53", "从 -2^53 到 2^53 的位置"},
               describe(*fields.find("first")));
    }
}

void read_positions(const FieldReader& fields, std::size_t n, std::size_t d, Problem& problem)
{
    const nlohmann::json* value = fields.find("positions");
    if (value == nullptr) {
        return;
    }
    problem.positions.emplace();
    if (value->is_array()) {
        problem.positions->e = fields.vectors("positions");
        check_positions(problem.positions->e, n, d);
        return;
    }
    const FieldReader outer = fields.object("positions", some_positions);
    outer.require_known({"sinusoid"});
    const FieldReader sinusoid =
        outer.object("sinusoid", {"an object with base and first, both optional", "一个对象，其中 base 和 first 均可省略"});
    sinusoid.require_known({"base", "first"});
    read_sinusoid(sinusoid, *problem.positions);
    check_first(sinusoid, *problem.positions, n);
}

void read_attention(const FieldReader& fields, Problem& problem)
{
    read_sequences(fields, problem);
    if (problem.kind == "single_output") {
        problem.query = fields.count("query", 1, problem.inputs.size(), {"the number of inputs", "输入的个数"}).value_or(1);
    }
    problem.score = score(fields, problem.kind);
    const Columns of_inputs{as_asking(problem), as_answering(problem), as_answering(problem)};
    if (problem.kind == "multi_head") {
        read_heads(fields, of_inputs, problem);
        read_output(fields, problem);
    } else if (problem.score == Score::bilinear) {
        problem.W = fields.matrix("W", of_inputs.answering, of_inputs.asking);
        problem.projections = value_projection(fields, of_inputs);
    } else {
        problem.projections = projections(fields, of_inputs);
    }
    if (problem.score == Score::additive) {
        check_lengths_for_w(problem.heads);
        const bool has_heads = !problem.heads.empty();
        const Matrix& Wq = has_heads ? problem.heads[0].Wq : problem.projections.Wq;
        check_hidden(problem, Wq.shape(0));
        read_additive(fields, {Wq.shape(0), for_each_row_of(has_heads ? "heads[1].Wq" : "Wq")}, problem);
    }
    problem.scale = scale(fields);
    read_mask(fields, problem);
    if (problem.kind != "single_output" && fields.has("positions") && as_asking(problem).size != as_answering(problem).size) {
        refuse("positions", {"target and source vectors of one length", "target 与 source 的向量一样长"},
               {"two lengths", "两种长度"});
    }
    const std::size_t n = std::max(asking_vectors(problem).size(), answering_vectors(problem).size());
    read_positions(fields, n, as_asking(problem).size, problem);
}

}  // namespace attention
