#include "text/read_problem.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/holds.hpp"
#include "text/exact_number.hpp"
#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/json_document.hpp"
#include "text/printable.hpp"
#include "text/problem_format.hpp"
#include "text/suggestion.hpp"

namespace attention {
namespace {

using nlohmann::json;

const Words a_number{R"(a number or an exact string such as "1/3", "ln 2", "-1/2 ln 3" or "sqrt 2")",
                     R"(一个数，或 "1/3"、"ln 2"、"-1/2 ln 3"、"sqrt 2" 这样的精确写法)"};
const Words a_plain_number{"a plain number without quotes", "不带引号的普通数"};
const Words a_list_of_numbers{"a list of numbers", "数的列表"};
const Words a_list_of_vectors{"a list of vectors", "向量的列表"};
const Words a_matrix{"a matrix, as the list of its rows", "矩阵（各行的列表）"};
const Words an_object_of_steps{"an object of steps by name", "由步骤名到数值的对象"};

[[noreturn]] void refuse(const std::string& path, const Words& expected, const Words& got)
{
    throw InputError(same(path), expected_got(expected, got));
}

/// A count of things: "2 numbers", "1 number"; "2 个数".
Words count(std::size_t n, const char* one, const char* zh)
{
    return {fmt::format("{} {}{}", n, one, n == 1 ? "" : "s"), fmt::format("{} {}", n, zh)};
}

Words count_numbers(std::size_t n)
{
    return count(n, "number", "个数");
}

Words count_vectors(std::size_t n)
{
    return count(n, "vector", "个向量");
}

Words count_rows(std::size_t n)
{
    return count(n, "row", "行");
}

/// Refuses more than `most` of something, before their products fill the memory.
void require_at_most(std::size_t most, std::size_t n, const std::string& path, Words (*counted)(std::size_t))
{
    if (n > most) {
        throw InputError(same(path), {"expected at most " + counted(most).en + ", got " + counted(n).en,
                                      "应不超过 " + counted(most).zh + "，实为 " + counted(n).zh});
    }
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
            return value.empty() ? Words{"an empty list", "空列表"}
                                 : Words{fmt::format("a list of {}", value.size()), fmt::format("含 {} 项的列表", value.size())};
        default: return same(value.dump());
    }
}

std::string item(const std::string& path, std::size_t index)
{
    return fmt::format("{}[{}]", path, index + 1);
}

/// What this reader reads is what chapters 01 and 02 bring.
bool is_read_here(const std::string& kind_or_field)
{
    const std::string chapter = chapter_that_brings(kind_or_field);
    return chapter == "01_single_output" || chapter == "02_matrix_form";
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
        if (!problem_.asks.empty() || !is_read_here(problem_.kind)) {
            return problem_;  // nobody answers it yet, so nobody reads the rest
        }
        problem_.inputs = vectors(required("inputs", a_list_of_vectors), "inputs");
        const std::size_t d = problem_.inputs[0].size();
        problem_.query = query();

        Projections& p = problem_.projections;
        p.Wq = matrix("Wq", d);
        p.Wk = matrix("Wk", d);
        if (p.Wk.shape(0) != p.Wq.shape(0)) {
            const Words rows = count_rows(p.Wq.shape(0));
            refuse("Wk", {rows.en + " like Wq", rows.zh + "（与 Wq 相同）"}, count_rows(p.Wk.shape(0)));
        }
        p.Wv = matrix("Wv", d);
        p.bq = bias("bq", "Wq", p.Wq);
        p.bk = bias("bk", "Wk", p.Wk);
        p.bv = bias("bv", "Wv", p.Wv);
        problem_.given = given();
        return problem_;
    }

private:
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

    std::string kind() const
    {
        const std::vector<std::string> known = names_of_kinds();
        const Words expected = one_of(known);
        const json& kind = required("kind", expected);
        if (!kind.is_string()) {
            refuse("kind", expected, describe(kind));
        }
        auto name = kind.get<std::string>();
        if (!holds(known, name)) {
            refuse("kind", expected, did_you_mean(name, known));
        }
        return name;
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
            if (value != nullptr && !is_default && !is_read_here(name)) {
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
            const bool is_plain = json::parse(text, nullptr, false).is_number();
            refuse(path, is_plain ? a_plain_number : a_number, describe(value));
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
        require_at_most(most_components, value.size(), path, count_numbers);
        Vector result = xt::zeros<double>({value.size()});
        for (std::size_t r = 0; r < value.size(); ++r) {
            result(r) = number(value[r], item(path, r));
        }
        return result;
    }

    std::vector<Vector> vectors(const json& value, const std::string& path)
    {
        if (!value.is_array() || value.empty()) {
            refuse(path, a_list_of_vectors, describe(value));
        }
        require_at_most(most_inputs, value.size(), path, count_vectors);
        const Words like_first{" like " + item(path, 0), "（与 " + item(path, 0) + " 一样多）"};
        std::vector<Vector> result;
        for (std::size_t i = 0; i < value.size(); ++i) {
            result.push_back(vector(value[i], item(path, i), i == 0 ? 0 : result[0].size(), like_first));
        }
        return result;
    }

    Matrix matrix(const std::string& name, std::size_t columns)
    {
        const json& value = required(name, a_matrix);
        if (!value.is_array() || value.empty()) {
            refuse(name, a_matrix, describe(value));
        }
        require_at_most(most_components, value.size(), name, count_rows);
        const Words like_inputs{", one for each component of an input", "（输入的每个分量对应一个）"};
        Matrix result = xt::zeros<double>({value.size(), columns});
        for (std::size_t r = 0; r < value.size(); ++r) {
            const Vector row = vector(value[r], item(name, r), columns, like_inputs);
            std::copy(row.begin(), row.end(), result.begin() + static_cast<std::ptrdiff_t>(r * columns));
        }
        return result;
    }

    std::optional<Vector> bias(const std::string& name, const std::string& of, const Matrix& W)
    {
        const json* value = find(name);
        if (value == nullptr) {
            return {};
        }
        return vector(*value, name, W.shape(0), {", one for each row of " + of, "（" + of + " 的每行对应一个）"});
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
            steps[name] = vector_or_vectors(value, "given." + printable(name));
        }
        return steps;
    }

    /// Of any shape: the chapter knows which it needs.
    Tensor vector_or_vectors(const json& value, const std::string& path)
    {
        const bool is_nested = value.is_array() && !value.empty() && value[0].is_array();
        return is_nested ? listed(vectors(value, path)) : listed(vector(value, path, 0, {}));
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
