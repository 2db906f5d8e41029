#include "app/judged_cases.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/cases.hpp"
#include "app/chapters.hpp"
#include "app/files.hpp"
#include "app/solving.hpp"
#include "base/holds.hpp"
#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/printable.hpp"
#include "text/read_case.hpp"
#include "text/read_problem.hpp"
#include "text/suggestion.hpp"

namespace attention {
namespace {

const std::vector<std::string>& names_of_mistakes()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> result;
        for (const Mistake& mistake : all_mistakes(chapters())) {
            result.push_back(mistake.name);
        }
        return result;
    }();
    return names;
}

void require_mistakes(const std::vector<std::string>& names)
{
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!holds(names_of_mistakes(), names[i])) {
            throw InputError(same(fmt::format("catches[{}]", i + 1)), expected_got({"the name of a mistake", "某个错误的名字"},
                                                                                   did_you_mean(names[i], names_of_mistakes())));
        }
    }
}

/// The files that a name stands for: itself, or all of its folder that may be cases.
std::vector<std::string> files_of(const std::string& name)
{
    std::error_code error;
    if (!std::filesystem::is_directory(name, error)) {
        return {name};
    }
    std::vector<std::string> files;
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

}  // namespace

JudgedCase judged_case(const std::string& text)
{
    Case recorded = read_case(text);
    const Chapter& chapter = chapter_for(recorded.problem);
    const Walkthrough walkthrough = walked(chapter, recorded.problem);
    require_steps_of(walkthrough, recorded.expected, "expected.");
    for (const auto& [convention, steps] : recorded.acceptable) {
        require_steps_of(walkthrough, steps, "acceptable." + convention + ".");
    }
    require_mistakes(recorded.catches);
    return {std::move(recorded), line_for_port(text), &chapter};
}

JudgedCase judged_problem(const std::string& text)
{
    JudgedCase asked{};
    if (is_case(text)) {
        asked = judged_case(text);
    } else {
        asked.recorded.problem = read_problem(text);
        asked.chapter = &chapter_for(asked.recorded.problem);
    }
    for (const Step& step : walked(*asked.chapter, asked.recorded.problem).steps) {
        asked.recorded.expected.emplace(step.name, step.value);
    }
    return asked;
}

std::vector<JudgedCase> built_in_cases()
{
    std::vector<JudgedCase> cases;
    for (const std::string_view text : recorded_cases()) {
        cases.push_back(judged_case(std::string(text)));
    }
    return cases;
}

std::vector<JudgedCase> cases_in(const std::string& name)
{
    std::vector<JudgedCase> cases;
    std::map<std::string, std::string> files;  // by id
    for (const std::string& file : files_of(name)) {
        cases.push_back(from_file(file, judged_case));
        const std::string& id = cases.back().recorded.problem.id;
        const auto [first, is_new] = files.emplace(id, file);
        if (!is_new) {
            const std::string other = printable(first->second, longest_line);
            throw InputError(
                with_colon(input_name(file), same("id")),
                expected_got({"an id of its own", "与其他用例不同的 id"},
                             {fmt::format("\"{}\", as in {}", id, other), fmt::format("\"{}\"（{} 里已有）", id, other)}));
        }
    }
    return cases;
}

}  // namespace attention
