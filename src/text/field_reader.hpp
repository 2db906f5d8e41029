#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/problem.hpp"
#include "base/tensor.hpp"
#include "base/words.hpp"
#include "text/json_values.hpp"

namespace attention {

/// ", one for each row of Wq"
Words for_each_row_of(const std::string& matrix);

/// ", one for each component of an input"
Words for_each_component_of(const Words& vector);

/// Reads the fields of one JSON object. Every function throws InputError for what does not fit, with the field's whole path.
class FieldReader {
public:
    /// `path` is where the object stands: "" for the document, "heads[2]." for an object inside.
    FieldReader(const nlohmann::json& object, std::string path, ValueReader& values)
        : object_(object), path_(std::move(path)), values_(values)
    {
    }

    bool has(const std::string& name) const { return find(name) != nullptr; }
    const nlohmann::json* find(const std::string& name) const;
    const nlohmann::json& required(const std::string& name, const Words& expected) const;
    std::string path_of(const std::string& name) const { return path_ + name; }

    /// Refuses fields that are none of `known`.
    void require_known(const std::vector<std::string>& known) const;

    /// The text of a field that must be there, or of one that need not.
    std::string text(const std::string& name) const;
    /// Text in each language, {"en": …, "zh": …}, of which one may be left out; empty when the field is.
    Words words(const std::string& name) const;
    std::string text_or_nothing(const std::string& name) const { return has(name) ? text(name) : ""; }

    /// A list of texts, one at least.
    std::vector<std::string> texts(const std::string& name) const;

    /// One of `known`; the first of them when the field is left out.
    std::string choice(const std::string& name, const std::vector<std::string>& known) const;

    double number(const std::string& name, double standard) const;

    /// A whole number from `least` to `most`; nothing when the field is left out. `of` says what they count.
    std::optional<std::size_t> count(const std::string& name, std::size_t least, std::size_t most, const Words& of = {}) const;

    /// The value of a step, a number or lists.
    Tensor step_value(const std::string& name, const std::string& step) const;

    /// Steps by name, {"alpha": [[…]], …}, one at least.
    StepValues steps_by_name(const std::string& name) const;

    Vector vector(const std::string& name, const Length& length) const;
    std::optional<Vector> optional_vector(const std::string& name, const Length& length) const;
    std::vector<Vector> vectors(const std::string& name) const;

    /// Rows of the length that is told; as many rows as `rows` says, when its size is not 0.
    Matrix matrix(const std::string& name, const Length& row, const Length& rows = {}) const;

    /// A list of `length.size` booleans.
    std::vector<bool> booleans(const std::string& name, const Length& length) const;

    /// The objects in a list, one at least; `each` says what one of them is.
    std::vector<FieldReader> objects(const std::string& name, const Words& expected,
                                     const Words& each = {"an object", "一个对象"}) const;

    /// An object inside.
    FieldReader object(const std::string& name, const Words& expected) const;

private:
    const nlohmann::json& object_;
    std::string path_;
    ValueReader& values_;
};

}  // namespace attention
