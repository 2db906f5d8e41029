#pragma once
#include <optional>
#include <string>

#include "base/words.hpp"
#include "judge/usage.hpp"

namespace attention {

/// What came of waiting for a line.
enum class Waited {
    line,
    too_long,
    memory,  ///< more than the limit
    flood,   ///< more of a line than the limit
    end      ///< of its output
};

/// What was seen of a port when it was due to answer or to leave.
struct Observed {
    Waited waited = Waited::line;
    bool has_read = true;         ///< all that was sent to it
    bool answers_at_end = false;  ///< a line came after the time, once its input was closed
    std::optional<int> status{};  ///< how it ended, as waitpid tells; none while it runs
    std::string output{};         ///< what nobody has taken for an answer
    std::string errors{};         ///< the end of what it wrote to standard error
};

/// Why no line came that could be taken for the answer; empty when one did.
Words trouble_answering(const Observed& seen, const Limits& limits);

/// What was wrong about how it left; empty when nothing was.
Words trouble_leaving(const Observed& seen, const Limits& limits);

/// It had written this when no problem had been sent.
Words wrote_before_asked(const std::string& output);

}  // namespace attention
