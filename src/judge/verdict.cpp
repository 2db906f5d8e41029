#include "judge/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "judge/likeness.hpp"

namespace attention {
namespace {

bool is_finite(const Tensor& value)
{
    return std::all_of(value.begin(), value.end(), [](double x) { return std::isfinite(x); });
}

const Tensor* find(const StepValues& steps, const std::string& name)
{
    const auto found = steps.find(name);
    return found == steps.end() ? nullptr : &found->second;
}

/// Looks at the steps one after the other, and remembers how the answer went so far.
class Examination {
public:
    Examination(const StepValues& answer, const Case& asked, const Judge& judge)
        : answer_(answer), asked_(asked), judge_(judge), own_(asked.problem)
    {
    }

    Verdict verdict()
    {
        bool goes_on = true;
        for (const Step& step : judge_.chapter.walk(asked_.problem).steps) {
            verdict_.steps.push_back(step.name);
            const Tensor* got = find(answer_, step.name);
            if (got == nullptr) {
                verdict_.unanswered.push_back(step.name);
            } else if (goes_on && !is_measured_behind_fault(step.name)) {
                goes_on = examine(step.name, *got);
            } else {
                verdict_.unjudged.push_back(step.name);
            }
        }
        for (const auto& [name, value] : answer_) {
            note_unknown(name);
        }
        return std::move(verdict_);
    }

private:
    /// False when nothing can follow from what came.
    bool examine(const std::string& name, const Tensor& got)
    {
        verdict_.judged.push_back(name);
        if (!is_as_recorded(name, got)) {
            const Walkthrough right = judge_.chapter.walk(own_);
            const Tensor& expected = right.value(name);
            if (is_close(expected, got, judge_.tolerance)) {
                verdict_.following.push_back(name);
            } else {
                verdict_.faults.push_back(fault(name, right, got));
            }
            if (expected.shape() != got.shape() || !is_finite(got)) {
                return false;
            }
        }
        own_.given.insert_or_assign(name, got);
        return true;
    }

    /// What is measured is asked of the whole function: behind a fault it says nothing more.
    bool is_measured_behind_fault(const std::string& name) const
    {
        return !verdict_.faults.empty() && holds(asked_.problem.measure, name);
    }

    /// As the case says, or as one of its conventions does.
    bool is_as_recorded(const std::string& name, const Tensor& got)
    {
        const Tensor* expected = find(asked_.expected, name);
        if (expected != nullptr && is_close(*expected, got, judge_.tolerance)) {
            return true;
        }
        for (const auto& [convention, steps] : asked_.acceptable) {
            const Tensor* other = find(steps, name);
            if (other != nullptr && is_close(*other, got, judge_.tolerance)) {
                if (!holds(verdict_.conventions, convention)) {
                    verdict_.conventions.push_back(convention);
                }
                return true;
            }
        }
        return false;
    }

    Fault fault(const std::string& name, const Walkthrough& right, const Tensor& got)
    {
        const Tensor& expected = right.value(name);
        Fault found{name, expected, got, {}, mistakes_that_give(name, right, got), {}, right_before(name)};
        if (expected.shape() == got.shape()) {
            found.first = first_departure(expected, got, judge_.tolerance);
        }
        found.likeness = likeness(expected, got, judge_.tolerance);
        return found;
    }

    std::vector<std::string> right_before(const std::string& name) const
    {
        std::vector<std::string> names;
        for (const std::string& step : verdict_.judged) {
            const auto is_it = [&step](const Fault& fault) { return fault.step == step; };
            if (step != name && std::none_of(verdict_.faults.begin(), verdict_.faults.end(), is_it)) {
                names.push_back(step);
            }
        }
        return names;
    }

    /// The mistakes with which the step comes out as it came, from the answer's own earlier steps; of these, those that spoil
    /// further steps as they came, when there are such.
    std::vector<Mistake> mistakes_that_give(const std::string& name, const Walkthrough& right, const Tensor& got)
    {
        std::vector<Mistake> found;
        for (const Mistake& mistake : judge_.mistakes) {
            const auto has_its_name = [&](const Mistake& other) { return other.name == mistake.name; };
            if (std::none_of(found.begin(), found.end(), has_its_name) && gives(mistake, name, right, got)) {
                found.push_back(mistake);
            }
        }
        const auto is_partly_made = [this](const Mistake& mistake) { return !is_wholly_made(mistake); };
        if (!std::all_of(found.begin(), found.end(), is_partly_made)) {
            std::erase_if(found, is_partly_made);
        }
        return found;
    }

    /// Whether all steps that the mistake spoils, as far as they were answered, came as it gives them.
    bool is_wholly_made(const Mistake& mistake) const
    {
        const StepValues& wrong = made_.at(mistake.name);
        return std::all_of(wrong.begin(), wrong.end(), [this](const auto& step) {
            const Tensor* got = find(answer_, step.first);
            return got == nullptr || is_alike(step.second, *got, judge_.tolerance);
        });
    }

    /// Whether the step comes out as it came with the mistake: when it is made now, or when it was made in an earlier step that it
    /// explained, for it may spoil several at once.
    bool gives(const Mistake& mistake, const std::string& name, const Walkthrough& right, const Tensor& got)
    {
        const auto made = made_.find(mistake.name);
        const Tensor* made_before = made == made_.end() ? nullptr : find(made->second, name);
        if (made_before != nullptr && is_alike(*made_before, got, judge_.tolerance)) {
            return true;
        }
        const StepValues wrong = wrong_steps(mistake, own_, right);
        const bool gives_it = is_alike(with_steps(wrong, name, right), got, judge_.tolerance);
        if (gives_it) {
            made_[mistake.name] = wrong;
        }
        return gives_it;
    }

    /// What the step comes to when these come out wrong: as it should, unless it is one of them, or follows from one that was not
    /// answered.
    Tensor with_steps(StepValues wrong, const std::string& name, const Walkthrough& right) const
    {
        if (const Tensor* value = find(wrong, name)) {
            return *value;
        }
        std::erase_if(wrong, [this](const auto& step) { return !holds(verdict_.unanswered, step.first); });
        if (wrong.empty()) {
            return right.value(name);
        }
        Problem spoilt = own_;
        spoilt.given.merge(wrong);
        return judge_.chapter.walk(spoilt).value(name);
    }

    void note_unknown(const std::string& name)
    {
        if (!holds(verdict_.judged, name) && !holds(verdict_.unjudged, name)) {
            verdict_.unknown.push_back(name);
        }
    }

    const StepValues& answer_;
    const Case& asked_;
    const Judge& judge_;
    Problem own_;                             ///< the problem with the answer's own earlier steps given
    std::map<std::string, StepValues> made_;  ///< the wrong steps of mistakes that have explained a step
    Verdict verdict_;
};

}  // namespace

Verdict verdict_on(const StepValues& answer, const Case& asked, const Judge& judge)
{
    return Examination(answer, asked, judge).verdict();
}

}  // namespace attention
