// Whatever is read as a case is refused in one line; and the line that a port would be sent is a problem.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/input_error.hpp"
#include "text/read_case.hpp"
#include "text/read_problem.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace attention;
    Case recorded;
    try {
        recorded = read_case({reinterpret_cast<const char*>(data), size});
    } catch (const InputError&) {
        return 0;
    }
    read_problem(recorded.line);
    return 0;
}
