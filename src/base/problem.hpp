#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/projections.hpp"
#include "base/sequence.hpp"
#include "base/tensor.hpp"

namespace attention {

/// The learner's numbers, as docs/problem-format.md describes them. Shapes have been checked by whoever made it.
struct Problem {
    std::string kind;   ///< "single_output", "self_attention", …
    std::string id;     ///< comes back in the walkthrough
    std::string title;  ///< free text

    std::vector<Vector> inputs;  ///< a_1 … a_n, each [d]
    std::size_t query = 1;       ///< which input asks, from 1 (single_output)
    Projections projections;     ///< Wq, Wk, Wv and their biases

    std::vector<std::string> asks;               ///< fields that go beyond the lecture's plain steps: "scale", "mask", …
    std::map<std::string, Tensor> given;         ///< earlier steps by name, from which the answer continues
    std::map<std::string, std::string> written;  ///< exact strings as the learner wrote them, by path: "Wk[1][2]" -> "ln 3"
};

/// One thing that a problem states, to be shown before the steps.
struct Stated {
    std::string field;   ///< its name in the problem: "Wq"
    std::string symbol;  ///< LaTeX: "W^q", or "a_i" for a sequence of vectors
    Tensor value;        ///< as in the JSON: a list of vectors, or a list of a matrix's rows
};

/// All that a problem states, in the order of the format.
inline std::vector<Stated> stated(const Problem& problem)
{
    const Projections& p = problem.projections;
    std::vector<Stated> all{
        {"inputs", "a_i", listed(problem.inputs)}, {"Wq", "W^q", p.Wq}, {"Wk", "W^k", p.Wk}, {"Wv", "W^v", p.Wv}};
    const auto add_bias = [&all](const char* field, const char* symbol, const std::optional<Vector>& bias) {
        if (bias) {
            all.push_back({field, symbol, *bias});
        }
    };
    add_bias("bq", "b^q", p.bq);
    add_bias("bk", "b^k", p.bk);
    add_bias("bv", "b^v", p.bv);
    return all;
}

}  // namespace attention
