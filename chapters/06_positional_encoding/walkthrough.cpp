#include <string>
#include <vector>

#include "06_positional_encoding/positional_encoding_captions.hpp"
#include "06_positional_encoding/positional_encoding_mistakes.hpp"
#include "06_positional_encoding/positional_encoding_steps.hpp"
#include "base/chapter.hpp"

namespace attention {

// Each stands in chapters/NAME/walkthrough.cpp.
Chapter source_and_target_chapter();
Chapter multi_head_chapter();

namespace {

/// By the chapter that answers the problem when it has no positions.
Walkthrough walk_without_positions(const Problem& problem)
{
    static const auto walk_heads = multi_head_chapter().walk;
    static const auto walk_attention = source_and_target_chapter().walk;
    return problem.kind == "multi_head" ? walk_heads(problem) : walk_attention(problem);
}

Walkthrough walk(const Problem& problem)
{
    if (!problem.positions) {
        return walk_without_positions(problem);
    }
    Walk taken(problem, positions_captions(problem));
    const Problem rest = take_positions(taken, problem);
    Walkthrough walkthrough = taken.result();
    if (problem.kind != "positional_encoding") {
        const Walkthrough more = walk_without_positions(rest);
        walkthrough.steps.insert(walkthrough.steps.end(), more.steps.begin(), more.steps.end());
    }
    return walkthrough;
}

/// What the chapters before this one answer, and positions.
std::vector<std::string> brings()
{
    std::vector<std::string> fields = source_and_target_chapter().brings;
    fields.emplace_back("positions");
    return fields;
}

}  // namespace

Chapter positional_encoding_chapter()
{
    return {"06_positional_encoding",
            {"Positional encoding", "位置编码"},
            {"How does self-attention learn in which order its inputs stand?", "自注意力怎样知道输入的先后顺序？"},
            {"positional_encoding", "single_output", "self_attention", "attention", "multi_head"},
            brings(),
            walk,
            positional_encoding_mistakes()};
}

}  // namespace attention
