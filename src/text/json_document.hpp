#pragma once
#include <cstddef>
#include <string_view>

#include <nlohmann/json.hpp>

namespace attention {

constexpr std::size_t deepest_json = 16;  ///< nested lists and objects; the problem format needs five

/// Reads one JSON document, strictly: UTF-8 without a byte order mark, no field twice in an object, nesting of at most
/// deepest_json, numbers within the range of a double.
/// Throws InputError that names the place: the line and column, or the path of a repeated field.
nlohmann::json parse_json(std::string_view text);

/// The same when it is an object; else it throws InputError as well.
nlohmann::json parse_object(std::string_view text);

}  // namespace attention
