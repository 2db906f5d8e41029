// How the numbers in a JSON file are read, whoever asks for them.
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "close_to.hpp"
#include "text/input_error.hpp"
#include "text/json_values.hpp"

using namespace attention;
using attention::test::close_to;

namespace {

const Words as_told{", as told", "（照说的）"};

/// What is wrong with a matrix in a file, or "nothing".
std::string fault_of_matrix(const char* text, const Length& row)
{
    ValueReader values;
    try {
        values.matrix(nlohmann::json::parse(text), "M", row);
    } catch (const InputError& error) {
        return error.what();
    }
    return "nothing";
}

}  // namespace

SCENARIO("a length that is left open is that of the first", "[values]")
{
    ValueReader values;
    THEN("for vectors, the rows of a matrix, and lists of true and false")
    {
        CHECK(values.vector(nlohmann::json::parse("[1, 2, 3]"), "x", {}).size() == 3);
        CHECK_THAT(values.matrix(nlohmann::json::parse("[[1, 2, 3], [4, 5, 6]]"), "M", {}),
                   close_to(Matrix{{1, 2, 3}, {4, 5, 6}}));
        CHECK(ValueReader::booleans(nlohmann::json::parse("[true, false]"), "p", {}) == std::vector<bool>{true, false});
    }
    THEN("and the others must be like it")
    {
        CHECK(fault_of_matrix("[[1, 2], [3]]", {}) == "M[2]: expected 2 numbers like M[1], got 1 number");
    }
}

SCENARIO("a length that is told takes no memory until it is there", "[values]")
{
    constexpr std::size_t too_long = std::size_t{1} << 60U;
    CHECK(fault_of_matrix("[[1]]", {too_long, as_told}) == "M[1]: expected 1152921504606846976 numbers, as told, got 1 number");
    CHECK(fault_of_matrix("[[1, 2], [3, 4]]", {2, as_told}) == "nothing");
}
