#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/answer.hpp"
#include "base/case.hpp"
#include "base/chapter.hpp"
#include "base/words.hpp"
#include "judge/port.hpp"
#include "judge/verdict.hpp"

namespace attention {

/// A case, the line that a port is sent for it, and the chapter that answers it.
struct JudgedCase {
    Case recorded;
    std::string line;  ///< the problem: JSON on one line, every number a plain one; empty when no port is asked
    const Chapter* chapter;
};

enum class Outcome {
    right,        ///< every step that was answered
    wrong,        ///< some step, or it could not be answered
    no_answer,    ///< none came, or none that can be read
    unsupported,  ///< the port says so
    not_asked     ///< the port was given up before
};

/// What came of one case.
struct CaseResult {
    std::string id;
    std::string chapter;
    Outcome outcome = Outcome::not_asked;
    Words trouble = {};      ///< why there is no answer
    Verdict verdict = {};    ///< when there is one
    std::string known = {};  ///< why it is known to fail, when the port declares so
};

/// Whether something is amiss that nobody has declared.
bool is_failure(const CaseResult& result);

/// Whether a case that is declared to fail has come out right.
bool is_healed(const CaseResult& result);

/// What came of all of them.
struct PortResult {
    std::string name;
    std::vector<CaseResult> cases;
    Words ending = {};  ///< what was wrong about how the port left, after its last answer; empty when nothing was
};

/// Whether the port has answered some case, all that it answered rightly, but for what it declares, and left in order.
bool is_sound(const PortResult& result);

/// How exact the numbers are that are checked.
struct Precision {
    double widening = 1;  ///< of the cases' tolerances, which are for double precision
    double absolute = 0;  ///< how far every number may be off, when they were rounded to decimals
};

/// 1e-12 becomes 1e-5.
constexpr Precision single_precision{.widening = 1e7};

/// How a check is made.
struct CheckOptions {
    Limits limits;
    Precision precision;
    std::function<void(std::size_t done)> progress = [](std::size_t) {};
};

/// The mistakes of all chapters. Two of one name never concern the same problem.
std::vector<Mistake> all_mistakes(const std::vector<Chapter>& chapters);

/// What came of a case when this is the answer.
CaseResult result_of(const Answer& answer, const JudgedCase& asked, const std::vector<Mistake>& mistakes,
                     const Precision& precision = {});

/// Asks a port all cases, one after the other. It is started anew after trouble, and given up after ten in a row, or three that took
/// all their time. Throws InputError when it cannot be started.
PortResult check_port(const std::string& name, const std::vector<std::string>& command, const std::vector<JudgedCase>& cases,
                      const std::vector<Mistake>& mistakes, const CheckOptions& options);

}  // namespace attention
