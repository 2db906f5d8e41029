#include "app/chapters.hpp"

#include <algorithm>

namespace attention {

// Each stands in chapters/NAME/walkthrough.cpp.
Chapter single_output_chapter();
Chapter matrix_form_chapter();

const std::vector<Chapter>& chapters()
{
    static const std::vector<Chapter> table{
        single_output_chapter(),
        matrix_form_chapter(),
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

}  // namespace attention
