// Whatever is read as a walkthrough is refused in one line, or shown; and what was read is written so that it is read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "text/input_error.hpp"
#include "text/latex.hpp"
#include "text/read_walkthrough.hpp"
#include "text/terminal.hpp"
#include "text/write_json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace attention;
    Walkthrough walkthrough;
    try {
        walkthrough = read_walkthrough({reinterpret_cast<const char*>(data), size});
    } catch (const InputError&) {
        return 0;
    }
    for (const Step& step : walkthrough.steps) {
        terminal_step(step, 1, {});
    }
    const std::string written = walkthrough_json(walkthrough);
    if (walkthrough_json(read_walkthrough(written)) != written) {
        std::abort();
    }
    return 0;
}
