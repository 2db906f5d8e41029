#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/projections.hpp"
#include "base/step_name.hpp"
#include "base/walkthrough.hpp"

namespace attention {

/// What stands for what in the captions of attention in matrix form.
struct Symbols {
    std::string asking = "I";     ///< the matrix whose columns become queries
    std::string answering = "I";  ///< keys
    std::string giving = "I";     ///< values
    std::string head = {};        ///< number of the head, when there are several

    /// A letter with the number of the head: "Q_{2}".
    std::string of(const std::string& letter) const { return head.empty() ? letter : letter + "_{" + head + "}"; }
    /// One vector of a matrix, in words: "q_i", or "q_{i,2}".
    std::string one(const std::string& letter, const std::string& index) const
    {
        return letter + "_" + (head.empty() ? index : "{" + index + "," + head + "}");
    }
    /// What belongs to query i and key j: "h_{i,j}", or "h_{i,j,2}".
    std::string one_pair(const std::string& letter, const std::string& i) const
    {
        return letter + "_{" + i + ",j" + (head.empty() ? "" : "," + head) + "}";
    }
    /// A matrix in words: "Q", or "Q_2".
    std::string all(const std::string& letter) const { return head.empty() ? letter : letter + "_" + head; }
    /// A step's name with it: "q.2".
    std::string step(const std::string& name) const { return name_of_step({name, head}); }
};

/// The steps of attention in matrix form, in order and without their values.
inline std::vector<Step> matrix_form_captions(const Projections& p, const Symbols& symbols = {})
{
    const auto projected = [&symbols](const std::string& letter, const std::string& upper, const std::string& from,
                                      const std::optional<Vector>& bias) {
        return symbols.of(letter) + " = " + symbols.of("W^" + upper) + " " + from +
               (bias ? " + " + symbols.of("b^" + upper) + R"( \mathbf{1}^\top)" : "");
    };
    const std::string Q = symbols.of("Q");
    const std::string K = symbols.of("K");
    const std::string V = symbols.of("V");
    const std::string A = symbols.of("A");
    const std::string A_prime = symbols.of("A'");
    const std::string O = symbols.of("O");
    return {
        {symbols.step("q"),
         Q,
         projected("Q", "q", symbols.asking, p.bq),
         {"All queries at once: column i of " + symbols.all("Q") + " is " + symbols.one("q", "i") + ".",
          "一次算出所有查询：" + symbols.all("Q") + " 的第 i 列是 " + symbols.one("q", "i") + "。"}},
        {symbols.step("k"),
         K,
         projected("K", "k", symbols.answering, p.bk),
         {"All keys: column j of " + symbols.all("K") + " is " + symbols.one("k", "j") + ".",
          "所有键：" + symbols.all("K") + " 的第 j 列是 " + symbols.one("k", "j") + "。"}},
        {symbols.step("v"),
         V,
         projected("V", "v", symbols.giving, p.bv),
         {"All values: column j of " + symbols.all("V") + " is " + symbols.one("v", "j") + ".",
          "所有值：" + symbols.all("V") + " 的第 j 列是 " + symbols.one("v", "j") + "。"}},
        {symbols.step("alpha"),
         A,
         A + " = " + K + R"(^\top )" + Q,
         {"All scores: row j, column i holds k_j · q_i, so a column belongs to a query.",
          "所有分数：第 j 行第 i 列是 k_j · q_i，所以每一列属于一个查询。"}},
        {symbols.step("alpha_prime"),
         A_prime,
         A_prime + R"( = \mathrm{softmax}()" + A + ")",
         {"Softmax over keys, query by query: every column sums to 1.", "逐个查询对键做 softmax：每一列之和为 1。"}},
        {symbols.step("b"),
         O,
         O + " = " + V + " " + A_prime,
         {"All outputs: column i of " + symbols.all("O") + " is " + symbols.one("b", "i") + ", the values mixed by column i of " +
              symbols.all("A'") + ".",
          "所有输出：" + symbols.all("O") + " 的第 i 列是 " + symbols.one("b", "i") + "，即用 " + symbols.all("A'") +
              " 的第 i 列对各个值加权求和。"}},
    };
}

}  // namespace attention
