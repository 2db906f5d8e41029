#include "text/input_error.hpp"

namespace attention {

Words with_colon(const Words& before, const Words& behind)
{
    const bool has_both = !before.en.empty() && !behind.en.empty();
    return {before.en + (has_both ? ": " : "") + behind.en, before.zh + (has_both ? "：" : "") + behind.zh};
}

Words told(const InputError& error)
{
    return with_colon(error.where, error.words);
}

std::string behind_chinese(const std::string& text)
{
    const bool is_latin = !text.empty() && static_cast<unsigned char>(text[0]) < 0x80;
    return (is_latin ? " " : "") + text;
}

Words expected_got(const Words& expected, const Words& got)
{
    return {"expected " + expected.en + ", got " + got.en,
            "应为" + behind_chinese(expected.zh) + "，实为" + behind_chinese(got.zh)};
}

}  // namespace attention
