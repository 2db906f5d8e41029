// Whatever is read as a case is refused in one line, or judged: what it records is an answer to it, and the line that a port would be
// sent is a problem.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/chapters.hpp"
#include "app/judged_cases.hpp"
#include "judge/check.hpp"
#include "text/input_error.hpp"
#include "text/read_case.hpp"
#include "text/read_problem.hpp"

namespace {

using namespace attention;

/// Long sums are as good a test as short ones, and take the time of many.
bool is_small(const Problem& problem)
{
    constexpr std::size_t most = 64;
    return problem.n <= most && problem.d <= most && problem.inputs.size() <= most && problem.measure.empty();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const std::vector<Mistake> mistakes = all_mistakes(chapters());
    const std::string text(reinterpret_cast<const char*>(data), size);
    JudgedCase asked{};
    try {
        if (!is_small(read_case(text).problem)) {
            return 0;
        }
        asked = judged_case(text);
    } catch (const InputError&) {
        return 0;
    }
    read_problem(asked.line);
    result_of({asked.recorded.problem.id, asked.recorded.expected}, asked, mistakes);
    return 0;
}
