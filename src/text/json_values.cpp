#include "text/json_values.hpp"

#include <algorithm>

#include "base/step_name.hpp"
#include "text/exact_number.hpp"
#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/printable.hpp"

namespace attention {
namespace {

using nlohmann::json;

const Words a_number{R"(a number or an exact string such as "1/3", "ln 2", "-1/2 ln 3" or "sqrt 2")",
                     R"(一个数，或 "1/3"、"ln 2"、"-1/2 ln 3"、"sqrt 2" 这样的精确写法)"};
const Words a_plain_number{"a plain number without quotes", "不带引号的普通数"};
const Words lists_at_most_three_deep{"lists at most three deep", "嵌套不超过三层的列表"};

/// A count of things: "2 numbers", "1 number"; "2 个数".
Words count(std::size_t n, const char* one, const char* zh)
{
    return {fmt::format("{} {}{}", n, one, n == 1 ? "" : "s"), fmt::format("{} {}", n, zh)};
}

/// Refuses more than `most` of something, before their products fill the memory.
void require_at_most(std::size_t most, std::size_t n, const std::string& path, Words (*counted)(std::size_t))
{
    if (n > most) {
        throw InputError(same(path), {"expected at most " + counted(most).en + ", got " + counted(n).en,
                                      "应不超过 " + counted(most).zh + "，实为 " + counted(n).zh});
    }
}

void require_items(const json& value, const std::string& path, const Words& expected)
{
    if (!value.is_array() || value.empty()) {
        refuse(path, expected, describe(value));
    }
}

Words like(const std::string& first)
{
    return {" like " + first, "（与 " + first + " 一样多）"};
}

}  // namespace

void refuse(const std::string& path, const Words& expected, const Words& got)
{
    throw InputError(same(path), expected_got(expected, got));
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

Words count_lists(std::size_t n)
{
    return count(n, "list", "个列表");
}

Words count_items(std::size_t n)
{
    return count(n, "item", "项");
}

std::string item(const std::string& path, std::size_t index)
{
    return fmt::format("{}[{}]", path, index + 1);
}

Words describe(const json& value)
{
    switch (value.type()) {
        case json::value_t::null: return same("null");
        case json::value_t::boolean: return same(value.get<bool>() ? "true" : "false");
        case json::value_t::string: return same('"' + printable(value.get<std::string>()) + '"');
        case json::value_t::object: return {"an object", "一个对象"};
        case json::value_t::array:
            return value.empty() ? Words{"an empty list", "空列表"}
                                 : Words{fmt::format("a list of {}", value.size()), fmt::format("含 {} 项的列表", value.size())};
        default: return same(value.dump());
    }
}

double ValueReader::number(const json& value, const std::string& path)
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
    written_[path] = text;
    return *exact;
}

Vector ValueReader::vector(const json& value, const std::string& path, const Length& length)
{
    require_items(value, path, a_list_of_numbers);
    if (length.size != 0 && value.size() != length.size) {
        const Words expected = count_numbers(length.size);
        refuse(path, {expected.en + length.reason.en, expected.zh + length.reason.zh}, count_numbers(value.size()));
    }
    require_at_most(most_components, value.size(), path, count_numbers);
    Vector result = xt::zeros<double>({value.size()});
    for (std::size_t r = 0; r < value.size(); ++r) {
        result(r) = number(value[r], item(path, r));
    }
    return result;
}

std::vector<Vector> ValueReader::vectors(const json& value, const std::string& path)
{
    require_items(value, path, a_list_of_vectors);
    require_at_most(most_inputs, value.size(), path, count_vectors);
    std::vector<Vector> result;
    for (std::size_t i = 0; i < value.size(); ++i) {
        result.push_back(vector(value[i], item(path, i), {i == 0 ? 0 : result[0].size(), like(item(path, 0))}));
    }
    return result;
}

Matrix ValueReader::matrix(const json& value, const std::string& path, const Length& row)
{
    require_items(value, path, a_matrix);
    require_at_most(most_components, value.size(), path, count_rows);
    std::vector<Vector> rows;  // as many as there are: the wanted length alone can claim more than any memory holds
    for (std::size_t r = 0; r < value.size(); ++r) {
        const bool is_open = row.size == 0 && r > 0;
        rows.push_back(vector(value[r], item(path, r), is_open ? Length{rows[0].size(), like(item(path, 0))} : row));
    }
    Matrix result = xt::zeros<double>({rows.size(), rows[0].size()});
    for (std::size_t r = 0; r < rows.size(); ++r) {
        std::copy(rows[r].begin(), rows[r].end(), &result(r, 0));
    }
    return result;
}

std::vector<bool> ValueReader::booleans(const json& value, const std::string& path, const Length& length)
{
    require_items(value, path, a_list_of_booleans);
    if (length.size != 0 && value.size() != length.size) {
        const Words expected = count_items(length.size);
        refuse(path, {expected.en + length.reason.en, expected.zh + length.reason.zh}, count_items(value.size()));
    }
    std::vector<bool> result;
    for (std::size_t j = 0; j < value.size(); ++j) {
        if (!value[j].is_boolean()) {
            refuse(item(path, j), {"true or false", "true 或 false"}, describe(value[j]));
        }
        result.push_back(value[j].get<bool>());
    }
    return result;
}

Tensor ValueReader::step_value(const json& value, const std::string& name, const std::string& path)
{
    if (!holds_truths(name)) {
        return tensor(value, path);
    }
    require_items(value, path, {"a list of lists of booleans", "布尔值列表的列表"});
    std::vector<std::vector<bool>> rows;
    for (std::size_t t = 0; t < value.size(); ++t) {
        rows.push_back(booleans(value[t], item(path, t), {t == 0 ? 0 : rows[0].size(), like(item(path, 0))}));
    }
    Matrix truths = xt::zeros<double>({rows.size(), rows[0].size()});
    for (std::size_t t = 0; t < rows.size(); ++t) {
        for (std::size_t s = 0; s < rows[t].size(); ++s) {
            truths(t, s) = rows[t][s] ? 1 : 0;
        }
    }
    return truths;
}

Tensor ValueReader::tensor(const json& value, const std::string& path)
{
    std::vector<std::size_t> shape;
    std::string first = path;
    for (const json* inner = &value; inner->is_array(); inner = &(*inner)[0]) {
        require_items(*inner, first, a_list_of_numbers);
        shape.push_back(inner->size());
        first = item(first, 0);
    }
    if (shape.empty()) {
        refuse(path, a_list_of_numbers, describe(value));
    }
    if (shape.size() > 3) {
        refuse(path, lists_at_most_three_deep, {fmt::format("{} deep", shape.size()), fmt::format("{} 层", shape.size())});
    }
    std::vector<double> numbers;  // as many as there are: a shape alone can claim more than any memory holds
    collect(numbers, shape, 0, value, path, path);
    return xt::adapt(numbers, shape);
}

/// Collects the numbers of a list that stands `depth` lists deep; `first` is the path of the first list as deep.
void ValueReader::collect(std::vector<double>& numbers, const std::vector<std::size_t>& shape, std::size_t depth,
                          const json& value, const std::string& path, const std::string& first)
{
    if (depth == shape.size()) {
        numbers.push_back(number(value, path));
        return;
    }
    const bool holds_numbers = depth + 1 == shape.size();
    require_items(value, path, holds_numbers ? a_list_of_numbers : a_list_of_vectors);
    if (value.size() != shape[depth]) {
        const auto counted = holds_numbers ? count_numbers : count_items;
        const Words like_first = like(first);
        const Words expected = counted(shape[depth]);
        refuse(path, {expected.en + like_first.en, expected.zh + like_first.zh}, counted(value.size()));
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
        collect(numbers, shape, depth + 1, value[i], item(path, i), item(first, 0));
    }
}

}  // namespace attention
