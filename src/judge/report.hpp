#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "judge/check.hpp"
#include "text/terminal.hpp"

namespace attention {

/// How the cases of each port came out in a run: their outcomes by id, by the name of the port.
using Record = std::map<std::string, std::map<std::string, std::string>>;

/// The name of an outcome in a report: "right", "wrong", "no_answer", "unsupported", "not_asked".
std::string outcome_name(Outcome outcome);

/// For people: a table, ports across and chapters down; then for each port what is wrong, each cause once, with the first case in
/// which it is; and what has changed since `last`, unless that is nullptr.
std::string report_text(const std::vector<PortResult>& ports, const Record* last, const View& view);

/// For people, about one answer: every step of its problem, and what is wrong with it.
std::string answer_text(const CaseResult& result, const View& view);

/// For programs: {"ports": [{"name", "cases": [{"id", "chapter", "outcome", "faults": […], …}]}]}, as docs/porting.md describes it.
std::string report_json(const std::vector<PortResult>& ports);

/// For build servers: JUnit's XML, a suite for each port and chapter.
std::string report_junit(const std::vector<PortResult>& ports, Language language);

/// For the next run: {"ports": [{"name", "cases": [{"id", "outcome"}]}]}.
std::string record_json(const Record& record);

/// Reads what record_json or report_json wrote, as far as a later run wants it. Throws InputError for anything else.
Record read_record(std::string_view text);

// ---- the parts of a report ----

/// Where and how a step departs: "alpha_prime[1][2]: expected 0.25, got 0.5".
Words departure_words(const Fault& fault);

/// What the mistakes did, or what is still right about the numbers; empty when nothing is known.
Words diagnosis_words(const std::vector<Mistake>& mistakes, const Words& likeness);

}  // namespace attention
