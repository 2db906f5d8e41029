#pragma once
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/walkthrough.hpp"

namespace attention {

/// The steps of one output, in order and without their values.
inline std::vector<Step> single_output_captions(const Problem& problem)
{
    const Projections& p = problem.projections;
    const std::string i = std::to_string(problem.query);
    const std::string alpha = R"(\alpha_{)" + i + ",j}";
    const std::string alpha_prime = R"(\alpha'_{)" + i + ",j}";
    return {
        {"q",
         "q_{" + i + "}",
         "q_{" + i + "} = W^q a_{" + i + "}" + (p.bq ? " + b^q" : ""),
         {"The input that asks becomes a query: what it looks for.", "发问的输入变成查询（query）：它要找什么。"}},
        {"k",
         "k_j",
         std::string("k_j = W^k a_j") + (p.bk ? " + b^k" : ""),
         {"Every input, the asking one too, becomes a key: what it can be found by.",
          "每个输入（包括发问的那个）都变成键（key）：供人查找。"}},
        {"v",
         "v_j",
         std::string("v_j = W^v a_j") + (p.bv ? " + b^v" : ""),
         {"Every input becomes a value, too: what it has to give.", "每个输入也变成值（value）：供人取用。"}},
        {"alpha",
         alpha,
         alpha + " = q_{" + i + R"(} \cdot k_j)",
         {"A score for each key: how well it answers the query.", "每个键得一个分数：它与查询有多匹配。"}},
        {"alpha_prime",
         alpha_prime,
         alpha_prime + R"( = \exp()" + alpha + R"() / \sum_l \exp(\alpha_{)" + i + ",l})",
         {"Softmax makes weights of the scores: positive, and summing to 1.", "softmax 把分数变成权重：全为正，总和为 1。"}},
        {"b",
         "b_{" + i + "}",
         "b_{" + i + R"(} = \sum_j )" + alpha_prime + " v_j",
         {"The output: all values, each as much as its weight says.", "输出：所有值按各自的权重相加。"}},
    };
}

}  // namespace attention
