#include <map>

#include "judge/report.hpp"
#include "text/format.hpp"
#include "text/printable.hpp"

namespace attention {
namespace {

std::string escaped(const std::string& text)
{
    std::string result;
    for (const char c : printable(text, 1000)) {
        switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            default: result += c;
        }
    }
    return result;
}

std::string failure_text(const CaseResult& result, Language language)
{
    std::string text = in(language, result.trouble);
    for (const Fault& fault : result.verdict.faults) {
        const std::string diagnosis = in(language, diagnosis_words(fault.mistakes, fault.likeness));
        text +=
            (text.empty() ? "" : "; ") + in(language, departure_words(fault)) + (diagnosis.empty() ? "" : " (" + diagnosis + ")");
    }
    return text;
}

/// What JUnit calls an outcome, by the name of its element; empty when the case has simply passed.
std::string mark_of(const CaseResult& result)
{
    if (result.outcome == Outcome::right) {
        return "";
    }
    if (result.outcome == Outcome::unsupported || !result.known.empty()) {
        return "skipped";
    }
    return result.outcome == Outcome::wrong ? "failure" : "error";
}

std::string message_of(const CaseResult& result, Language language)
{
    if (mark_of(result) == "skipped") {
        return result.known.empty() ? outcome_name(result.outcome) : result.known;
    }
    const std::string text = failure_text(result, language);
    return text.empty() ? outcome_name(result.outcome) : text;
}

std::string suite(const std::string& name, const std::vector<const CaseResult*>& results, Language language)
{
    std::string cases;
    std::map<std::string, int> counts;
    for (const CaseResult* result : results) {
        const std::string mark = mark_of(*result);
        ++counts[mark];
        const std::string inside =
            mark.empty() ? "/>" : fmt::format("><{} message=\"{}\"/></testcase>", mark, escaped(message_of(*result, language)));
        cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\"{}\n", escaped(name), escaped(result->id), inside);
    }
    return fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n{}  </testsuite>\n",
                       escaped(name), results.size(), counts["failure"], counts["error"], counts["skipped"], cases);
}

/// The port's cases of one chapter after the other.
std::string suites(const PortResult& port, Language language)
{
    std::map<std::string, std::vector<const CaseResult*>> by_chapter;
    for (const CaseResult& result : port.cases) {
        by_chapter[result.chapter].push_back(&result);
    }
    std::string text;
    for (const auto& [chapter, results] : by_chapter) {
        text += suite(port.name + "." + chapter, results, language);
    }
    if (!port.ending.en.empty()) {
        const CaseResult ending{"the end", "", Outcome::no_answer, port.ending, {}, {}};
        text += suite(port.name, {&ending}, language);
    }
    return text;
}

}  // namespace

std::string report_junit(const std::vector<PortResult>& ports, Language language)
{
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
    for (const PortResult& port : ports) {
        text += suites(port, language);
    }
    return text + "</testsuites>\n";
}

}  // namespace attention
