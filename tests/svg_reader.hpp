#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "text/printable.hpp"

// Looks at a picture that the program drew: is it XML, what stands where?

namespace attention::test {

inline bool has_bad_entity(std::string_view text)
{
    for (std::size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1)) {
        const std::string_view rest = text.substr(at);
        if (!rest.starts_with("&amp;") && !rest.starts_with("&lt;") && !rest.starts_with("&gt;")) {
            return true;
        }
    }
    return false;
}

/// Takes ` name="value"` after ` name="value"` until nothing is left.
inline bool are_attributes(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t equals = text.find("=\"");
        const std::size_t end = equals == std::string_view::npos ? equals : text.find('"', equals + 2);
        if (text[0] != ' ' || equals < 2 || end == std::string_view::npos) {
            return false;
        }
        text.remove_prefix(end + 1);
    }
    return true;
}

/// What is wrong with the XML, or "none".
inline std::string xml_fault(std::string_view text)
{
    std::vector<std::string> open;
    const bool starts = text.starts_with("<svg ");
    while (!text.empty()) {
        const std::size_t start = std::min(text.find('<'), text.size());
        if (has_bad_entity(text.substr(0, start)) ||
            (open.empty() && text.substr(0, start).find_first_not_of('\n') != std::string_view::npos && starts)) {
            return "stray text " + std::string(text.substr(0, start));
        }
        if (start == text.size()) {
            break;
        }
        const std::size_t end = text.find('>', start);
        if (end == std::string_view::npos) {
            return "a tag that does not end";
        }
        std::string_view tag = text.substr(start + 1, end - start - 1);
        text.remove_prefix(end + 1);
        if (tag.starts_with('/')) {
            if (open.empty() || open.back() != tag.substr(1)) {
                return "unexpected <" + std::string(tag) + ">";
            }
            open.pop_back();
            continue;
        }
        const bool closes_itself = tag.ends_with('/');
        tag.remove_suffix(closes_itself ? 1 : 0);
        const std::size_t name = std::min(tag.find(' '), tag.size());
        if (name == 0 || !are_attributes(tag.substr(name)) || has_bad_entity(tag) || tag.find('<') != std::string_view::npos) {
            return "malformed <" + std::string(tag) + ">";
        }
        if (!closes_itself) {
            open.emplace_back(tag.substr(0, name));
        }
    }
    return !starts ? "no root" : open.empty() ? "none" : open.back() + " stays open";
}

/// One element of the picture; each stands on a line of its own.
struct Drawn {
    std::string step;  ///< the panel in which it stands: "alpha"
    std::string type;  ///< its class: "number"
    std::size_t x = 0, y = 0, width = 0, height = 0;
    std::string opacity;
    std::string text;  ///< without tags
};

inline std::string attribute_of(const std::string& line, const std::string& name)
{
    const std::size_t at = line.find(" " + name + "=\"");
    const std::size_t start = at + name.size() + 3;
    return at == std::string::npos ? "" : line.substr(start, line.find('"', start) - start);
}

inline std::string without_tags(const std::string& line)
{
    std::string text;
    bool inside = false;
    for (const char c : line) {
        inside = inside || c == '<';
        text += inside ? "" : std::string(1, c);
        inside = inside && c != '>';
    }
    return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

inline std::size_t whole_number(const std::string& text)
{
    return std::strtoul(text.c_str(), nullptr, 10);
}

inline std::vector<Drawn> drawn_in(const std::string& svg)
{
    std::vector<Drawn> all;
    std::string step;
    for (std::size_t at = 0; at < svg.size();) {
        const std::size_t end = svg.find('\n', at);
        const std::string line = svg.substr(at, end - at);
        at = end + 1;
        const std::string group = line.find("<g ") == std::string::npos ? "" : attribute_of(line, "class");
        step = group.starts_with("step-") ? group.substr(5) : step;
        if (!step.empty() && (line.find("<rect ") != std::string::npos || line.find("<text ") != std::string::npos)) {
            all.push_back({step, attribute_of(line, "class"), whole_number(attribute_of(line, "x")),
                           whole_number(attribute_of(line, "y")), whole_number(attribute_of(line, "width")),
                           whole_number(attribute_of(line, "height")), attribute_of(line, "fill-opacity"), without_tags(line)});
        }
    }
    return all;
}

inline std::vector<Drawn> drawn_of(const std::vector<Drawn>& all, const std::string& step, const std::string& type)
{
    std::vector<Drawn> wanted;
    for (const Drawn& one : all) {
        if (one.step == step && one.type == type) {
            wanted.push_back(one);
        }
    }
    return wanted;
}

inline std::vector<std::string> texts_of(const std::vector<Drawn>& all, const std::string& step, const std::string& type)
{
    std::vector<std::string> wanted;
    for (const Drawn& one : drawn_of(all, step, type)) {
        wanted.push_back(one.text);
    }
    return wanted;
}

/// How wide text of 13 px is at least: a digit of a number 8 px, another letter 6 on average, a Chinese character 13.
inline std::size_t least_width(const Drawn& one)
{
    const std::size_t letters = character_count(one.text);
    const auto chinese = static_cast<std::size_t>(
        std::count_if(one.text.begin(), one.text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0xE3; }));
    return one.type == "number" ? 8 * letters : 6 * (letters - chinese) + 13 * chinese;
}

/// The first thing that leaves the card, or its cell; or "nothing".
inline std::string what_sticks_out(const std::string& svg)
{
    const std::string root = svg.substr(0, svg.find('\n'));
    const std::size_t width = whole_number(attribute_of(root, "width"));
    const std::size_t height = whole_number(attribute_of(root, "height"));
    const std::vector<Drawn> all = drawn_in(svg);
    const auto is_cell = [](const Drawn& one) { return one.type == "cell"; };
    const auto first = std::find_if(all.begin(), all.end(), is_cell);
    constexpr std::size_t room_in_heat_map = 56;  // there a head stands above every fourth cell of 14
    const std::size_t cell = first == all.end() ? room_in_heat_map : first->width;
    for (const Drawn& one : all) {
        const bool is_centred = one.type == "number" || one.type.starts_with("head");
        const std::size_t right_edge = one.x + (is_centred ? cell / 2 : one.width + least_width(one));
        if (right_edge > width || one.y + one.height + 6 > height || (is_centred && least_width(one) > cell)) {
            return one.step + " " + one.type + " " + one.text;
        }
    }
    return "nothing";
}

}  // namespace attention::test
