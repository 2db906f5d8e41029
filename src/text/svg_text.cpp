#include "text/svg_text.hpp"

#include <algorithm>

#include "text/format.hpp"

namespace attention {

std::string svg_escaped(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        result += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
    }
    return result;
}

std::string svg_formula(std::string_view text)
{
    constexpr std::string_view script_letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    std::string result;
    int height = 0;  // of the pen, in pixels above the line
    const auto add = [&](std::string_view run, int wanted) {
        const bool moves = wanted != height && !run.empty();
        const char* size = wanted == 0 ? "" : " class=\"script\"";
        result +=
            moves ? fmt::format("<tspan{} dy=\"{}\">{}</tspan>", size, height - wanted, svg_escaped(run)) : svg_escaped(run);
        height = moves ? wanted : height;
    };
    while (!text.empty()) {
        const std::size_t mark = std::min(text.find_first_of("_^"), text.size());
        add(text.substr(0, mark), 0);
        if (mark == text.size()) {
            break;
        }
        const int wanted = text[mark] == '_' ? -4 : 5;
        text.remove_prefix(mark + 1);
        constexpr std::string_view arrow = "←";
        const std::size_t brace = text.starts_with('{') ? 1 : 0;
        const std::size_t bare = text.starts_with(arrow) ? arrow.size() : text.find_first_not_of(script_letters);
        const std::size_t end = std::min(brace == 1 ? text.find('}') : bare, text.size());
        add(text.substr(brace, end - brace), wanted);
        text.remove_prefix(std::min(end + brace, text.size()));
    }
    return result;
}

std::size_t svg_width(std::string_view text, std::size_t each)
{
    std::size_t width = 0;
    for (const char byte : text) {
        const auto b = static_cast<unsigned char>(byte);
        width += b >= 0xE3 ? 14 : b < 0x80 || b >= 0xC0 ? each : 0;
    }
    return width;
}

std::string text_at(std::size_t x, std::size_t y, const char* style_class, const std::string& text)
{
    return fmt::format("    <text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", style_class, x, y, svg_formula(text));
}

}  // namespace attention
