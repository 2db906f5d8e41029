#pragma once
#include <string>
#include <vector>

#include "base/holds.hpp"
#include "base/problem.hpp"
#include "base/walkthrough.hpp"

namespace attention {

/// W_x a_t + W_h h_{t-1} + b in LaTeX, of one direction; the backward one has an arrow, and the state of the input behind.
inline std::string sums_formula(const Problem& problem, bool is_backward)
{
    const std::string arrow = is_backward ? R"(^\leftarrow)" : "";
    const Recurrence& r = is_backward ? problem.backward.value() : problem.forward;
    return "W_x" + arrow + (problem.positions ? " a^e_t" : " a_t") + " + W_h" + arrow + " h" + arrow +
           (is_backward ? "_{t+1}" : "_{t-1}") + (r.b ? " + b" + arrow : "");
}

/// The states of a plain network.
inline std::vector<Step> plain_captions(const Problem& problem, bool is_backward)
{
    const std::string sums = sums_formula(problem, is_backward);
    const std::string formula = problem.cell == Cell::identity ? sums : R"(\tanh()" + sums + ")";
    if (is_backward) {
        return {{"h_backward",
                 R"(h^\leftarrow_t)",
                 R"(h^\leftarrow_t = )" + formula,
                 {"The same from the last input to the first, listed by time: state t has seen inputs t to n.",
                  "从最后一个输入读到第一个，仍按时间排列：第 t 个状态看过第 t 到第 n 个输入。"}}};
    }
    return {{"h",
             "h_t",
             "h_t = " + formula,
             {"One state after the other, each from its input and the state before: state t has seen inputs 1 to t.",
              "状态一个接一个，由当前输入和前一个状态得出：第 t 个状态看过第 1 到第 t 个输入。"}}};
}

/// The states and cells of an LSTM.
inline std::vector<Step> lstm_captions(const Problem& problem, bool is_backward)
{
    const std::string arrow = is_backward ? R"(^\leftarrow)" : "";
    const std::string suffix = is_backward ? "_backward" : "";
    const std::string h = "h" + arrow + "_t";
    const std::string c = "c" + arrow + "_t";
    const std::string before = "c" + arrow + (is_backward ? "_{t+1}" : "_{t-1}");
    const std::string z = R"(, \quad z)" + arrow + "_t = " + sums_formula(problem, is_backward);
    const auto gate = [&arrow](const std::string& letter) { return letter + arrow + "_t"; };
    const Words by_time =
        is_backward ? Words{" From the last input to the first, listed by time.", "从最后一个输入读到第一个，仍按时间排列。"}
                    : Words{};
    return {{"h" + suffix,
             h,
             h + " = " + gate("o") + R"( \odot \tanh()" + c + ")" + z,
             {"What the gate o lets out of the cell. All gates come from z, in the order i, f, g, o: σ of i, f, o, tanh of g." +
                  by_time.en,
              "细胞经输出门 o 放出来的部分。各个门都由 z 得来，顺序为 i、f、g、o：i、f、o 取 σ，g 取 tanh。" + by_time.zh}},
            {"c" + suffix,
             c,
             c + " = " + gate("f") + R"( \odot )" + before + " + " + gate("i") + R"( \odot )" + gate("g"),
             {"The cell: the gate f says what stays of the old one, the gate i what is taken of the offered g." + by_time.en,
              "细胞：遗忘门 f 决定旧的留下多少，输入门 i 决定候选 g 收进多少。" + by_time.zh}}};
}

/// Whether anything is done to the states: by itself, by is added to them.
inline bool has_output_layer(const Problem& problem)
{
    return problem.Wy || problem.by;
}

/// The last vectors of a network, which is what it puts out: y, [h; h←] or h.
inline std::string output_letter(const Problem& problem)
{
    return problem.kind == "self_attention" ? "b" : has_output_layer(problem) ? "y" : problem.backward ? "s" : "h";
}

/// What a problem asks to be measured.
inline std::vector<Step> measured_captions(const Problem& problem)
{
    const std::string index = problem.kind == "rnn" ? "t" : "i";
    const std::string rho = R"(\rho_)" + index;
    std::vector<Step> steps;
    if (holds(problem.measure, "reach")) {
        steps.push_back({"reach",
                         "R",
                         R"(R = [r_{s,t}], \quad r_{s,t} \in \{0, 1\})",
                         {"1 in row s, column t: a move of input s changed output t; 0: no move that was tried changed it.",
                          "第 s 行第 t 列为 1：挪动第 s 个输入，第 t 个输出变了；为 0：试过的挪动都没有改变它。"}});
    }
    if (holds(problem.measure, "memory")) {
        steps.push_back({"memory",
                         rho,
                         rho + R"( = \|\partial )" + output_letter(problem) + R"(_n / \partial a_)" + index + R"(\|)",
                         {"How much of each input is left in the last output: the norm of its derivative.",
                          "每个输入在最后一个输出里还剩多少：导数的范数。"}});
    }
    return steps;
}

/// The steps of a recurrent network behind its positions, in order and without their values.
inline std::vector<Step> recurrent_captions(const Problem& problem)
{
    const auto direction = problem.cell == Cell::lstm ? lstm_captions : plain_captions;
    std::vector<Step> steps = direction(problem, false);
    if (problem.backward) {
        const std::vector<Step> backward = direction(problem, true);
        steps.insert(steps.end(), backward.begin(), backward.end());
        steps.push_back({"concat",
                         "s_t",
                         R"(s_t = [h_t; h^\leftarrow_t])",
                         {"Both states of the same time, one below the other: together they have seen every input.",
                          "同一时刻的两个状态上下拼接：合起来看过了每个输入。"}});
    }
    if (has_output_layer(problem)) {
        steps.push_back({"y",
                         "y_t",
                         std::string("y_t = ") + (problem.Wy ? "W_y " : "") + (problem.backward ? "s_t" : "h_t") +
                             (problem.by ? " + b_y" : ""),
                         {"An output for each state.", "每个状态得一个输出。"}});
    }
    return steps;
}

}  // namespace attention
