#include "text/read_problem.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/chapter.hpp"
#include "text/exact_number.hpp"
#include "text/input_error.hpp"
#include "text/json_document.hpp"
#include "text/printable.hpp"
#include "text/problem_format.hpp"
#include "text/suggestion.hpp"

namespace attention {
namespace {

using nlohmann::json;

const Words a_number{"a number or an exact string such as \"1/3\", \"ln 2\", \"-1/2 ln 3\" or \"sqrt 2\"",
                     "一个数，或 \"1/3\"、\"ln 2\"、\"-1/2 ln 3\"、\"sqrt 2\" 这样的精确写法"};
const Words a_list_of_numbers{"a list of numbers", "数的列表"};
const Words a_list_of_vectors{"a list of vectors", "向量的列表"};
const Words a_matrix{"a matrix, as the list of its rows", "矩阵（各行的列表）"};
const Words nothing{"nothing", "没有"};

Words same(const std::string& text)
{
    return {text, text};
}

[[noreturn]] void refuse(const std::string& path, const Words& expected, const Words& got)
{
    throw InputError(same(path), {"expected " + expected.en + ", got " + got.en, "应为" + expected.zh + "，实为" + got.zh});
}

/// A count of things: "2 numbers", "1 number"; "2 个数".
Words count(std::size_t n, const char* one, const char* many, const char* zh)
{
    return {fmt::format("{} {}", n, n == 1 ? one : many), fmt::format(" {} {}", n, zh)};
}

Words count_numbers(std::size_t n)
{
    return count(n, "number", "numbers", "个数");
}

std::string quoted(const std::string& text)
{
    return '"' + printable(text) + '"';
}

Words describe(const json& value)
{
    switch (value.type()) {
        case json::value_t::null: return same("null");
        case json::value_t::boolean: return same(value.get<bool>() ? "true" : "false");
        case json::value_t::string: return same(quoted(value.get<std::string>()));
        case json::value_t::object: return {"an object", "一个对象"};
        case json::value_t::array:
            return value.empty()
                       ? Words{"an empty list", "空列表"}
                       : Words{fmt::format("a list of {}", value.size()), fmt::format("长度为 {} 的列表", value.size())};
        default: return same(value.dump());
    }
}

std::string item(const std::string& path, std::size_t index)
{
    return fmt::format("{}[{}]", path, index + 1);
}

std::vector<std::string> names_of_kinds()
{
    std::vector<std::string> names;
    for (const Kind& kind : problem_kinds()) {
        names.push_back(kind.name);
    }
    return names;
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

const std::vector<std::string>& fields_read_here()
{
    static const std::vector<std::string> fields{"kind", "id", "title", "given", "inputs", "query",
                                                 "Wq",   "Wk", "Wv",    "bq",    "bk",     "bv"};
    return fields;
}

class Reader {
public:
    explicit Reader(const json& document) : document_(document) {}

    Problem problem()
    {
        if (!document_.is_object()) {
            const Words got = describe(document_);
            throw InputError({}, {"expected a JSON object, got " + got.en, "应为一个 JSON 对象，实为" + got.zh});
        }
        problem_.kind = kind();
        check_field_names();
        problem_.asks = asks();
        problem_.id = text_or_nothing("id");
        problem_.title = text_or_nothing("title");
        if (!problem_.asks.empty() || (problem_.kind != "single_output" && problem_.kind != "self_attention")) {
            return problem_;  // nobody answers it yet, so nobody reads the rest
        }
        problem_.inputs = vectors("inputs");
        const std::size_t d = problem_.inputs[0].size();
        problem_.query = query();

        Projections& p = problem_.projections;
        p.Wq = matrix("Wq", d);
        p.Wk = matrix("Wk", d);
        if (p.Wk.shape(0) != p.Wq.shape(0)) {
            const std::string rows = std::to_string(p.Wq.shape(0));
            refuse("Wk", {"as many rows as Wq, " + rows, "与 Wq 行数相同，即 " + rows + " 行"},
                   same(std::to_string(p.Wk.shape(0))));
        }
        p.Wv = matrix("Wv", d);
        p.bq = bias("bq", "Wq", p.Wq);
        p.bk = bias("bk", "Wk", p.Wk);
        p.bv = bias("bv", "Wv", p.Wv);
        problem_.given = given();
        return problem_;
    }

private:
    std::string kind() const
    {
        const std::vector<std::string> known = names_of_kinds();
        const Words expected{fmt::format("one of {}", fmt::join(known, ", ")), fmt::format(" {} 之一", fmt::join(known, "、"))};
        const auto found = document_.find("kind");
        if (found == document_.end()) {
            refuse("kind", expected, nothing);
        }
        if (!found->is_string()) {
            refuse("kind", expected, describe(*found));
        }
        const auto kind = found->get<std::string>();
        if (!holds(known, kind)) {
            refuse("kind", expected, did_you_mean(kind, known));
        }
        return kind;
    }

    static Words did_you_mean(const std::string& word, const std::vector<std::string>& known)
    {
        const auto meant = suggestion(word, known);
        const std::string got = quoted(word);
        return meant ? Words{got + "; did you mean \"" + *meant + "\"?", got + "；是不是 \"" + *meant + "\"？"} : same(got);
    }

    void check_field_names() const
    {
        const std::vector<std::string> known = fields_of(problem_.kind);
        for (const auto& [name, value] : document_.items()) {
            if (!holds(known, name)) {
                refuse(printable(name), {"a field of " + problem_.kind, " " + problem_.kind + " 的字段"},
                       did_you_mean(name, known));
            }
        }
    }

    /// The fields that go beyond the lecture's plain steps, in the order of the format; a stated default asks for nothing.
    std::vector<std::string> asks() const
    {
        std::vector<std::string> result;
        for (const std::string& name : fields_of(problem_.kind)) {
            const auto found = document_.find(name);
            const bool is_default = (name == "score" && found != document_.end() && *found == "dot") ||
                                    (name == "scale" && found != document_.end() && *found == "none");
            if (found != document_.end() && !is_default && !holds(fields_read_here(), name)) {
                result.push_back(name);
            }
        }
        return result;
    }

    std::string text_or_nothing(const std::string& name) const
    {
        const auto found = document_.find(name);
        if (found == document_.end()) {
            return {};
        }
        if (!found->is_string()) {
            refuse(name, {"text in quotes", "带引号的文字"}, describe(*found));
        }
        return found->get<std::string>();
    }

    std::size_t query() const
    {
        const auto found = document_.find("query");
        if (found == document_.end()) {
            return 1;
        }
        const std::size_t n = problem_.inputs.size();
        const bool fits = found->is_number_unsigned() && found->get<std::uint64_t>() >= 1 && found->get<std::uint64_t>() <= n;
        if (!fits) {
            refuse("query",
                   {fmt::format("a whole number from 1 to {}, the number of inputs", n),
                    fmt::format(" 1 到 {}（输入个数）之间的整数", n)},
                   describe(*found));
        }
        return found->get<std::size_t>();
    }

    const json& required(const std::string& name, const Words& expected) const
    {
        const auto found = document_.find(name);
        if (found == document_.end()) {
            refuse(name, expected, nothing);
        }
        return *found;
    }

    double number(const json& value, const std::string& path)
    {
        if (value.is_number()) {
            return value.get<double>();
        }
        if (!value.is_string()) {
            refuse(path, a_number, describe(value));
        }
        const auto text = value.get<std::string>();
        const auto exact = exact_number(text);
        if (!exact) {
            refuse(path, a_number, describe(value));
        }
        problem_.written[path] = text;
        return *exact;
    }

    /// A vector of `length` components, or of any length from 1 when `length` is 0; `reason` says where the length is from.
    Vector vector(const json& value, const std::string& path, std::size_t length, const Words& reason)
    {
        if (!value.is_array() || value.empty()) {
            refuse(path, a_list_of_numbers, describe(value));
        }
        if (length != 0 && value.size() != length) {
            const Words expected = count_numbers(length);
            refuse(path, {expected.en + reason.en, expected.zh + reason.zh}, count_numbers(value.size()));
        }
        Vector result = xt::zeros<double>({value.size()});
        for (std::size_t r = 0; r < value.size(); ++r) {
            result(r) = number(value[r], item(path, r));
        }
        return result;
    }

    std::vector<Vector> vectors(const std::string& name)
    {
        const json& value = required(name, a_list_of_vectors);
        if (!value.is_array() || value.empty()) {
            refuse(name, a_list_of_vectors, describe(value));
        }
        if (value.size() > most_inputs) {
            refuse(name, {fmt::format("at most {} vectors", most_inputs), fmt::format("不超过 {} 个向量", most_inputs)},
                   same(std::to_string(value.size())));
        }
        const Words like_first{" like " + item(name, 0), "（与 " + item(name, 0) + " 相同）"};
        std::vector<Vector> result;
        for (std::size_t i = 0; i < value.size(); ++i) {
            result.push_back(vector(value[i], item(name, i), i == 0 ? 0 : result[0].size(), like_first));
        }
        return result;
    }

    Matrix matrix(const std::string& name, std::size_t columns)
    {
        const json& value = required(name, a_matrix);
        if (!value.is_array() || value.empty()) {
            refuse(name, a_matrix, describe(value));
        }
        const Words like_inputs{", one for each component of an input", "（输入的每个分量一个）"};
        Matrix result = xt::zeros<double>({value.size(), columns});
        for (std::size_t r = 0; r < value.size(); ++r) {
            const Vector row = vector(value[r], item(name, r), columns, like_inputs);
            std::copy(row.begin(), row.end(), result.begin() + static_cast<std::ptrdiff_t>(r * columns));
        }
        return result;
    }

    std::optional<Vector> bias(const std::string& name, const std::string& of, const Matrix& W)
    {
        const auto found = document_.find(name);
        if (found == document_.end()) {
            return {};
        }
        return vector(*found, name, W.shape(0), {", one for each row of " + of, "（" + of + " 的每行一个）"});
    }

    std::map<std::string, Tensor> given()
    {
        const auto found = document_.find("given");
        if (found == document_.end()) {
            return {};
        }
        if (!found->is_object()) {
            refuse("given", {"an object of steps by name", "按名称列出步骤的对象"}, describe(*found));
        }
        std::map<std::string, Tensor> steps;
        for (const auto& [name, value] : found->items()) {
            steps[name] = nested(value, "given." + printable(name));
        }
        return steps;
    }

    /// A vector, or a list of vectors, of any shape: the chapter knows which it needs.
    Tensor nested(const json& value, const std::string& path)
    {
        if (!value.is_array() || value.empty() || !value[0].is_array()) {
            return listed(vector(value, path, 0, {}));
        }
        std::vector<Vector> rows;
        for (std::size_t i = 0; i < value.size(); ++i) {
            rows.push_back(vector(value[i], item(path, i), i == 0 ? 0 : rows[0].size(),
                                  {" like " + item(path, 0), "（与 " + item(path, 0) + " 相同）"}));
        }
        return listed(rows);
    }

    const json& document_;
    Problem problem_;
};

}  // namespace

Problem read_problem(std::string_view text)
{
    const json document = parse_json(text);
    return Reader(document).problem();
}

}  // namespace attention
