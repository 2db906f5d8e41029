#pragma once
#include <string>
#include <vector>

#include "04_source_and_target/source_and_target_captions.hpp"
#include "base/problem.hpp"
#include "base/walkthrough.hpp"

namespace attention {

/// Whether the heads stand on q, k, v, as in the lecture, and not on the inputs.
inline bool has_first_level(const Problem& problem)
{
    return problem.projections.Wq.size() > 0;
}

/// What head h (from 1) is made of.
inline Symbols symbols_of_head(const Problem& problem, std::size_t h)
{
    Symbols symbols = has_first_level(problem) ? Symbols{"Q", "K", "V"} : symbols_of(problem);
    symbols.head = std::to_string(h);
    return symbols;
}

/// The steps of multi-head attention, in order and without their values.
inline std::vector<Step> multi_head_captions(const Problem& problem)
{
    std::vector<Step> steps;
    if (has_first_level(problem)) {
        steps = matrix_form_captions(problem.projections, symbols_of(problem));
        steps.resize(3);  // q, k, v: scores come in the heads
    }
    std::string outputs;
    for (std::size_t h = 1; h <= problem.heads.size(); ++h) {
        const Symbols symbols = symbols_of_head(problem, h);
        for (Step& step : source_and_target_captions(problem, problem.heads[h - 1], symbols)) {
            step.words = {"Head " + symbols.head + ". " + step.words.en, "第 " + symbols.head + " 个头。" + step.words.zh};
            steps.push_back(std::move(step));
        }
        outputs += (h == 1 ? "" : "; ") + symbols.of("O");
    }
    const std::string bias = problem.bo ? R"( + b^O \mathbf{1}^\top)" : "";
    steps.push_back({"concat",
                     "B",
                     "B = [" + outputs + "]",
                     {"The outputs of the heads, one below the other.", "把各个头的输出上下拼接起来。"}});
    steps.push_back({"b",
                     "O",
                     (problem.Wo ? "O = W^O B" : "O = B") + bias,
                     {"All outputs: column i of O is b_i, made of what every head found for query i.",
                      "所有输出：O 的第 i 列是 b_i，由各个头为查询 i 找到的内容合成。"}});
    return steps;
}

}  // namespace attention
