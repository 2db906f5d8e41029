#include <string>
#include <vector>

#include "00_why_attention/why_attention.hpp"
#include "00_why_attention/why_attention_mistakes.hpp"
#include "base/chapter.hpp"

namespace attention {
namespace {

std::vector<Step> captions(const Problem& problem)
{
    const std::string bias = problem.bias ? " + b" : "";
    if (problem.kind == "per_vector") {
        return {{"y",
                 "y_i",
                 "y_i = W a_i" + bias,
                 {"The same layer on each input alone: equal inputs give equal outputs.",
                  "对每个输入单独用同一个层：相同的输入得到相同的输出。"}}};
    }
    return {{"y",
             "y",
             R"(y = W [a_1; \dots; a_n])" + bias,
             {"One layer on all inputs stacked: it sees them all, and takes this many and no other number.",
              "把所有输入拼成一个长向量，再用一个层：它看得到全部输入，但输入的个数就此固定。"}}};
}

Walkthrough walk(const Problem& problem)
{
    Walk taken(problem, captions(problem));
    if (problem.kind == "per_vector") {
        taken.step("y", per_vector(problem.W, problem.inputs, problem.bias));
    } else {
        taken.step("y", window(problem.W, problem.inputs, problem.bias));
    }
    return taken.result();
}

}  // namespace

Chapter why_attention_chapter()
{
    return {"00_why_attention",
            {"Why attention", "为什么要有注意力"},
            {"What is missing when every vector is treated alone, or in a fixed window?",
             "每个向量单独处理，或只放进固定的窗口里处理，缺了什么？"},
            {"per_vector", "window"},
            {},
            walk,
            why_attention_mistakes()};
}

}  // namespace attention
