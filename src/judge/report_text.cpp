#include <algorithm>
#include <cstddef>

#include "base/holds.hpp"
#include "judge/findings.hpp"
#include "judge/report.hpp"
#include "text/format.hpp"
#include "text/padding.hpp"

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

/// "9 of 11", or "–" when the port answers none of them.
std::string tally(const std::vector<CaseResult>& results, const std::string& chapter, Language language)
{
    std::size_t right = 0;
    std::size_t asked = 0;
    for (const CaseResult& result : results) {
        const bool counts = result.outcome != Outcome::unsupported && (chapter.empty() || result.chapter == chapter);
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

/// Ports across, chapters down; the heads are left out for one port, whose name stands above.
std::string table(const std::vector<PortResult>& ports, Language language)
{
    Names chapters = chapters_in(ports);
    const std::string all = in(language, {"all", "合计"});
    Names lines{ports.size() == 1 ? "" : std::string(3, ' ')};
    std::size_t widest = width(all);
    for (const std::string& chapter : chapters) {
        widest = std::max(widest, chapter.size());
    }
    lines[0] += ports.size() == 1 ? "" : std::string(widest, ' ');
    for (const std::string& chapter : chapters) {
        lines.push_back("   " + padded_right(chapter, widest));
    }
    lines.push_back("   " + padded_right(all, widest));
    for (const PortResult& port : ports) {
        Names cells{ports.size() == 1 ? "" : port.name};
        for (const std::string& chapter : chapters) {
            cells.push_back(tally(port.cases, chapter, language));
        }
        cells.push_back(tally(port.cases, "", language));
        std::size_t column = 0;
        for (const std::string& cell : cells) {
            column = std::max(column, width(cell));
        }
        for (std::size_t line = 0; line < lines.size(); ++line) {
            lines[line] += cells[line].empty() ? "" : "   " + padded_left(cells[line], column);
        }
    }
    lines.erase(lines.begin(), lines.begin() + (ports.size() == 1 ? 1 : 0));
    return fmt::format("{}\n", fmt::join(lines, "\n"));
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
        return {step + " departs, and as no known mistake does", step + " 不对，也不像任何已知的错误"};
    }
    Words words;
    for (const Mistake& mistake : finding.mistakes) {
        words.en += (words.en.empty() ? "" : " or ") + mistake.name;
        words.zh += (words.zh.empty() ? "" : " 或 ") + mistake.name;
    }
    return words;
}

Words right_before(const Fault& fault)
{
    if (fault.right.empty()) {
        return {"no step before it is right", "在它之前没有对的步骤"};
    }
    const Words steps = listed_names(fault.right);
    return {"right before it: " + steps.en, "在它之前，这些步骤是对的：" + steps.zh};
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
    text += indented(in(view.language, diagnosis_words(finding.mistakes, first.fault->likeness)));
    text += indented(first.result->id + in(view.language, {": " + where.en, "：" + where.zh}));
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

/// "left out: hidden, in 3 cases", for a list of the verdicts.
std::string steps_text(const std::vector<CaseResult>& results, const Names Verdict::*list, const Words& what, const View& view)
{
    Names steps;
    std::size_t cases = 0;
    for (const CaseResult& result : results) {
        const Names& names = result.verdict.*list;
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
    std::string text =
        steps_text(cases, &Verdict::conventions, {"another convention, which is accepted", "采用了另一种惯例，可以接受"}, view);
    text += steps_text(cases, &Verdict::unanswered, {"steps left out", "没有给出的步骤"}, view);
    text += steps_text(cases, &Verdict::unknown, {"no steps of the problem", "题目没有的步骤"}, view);
    text += steps_text(cases, &Verdict::unjudged, {"not judged, for a step before is wrong", "没有评判（前面有错的步骤）"}, view);
    text += ids_text({"not supported, as the port says", "移植程序声明不支持"},
                     ids_of(cases, [](const CaseResult& one) { return one.outcome == Outcome::unsupported; }), view);
    text += ids_text({"not asked, for three in a row had no answer", "没有再问（接连三题没有回答）"},
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
        return "";
    }
    const auto was_right = [&](const CaseResult& one) {
        const auto found = before->second.find(one.id);
        return found == before->second.end() ? -1 : (found->second == "right" ? 1 : 0);
    };
    const auto changed = [&](int was, bool is) {
        return ids_of(port.cases,
                      [&](const CaseResult& one) { return was_right(one) == was && (one.outcome == Outcome::right) == is; });
    };
    const Names better = changed(0, true);
    const Names worse = changed(1, false);
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

/// How a step of one answer came out.
Words standing(const std::string& step, const Verdict& verdict)
{
    if (holds(verdict.following, step)) {
        return {"right, going on from your own numbers", "对：从你自己前面的数算下来是对的"};
    }
    if (holds(verdict.judged, step)) {
        return {"right", "对"};
    }
    if (holds(verdict.unjudged, step)) {
        return {"not judged, for a step before is wrong", "没有评判：前面有错的步骤"};
    }
    return {"–", "–"};
}

}  // namespace

std::string answer_text(const CaseResult& result, const View& view)
{
    const Verdict& verdict = result.verdict;
    const std::size_t answered = verdict.judged.size() + verdict.unjudged.size();
    const std::size_t right = verdict.judged.size() - verdict.faults.size();
    const Words count{fmt::format("{}: {} of {} answered steps right", result.id, right, answered),
                      fmt::format("{}：答了 {} 步，对了 {} 步", result.id, answered, right)};
    std::size_t widest = 0;
    for (const std::string& step : verdict.steps) {
        widest = std::max(widest, step.size());
    }
    std::string text = terminal_heading(in(view.language, count), view);
    for (const std::string& step : verdict.steps) {
        const auto is_it = [&step](const Fault& fault) { return fault.step == step; };
        const auto fault = std::find_if(verdict.faults.begin(), verdict.faults.end(), is_it);
        const bool is_wrong = fault != verdict.faults.end();
        const Words words = is_wrong ? departure_words(*fault) : standing(step, verdict);
        const Words more = is_wrong ? diagnosis_words(fault->mistakes, fault->likeness) : Words{};
        text += indented(padded_right(step, widest) + "   " + in(view.language, words));
        text += more.en.empty() ? "" : indented(std::string(widest, ' ') + "   " + in(view.language, more));
    }
    return text + ids_text({"no steps of the problem", "题目没有的步骤"}, verdict.unknown, view);
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
