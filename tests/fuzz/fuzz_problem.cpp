// Whatever is read as a problem is refused in one line, or solved.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "app/solving.hpp"
#include "text/read_problem.hpp"
#include "text/write_json.hpp"

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
    try {
        const Problem problem = read_problem({reinterpret_cast<const char*>(data), size});
        if (is_small(problem)) {
            walkthrough_line(walked(chapter_for(problem), problem));
        }
    } catch (const InputError&) {
        return 0;
    }
    return 0;
}
