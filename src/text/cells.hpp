#pragma once
#include <cstddef>
#include <string>

#include "base/problem.hpp"
#include "base/tensor.hpp"
#include "text/format.hpp"
#include "text/numbers.hpp"

namespace attention {

/// The text of each number of a tensor: what a problem states as it was written, a result to six digits.
struct Cells {
    const Tensor& value;
    const Problem* stated_by = nullptr;
    std::string field = {};

    std::string at() const { return text(value(), field); }
    std::string at(std::size_t r) const { return text(value(r), fmt::format("{}[{}]", field, r + 1)); }
    std::string at(std::size_t i, std::size_t r) const
    {
        return text(value(i, r), fmt::format("{}[{}][{}]", field, i + 1, r + 1));
    }

private:
    std::string text(double number, const std::string& path) const
    {
        if (stated_by == nullptr) {
            return six_digits(number);
        }
        const auto exact = stated_by->written.find(path);
        return exact == stated_by->written.end() ? fmt::format("{}", number + 0.0) : exact->second;  // + 0.0: -0 becomes 0
    }
};

}  // namespace attention
