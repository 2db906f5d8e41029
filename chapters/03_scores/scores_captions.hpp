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
inline ScoreCaption score_caption(const Problem& problem, const std::string& i)
{
    if (problem.score == Score::bilinear) {
        return {"a_{" + i + R"(}^\top W a_j)",
                R"(I^\top W^\top I)",
                "a_iᵀ W a_j",
                {"one matrix between the two inputs, in place of Wq and Wk.", "两个输入之间只有一个矩阵，代替 Wq 和 Wk。"}};
    }
    if (problem.score == Score::additive) {
        const std::string c = problem.c == 0 ? "" : " + c";
        const std::string pair = R"(w^\top h_{)" + i + ",j}" + c;
        return {pair,
                "[" + pair + "]_{j,i}",
                "wᵀ h_{i,j}" + c,
                {"what the small network makes of query and key.", "小网络对查询和键的回答。"}};
    }
    const std::string dot = "q_{" + i + R"(} \cdot k_j)";
    if (problem.scale.by_key_length) {
        return {dot + R"( / \sqrt{d_k})",
                R"(K^\top Q / \sqrt{d_k})",
                "k_j · q_i / √d_k",
                {"the dot product, divided so that its spread does not grow with d_k.", "点积除以 √d_k，波动就不随 d_k 增大。"}};
    }
    const bool is_scaled = problem.scale.number != 1;
    return {(is_scaled ? "s " : "") + dot, std::string(is_scaled ? "s " : "") + R"(K^\top Q)",
            std::string(is_scaled ? "s " : "") + "k_j · q_i",
            is_scaled ? Words{"the dot product, multiplied by s.", "点积乘以 s。"}
                      : Words{"the dot product of query and key.", "查询与键的点积。"}};
}

inline Step hidden_step(const Problem& problem, const std::string& i)
{
    const std::string symbol = "h_{" + i + ",j}";
    const std::string bias = problem.b_score ? R"( + b^{\mathrm{score}})" : "";
    return {"hidden",
            symbol,
            symbol + R"( = \tanh(q_{)" + i + "} + k_j" + bias + ")",
            {"Query and key are added, and tanh keeps every component between -1 and 1.",
             "查询与键相加，再用 tanh 把每个分量压到 -1 和 1 之间。"}};
}

/// The steps of attention with any score, in order and without their values: those of chapter 01 or 02, with its own scores.
inline std::vector<Step> scores_captions(const Problem& problem)
{
    const bool is_single = problem.kind == "single_output";
    const std::string i = is_single ? std::to_string(problem.query) : "i";
    std::vector<Step> steps = is_single ? single_output_captions(problem) : matrix_form_captions(problem);
    const auto alpha = std::find_if(steps.begin(), steps.end(), [](const Step& step) { return step.name == "alpha"; });
    const ScoreCaption caption = score_caption(problem, i);
    if (is_single) {
        alpha->formula = alpha->symbol + " = " + caption.pair;
        alpha->words = {"A score for each key: " + caption.words.en, "每个键得一个分数：" + caption.words.zh};
    } else {
        alpha->formula = "A = " + caption.all;
        alpha->words = {"All scores: row j, column i holds " + caption.spoken + ", " + caption.words.en,
                        "所有分数：第 j 行第 i 列是 " + caption.spoken + "，即" + caption.words.zh};
    }
    if (problem.score == Score::additive) {
        steps.insert(alpha, hidden_step(problem, i));
    }
    if (problem.score == Score::bilinear) {
        std::erase_if(steps, [](const Step& step) { return step.name == "q" || step.name == "k"; });
    }
    return steps;
}

}  // namespace attention
