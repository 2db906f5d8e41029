#pragma once
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "base/problem.hpp"

namespace attention {

/// Reads a problem from JSON, as docs/problem-format.md describes it, and checks everything in it.
/// A problem of a kind, or with fields, that no chapter answers yet comes back with its kind, id, title and `asks` alone.
/// What makes a case of it, such as `expected`, is passed over.
/// Throws InputError with the path inside the file, what was expected there and what came.
Problem read_problem(std::string_view text);

/// The same from an object that has been parsed and has fields of a problem only.
Problem problem_of(const nlohmann::json& document);

/// Takes what makes a case of a problem, such as `expected`, out of the object: it is returned, and the problem remains.
nlohmann::json take_record(nlohmann::json& document);

/// The id of what looks like a problem; empty when none can be found.
std::string id_in(std::string_view text);

}  // namespace attention
