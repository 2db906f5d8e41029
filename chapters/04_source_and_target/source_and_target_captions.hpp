#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "03_scores/scores_captions.hpp"
#include "base/problem.hpp"
#include "base/walkthrough.hpp"

namespace attention {

/// X asks and Y answers where there are two sequences, else I does both.
inline Symbols symbols_of(const Problem& problem)
{
    return has_target(problem) ? Symbols{"X", "Y", "Y"} : Symbols{};
}

/// Which keys a query may attend to, in words.
inline Words allowed_keys(const Problem& problem)
{
    const bool is_more = problem.mask || !problem.is_real.empty();
    if (problem.is_causal && !is_more) {
        const std::string i = problem.kind == "single_output" ? std::to_string(problem.query) : "i";
        return {"over the keys up to number " + i + " for query " + i + "; later ones get weight 0",
                "对查询 " + i + " 只看编号不超过 " + i + " 的键，后面的键权重为 0"};
    }
    return {"over the keys that the query may attend to; all others get weight 0", "只看该查询可以关注的键，其余的键权重为 0"};
}

/// LaTeX of the weights under a mask. m is the problem's mask, padding stands beside it as p, as both are stated.
inline std::string masked_softmax_formula(const Problem& problem, const Step& weights, const Symbols& symbols)
{
    const bool is_single = problem.kind == "single_output";
    const std::string i = is_single ? std::to_string(problem.query) : "i";
    const std::string head = symbols.head.empty() ? "" : "," + symbols.head;
    const auto part = [&](const std::string& key) {
        const std::string mask = problem.is_causal || problem.mask ? "m_{" + i + "," + key + "} " : "";
        const std::string padding = problem.is_real.empty() ? "" : "p_" + key + " ";
        return mask + padding + R"(\exp(\alpha_{)" + i + "," + key + head + "})";
    };
    const std::string quotient = part("j") + R"( / \sum_l )" + part("l");
    return weights.symbol + " = " + (is_single ? quotient : "[" + quotient + "]_{j,i}");
}

/// The steps of attention between two sequences or in one, with any score and mask, in order and without their values.
inline std::vector<Step> source_and_target_captions(const Problem& problem, const Projections& p, const Symbols& symbols)
{
    std::vector<Step> steps = scores_captions(problem, p, symbols);
    if (is_masked(problem)) {
        const auto weights =
            std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return step.name == symbols.step("alpha_prime"); });
        const Words keys = allowed_keys(problem);
        weights->formula = masked_softmax_formula(problem, *weights, symbols);
        weights->words = {"Softmax " + keys.en + ".", "softmax：" + keys.zh + "。"};
    }
    return steps;
}

}  // namespace attention
