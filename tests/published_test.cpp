// Numbers that nobody here made up: each example in tests/published is a problem, NAME.json, and what its source printed for it,
// NAME.printed.json. docs/published.md describes both.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/files.hpp"
#include "base/holds.hpp"
#include "close_to.hpp"
#include "run.hpp"
#include "text/exact_number.hpp"
#include "text/json_document.hpp"

using namespace attention;
using namespace attention::test;
using nlohmann::json;

namespace {

using Names = std::vector<std::string>;

const Names no_faults;

std::string source_file(const std::string& name)
{
    return std::string(ATTENTION_SOURCE_DIR "/") + name;
}

std::string problem_file(const std::string& example)
{
    return source_file("tests/published/" + example + ".json");
}

json what_was_printed(const std::string& example)
{
    return parse_json(read_file(source_file("tests/published/" + example + ".printed.json")));
}

json solved(const std::string& example)
{
    const End end = run({"solve", problem_file(example), "--format", "json"});
    INFO(end.err);
    REQUIRE(end.exit_code == 0);
    return json::parse(end.out);
}

/// The names of the files in the folder that end so, without that ending.
std::set<std::string> names_before(std::string_view ending)
{
    std::set<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(source_file("tests/published"))) {
        const std::string name = file.path().filename().string();
        if (name.ends_with(ending)) {
            names.insert(name.substr(0, name.size() - ending.size()));
        }
    }
    return names;
}

std::set<std::string> examples()
{
    std::set<std::string> names = names_before(".printed.json");
    REQUIRE_FALSE(names.empty());
    return names;
}

/// Half a unit of the last digit that was printed: "0.363" -> 0.0005, "6.0337e-06" -> 0.5e-10. Nothing without a decimal.
std::optional<double> half_a_unit(const std::string& printed)
{
    const std::size_t point = printed.find('.');
    const std::size_t end = std::min(printed.find('e'), printed.size());
    if (printed.find_first_not_of("0123456789.e+-") != std::string::npos || point == std::string::npos || end <= point + 1) {
        return std::nullopt;
    }
    const int decimals = static_cast<int>(end - point) - 1;
    const int exponent = end == printed.size() ? 0 : std::stoi(printed.substr(end + 1));
    return 0.5 * std::pow(10, exponent - decimals);
}

/// What a file says of one number, beside ours.
struct Claim {
    std::string place;  ///< "alpha_prime[2][1]"
    json said;
    json ours;
};

bool is_exactly(double expected, double ours)
{
    return std::abs(ours - expected) <= exact * std::max(1., std::abs(expected));
}

/// A number, or an exact string, is meant exactly; decimals in quotes are meant to their last digit.
bool is_true(const Claim& claim)
{
    if (!claim.ours.is_number() || claim.said.is_structured()) {
        return false;  // lists of different lengths, for one
    }
    const auto ours = claim.ours.get<double>();
    if (claim.said.is_number()) {
        return is_exactly(claim.said.get<double>(), ours);
    }
    const auto text = claim.said.get<std::string>();
    if (const std::optional<double> value = exact_number(text)) {
        return is_exactly(*value, ours);
    }
    constexpr double hair = 1 + 1e-6;  // a tie may be rounded up or down
    const std::optional<double> half = half_a_unit(text);
    return half && std::abs(ours - std::stod(text)) <= *half * hair;
}

void add_claims(const json& said, const json& ours, const std::string& place, std::vector<Claim>& claims)
{
    if (said.is_null()) {
        return;  // nothing was printed there
    }
    if (said.is_array() && ours.is_array() && said.size() == ours.size()) {
        for (std::size_t i = 0; i < said.size(); ++i) {
            add_claims(said[i], ours[i], place + "[" + std::to_string(i + 1) + "]", claims);
        }
        return;
    }
    claims.push_back({place, said, ours});
}

json value_of_step(const std::string& name, const json& walkthrough)
{
    for (const json& step : walkthrough.at("steps")) {
        if (step.at("name") == name) {
            return step.at("value");
        }
    }
    return nullptr;
}

/// All that a field of the file ("printed", "exact", "right") says of the steps; nothing when it is not there.
std::vector<Claim> claims_in(const std::string& field, const json& published, const json& walkthrough)
{
    std::vector<Claim> claims;
    const json steps = published.value(field, json::object());
    for (const auto& [step, said] : steps.items()) {
        add_claims(said, value_of_step(step, walkthrough), step, claims);
    }
    return claims;
}

Names faults_of_claims(const std::vector<Claim>& claims)
{
    Names faults;
    for (const Claim& claim : claims) {
        if (!is_true(claim)) {
            faults.push_back(claim.place + ": " + claim.ours.dump() + " for " + claim.said.dump());
        }
    }
    return faults;
}

/// An object with exactly these fields, each some text.
bool is_text(const json& object, const Names& fields)
{
    return object.is_object() && object.size() == fields.size() &&
           std::all_of(fields.begin(), fields.end(), [&object](const std::string& field) {
               return object.contains(field) && object[field].is_string() && !object[field].get<std::string>().empty();
           });
}

Names faults_of_fields(const json& published)
{
    Names faults;
    for (const auto& [field, value] : published.items()) {
        if (!holds(Names{"source", "printed", "exact", "right", "note"}, field)) {
            faults.push_back(field + ": an unknown field");
        }
    }
    if (!is_text(published.value("source", json()), {"title", "place", "path", "edition"})) {
        faults.emplace_back("source: expected title, place, path and edition");
    }
    const bool needs_note = published.contains("right");
    if ((needs_note || published.contains("note")) && !is_text(published.value("note", json()), {"en", "zh"})) {
        faults.emplace_back("note: expected en and zh");
    }
    return faults;
}

/// All that is wrong with an example, given what the program makes of its problem.
Names faults_of(const json& published, const json& walkthrough)
{
    Names faults = faults_of_fields(published);
    const auto add = [&faults](const Names& more) { faults.insert(faults.end(), more.begin(), more.end()); };
    std::vector<Claim> printed = claims_in("printed", published, walkthrough);
    if (printed.empty()) {
        faults.emplace_back("printed: nothing");
    }
    const std::vector<Claim> right = claims_in("right", published, walkthrough);
    for (const Claim& correction : right) {
        const auto corrected =
            std::find_if(printed.begin(), printed.end(), [&](const Claim& claim) { return claim.place == correction.place; });
        if (corrected == printed.end() || is_true(*corrected)) {
            faults.push_back(correction.place + ": nothing wrong was printed there");
        } else {
            printed.erase(corrected);
        }
    }
    add(faults_of_claims(printed));
    add(faults_of_claims(right));
    add(faults_of_claims(claims_in("exact", published, walkthrough)));
    return faults;
}

/// The printed number with its last digit moved by one.
std::string one_off(std::string printed)
{
    char& last = printed[std::min(printed.find('e'), printed.size()) - 1];
    last = static_cast<char>(last == '9' ? '8' : last + 1);
    return printed;
}

/// The file once for each of its numbers in decimals, with that number one off in its last digit. What is printed wrong is left
/// alone: nobody can tell one wrong digit from another.
std::vector<json> one_digit_off(const json& published)
{
    const json flat = published.flatten();
    std::vector<json> changed;
    for (const auto& [place, value] : flat.items()) {
        const bool is_wrong = place.starts_with("/printed/") && flat.value("/right/" + place.substr(9), json()) != nullptr;
        const bool is_claim = place.starts_with("/printed/") || place.starts_with("/right/");
        if (is_claim && !is_wrong && value.is_string() && half_a_unit(value.get<std::string>())) {
            json copy = flat;
            copy[place] = one_off(value.get<std::string>());
            changed.push_back(copy.unflatten());
        }
    }
    return changed;
}

/// A made-up example: what was printed, and what else the file holds.
json example_with(const json& printed, const json& more = json::object())
{
    json example{{"source", {{"title", "t"}, {"place", "p"}, {"path", "f"}, {"edition", "1"}}}, {"printed", printed}};
    example.update(more);
    return example;
}

}  // namespace

SCENARIO("what others printed comes out", "[published]")
{
    for (const std::string& example : examples()) {
        DYNAMIC_SECTION(example)
        {
            CHECK(faults_of(what_was_printed(example), solved(example)) == no_faults);
        }
    }
}

SCENARIO("one printed digit that is one off is noticed, in each number of each example", "[published]")
{
    for (const std::string& example : examples()) {
        DYNAMIC_SECTION(example)
        {
            const json walkthrough = solved(example);
            for (const json& changed : one_digit_off(what_was_printed(example))) {
                INFO(changed.dump());
                CHECK(faults_of(changed, walkthrough).size() == 1);
            }
            CHECK(walkthrough["id"] == example);
        }
    }
}

SCENARIO("each example is a problem with what was printed, and stands on both pages", "[published]")
{
    std::set<std::string> files;
    for (const std::string& example : examples()) {
        files.insert({example, example + ".printed"});
        for (const std::string page : {"docs/published.md", "docs/published.zh.md"}) {
            INFO(page << " has no link to " << example);
            CHECK(read_file(source_file(page)).find("published/" + example + ".json)") != std::string::npos);
        }
    }
    CHECK(names_before(".json") == files);
    CHECK(names_before("").size() == files.size());
}

SCENARIO("a file that says too much, too little, or something false is refused", "[published]")
{
    const json ours = {{"steps", {{{"name", "alpha"}, {"value", {0.25, 2.0 / 3}}}}}};
    const json note = {{"en", "why"}, {"zh", "原因"}};
    const auto faults = [&](const json& example) { return faults_of(example, ours); };
    THEN("digits count as far as they were printed, a tie either way, exact numbers to the last bits")
    {
        CHECK(faults(example_with({{"alpha", {"0.25", "0.6667"}}})) == no_faults);
        CHECK(faults(example_with({{"alpha", {"0.3", "6.67e-01"}}})) == no_faults);
        CHECK(faults(example_with({{"alpha", {"0.2", nullptr}}})) == no_faults);
        CHECK(faults(example_with({{"alpha", {0.25, "2/3"}}})) == no_faults);
        CHECK(faults(example_with({{"alpha", {0.25, 0.6667}}})) == Names{"alpha[2]: 0.6666666666666666 for 0.6667"});
        CHECK(faults(example_with({{"alpha", {0.25, "0.666"}}})) == Names{"alpha[2]: 0.6666666666666666 for \"0.666\""});
    }
    THEN("a whole number in quotes is refused: nobody knows to which digit it was printed")
    {
        CHECK(faults(example_with({{"alpha", {"0", "2/3"}}})) == Names{"alpha[1]: 0.25 for \"0\""});
        CHECK_FALSE(half_a_unit("14"));
        CHECK_FALSE(half_a_unit("14."));
        CHECK_FALSE(half_a_unit("1.4 or so"));
        CHECK(half_a_unit("0.363") == 0.0005);
    }
    THEN("shapes and steps count")
    {
        CHECK(faults(example_with({{"alpha", {0.25}}})).size() == 1);
        CHECK(faults(example_with({{"alpha", {0.25, "2/3"}}, {"beta", {0.25}}})) == Names{"beta: null for [0.25]"});
        CHECK(faults(example_with({{"alpha", nullptr}})) == Names{"printed: nothing"});
    }
    THEN("a wrong print needs what is right, and words; a right print must not have it")
    {
        const json right = {{"alpha", {nullptr, "0.667"}}};
        const json wrong = {{"alpha", {"0.25", "0.666"}}};
        CHECK(faults(example_with(wrong, {{"right", right}, {"note", note}})) == no_faults);
        CHECK(faults(example_with(wrong, {{"right", right}})) == Names{"note: expected en and zh"});
        CHECK(faults(example_with({{"alpha", {"0.25", "0.667"}}}, {{"right", right}, {"note", note}})) ==
              Names{"alpha[2]: nothing wrong was printed there"});
        CHECK(faults(example_with(wrong, {{"right", {{"alpha", {nullptr, "0.665"}}}}, {"note", note}})).size() == 1);
        CHECK(faults(example_with({{"alpha", {"0.25", "0.667"}}}, {{"exact", {{"alpha", {nullptr, "3/5"}}}}})).size() == 1);
    }
    THEN("fields are known, and the source is told")
    {
        CHECK(faults(example_with({{"alpha", {0.25, "2/3"}}}, {{"rigth", 1}})) == Names{"rigth: an unknown field"});
        CHECK(faults({{"printed", {{"alpha", {0.25, "2/3"}}}}}) == Names{"source: expected title, place, path and edition"});
        CHECK(faults(example_with({{"alpha", {0.25, "2/3"}}}, {{"note", {{"en", "why"}}}})) == Names{"note: expected en and zh"});
    }
}
