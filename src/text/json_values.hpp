#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/tensor.hpp"
#include "base/words.hpp"

// The values in a JSON file: numbers, vectors and matrices, each checked, and refused by its path.

namespace attention {

constexpr std::size_t most_inputs = 2048;      ///< the scores grow with the square: 2048 inputs have four million
constexpr std::size_t most_components = 4096;  ///< of a vector, and rows of a matrix: 2048 queries of 4096 take 64 MiB

// What is expected, in words.
inline const Words a_list_of_numbers{"a list of numbers", "数的列表"};
inline const Words a_list_of_vectors{"a list of vectors", "向量的列表"};
inline const Words a_list_of_booleans{"a list of true and false", "true 和 false 的列表"};
inline const Words a_matrix{"a matrix, as the list of its rows", "矩阵（各行的列表）"};

/// Throws InputError: what was expected at `path`, and what came.
[[noreturn]] void refuse(const std::string& path, const Words& expected, const Words& got);

/// What a JSON value is, in words: "3", "a list of 4".
Words describe(const nlohmann::json& value);

// Counts of things: "2 numbers", "1 vector".
Words count_numbers(std::size_t n);
Words count_vectors(std::size_t n);
Words count_rows(std::size_t n);
Words count_lists(std::size_t n);
Words count_items(std::size_t n);

/// "Wk[2]": the path of an item, which people count from 1.
std::string item(const std::string& path, std::size_t index);

/// How long a vector must be, and where that is from. A length of 0 leaves it open.
struct Length {
    std::size_t size = 0;
    Words reason = {};  ///< follows the number: ", one for each row of Wq"
};

/// Reads values and remembers the exact strings among them. Every function throws InputError for what does not fit.
class ValueReader {
public:
    double number(const nlohmann::json& value, const std::string& path);
    Vector vector(const nlohmann::json& value, const std::string& path, const Length& length);

    /// One vector at least, all equally long.
    std::vector<Vector> vectors(const nlohmann::json& value, const std::string& path);

    /// The list of a matrix's rows, all equally long.
    Matrix matrix(const nlohmann::json& value, const std::string& path, const Length& row);

    /// A list of true and false, not empty.
    static std::vector<bool> booleans(const nlohmann::json& value, const std::string& path, const Length& length);

    /// Nested lists of one shape, one to three deep.
    Tensor tensor(const nlohmann::json& value, const std::string& path);

    /// The value of a step: as tensor does, but lists of true and false, as 1 and 0, for a step that holds truths.
    Tensor step_value(const nlohmann::json& value, const std::string& name, const std::string& path);

    /// The exact strings as they were written, by path: "Wk[1][2]" -> "ln 3".
    const std::map<std::string, std::string>& written() const { return written_; }

private:
    void collect(std::vector<double>& numbers, const std::vector<std::size_t>& shape, std::size_t depth,
                 const nlohmann::json& value, const std::string& path, const std::string& first);

    std::map<std::string, std::string> written_;
};

}  // namespace attention
