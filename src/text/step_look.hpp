#pragma once
#include <algorithm>
#include <cstddef>
#include <string>

#include "base/walkthrough.hpp"
#include "text/language.hpp"
#include "text/plain_math.hpp"
#include "text/printable.hpp"

// What the renderers need to know of a step beyond its value; much is told by its name, for the format fixes the names.

namespace attention {

/// Attention weights get bars and shades.
inline bool holds_weights(const Step& step)
{
    return step.name == "alpha_prime";
}

/// The matrices of scores and weights have a row for each key and a column for each query.
inline bool has_key_rows(const Step& step)
{
    return step.value.dimension() == 2 && (step.name == "alpha" || holds_weights(step));
}

/// What stands above column i (from 0) of the step's matrix, in LaTeX: "q_{1}", "b_{1}".
inline std::string column_head(const Step& step, std::size_t i)
{
    return symbol_of_name(has_key_rows(step) ? "q" : step.name) + "_{" + std::to_string(i + 1) + "}";
}

/// Its words on one line, in the other language when there are none in this one; a file that is shown may have any.
inline std::string words_of(const Step& step, Language language)
{
    constexpr std::size_t longest = 300;
    const std::string& words = in(language, step.words);
    return printable(words.empty() ? step.words.en + step.words.zh : words, longest);
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
