#include <cmath>

#include <nlohmann/json.hpp>

#include "judge/findings.hpp"
#include "judge/report.hpp"

namespace attention {
namespace {

using nlohmann::ordered_json;

std::string standing_name(Standing standing)
{
    switch (standing) {
        case Standing::right: return "right";
        case Standing::following: return "following";
        case Standing::wrong: return "wrong";
        case Standing::unanswered: return "unanswered";
        case Standing::unjudged: return "unjudged";
    }
    return {};
}

ordered_json words_json(const Words& words)
{
    return {{"en", words.en}, {"zh", words.zh}};
}

/// JSON has no word for a number that is none.
ordered_json number_json(double x)
{
    return std::isfinite(x) ? ordered_json(x) : ordered_json(nullptr);
}

ordered_json names_json(const std::vector<Mistake>& mistakes)
{
    ordered_json names = ordered_json::array();
    for (const Mistake& mistake : mistakes) {
        names.push_back(mistake.name);
    }
    return names;
}

ordered_json fault_json(const Fault& fault)
{
    ordered_json object{{"step", fault.step}};
    if (!fault.unreadable.en.empty()) {
        object["unreadable"] = words_json(fault.unreadable);
    } else if (fault.first) {
        for (const std::size_t index : fault.first->index) {
            object["index"].push_back(index + 1);
        }
        object["expected"] = number_json(fault.first->expected);
        object["got"] = number_json(fault.first->got);
    } else {
        object["expected_shape"] = std::vector<std::size_t>(fault.expected.shape().begin(), fault.expected.shape().end());
        object["got_shape"] = std::vector<std::size_t>(fault.got.shape().begin(), fault.got.shape().end());
    }
    object["mistakes"] = names_json(fault.mistakes);
    object["words"] = words_json(diagnosis_words(fault.mistakes, fault.likeness));
    object["right_before"] = fault.right;
    return object;
}

ordered_json case_json(const CaseResult& result)
{
    ordered_json object{{"id", result.id}, {"chapter", result.chapter}, {"outcome", outcome_name(result.outcome)}};
    if (!result.trouble.en.empty()) {
        object["trouble"] = words_json(result.trouble);
    }
    if (!result.known.empty()) {
        object["known"] = result.known;
    }
    const Verdict& verdict = result.verdict;
    const auto add_names = [&object](const char* name, const std::vector<std::string>& names) {
        if (!names.empty()) {
            object[name] = names;
        }
    };
    for (const JudgedStep& step : verdict.steps) {
        object["steps"][step.name] = standing_name(step.standing);
    }
    add_names("unknown", verdict.unknown);
    add_names("conventions", verdict.conventions);
    for (const Fault& fault : verdict.faults) {
        object["faults"].push_back(fault_json(fault));
    }
    return object;
}

/// Causes, the commonest first: the names of the mistakes, none when it is not known, and where they are.
ordered_json finding_json(const Finding& finding)
{
    ordered_json object{{"mistakes", names_json(finding.mistakes)}, {"faults", ordered_json::array()}};
    for (const FaultInCase& one : finding.faults) {
        object["faults"].push_back({{"id", one.result->id}, {"step", one.fault->step}});
    }
    return object;
}

}  // namespace

std::string report_json(const std::vector<PortResult>& ports)
{
    ordered_json document{{"ports", ordered_json::array()}};
    for (const PortResult& port : ports) {
        ordered_json object{{"name", port.name}, {"sound", is_sound(port)}};
        if (!port.ending.en.empty()) {
            object["ending"] = words_json(port.ending);
        }
        object["findings"] = ordered_json::array();
        for (const Finding& finding : findings(port.cases)) {
            object["findings"].push_back(finding_json(finding));
        }
        object["cases"] = ordered_json::array();
        for (const CaseResult& result : port.cases) {
            object["cases"].push_back(case_json(result));
        }
        document["ports"].push_back(object);
    }
    return document.dump(1) + "\n";
}

std::string record_json(const Record& record)
{
    ordered_json document{{"ports", ordered_json::array()}};
    for (const auto& [name, outcomes] : record) {
        ordered_json cases = ordered_json::array();
        for (const auto& [id, outcome] : outcomes) {
            cases.push_back({{"id", id}, {"outcome", outcome}});
        }
        document["ports"].push_back({{"name", name}, {"cases", cases}});
    }
    return document.dump(1) + "\n";
}

}  // namespace attention
