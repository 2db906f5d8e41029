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

const std::vector<Chapter>& chapters()
{
    static const std::vector<Chapter> table{
        why_attention_chapter(),
        single_output_chapter(),
        matrix_form_chapter(),
        scores_chapter(),
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

const Example& example_for(const Mistake& mistake, const Chapter& chapter)
{
    for (const Example& example : examples(chapter)) {
        if (mistake.concerns(read_problem(example.text))) {
            return example;
        }
    }
    throw std::out_of_range("no problem of " + chapter.name + " shows " + mistake.name);
}

}  // namespace attention
