#include "04_source_and_target/source_and_target_captions.hpp"
#include "04_source_and_target/source_and_target_mistakes.hpp"
#include "04_source_and_target/source_and_target_steps.hpp"
#include "base/chapter.hpp"

namespace attention {
namespace {

Walkthrough walk(const Problem& problem)
{
    const Symbols symbols = symbols_of(problem);
    const Matrix Y = answering(problem);
    Walk taken(problem, source_and_target_captions(problem, problem.projections, symbols));
    take_attention(taken, problem, problem.projections, asking(problem), Y, Y, symbols);
    return taken.result();
}

}  // namespace

Chapter source_and_target_chapter()
{
    return {"04_source_and_target",
            {"Source and target", "源与目标"},
            {"How does one sequence attend to another, and how is a key kept from being seen?",
             "一个序列怎样关注另一个序列？又怎样让某个键不被看见？"},
            {"single_output", "self_attention", "attention"},
            {"score", "W", "w", "b_score", "c", "scale", "mask", "padding"},
            walk,
            source_and_target_mistakes()};
}

}  // namespace attention
