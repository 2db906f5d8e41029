#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "01_single_output/single_output_captions.hpp"
#include "02_matrix_form/matrix_form_captions.hpp"
#include "base/problem.hpp"
#include "base/walkthrough.hpp"

namespace attention {

/// How one query scores one key, in the forms in which a step says it.
struct ScoreCaption {
    std::string pair;    ///< LaTeX of α_{i,j}
    std::string all;     ///< LaTeX of A
    std::string spoken;  ///< of α_{i,j}, in the line of words
    Words words;         ///< what it does
};

/// `i` is the query: its number, or the letter.
inline ScoreCaption score_caption(const Problem& problem, const Symbols& symbols, const std::string& i)
{
    if (problem.score == Score::bilinear) {
        const std::string asks = has_target(problem) ? "x" : "a";
        const std::string answers = has_target(problem) ? "y" : "a";
        return {asks + "_{" + i + R"(}^\top W )" + answers + "_j",
                symbols.answering + R"(^\top W^\top )" + symbols.asking,
                asks + "_iᵀ W " + answers + "_j",
                {"one matrix between the two inputs, in place of Wq and Wk", "两个输入之间用一个矩阵 W 代替 Wq 和 Wk"}};
    }
    if (problem.score == Score::additive) {
        const std::string c = problem.c == 0 ? "" : " + c";
        const std::string pair = R"(w^\top )" + symbols.one_pair("h", i) + c;
        return {pair,
                "[" + pair + "]_{j,i}",
                "wᵀ " + symbols.one_pair("h", "i") + c,
                {"what the small network makes of query and key", "小网络由查询和键算出的数"}};
    }
    const std::string dot = "q_{" + i + R"(} \cdot k_j)";
    const std::string dots = symbols.of("K") + R"(^\top )" + symbols.of("Q");
    if (problem.scale.by_key_length) {
        return {dot + R"( / \sqrt{d_k})",
                dots + R"( / \sqrt{d_k})",
                symbols.one("k", "j") + " · " + symbols.one("q", "i") + " / √d_k",
                {"the dot product, divided so that its spread does not grow with d_k", "点积除以 √d_k，离散程度就不随 d_k 增大"}};
    }
    const std::string factor = problem.scale.number == 1 ? "" : "s ";
    return {factor + dot, factor + dots, factor + symbols.one("k", "j") + " · " + symbols.one("q", "i"),
            factor.empty() ? Words{"the dot product of query and key", "查询与键的点积"}
                           : Words{"the dot product, multiplied by s", "点积乘以 s"}};
}

inline Step hidden_caption(const Problem& problem, const Symbols& symbols, const std::string& i)
{
    const std::string symbol = symbols.one_pair("h", i);
    const std::string sum = (symbols.head.empty() ? "q_{" + i + "}" : symbols.one("q", i)) + " + " + symbols.one("k", "j");
    const std::string bias = problem.b_score ? R"( + b^{\mathrm{score}})" : "";
    return {symbols.step("hidden"),
            symbol,
            symbol + R"( = \tanh()" + sum + bias + ")",
            {"Query and key are added, and tanh keeps every component between -1 and 1.",
             "查询与键相加，再用 tanh 把每个分量压到 -1 与 1 之间。"}};
}

/// The steps of attention with any score, in order and without their values: those of chapter 01 or 02, with its own scores.
inline std::vector<Step> scores_captions(const Problem& problem, const Projections& p, const Symbols& symbols = {})
{
    const bool is_single = problem.kind == "single_output";
    const std::string i = is_single ? std::to_string(problem.query) : "i";
    std::vector<Step> steps = is_single ? single_output_captions(problem) : matrix_form_captions(p, symbols);
    const auto alpha =
        std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return step.name == symbols.step("alpha"); });
    const ScoreCaption caption = score_caption(problem, symbols, i);
    if (is_single) {
        alpha->formula = alpha->symbol + " = " + caption.pair;
        alpha->words = {"A score for each key: " + caption.words.en + ".", "每个键得一个分数：" + caption.words.zh + "。"};
    } else {
        alpha->formula = alpha->symbol + " = " + caption.all;
        alpha->words = {"All scores: row j, column i holds " + caption.spoken + ", " + caption.words.en + ".",
                        "所有分数：第 j 行第 i 列是 " + caption.spoken + "（" + caption.words.zh + "）。"};
    }
    if (problem.score == Score::additive) {
        steps.insert(alpha, hidden_caption(problem, symbols, i));
    }
    if (problem.score == Score::bilinear) {
        std::erase_if(steps, [](const Step& step) { return step.name == "q" || step.name == "k"; });
    }
    return steps;
}

}  // namespace attention
