#include "text/input_error.hpp"

namespace attention {
namespace {

std::string behind_chinese(const std::string& text)
{
    const bool is_latin = !text.empty() && static_cast<unsigned char>(text[0]) < 0x80;
    return (is_latin ? " " : "") + text;
}

}  // namespace

Words expected_got(const Words& expected, const Words& got)
{
    return {"expected " + expected.en + ", got " + got.en,
            "应为" + behind_chinese(expected.zh) + "，实为" + behind_chinese(got.zh)};
}

}  // namespace attention
