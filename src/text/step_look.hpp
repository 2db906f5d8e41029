#pragma once
#include <algorithm>
#include <cstddef>
#include <string>

#include "base/step_name.hpp"
#include "base/walkthrough.hpp"
#include "text/language.hpp"
#include "text/printable.hpp"
#include "text/symbols.hpp"

// What the renderers need to know of a step beyond its value; much is told by its name, for the format fixes the names.

namespace attention {

/// Attention weights get bars and shades.
inline bool holds_weights(const Step& step)
{
    return parts_of_name(step.name).base == "alpha_prime";
}

/// Position vectors are shaded by sign and size.
inline bool holds_signs(const Step& step)
{
    return step.name == "e" && step.value.dimension() == 2;
}

/// The matrices of scores and weights have a row for each key and a column for each query.
inline bool has_key_rows(const Step& step)
{
    return step.value.dimension() == 2 && (parts_of_name(step.name).base == "alpha" || holds_weights(step));
}

/// These matrices have a name for each row as well.
inline bool has_row_heads(const Step& step)
{
    return has_key_rows(step) || (holds_truths(step.name) && step.value.dimension() == 2);
}

/// A letter with its index (from 0) and the number of the head, in LaTeX: "q_{1}", "q_{1,2}".
inline std::string with_index(const std::string& letter, std::size_t i, const std::string& head)
{
    return letter + "_{" + std::to_string(i + 1) + (head.empty() ? "" : "," + head) + "}";
}

/// What stands above column i (from 0) of the step's matrix, in LaTeX: "q_{1}", "b_{1}".
inline std::string column_head(const Step& step, std::size_t i)
{
    const auto [base, head] = parts_of_name(step.name);
    const std::string letter = has_key_rows(step)        ? "q"
                               : holds_truths(step.name) ? R"(\mathrm{out})"
                               : base == "concat"        ? without_index(step.symbol)
                                                         : symbol_of_name(base);
    return with_index(letter, i, head);
}

/// What stands before row j (from 0) of a matrix of scores or weights, in LaTeX: "k_{1}"; of what is reached, "a_{1}".
inline std::string row_head(const Step& step, std::size_t j)
{
    return with_index(holds_truths(step.name) ? "a" : "k", j, parts_of_name(step.name).head);
}

/// Its words on one line, in the other language when there are none in this one; a file that is shown may have any.
inline std::string words_of(const Step& step, Language language)
{
    const std::string& words = in(language, step.words);
    return printable(words.empty() ? step.words.en + step.words.zh : words, longest_line);
}

/// What stands at the head of a step, in LaTeX: its formula; its symbol when it has none.
inline const std::string& head_of(const Step& step)
{
    return step.formula.empty() ? step.symbol : step.formula;
}

/// The part of a step with three axes that belongs to query i (from 0): its vectors h_{i,j}, listed by key.
inline Step part_of_query(const Step& step, std::size_t i)
{
    const std::size_t keys = step.value.shape(1);
    const std::size_t components = step.value.shape(2);
    Matrix part = xt::zeros<double>({keys, components});
    for (std::size_t j = 0; j < keys; ++j) {
        for (std::size_t r = 0; r < components; ++r) {
            part(j, r) = step.value(i, j, r);
        }
    }
    return {step.name, at_query(step.symbol, i + 1), step.formula, step.words, part};
}

}  // namespace attention
