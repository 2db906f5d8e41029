#include "app/checking.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <optional>
#include <system_error>
#include <utility>

#include <fnmatch.h>
#include <unistd.h>

#include "app/chapters.hpp"
#include "app/files.hpp"
#include "app/judged_cases.hpp"
#include "app/rendering.hpp"
#include "app/solving.hpp"
#include "judge/check.hpp"
#include "judge/report.hpp"
#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/ports_file.hpp"
#include "text/printable.hpp"
#include "text/read_answer.hpp"
#include "text/read_problem.hpp"
#include "text/suggestion.hpp"
#include "text/write_json.hpp"

namespace attention {
namespace {

using Names = std::vector<std::string>;

// ---- which cases ----

std::vector<JudgedCase> all_cases(const std::string& file)
{
    return file.empty() ? built_in_cases() : cases_in(file);
}

Names ids_of(const std::vector<JudgedCase>& cases)
{
    Names ids;
    for (const JudgedCase& one : cases) {
        ids.push_back(one.recorded.problem.id);
    }
    return ids;
}

/// Throws InputError for an id that is none.
void require_id(const std::string& id, const Names& ids, const Words& where)
{
    if (!holds(ids, id)) {
        throw InputError(where, expected_got({"the id of a case", "某个用例的 id"}, did_you_mean(id, ids)));
    }
}

bool means(const std::string& glob, const std::string& id)
{
    return fnmatch(glob.c_str(), id.c_str(), 0) == 0;
}

void require_meaning(const Names& globs, const Names& ids)
{
    for (const std::string& glob : globs) {
        if (std::none_of(ids.begin(), ids.end(), [&](const std::string& id) { return means(glob, id); })) {
            throw InputError(same("--case"), expected_got({"the id of a case, or a pattern such as '02_*'",
                                                           "某个用例的 id，或 '02_*' 这样的通配符"},
                                                          did_you_mean(glob, ids)));
        }
    }
}

/// The cases that one of the patterns means; all when there are none.
std::vector<JudgedCase> picked(std::vector<JudgedCase> cases, const Names& globs)
{
    require_meaning(globs, ids_of(cases));
    std::erase_if(cases, [&](const JudgedCase& one) {
        const auto means_it = [&](const std::string& glob) { return means(glob, one.recorded.problem.id); };
        return !globs.empty() && std::none_of(globs.begin(), globs.end(), means_it);
    });
    return cases;
}

// ---- which ports, and how ----

std::vector<DeclaredPort> ports_to_check(const Check& options)
{
    if (!options.ports.empty()) {
        return from_file(options.ports, [](const std::string& text) { return read_ports(text); });
    }
    DeclaredPort port{fmt::format("{}", fmt::join(options.words, " ")), options.words, {}};
    if (!options.known.empty()) {
        port.known = from_file(options.known, [](const std::string& text) { return read_known_failures(text); });
    }
    return {port};
}

/// Of numbers that were rounded to decimals, half the last one may be off.
Precision precision_of(const std::string& word)
{
    if (word == "float64") {
        return {};
    }
    if (word == "float32") {
        return single_precision;
    }
    constexpr int most = 12;
    int decimals = 0;
    const char* end = word.data() + word.size();
    if (std::from_chars(word.data(), end, decimals).ptr == end && decimals >= 1 && decimals <= most) {
        constexpr double half_way = 0.5 + 1e-9;  // 0.0625 may have become 0.062 or 0.063
        return {.absolute = half_way * std::pow(10, -decimals)};
    }
    throw InputError(same("--precision"), expected_got({"float64, float32, or how many decimals there are, from 1 to 12",
                                                        "float64、float32，或小数的位数（1 到 12）"},
                                                       did_you_mean(word, {"float64", "float32"})));
}

CheckOptions options_of(const Check& options, std::size_t n_cases, const std::string& port)
{
    CheckOptions result;
    result.limits.time = std::chrono::milliseconds(std::lround(options.seconds * 1000));
    result.limits.memory = static_cast<std::size_t>(options.mebibytes * 1024 * 1024);
    result.precision = precision_of(options.precision);
    if (isatty(STDERR_FILENO) != 0) {
        result.progress = [n_cases, port](std::size_t done) {
            const bool is_last = done == n_cases;
            std::cerr << (is_last ? "\r\033[K" : fmt::format("\r{}: {} / {} ", printable(port), done, n_cases)) << std::flush;
        };
    }
    return result;
}

PortResult checked(const DeclaredPort& port, const std::vector<JudgedCase>& cases, const std::vector<Mistake>& mistakes,
                   const Check& options)
{
    PortResult result = check_port(port.name, port.command, cases, mistakes, options_of(options, cases.size(), port.name));
    for (CaseResult& one : result.cases) {
        const auto known = port.known.find(one.id);
        one.known = known == port.known.end() ? "" : known->second;
    }
    return result;
}

void require_known_ids(const std::vector<DeclaredPort>& ports, const Names& ids, const Check& options)
{
    for (const DeclaredPort& port : ports) {
        for (const auto& [id, reason] : port.known) {
            const std::string file =
                options.ports.empty() ? options.known : options.ports + ": " + printable(port.name) + ".known";
            require_id(id, ids, same(file));
        }
    }
}

/// The record of the last run; nothing when there has been none.
std::optional<Record> last_record(const std::string& file)
{
    std::error_code error;
    if (file.empty() || !std::filesystem::exists(file, error)) {
        return std::nullopt;
    }
    return from_file(file, [](const std::string& text) { return read_record(text); });
}

/// What came out, and of ports and cases that were not asked what had come out before.
Record record_after(const std::optional<Record>& last, const std::vector<PortResult>& results)
{
    Record record = last.value_or(Record{});
    for (const PortResult& port : results) {
        for (const CaseResult& one : port.cases) {
            record[port.name][one.id] = outcome_name(one.outcome);
        }
    }
    return record;
}

std::string report_of(const std::vector<PortResult>& results, const Check& options, const View& view,
                      const Record* last = nullptr)
{
    if (options.report == "json") {
        return report_json(results);
    }
    return options.report == "junit" ? report_junit(results, view.language) : report_text(results, last, view);
}

bool check_ports(const Check& options, const View& view)
{
    const std::vector<DeclaredPort> ports = ports_to_check(options);
    const std::vector<JudgedCase> all = all_cases(options.cases);
    require_known_ids(ports, ids_of(all), options);
    const std::vector<JudgedCase> cases = picked(all, options.globs);
    const std::optional<Record> last = last_record(options.last);
    const std::vector<Mistake> mistakes = all_mistakes(chapters());
    std::vector<PortResult> results;
    for (const DeclaredPort& port : ports) {
        results.push_back(checked(port, cases, mistakes, options));
    }
    write_file(options.output, report_of(results, options, view, last ? &*last : nullptr));
    if (!options.last.empty()) {
        write_file(options.last, record_json(record_after(last, results)));
    }
    return std::all_of(results.begin(), results.end(), is_sound);
}

// ---- numbers worked out by hand ----

bool check_answers(const Check& options, const View& view)
{
    JudgedCase asked = from_file(options.words[0], judged_problem);
    const Answer answers = from_file(options.answers, [](const std::string& text) { return read_hand_answers(text); });
    std::string& id = asked.recorded.problem.id;
    id = printable(id.empty() ? std::filesystem::path(options.words[0]).stem().string() : id);
    const Precision precision = precision_of(options.precision);
    const PortResult result{
        printable(options.answers, longest_line), {result_of(answers, asked, all_mistakes(chapters()), precision)}, {}};
    const std::string report = options.report == "text" ? answer_text(result.cases[0], view) : report_of({result}, options, view);
    write_file(options.output, report);
    return is_sound(result);
}

/// One line that answers one problem.
std::string answer_to(const std::string& line)
{
    try {
        const Problem problem = read_problem(line);
        return walkthrough_line(walked(chapter_for(problem), problem));
    } catch (const InputError& error) {
        return error_line(id_in(line), error.what());
    }
}

}  // namespace

bool check(const Check& options, const View& view)
{
    return options.answers.empty() ? check_ports(options, view) : check_answers(options, view);
}

void answer()
{
    for (std::string line; std::getline(std::cin, line);) {
        write_output(answer_to(line) + "\n");
    }
}

void list_cases(const Names& globs, const View& view)
{
    std::string text;
    for (const JudgedCase& one : picked(built_in_cases(), globs)) {
        text += fmt::format("{:<40}  {}\n", one.recorded.problem.id, in(view.language, one.recorded.problem.title));
    }
    write_output(text);
}

}  // namespace attention
