// Whatever a port writes, or a person hands in, is refused in one line, or judged.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "app/chapters.hpp"
#include "app/judged_cases.hpp"
#include "judge/check.hpp"
#include "judge/report.hpp"
#include "text/input_error.hpp"
#include "text/read_answer.hpp"

namespace {

using namespace attention;

/// The case of self-attention that comes first.
JudgedCase small_case()
{
    const std::vector<JudgedCase> cases = built_in_cases();
    return *std::find_if(cases.begin(), cases.end(),
                         [](const JudgedCase& one) { return one.recorded.problem.kind == "self_attention"; });
}

/// Judges what the reader makes of the text, unless it refuses it.
void judge(Answer (*read)(std::string_view), std::string_view text)
{
    static const JudgedCase asked = small_case();
    static const std::vector<Mistake> mistakes = all_mistakes(chapters());
    Answer answer;
    try {
        answer = read(text);
    } catch (const InputError&) {
        return;
    }
    const PortResult result{"port", {result_of(answer, asked, mistakes)}, {}};
    report_text({result}, nullptr, {});
    report_json({result});
    report_junit({result}, Language::chinese);
    answer_text(result.cases[0], {});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    judge(read_answer, text);
    judge(read_hand_answers, text);
    return 0;
}
