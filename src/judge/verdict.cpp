#include "judge/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/holds.hpp"
#include "judge/likeness.hpp"

namespace attention {
namespace {

const Tensor* find(const StepValues& steps, const std::string& name)
{
    const auto found = steps.find(name);
    return found == steps.end() ? nullptr : &found->second;
}

/// The steps as a case wants them, or a convention that it accepts.
struct Record {
    std::string convention;  ///< empty for the case itself
    StepValues steps;
};

std::vector<Record> records_of(const Case& asked)
{
    std::vector<Record> records{{"", asked.expected}};
    for (const auto& [convention, differing] : asked.acceptable) {
        StepValues steps = differing;
        steps.insert(asked.expected.begin(), asked.expected.end());
        records.push_back({convention, std::move(steps)});
    }
    return records;
}

/// Looks at the steps one after the other, and remembers how the answer went so far.
class Examination {
public:
    Examination(const Answer& answer, const Case& asked, const Judge& judge)
        : answer_(answer), asked_(asked), judge_(judge), records_(records_of(asked)), own_(asked.problem)
    {
    }

    Verdict verdict()
    {
        for (const Step& step : judge_.chapter.walk(asked_.problem).steps) {
            verdict_.steps.push_back({step.name, standing_of(step.name)});
        }
        if (!records_[0].convention.empty()) {
            verdict_.conventions.push_back(records_[0].convention);
        }
        note_unknown();
        return std::move(verdict_);
    }

private:
    Standing standing_of(const std::string& name)
    {
        const auto unreadable = answer_.unreadable.find(name);
        if (unreadable != answer_.unreadable.end()) {
            nothing_follows_ = true;
            verdict_.faults.push_back({name, {}, {}, unreadable->second, {}, {}, {}, steps_that_are(Standing::right, verdict_)});
            return Standing::wrong;
        }
        const Tensor* got = find(answer_.steps, name);
        return got == nullptr ? Standing::unanswered : examined(name, without_gaps(name, *got));
    }

    /// What was answered; the numbers that were left out of it as they follow from the steps before.
    Tensor without_gaps(const std::string& name, Tensor got) const
    {
        if (answer_.has_gaps && !nothing_follows_ && !is_finite(got)) {
            const Tensor right = judge_.chapter.walk(own_).value(name);
            if (right.shape() == got.shape()) {
                std::transform(got.begin(), got.end(), right.begin(), got.begin(),
                               [](double written, double follows) { return std::isnan(written) ? follows : written; });
            }
        }
        return got;
    }

    Standing examined(const std::string& name, const Tensor& got)
    {
        Standing standing = Standing::right;
        if (!is_as_recorded(name, got)) {
            const bool is_measured_behind_fault = !verdict_.faults.empty() && holds(asked_.problem.measure, name);
            if (nothing_follows_ || is_measured_behind_fault) {
                return Standing::unjudged;
            }
            standing = compared(name, got);
            const bool can_be_given = standing != Standing::wrong || (verdict_.faults.back().first && is_finite(got));
            nothing_follows_ = standing == Standing::unjudged || !can_be_given;
        }
        if (!nothing_follows_) {
            own_.given.insert_or_assign(name, got);
        }
        return standing;
    }

    /// As the case says, or as a convention does by which every step before it came, too.
    bool is_as_recorded(const std::string& name, const Tensor& got)
    {
        const auto departs = [&](const Record& record) {
            const Tensor* expected = find(record.steps, name);
            return expected == nullptr || !is_close(*expected, got, judge_.tolerance);
        };
        if (std::all_of(records_.begin(), records_.end(), departs)) {
            return false;
        }
        std::erase_if(records_, departs);
        return true;
    }

    /// With what follows from the answer's own earlier steps.
    Standing compared(const std::string& name, const Tensor& got)
    {
        const Walkthrough right = judge_.chapter.walk(own_);
        const Tensor& expected = right.value(name);
        if (!is_finite(expected)) {
            return Standing::unjudged;
        }
        if (is_close(expected, got, judge_.tolerance)) {
            return Standing::following;
        }
        verdict_.faults.push_back(fault(name, right, got));
        return Standing::wrong;
    }

    Fault fault(const std::string& name, const Walkthrough& right, const Tensor& got)
    {
        const Tensor& expected = right.value(name);
        Fault found{name, expected, got, {}, {}, {}, {}, steps_that_are(Standing::right, verdict_)};
        if (expected.shape() == got.shape()) {
            found.first = first_departure(expected, got, judge_.tolerance);
        }
        if (is_computed_anew(name, got)) {
            found.likeness = {"the problem gives this step; it was computed anew", "题目给出了这一步，却又重新算了一遍"};
        } else {
            found.likeness = likeness(expected, got, judge_.tolerance);
            found.mistakes = mistakes_that_give(name, right, got);
        }
        return found;
    }

    /// Whether a step that the problem gives came as it is without that.
    bool is_computed_anew(const std::string& name, const Tensor& got) const
    {
        if (find(asked_.problem.given, name) == nullptr) {
            return false;
        }
        Problem plain = own_;
        plain.given.erase(name);
        return is_alike(judge_.chapter.walk(plain).value(name), got, judge_.tolerance);
    }

    /// The mistakes with which the step comes out as it came, from the answer's own earlier steps; of these, those that spoil
    /// further steps as they came, when there are such.
    std::vector<Mistake> mistakes_that_give(const std::string& name, const Walkthrough& right, const Tensor& got)
    {
        std::vector<Mistake> partly;
        std::vector<Mistake> wholly;
        for (const Mistake& mistake : judge_.mistakes) {
            if (gives(mistake, name, right, got)) {
                (is_wholly_made(mistake) ? wholly : partly).push_back(mistake);
            }
        }
        return wholly.empty() ? partly : wholly;
    }

    /// Whether all steps that the mistake spoils, as far as they were answered, came as it gives them.
    bool is_wholly_made(const Mistake& mistake) const
    {
        const StepValues& wrong = made_.at(&mistake);
        return std::all_of(wrong.begin(), wrong.end(), [this](const auto& step) {
            const Tensor* got = find(answer_.steps, step.first);
            return got == nullptr || answer_.has_gaps || is_alike(step.second, *got, judge_.tolerance);
        });
    }

    /// Whether the step comes out as it came with the mistake: when it is made now, or when it was made in an earlier step that it
    /// explained, for it may spoil several at once.
    bool gives(const Mistake& mistake, const std::string& name, const Walkthrough& right, const Tensor& got)
    {
        const auto made = made_.find(&mistake);
        const Tensor* made_before = made == made_.end() ? nullptr : find(made->second, name);
        if (made_before != nullptr && is_alike(*made_before, got, judge_.tolerance)) {
            return true;
        }
        const StepValues wrong = wrong_steps(mistake, own_, right);
        const bool gives_it = is_alike(with_steps(wrong, name, right), got, judge_.tolerance);
        if (gives_it) {
            made_[&mistake] = wrong;
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
        const std::vector<std::string> unanswered = steps_that_are(Standing::unanswered, verdict_);
        std::erase_if(wrong, [&unanswered](const auto& step) { return !holds(unanswered, step.first); });
        if (wrong.empty()) {
            return right.value(name);
        }
        Problem spoilt = own_;
        spoilt.given.merge(wrong);
        return judge_.chapter.walk(spoilt).value(name);
    }

    void note_unknown()
    {
        StepValues unknown = answer_.steps;
        for (const JudgedStep& step : verdict_.steps) {
            unknown.erase(step.name);
        }
        for (const auto& [name, value] : unknown) {
            verdict_.unknown.push_back(name);
        }
    }

    const Answer& answer_;
    const Case& asked_;
    const Judge& judge_;
    std::vector<Record> records_;  ///< those with which every step so far agrees that was as one of them
    Problem own_;                  ///< the problem with the answer's own earlier steps given
    bool nothing_follows_ = false;
    std::map<const Mistake*, StepValues> made_;  ///< the wrong steps of mistakes that have explained a step
    Verdict verdict_;
};

}  // namespace

std::vector<std::string> steps_that_are(Standing standing, const Verdict& verdict)
{
    std::vector<std::string> names;
    for (const JudgedStep& step : verdict.steps) {
        if (step.standing == standing) {
            names.push_back(step.name);
        }
    }
    return names;
}

Verdict verdict_on(const Answer& answer, const Case& asked, const Judge& judge)
{
    return Examination(answer, asked, judge).verdict();
}

}  // namespace attention
