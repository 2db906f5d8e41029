#pragma once
#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/problem.hpp"
#include "base/sequence.hpp"
#include "base/tensor.hpp"
#include "base/words.hpp"

namespace attention {

/// One step that came out.
struct Step {
    std::string name;     ///< as in the problem format: "alpha_prime"
    std::string symbol;   ///< LaTeX. With a running index (k_j, h_t) the value is one vector or number for each j;
                          ///< without (Q) a list of vectors is shown as the matrix whose columns they are.
    std::string formula;  ///< LaTeX
    Words words;          ///< one line that says what happens
    Tensor value = {};    ///< neutral form, position first
};

/// The neutral form of what is listed by query, first axis. A single output has one query, so nothing is listed by it.
template <class T>
Tensor listed_by_query(const std::string& kind, const T& value)
{
    Tensor tensor = listed(value);
    if (kind == "single_output") {
        tensor.reshape(std::vector<std::size_t>(tensor.shape().begin() + 1, tensor.shape().end()));
    }
    return tensor;
}

/// Back from it.
template <class T>
T from_listed_by_query(const std::string& kind, Tensor value)
{
    if (kind == "single_output") {
        std::vector<std::size_t> shape{1};
        shape.insert(shape.end(), value.shape().begin(), value.shape().end());
        value.reshape(shape);
    }
    return from_listed<T>(value);
}

/// The ordered steps of a problem: all that a renderer, a test or a judge reads.
struct Walkthrough {
    std::string id;
    std::string kind;
    std::vector<Step> steps;

    /// The value of the step called `name`; nullptr when there is none.
    const Tensor* find(const std::string& name) const
    {
        const auto step = std::find_if(steps.begin(), steps.end(), [&](const Step& s) { return s.name == name; });
        return step == steps.end() ? nullptr : &step->value;
    }

    /// The same. Throws std::out_of_range when there is none.
    const Tensor& value(const std::string& name) const
    {
        const Tensor* found = find(name);
        if (found == nullptr) {
            throw std::out_of_range("no step is called " + name);
        }
        return *found;
    }

    /// The same value as a Vector, a Matrix of columns or a std::vector<Vector>. Throws ShapeError when it is not one.
    template <class T>
    T as(const std::string& name) const
    {
        return from_listed<T>(value(name));
    }

    /// The same of what is listed by query, with a column (or first index) for the one query of a single output, too.
    template <class T>
    T by_query(const std::string& name) const
    {
        return from_listed_by_query<T>(kind, value(name));
    }
};

/// Walks through a problem: records each step as a chapter computes it.
class Walk {
public:
    /// `captions` are the steps without their values, in order.
    Walk(const Problem& problem, std::vector<Step> captions)
        : given_(problem.given), walkthrough_{problem.id, problem.kind, {}}, captions_(std::move(captions))
    {
    }

    /// Records the next step, whose name must be the next caption's (std::logic_error otherwise), and returns the value from
    /// which later steps go on: `computed`, unless the problem gives the step.
    template <class T>
    T step(const std::string& name, const T& computed)
    {
        return from_listed<T>(recorded(name, listed(computed)));
    }

    /// The same of what is listed by query: a column (or first index) of `computed` a query.
    template <class T>
    T step_by_query(const std::string& name, const T& computed)
    {
        const std::string& kind = walkthrough_.kind;
        return from_listed_by_query<T>(kind, recorded(name, listed_by_query(kind, computed)));
    }

    /// Whether the problem gives the step. Then nothing need be computed for it, and of other wrong steps nothing could be.
    bool is_given(const std::string& name) const { return given_.contains(name); }

    Walkthrough result() { return std::move(walkthrough_); }

private:
    const Tensor& recorded(const std::string& name, Tensor computed)
    {
        const std::size_t number = walkthrough_.steps.size();
        if (number >= captions_.size() || captions_[number].name != name) {
            throw std::logic_error("no caption for step " + name + " at this place");
        }
        Step step = captions_[number];
        const auto given = given_.find(name);
        if (given == given_.end()) {
            step.value = std::move(computed);
        } else {
            step.value = given->second;
            step.words = {"Taken as the problem gives it.", "直接采用题目给出的值。"};
        }
        walkthrough_.steps.push_back(std::move(step));
        return walkthrough_.steps.back().value;
    }

    const StepValues& given_;
    Walkthrough walkthrough_;
    std::vector<Step> captions_;
};

}  // namespace attention
