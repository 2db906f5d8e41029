#include <string>
#include <vector>

#include "06_positional_encoding/positional_encoding_captions.hpp"
#include "06_positional_encoding/positional_encoding_steps.hpp"
#include "07_versus_rnn/versus_rnn_captions.hpp"
#include "07_versus_rnn/versus_rnn_measured.hpp"
#include "07_versus_rnn/versus_rnn_mistakes.hpp"
#include "07_versus_rnn/versus_rnn_steps.hpp"
#include "base/chapter.hpp"
#include "base/holds.hpp"

namespace attention {

// Stands in chapters/06_positional_encoding/walkthrough.cpp.
Chapter positional_encoding_chapter();

namespace {

/// The steps of self-attention, with positions or without.
Walkthrough walk_plain_attention(const Problem& problem)
{
    static const auto walk_it = positional_encoding_chapter().walk;  // reach walks hundreds of times
    return walk_it(problem);
}

/// What the whole problem makes of other inputs, without measuring and with no step given.
Matrix outputs_of(Problem problem, const Matrix& I)
{
    problem.inputs = column_vectors(I);
    problem.given.clear();
    if (problem.kind == "self_attention") {
        return walk_plain_attention(problem).as<Matrix>("b");
    }
    const Matrix sums = problem.positions ? add_positions(I, position_vectors(problem)) : I;
    return recurrent_outputs(sums, network_of(problem));
}

/// Takes the steps reach and memory, as far as they are asked for. `memory` measures what is left.
template <class Memory>
void take_measures(Walk& taken, const Problem& problem, const Memory& memory)
{
    if (holds(problem.measure, "reach")) {
        const Layer layer = [&problem](const Matrix& I) { return outputs_of(problem, I); };
        taken.step<Matrix>("reach", xt::cast<double>(reach(layer, as_columns(problem.inputs))));
    }
    if (holds(problem.measure, "memory")) {
        taken.step("memory", memory());
    }
}

Walkthrough walk_attention(const Problem& problem)
{
    Walkthrough walkthrough = walk_plain_attention(problem);
    Walk taken(problem, measured_captions(problem));
    take_measures(taken, problem, [&] { return attention_memory_of(problem, walkthrough); });
    const Walkthrough measured = taken.result();
    walkthrough.steps.insert(walkthrough.steps.end(), measured.steps.begin(), measured.steps.end());
    return walkthrough;
}

/// All steps of a recurrent network, without their values.
std::vector<Step> captions_of(const Problem& problem)
{
    std::vector<Step> steps = problem.positions ? positions_captions(problem) : std::vector<Step>{};
    for (const std::vector<Step>& more : {recurrent_captions(problem), measured_captions(problem)}) {
        steps.insert(steps.end(), more.begin(), more.end());
    }
    return steps;
}

Walkthrough walk_rnn(const Problem& problem)
{
    Walk taken(problem, captions_of(problem));
    const Problem rest = problem.positions ? take_positions(taken, problem) : problem;
    const Matrix I = as_columns(rest.inputs);
    const States forward = take_direction(taken, rest.cell, rest.forward, I, false);
    States backward;
    Matrix S = forward.H;
    if (rest.backward) {
        backward = take_direction(taken, rest.cell, *rest.backward, reversed(I), true);
        S = taken.step("concat", both_directions(S, reversed(backward.H)));
    }
    if (has_output_layer(rest)) {
        taken.step("y", output_layer(S, rest.Wy, rest.by));
    }
    take_measures(taken, problem, [&] { return recurrent_memory(rest, forward, backward); });
    return taken.result();
}

Walkthrough walk(const Problem& problem)
{
    return problem.kind == "rnn" ? walk_rnn(problem) : walk_attention(problem);
}

std::vector<std::string> brings()
{
    std::vector<std::string> fields = positional_encoding_chapter().brings;
    fields.emplace_back("measure");
    return fields;
}

}  // namespace

Chapter versus_rnn_chapter()
{
    return {"07_versus_rnn",
            {"Against the RNN", "与 RNN 相比"},
            {"What does self-attention do that a recurrent network cannot, and what does it cost?",
             "自注意力做到了循环网络做不到的什么？代价又是什么？"},
            {"rnn", "self_attention"},
            brings(),
            walk,
            versus_rnn_mistakes(),
            measure_versus_rnn};
}

}  // namespace attention
