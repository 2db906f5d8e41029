#include "app/chapters.hpp"

#include <algorithm>
#include <stdexcept>

#include "text/read_problem.hpp"

namespace attention {

// Each stands in chapters/NAME/walkthrough.cpp.
Chapter why_attention_chapter();
Chapter single_output_chapter();
Chapter matrix_form_chapter();
Chapter scores_chapter();
Chapter source_and_target_chapter();
Chapter multi_head_chapter();
Chapter positional_encoding_chapter();
Chapter versus_rnn_chapter();

const std::vector<Chapter>& chapters()
{
    static const std::vector<Chapter> table{
        why_attention_chapter(),     single_output_chapter(), matrix_form_chapter(),         scores_chapter(),
        source_and_target_chapter(), multi_head_chapter(),    positional_encoding_chapter(), versus_rnn_chapter(),
    };
    return table;
}

const Chapter* find_chapter(std::string_view spoken)
{
    const auto is_meant = [spoken](const Chapter& chapter) {
        const std::string_view name = chapter.name;
        return spoken == name || spoken == name.substr(3) || spoken == name.substr(0, 2) ||
               (name[0] == '0' && spoken == name.substr(1, 1));
    };
    const auto found = std::find_if(chapters().begin(), chapters().end(), is_meant);
    return found == chapters().end() ? nullptr : &*found;
}

std::vector<Problem> own_problems(const Chapter& chapter)
{
    std::vector<Problem> problems;
    for (const Example& example : examples(chapter)) {
        problems.push_back(read_problem(example.text));
    }
    return problems;
}

const Problem& problem_for(const Mistake& mistake, const std::vector<Problem>& problems)
{
    const auto found = std::find_if(problems.begin(), problems.end(), mistake.concerns);
    if (found == problems.end()) {
        throw std::out_of_range("no problem shows " + mistake.name);
    }
    return *found;
}

}  // namespace attention
