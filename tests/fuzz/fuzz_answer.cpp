// Whatever a port writes is refused in one line, or judged.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "app/cases.hpp"
#include "app/chapters.hpp"
#include "app/solving.hpp"
#include "judge/check.hpp"
#include "judge/report.hpp"
#include "text/input_error.hpp"
#include "text/read_answer.hpp"
#include "text/read_case.hpp"

namespace {

using namespace attention;

/// The case of self-attention that comes first.
JudgedCase small_case()
{
    for (const std::string_view text : recorded_cases()) {
        Case recorded = read_case(text);
        if (recorded.problem.kind == "self_attention") {
            const Chapter& chapter = chapter_for(recorded.problem);
            return {std::move(recorded), &chapter};
        }
    }
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const JudgedCase asked = small_case();
    static const std::vector<Mistake> mistakes = all_mistakes(chapters());
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    try {
        const PortResult result{"port", {result_of(read_answer(text).steps, asked, mistakes)}, {}};
        report_text({result}, nullptr, {});
        report_json({result});
    } catch (const InputError&) {
        return 0;
    }
    try {
        read_hand_answers(text);
    } catch (const InputError&) {
        return 0;
    }
    return 0;
}
