#pragma once
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/scoring.hpp"

namespace attention {

/// A field of the problem format.
struct Field {
    std::string name;
    std::vector<std::string> kinds;  ///< of problem, to which it belongs
    std::string chapter;             ///< that brings it
};

/// A kind of problem.
struct Kind {
    std::string name;
    std::string chapter;  ///< that brings it
};

const std::vector<Kind>& problem_kinds();
const std::vector<Field>& problem_fields();

std::vector<std::string> names_of_kinds();

/// A score by the name that problems give it.
struct NamedScore {
    std::string name;
    Score score;
};

/// "dot", which holds when a problem names none, "bilinear" and "additive".
const std::vector<NamedScore>& problem_scores();

std::vector<std::string> names_of_scores();

/// Whether a field says what holds without it, such as "scale": "none".
bool is_default(const std::string& field, const nlohmann::json& value);

/// The names of the fields that a kind of problem may have, in the order of the format.
std::vector<std::string> fields_of(const std::string& kind);

/// What makes a case of a problem: the names of these fields.
const std::vector<std::string>& fields_of_cases();

/// The kinds of problem that may have the field; none when the format does not know it.
std::vector<std::string> kinds_with(const std::string& field);

/// The scores with which an attention problem may have the field: all, unless the field belongs to some of them.
std::vector<std::string> scores_with(const std::string& field);

/// The chapter that brings a kind of problem, by its name. Throws std::out_of_range for a name that the format does not have.
std::string chapter_of_kind(const std::string& kind);

/// The chapter that brings a field to a kind of problem. Throws std::out_of_range for a field that the kind does not have.
std::string chapter_of_field(const std::string& field, const std::string& kind);

}  // namespace attention
