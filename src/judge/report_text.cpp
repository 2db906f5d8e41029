#include <algorithm>
#include <cstddef>
#include <iterator>

#include "base/holds.hpp"
#include "judge/findings.hpp"
#include "judge/report.hpp"
#include "text/format.hpp"
#include "text/padding.hpp"
#include "text/printable.hpp"
#include "text/suggestion.hpp"

namespace attention {
namespace {

using Names = std::vector<std::string>;

constexpr std::size_t most_names = 6;

/// "a, b, c and 4 more"
Words listed_names(const Names& names)
{
    const std::size_t shown = names.size() > most_names + 1 ? most_names : names.size();
    const Names first(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown));
    const std::size_t more = names.size() - shown;
    return {fmt::format("{}{}", fmt::join(first, ", "), more == 0 ? "" : fmt::format(" and {} more", more)),
            fmt::format("{}{}", fmt::join(first, "、"), more == 0 ? "" : fmt::format(" 等，另有 {} 个", more))};
}

template <class Pick>
Names ids_of(const std::vector<CaseResult>& results, const Pick& pick)
{
    Names ids;
    for (const CaseResult& result : results) {
        if (pick(result)) {
            ids.push_back(result.id);
        }
    }
    return ids;
}

// ---- the table ----

/// The width of the widest cell, from one on.
std::size_t widest(const Names& cells, std::size_t first)
{
    std::size_t most = 0;
    for (std::size_t line = first; line < cells.size(); ++line) {
        most = std::max(most, width(cells[line]));
    }
    return most;
}

/// "9 of 11", or "–" when the port was asked none of them, or supports none.
std::string tally(const std::vector<CaseResult>& results, const std::string& chapter, Language language)
{
    std::size_t right = 0;
    std::size_t asked = 0;
    for (const CaseResult& result : results) {
        const bool is_asked = result.outcome != Outcome::unsupported && result.outcome != Outcome::not_asked;
        const bool counts = is_asked && (chapter.empty() || result.chapter == chapter);
        asked += counts ? 1 : 0;
        right += counts && result.outcome == Outcome::right ? 1 : 0;
    }
    return asked == 0 ? "–" : fmt::format("{}{}{}", right, in(language, {" of ", " / "}), asked);
}

Names chapters_in(const std::vector<PortResult>& ports)
{
    Names names;
    for (const PortResult& port : ports) {
        for (const CaseResult& result : port.cases) {
            if (!holds(names, result.chapter)) {
                names.push_back(result.chapter);
            }
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// Ports across, chapters down; one port has no head, for its name stands above.
std::string table(const std::vector<PortResult>& ports, Language language)
{
    const Names chapters = chapters_in(ports);
    std::vector<Names> columns{{""}};
    columns[0].insert(columns[0].end(), chapters.begin(), chapters.end());
    columns[0].push_back(in(language, {"all", "合计"}));
    for (const PortResult& port : ports) {
        Names& column = columns.emplace_back(Names{port.name});
        for (const std::string& chapter : chapters) {
            column.push_back(tally(port.cases, chapter, language));
        }
        column.push_back(tally(port.cases, "", language));
    }
    std::string lines;
    for (std::size_t line = ports.size() == 1 ? 1 : 0; line < columns[0].size(); ++line) {
        lines += "   " + padded_right(columns[0][line], widest(columns[0], 0));
        for (std::size_t c = 1; c < columns.size(); ++c) {
            lines += "   " + padded_left(columns[c][line], widest(columns[c], ports.size() == 1 ? 1 : 0));
        }
        lines += "\n";
    }
    return lines;
}

// ---- what is wrong ----

std::string indented(const std::string& text)
{
    return text.empty() ? "" : "   " + text + "\n";
}

Names ids_of(const std::vector<FaultInCase>& faults)
{
    Names ids;
    for (const FaultInCase& one : faults) {
        if (!holds(ids, one.result->id)) {
            ids.push_back(one.result->id);
        }
    }
    return ids;
}

/// The mistakes by name, or the step for which none is known.
Words cause_of(const Finding& finding)
{
    if (finding.mistakes.empty()) {
        const std::string& step = finding.faults.front().fault->step;
        return {step + " is wrong, as no known mistake makes it", step + " 不对，也不像任何已知的错误"};
    }
    Words words;
    for (const Mistake& mistake : finding.mistakes) {
        words.en += (words.en.empty() ? "" : " or ") + mistake.name;
        words.zh += (words.zh.empty() ? "" : " 或 ") + mistake.name;
    }
    return words;
}

/// Empty for the first step.
Words right_before(const Fault& fault)
{
    const Words steps = listed_names(fault.right);
    return fault.right.empty() ? Words{} : Words{"right before it: " + steps.en, "在它之前，这些步骤是对的：" + steps.zh};
}

std::string finding_text(const Finding& finding, std::size_t number, const View& view)
{
    const FaultInCase& first = finding.faults.front();
    const Names ids = ids_of(finding.faults);
    const Words cause = cause_of(finding);
    const Words count{fmt::format("{}. {}, in {} {}", number, cause.en, ids.size(), ids.size() == 1 ? "case" : "cases"),
                      fmt::format("{}. {}，见于 {} 个用例", number, cause.zh, ids.size())};
    const Words where = departure_words(*first.fault);
    std::string text = terminal_heading(in(view.language, count), view);
    text += indented(in(view.language, diagnosis_words(finding.mistakes, {})));
    text += indented(first.result->id + in(view.language, {": " + where.en, "：" + where.zh}));
    text += finding.mistakes.empty() ? indented(in(view.language, first.fault->likeness)) : "";
    text += indented(in(view.language, right_before(*first.fault)));
    if (ids.size() > 1) {
        const Words others = listed_names({ids.begin() + 1, ids.end()});
        text += indented(in(view.language, {"also in " + others.en, "还见于 " + others.zh}));
    }
    return text;
}

/// Cases without an answer, those with the same trouble together.
std::string troubles_text(const PortResult& port, const View& view)
{
    std::vector<std::pair<std::string, Names>> troubles;
    for (const CaseResult& result : port.cases) {
        const std::string& trouble = in(view.language, result.trouble);
        const auto same_one = [&trouble](const auto& known) { return known.first == trouble; };
        auto found = std::find_if(troubles.begin(), troubles.end(), same_one);
        if (!trouble.empty() && result.known.empty()) {
            found = found == troubles.end() ? troubles.insert(troubles.end(), {trouble, {}}) : found;
            found->second.push_back(result.id);
        }
    }
    std::string text;
    for (const auto& [trouble, ids] : troubles) {
        text += terminal_heading(trouble, view) + indented(in(view.language, listed_names(ids)));
    }
    return text;
}

/// "steps left out: hidden, in 3 cases", of the names that each verdict gives.
template <class NamesOf>
std::string steps_text(const std::vector<CaseResult>& results, const NamesOf& names_of, const Words& what, const View& view)
{
    Names steps;
    std::size_t cases = 0;
    for (const CaseResult& result : results) {
        const Names names = names_of(result.verdict);
        cases += names.empty() ? 0 : 1;
        for (const std::string& name : names) {
            if (!holds(steps, name)) {
                steps.push_back(name);
            }
        }
    }
    const Words names = listed_names(steps);
    return steps.empty()
               ? ""
               : in(view.language, {fmt::format("{}: {}, in {} {}\n", what.en, names.en, cases, cases == 1 ? "case" : "cases"),
                                    fmt::format("{}：{}，见于 {} 个用例\n", what.zh, names.zh, cases)});
}

std::string ids_text(const Words& what, const Names& ids, const View& view)
{
    const Words names = listed_names(ids);
    return ids.empty() ? "" : in(view.language, {what.en + ": " + names.en + "\n", what.zh + "：" + names.zh + "\n"});
}

/// What is not wrong, but worth knowing.
std::string remarks_text(const PortResult& port, const View& view)
{
    const auto& cases = port.cases;
    const auto conventions = [](const Verdict& verdict) { return verdict.conventions; };
    const auto unknown_steps = [](const Verdict& verdict) {
        Names names;
        std::transform(verdict.unknown.begin(), verdict.unknown.end(), std::back_inserter(names),
                       [](const std::string& name) { return printable(name); });
        return names;
    };
    const auto unanswered_steps = [](const Verdict& verdict) { return steps_that_are(Standing::unanswered, verdict); };
    const auto unjudged_steps = [](const Verdict& verdict) { return steps_that_are(Standing::unjudged, verdict); };
    std::string text =
        steps_text(cases, conventions, {"another convention, which is accepted", "采用了另一种惯例，可以接受"}, view);
    text += steps_text(cases, unanswered_steps, {"steps left out", "没有给出的步骤"}, view);
    text += steps_text(cases, unknown_steps, {"not steps of the problem", "不是题目的步骤"}, view);
    text += steps_text(cases, unjudged_steps, {"not judged, for a step before is wrong", "没有评判（前面有错的步骤）"}, view);
    text += ids_text({"not supported, as the port says", "移植版声明不支持"},
                     ids_of(cases, [](const CaseResult& one) { return one.outcome == Outcome::unsupported; }), view);
    text += ids_text({"not asked, for too many before had no answer", "没有再问（前面接连多题没有回答）"},
                     ids_of(cases, [](const CaseResult& one) { return one.outcome == Outcome::not_asked; }), view);
    for (const CaseResult& result : cases) {
        if (!result.known.empty() && !is_healed(result)) {
            text += in(view.language, {"known to fail: " + result.id + ": " + result.known + "\n",
                                       "已知未通过：" + result.id + "：" + result.known + "\n"});
        }
    }
    text += ids_text({"healed: no longer to be declared as known to fail", "已经修好，不必再列为已知未通过"},
                     ids_of(cases, is_healed), view);
    if (!port.ending.en.empty()) {
        text +=
            in(view.language, {"after its last answer: " + port.ending.en + "\n", "最后一个回答之后：" + port.ending.zh + "\n"});
    }
    return text;
}

/// What has become of the cases since the last run.
std::string changes_text(const PortResult& port, const Record& last, const View& view)
{
    const auto before = last.find(port.name);
    if (before == last.end()) {
        return in(view.language, {"the last run has no port of this name\n", "上次的结果里没有叫这个名字的移植版\n"});
    }
    const auto now_and_before = [&](bool now, bool then) {
        return ids_of(port.cases, [&](const CaseResult& one) {
            const auto found = before->second.find(one.id);
            return found != before->second.end() && (found->second == "right") == then && (one.outcome == Outcome::right) == now;
        });
    };
    const Names better = now_and_before(true, false);
    const Names worse = now_and_before(false, true);
    if (better.empty() && worse.empty()) {
        return in(view.language, {"nothing has changed since the last run\n", "与上次相比没有变化\n"});
    }
    return ids_text({"right since the last run", "与上次相比新通过"}, better, view) +
           ids_text({"no longer right", "不再通过"}, worse, view);
}

std::string port_text(const PortResult& port, const Record* last, const View& view)
{
    std::string text;
    const auto add = [&text](const std::string& part) { text += (text.empty() || part.empty() ? "" : "\n") + part; };
    std::size_t number = 0;
    for (const Finding& finding : findings(port.cases)) {
        add(finding_text(finding, ++number, view));
    }
    add(troubles_text(port, view));
    add(remarks_text(port, view));
    add(last == nullptr ? "" : changes_text(port, *last, view));
    return text;
}

/// How a step of one answer came out, when it is not wrong.
Words standing_words(Standing standing)
{
    switch (standing) {
        case Standing::right: return {"right", "对"};
        case Standing::following: return {"right, going on from your own numbers", "对：从你自己前面的数算下来是对的"};
        case Standing::unjudged: return {"not judged, for a step before is wrong", "没有评判：前面有错的步骤"};
        default: return {"–", "–"};
    }
}

/// "Q; did you mean q?"
Words unknown_words(const Verdict& verdict)
{
    Names known;
    for (const JudgedStep& step : verdict.steps) {
        known.push_back(step.name);
    }
    Words words;
    for (const std::string& name : verdict.unknown) {
        const Words asked = did_you_mean(name, known);
        words.en += (words.en.empty() ? "" : ", ") + asked.en;
        words.zh += (words.zh.empty() ? "" : "、") + asked.zh;
    }
    return words;
}

/// The lines of one step: its name, how it came out, and when it is wrong what was done.
std::string step_lines(const JudgedStep& step, std::size_t width_of_names, const Verdict& verdict, const View& view)
{
    const auto is_it = [&step](const Fault& fault) { return fault.step == step.name; };
    const auto fault = std::find_if(verdict.faults.begin(), verdict.faults.end(), is_it);
    const std::string name = padded_right(step.name, width_of_names) + "   ";
    if (fault == verdict.faults.end()) {
        return indented(name + in(view.language, standing_words(step.standing)));
    }
    const std::string more = in(view.language, diagnosis_words(fault->mistakes, fault->likeness));
    return indented(name + in(view.language, departure_words(*fault))) +
           (more.empty() ? "" : indented(std::string(name.size(), ' ') + more));
}

}  // namespace

std::string answer_text(const CaseResult& result, const View& view)
{
    const Verdict& verdict = result.verdict;
    const std::size_t unanswered = steps_that_are(Standing::unanswered, verdict).size();
    const std::size_t unjudged = steps_that_are(Standing::unjudged, verdict).size();
    const std::size_t answered = verdict.steps.size() - unanswered;
    const std::size_t right = answered - unjudged - verdict.faults.size();
    const Words count{fmt::format("{}: {} of {} answered steps right", result.id, right, answered),
                      fmt::format("{}：答了 {} 步，对了 {} 步", result.id, answered, right)};
    Names names;
    for (const JudgedStep& step : verdict.steps) {
        names.push_back(step.name);
    }
    std::string text = terminal_heading(in(view.language, count), view);
    for (const JudgedStep& step : verdict.steps) {
        text += step_lines(step, widest(names, 0), verdict, view);
    }
    const Words unknown = unknown_words(verdict);
    text += unknown.en.empty()
                ? ""
                : in(view.language, {"not steps of the problem: " + unknown.en, "不是题目的步骤：" + unknown.zh}) + "\n";
    return text;
}

std::string report_text(const std::vector<PortResult>& ports, const Record* last, const View& view)
{
    std::string text = ports.size() == 1 ? terminal_heading(ports[0].name, view) : "";
    text += table(ports, view.language);
    for (const PortResult& port : ports) {
        const std::string part = port_text(port, last, view);
        const bool is_named = ports.size() > 1 && !part.empty();
        text += (part.empty() ? "" : "\n") + (is_named ? terminal_heading(port.name, view) : "") + part;
    }
    return text;
}

}  // namespace attention
