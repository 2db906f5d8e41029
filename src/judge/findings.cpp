#include "judge/findings.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "base/step_name.hpp"

namespace attention {
namespace {

/// The faults that nobody has declared.
std::vector<FaultInCase> all_faults(const std::vector<CaseResult>& results)
{
    std::vector<FaultInCase> faults;
    for (const CaseResult& result : results) {
        for (const Fault& fault : result.verdict.faults) {
            if (result.known.empty()) {
                faults.push_back({&result, &fault});
            }
        }
    }
    return faults;
}

/// The mistake that explains most of the faults; empty when they have none.
std::string commonest(const std::vector<FaultInCase>& faults)
{
    std::map<std::string, int> counts;
    std::string best;
    for (const FaultInCase& one : faults) {
        for (const Mistake& mistake : one.fault->mistakes) {
            const int count = ++counts[mistake.name];
            best = best.empty() || count > counts[best] ? mistake.name : best;
        }
    }
    return best;
}

/// Takes out the faults that `belongs` picks.
template <class Belongs>
std::vector<FaultInCase> taken_out(std::vector<FaultInCase>& faults, const Belongs& belongs)
{
    std::vector<FaultInCase> taken;
    std::copy_if(faults.begin(), faults.end(), std::back_inserter(taken), belongs);
    std::erase_if(faults, belongs);
    return taken;
}

/// The mistakes that explain every one of the faults.
std::vector<Mistake> shared_mistakes(const std::vector<FaultInCase>& faults)
{
    std::vector<Mistake> shared = faults.front().fault->mistakes;
    std::erase_if(shared, [&](const Mistake& mistake) {
        return !std::all_of(faults.begin(), faults.end(),
                            [&](const FaultInCase& one) { return has_name(one.fault->mistakes, mistake.name); });
    });
    return shared;
}

}  // namespace

bool has_name(const std::vector<Mistake>& mistakes, const std::string& name)
{
    return std::any_of(mistakes.begin(), mistakes.end(), [&name](const Mistake& mistake) { return mistake.name == name; });
}

std::vector<Finding> findings(const std::vector<CaseResult>& results)
{
    std::vector<FaultInCase> left = all_faults(results);
    std::vector<Finding> found;
    for (std::string name = commonest(left); !name.empty(); name = commonest(left)) {
        const auto belongs = [&name](const FaultInCase& one) { return has_name(one.fault->mistakes, name); };
        const std::vector<FaultInCase> faults = taken_out(left, belongs);
        found.push_back({shared_mistakes(faults), faults});
    }
    while (!left.empty()) {
        const std::string step = parts_of_name(left.front().fault->step).base;
        found.push_back(
            {{}, taken_out(left, [&step](const FaultInCase& one) { return parts_of_name(one.fault->step).base == step; })});
    }
    return found;
}

}  // namespace attention
