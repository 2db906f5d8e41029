#include "app/checking.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <optional>
#include <system_error>

#include <fnmatch.h>
#include <unistd.h>

#include "app/cases.hpp"
#include "app/chapters.hpp"
#include "app/files.hpp"
#include "app/rendering.hpp"
#include "app/solving.hpp"
#include "judge/check.hpp"
#include "judge/report.hpp"
#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/ports_file.hpp"
#include "text/printable.hpp"
#include "text/read_answer.hpp"
#include "text/read_case.hpp"
#include "text/read_problem.hpp"
#include "text/suggestion.hpp"
#include "text/write_json.hpp"

namespace attention {
namespace {

using Names = std::vector<std::string>;

// ---- which cases ----

JudgedCase judged_case(const std::string& text)
{
    Case recorded = read_case(text);
    const Chapter& chapter = chapter_for(recorded.problem);
    return {std::move(recorded), &chapter};
}

/// The files of cases that a name stands for: itself, or all in the folder.
Names case_files(const std::string& name)
{
    std::error_code error;
    if (!std::filesystem::is_directory(name, error)) {
        return {name};
    }
    Names files;
    for (const auto& entry : std::filesystem::directory_iterator(name, error)) {
        if (entry.path().extension() == ".json") {
            files.push_back(entry.path().string());
        }
    }
    std::sort(files.begin(), files.end());
    if (files.empty()) {
        throw InputError(same(name),
                         expected_got({"a folder with cases, *.json", "含有用例（*.json）的文件夹"}, {"none", "一个也没有"}));
    }
    return files;
}

std::vector<JudgedCase> all_cases(const std::string& name)
{
    std::vector<JudgedCase> cases;
    if (name.empty()) {
        for (const std::string_view text : recorded_cases()) {
            cases.push_back(judged_case(std::string(text)));
        }
    } else {
        for (const std::string& file : case_files(name)) {
            cases.push_back(from_file(file, judged_case));
        }
    }
    return cases;
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

/// The cases that one of the patterns means; all when there are none.
std::vector<JudgedCase> picked_cases(const Names& globs, const std::string& folder)
{
    std::vector<JudgedCase> cases = all_cases(folder);
    const auto means = [](const std::string& glob, const std::string& id) { return fnmatch(glob.c_str(), id.c_str(), 0) == 0; };
    const Names ids = ids_of(cases);
    for (const std::string& glob : globs) {
        if (std::none_of(ids.begin(), ids.end(), [&](const std::string& id) { return means(glob, id); })) {
            require_id(glob, ids, same("--case"));
        }
    }
    std::erase_if(cases, [&](const JudgedCase& one) {
        const std::string& id = one.recorded.problem.id;
        return !globs.empty() &&
               std::none_of(globs.begin(), globs.end(), [&](const std::string& glob) { return means(glob, id); });
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

/// How much wider the tolerances are than in double precision. Of numbers that were rounded to decimals, half the last one counts.
double widening_of(const std::string& precision)
{
    const std::vector<std::string> words{"float64", "float32"};
    int decimals = 0;
    const char* end = precision.data() + precision.size();
    if (precision == words[0]) {
        return 1;
    }
    if (precision == words[1]) {
        return single_precision;
    }
    constexpr int most = 12;
    if (std::from_chars(precision.data(), end, decimals).ptr == end && decimals >= 1 && decimals <= most) {
        constexpr double half_way = 0.5 + 1e-9;  // 0.0625 may have become 0.062 or 0.063
        return half_way * std::pow(10, -decimals) / Case{}.tolerance;
    }
    throw InputError(same("--precision"), expected_got({"float64, float32, or how many decimals there are, from 1 to 12",
                                                        "float64、float32，或小数的位数（1 到 12）"},
                                                       did_you_mean(precision, words)));
}

CheckOptions options_of(const Check& options, std::size_t n_cases, const std::string& port)
{
    CheckOptions result;
    result.limits.time = std::chrono::milliseconds(std::lround(options.seconds * 1000));
    result.limits.memory = static_cast<std::size_t>(options.mebibytes * 1024 * 1024);
    result.widening = widening_of(options.precision);
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
    require_known_ids(ports, ids_of(all_cases(options.cases)), options);
    const std::vector<JudgedCase> cases = picked_cases(options.globs, options.cases);
    const std::optional<Record> last = last_record(options.last);
    const std::vector<Mistake> mistakes = all_mistakes(chapters());
    std::vector<PortResult> results;
    for (const DeclaredPort& port : ports) {
        results.push_back(checked(port, cases, mistakes, options));
    }
    write_file(options.output, report_of(results, options, view, last ? &*last : nullptr));
    if (!options.last.empty()) {
        write_file(options.last, report_json(results));
    }
    return std::all_of(results.begin(), results.end(), is_sound);
}

// ---- numbers worked out by hand ----

bool check_answers(const Check& options, const View& view)
{
    JudgedCase asked = from_file(options.words[0], [](const std::string& text) {
        Case recorded = unrecorded_case(text);
        const Chapter& chapter = chapter_for(recorded.problem);
        for (const Step& step : walked(chapter, recorded.problem).steps) {
            recorded.expected[step.name] = step.value;
        }
        return JudgedCase{std::move(recorded), &chapter};
    });
    const StepValues answers = from_file(options.answers, [](const std::string& text) { return read_hand_answers(text); });
    if (asked.recorded.problem.id.empty()) {
        asked.recorded.problem.id = std::filesystem::path(options.words[0]).stem().string();
    }
    const double widening = widening_of(options.precision);
    const PortResult result{options.answers, {result_of(answers, asked, all_mistakes(chapters()), widening)}, {}};
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
    for (const JudgedCase& one : picked_cases(globs, "")) {
        text += fmt::format("{:<40}  {}\n", one.recorded.problem.id, in(view.language, one.recorded.problem.title));
    }
    write_output(text);
}

}  // namespace attention
