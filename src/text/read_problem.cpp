#include "text/read_problem.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/holds.hpp"
#include "text/exact_number.hpp"
#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/json_document.hpp"
#include "text/json_values.hpp"
#include "text/printable.hpp"
#include "text/problem_format.hpp"
#include "text/suggestion.hpp"

namespace attention {
namespace {

using nlohmann::json;

const Words an_object_of_steps{"an object of steps by name", "由步骤名到数值的对象"};

const Words for_each_component{", one for each component of an input", "（输入的每个分量对应一个）"};

/// What this reader reads is what the chapters up to 03 bring.
bool is_read_here(const std::string& kind_or_field)
{
    return chapter_that_brings(kind_or_field) < "04";
}

Words for_each_row_of(const std::string& matrix)
{
    return {", one for each row of " + matrix, "（" + matrix + " 的每行对应一个）"};
}

class Reader {
public:
    explicit Reader(const json& document) : document_(document) {}

    Problem problem()
    {
        if (!document_.is_object()) {
            throw InputError({}, expected_got({"a JSON object", "一个 JSON 对象"}, describe(document_)));
        }
        problem_.kind = kind();
        check_field_names();
        problem_.asks = asks();
        problem_.id = text_or_nothing("id");
        problem_.title = text_or_nothing("title");
        if (!is_read_here(problem_.kind) || !std::all_of(problem_.asks.begin(), problem_.asks.end(), is_read_here)) {
            return problem_;  // nobody answers it yet, so nobody reads the rest
        }
        problem_.inputs = values_.vectors(required("inputs", a_list_of_vectors), "inputs");
        if (holds(kinds_with("bias"), problem_.kind)) {
            read_layer();
        } else {
            problem_.query = query();
            read_attention();
        }
        problem_.given = given();
        problem_.written = values_.written();
        return problem_;
    }

private:
    // ---- what every problem has ----

    const json* find(const std::string& name) const
    {
        const auto found = document_.find(name);
        return found == document_.end() ? nullptr : &*found;
    }

    const json& required(const std::string& name, const Words& expected) const
    {
        const json* found = find(name);
        if (found == nullptr) {
            throw InputError(same(name), {"expected " + expected.en + ", got nothing", "缺少这一项，应为" + expected.zh});
        }
        return *found;
    }

    /// The text of a field that names one of `known`.
    std::string name_in(const std::string& field, const json& value, const std::vector<std::string>& known) const
    {
        const Words expected = one_of(known);
        if (!value.is_string()) {
            refuse(field, expected, describe(value));
        }
        auto name = value.get<std::string>();
        if (!holds(known, name)) {
            refuse(field, expected, did_you_mean(name, known));
        }
        return name;
    }

    std::string kind() const
    {
        const std::vector<std::string> known = names_of_kinds();
        return name_in("kind", required("kind", one_of(known)), known);
    }

    void check_field_names() const
    {
        const std::vector<std::string> known = fields_of(problem_.kind);
        for (const auto& [name, value] : document_.items()) {
            if (!holds(known, name)) {
                const std::vector<std::string> others = kinds_with(name);
                refuse(printable(name), {"a field of " + problem_.kind, problem_.kind + " 的字段"},
                       others.empty() ? did_you_mean(name, known)
                                      : Words{fmt::format("one of {}", fmt::join(others, ", ")),
                                              fmt::format("{} 的字段", fmt::join(others, "、"))});
            }
        }
    }

    /// The fields that go beyond the lecture's plain steps, in the order of the format; a stated default asks for nothing.
    std::vector<std::string> asks() const
    {
        std::vector<std::string> result;
        for (const std::string& name : fields_of(problem_.kind)) {
            const json* value = find(name);
            const bool is_default =
                value != nullptr && ((name == "score" && *value == "dot") || (name == "scale" && *value == "none"));
            const bool is_plain = chapter_that_brings(name) < "03" || chapter_that_brings(problem_.kind) < "01";
            if (value != nullptr && !is_default && !is_plain) {
                result.push_back(name);
            }
        }
        return result;
    }

    std::string text_or_nothing(const std::string& name) const
    {
        const json* text = find(name);
        if (text == nullptr) {
            return {};
        }
        if (!text->is_string()) {
            refuse(name, {"text in quotes", "写在引号里的文字"}, describe(*text));
        }
        return text->get<std::string>();
    }

    std::map<std::string, Tensor> given()
    {
        const json* object = find("given");
        if (object == nullptr) {
            return {};
        }
        if (!object->is_object()) {
            refuse("given", an_object_of_steps, describe(*object));
        }
        std::map<std::string, Tensor> steps;
        for (const auto& [name, value] : object->items()) {
            steps[name] = values_.tensor(value, "given." + printable(name));
        }
        return steps;
    }

    // ---- fields by their shape ----

    Matrix matrix(const std::string& name, const Length& row) { return values_.matrix(required(name, a_matrix), name, row); }

    Vector vector(const std::string& name, const Length& length)
    {
        return values_.vector(required(name, a_list_of_numbers), name, length);
    }

    std::optional<Vector> optional_vector(const std::string& name, const Length& length)
    {
        return find(name) == nullptr ? std::nullopt : std::optional<Vector>(vector(name, length));
    }

    // ---- one layer: chapter 00 ----

    void read_layer()
    {
        const std::size_t n = problem_.inputs.size();
        const std::size_t d = problem_.inputs[0].size();
        if (problem_.kind == "window") {
            check_window(n, d);
            problem_.W = matrix("W", {n * d,
                                      {fmt::format(", one for each component of the {} inputs", n),
                                       fmt::format("（{} 个输入的每个分量对应一个）", n)}});
        } else {
            problem_.W = matrix("W", {d, for_each_component});
        }
        problem_.bias = optional_vector("bias", {problem_.W.shape(0), for_each_row_of("W")});
    }

    /// W fixes the number of inputs: when it is made for another number of them, that is what is wrong.
    void check_window(std::size_t n, std::size_t d) const
    {
        const json& W = required("W", a_matrix);
        const std::size_t columns = W.is_array() && !W.empty() && W[0].is_array() ? W[0].size() : 0;
        if (columns > 0 && columns % d == 0 && columns != n * d) {
            const Words fits = count_vectors(columns / d);
            refuse("inputs",
                   {fmt::format("{}, for a row of W has {} numbers and an input {}", fits.en, columns, d),
                    fmt::format("{}（W 每行有 {} 个数，每个输入有 {} 个）", fits.zh, columns, d)},
                   count_vectors(n));
        }
    }

    // ---- attention: chapters 01 to 03 ----

    std::size_t query() const
    {
        const json* query = find("query");
        if (query == nullptr) {
            return 1;
        }
        const std::size_t n = problem_.inputs.size();
        const bool fits = query->is_number_unsigned() && query->get<std::uint64_t>() >= 1 && query->get<std::uint64_t>() <= n;
        if (!fits) {
            refuse("query",
                   {fmt::format("a whole number from 1 to {}, the number of inputs", n),
                    fmt::format("从 1 到 {}（输入的个数）的整数", n)},
                   describe(*query));
        }
        return query->get<std::size_t>();
    }

    void read_attention()
    {
        problem_.score = score();
        check_fields_of_the_score();
        const Length as_input{problem_.inputs[0].size(), for_each_component};
        Projections& p = problem_.projections;
        if (problem_.score == Score::bilinear) {
            problem_.W = matrix("W", as_input);
            check_rows("W", problem_.W, as_input.size, for_each_component);
        } else {
            p.Wq = matrix("Wq", as_input);
            p.Wk = matrix("Wk", as_input);
            check_rows("Wk", p.Wk, p.Wq.shape(0), {" like Wq", "（与 Wq 相同）"});
        }
        p.Wv = matrix("Wv", as_input);
        p.bq = optional_vector("bq", {p.Wq.shape(0), for_each_row_of("Wq")});
        p.bk = optional_vector("bk", {p.Wk.shape(0), for_each_row_of("Wk")});
        p.bv = optional_vector("bv", {p.Wv.shape(0), for_each_row_of("Wv")});
        if (problem_.score == Score::additive) {
            const Length as_query{p.Wq.shape(0), for_each_row_of("Wq")};
            problem_.w = vector("w", as_query);
            problem_.b_score = optional_vector("b_score", as_query);
            problem_.c = find("c") == nullptr ? 0 : values_.number(*find("c"), "c");
        }
        problem_.scale = scale();
    }

    void check_rows(const std::string& name, const Matrix& W, std::size_t rows, const Words& reason) const
    {
        if (W.shape(0) != rows) {
            const Words expected = count_rows(rows);
            refuse(name, {expected.en + reason.en, expected.zh + reason.zh}, count_rows(W.shape(0)));
        }
    }

    Score score() const
    {
        const json* value = find("score");
        if (value == nullptr) {
            return Score::dot;
        }
        const std::string name = name_in("score", *value, names_of_scores());
        return name == "additive" ? Score::additive : name == "bilinear" ? Score::bilinear : Score::dot;
    }

    /// A field that belongs to another score than the one that is asked for would be left unread.
    void check_fields_of_the_score() const
    {
        const std::string name = names_of_scores().at(static_cast<std::size_t>(problem_.score));
        for (const auto& [field, value] : document_.items()) {
            const std::vector<std::string> scores = scores_with(field);
            if (!holds(scores, name) && value != "none") {
                refuse(field, {"a field of the score " + name, "分数 " + name + " 的字段"},
                       {fmt::format("one of the score {}", fmt::join(scores, " or ")),
                        fmt::format("分数 {} 的字段", fmt::join(scores, " 或 "))});
            }
        }
    }

    Scale scale()
    {
        const json* value = find("scale");
        if (value == nullptr || *value == "none") {
            return {};
        }
        if (*value == "1/sqrt(d_k)") {
            return {.by_key_length = true};
        }
        if (value->is_string() && !exact_number(value->get<std::string>())) {
            refuse("scale", {R"_("none", "1/sqrt(d_k)" or a number)_", R"_("none"、"1/sqrt(d_k)" 或一个数)_"}, describe(*value));
        }
        return {.number = values_.number(*value, "scale")};
    }

    const json& document_;
    ValueReader values_;
    Problem problem_;
};

}  // namespace

Problem read_problem(std::string_view text)
{
    const json document = parse_json(text);
    return Reader(document).problem();
}

}  // namespace attention
