#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/case.hpp"
#include "base/chapter.hpp"
#include "base/words.hpp"
#include "judge/port.hpp"
#include "judge/verdict.hpp"

namespace attention {

/// A case, and the chapter that answers it.
struct JudgedCase {
    Case recorded;
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

/// How a check is made.
struct CheckOptions {
    Limits limits;
    double widening = 1;  ///< of the tolerances: 1 for double precision
    std::function<void(std::size_t done)> progress = [](std::size_t) {};
};

/// How much wider the tolerances are for single precision: 1e-12 becomes 1e-5.
constexpr double single_precision = 1e7;

/// The mistakes of all chapters, each name once.
std::vector<Mistake> all_mistakes(const std::vector<Chapter>& chapters);

/// What came of a case when this is the answer.
CaseResult result_of(const StepValues& answer, const JudgedCase& asked, const std::vector<Mistake>& mistakes,
                     double widening = 1);

/// Asks a port all cases, one after the other. It is started anew after trouble, and given up when trouble comes three times in a
/// row. Throws InputError when it cannot be started.
PortResult check_port(const std::string& name, const std::vector<std::string>& command, const std::vector<JudgedCase>& cases,
                      const std::vector<Mistake>& mistakes, const CheckOptions& options);

}  // namespace attention
