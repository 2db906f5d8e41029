#pragma once
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/walkthrough.hpp"

namespace attention {

/// Whether the position vectors are computed, not given.
inline bool is_sinusoid(const Problem& problem)
{
    return problem.positions && problem.positions->e.empty();
}

inline Step position_vectors_caption(const Problem& problem)
{
    if (!is_sinusoid(problem)) {
        return {"e",
                "e_i",
                R"(e_i = (e_{1,i}, \dots, e_{d,i}))",
                {"A vector for each position, as the problem gives it.", "每个位置一个向量，由题目给出。"}};
    }
    const std::string base = problem.positions->base == 10000 ? "10000" : R"(\mathrm{base})";
    const std::string p = problem.positions->first == 0 ? "p = i - 1" : "p = first + i - 1";
    return {"e",
            "e_i",
            R"(e_i = (\sin \omega_0 p, \cos \omega_0 p, \sin \omega_1 p, \dots), \quad \omega_r = )" + base + "^{-2r/d}",
            {"Vector i tells position " + p + " by pairs of a sine and a cosine, each pair at a speed of its own.",
             "第 i 个向量用一对对正弦和余弦表示位置 " + p + "，每一对各有自己的快慢。"}};
}

inline Step sum_caption(const Problem& problem)
{
    if (has_target(problem)) {
        return {"a_plus_e",
                "a^e_i",
                R"(a^e_i = x_i + e_i, \quad a^e_{m+j} = y_j + e_j)",
                {"Both sequences get their positions, each counted from its own start: the m target vectors, then the source's. "
                 "From here on they stand for X and Y.",
                 "两个序列都加上位置，各从自己的开头数起：先是 m 个目标向量，再是源向量。此后它们就是 X 和 Y。"}};
    }
    if (problem.kind == "positional_encoding") {
        return {"a_plus_e", "a^e_i", "a^e_i = a_i + e_i", {"Every input with its position added.", "每个输入都加上自己的位置。"}};
    }
    return {"a_plus_e",
            "a^e_i",
            "a^e_i = a_i + e_i",
            {"Every input gets its position added, before all else: from here on these are the inputs I.",
             "每个输入先加上自己的位置，再做别的：此后它们就是输入 I。"}};
}

/// The steps that positions put in front of all others, without their values.
inline std::vector<Step> positions_captions(const Problem& problem)
{
    if (problem.inputs.empty() && !has_target(problem)) {
        return {position_vectors_caption(problem)};
    }
    return {position_vectors_caption(problem), sum_caption(problem)};
}

}  // namespace attention
