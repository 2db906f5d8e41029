// How other people's programs are run, and what is said when they do not answer as they should. Here each of them is a few words
// of sh, asked the cases "1", "2", and so on of a toy chapter: y = 2 x, with x = 1 in case 1, x = 2 in case 2.
#include <chrono>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "judge/check.hpp"
#include "judge/port.hpp"
#include "judge/usage.hpp"
#include "run.hpp"
#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/ports_file.hpp"
#include "text/read_answer.hpp"

using namespace attention;
using attention::test::Folder;
using Catch::Matchers::StartsWith;

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

Walkthrough doubling_walk(const Problem& problem)
{
    Walk steps(problem, {{"y", "y", "y = 2 x", {}}});
    steps.step("y", Vector(2 * problem.inputs[0]));
    return steps.result();
}

const Chapter doubling{"00_doubling", {}, {}, {"doubling"}, {}, doubling_walk, {}};

std::vector<JudgedCase> doubling_cases(int n)
{
    std::vector<JudgedCase> cases;
    for (int i = 1; i <= n; ++i) {
        Case recorded;
        recorded.problem.kind = "doubling";
        recorded.problem.id = std::to_string(i);
        recorded.problem.inputs = {{static_cast<double>(i)}};
        recorded.expected = {{"y", {2.0 * i}}};
        const std::string line = fmt::format(R"({{"id":"{}","kind":"doubling","inputs":[[{}]]}})", i, i);
        cases.push_back({recorded, line, &doubling});
    }
    return cases;
}

/// In sh: answers case n, answers all.
const std::string functions = R"sh(
answer() { printf '{"id":"%s","steps":[{"name":"y","value":[%s]}]}\n' "$1" $((2 * $1)); }
answer_all() { n=0; while read -r line; do n=$((n + 1)); answer $n; done; }
)sh";

constexpr Limits short_limits{300ms, std::size_t{2048} << 20, std::size_t{1} << 20};

/// What comes of a port that is written in sh.
PortResult checked(const std::string& script, int n_cases = 1, const Limits& limits = short_limits)
{
    CheckOptions options;
    options.limits = limits;
    return check_port("port", {"sh", "-c", functions + script}, doubling_cases(n_cases), {}, options);
}

std::vector<Outcome> outcomes(const PortResult& result)
{
    std::vector<Outcome> all;
    for (const CaseResult& one : result.cases) {
        all.push_back(one.outcome);
    }
    return all;
}

const std::vector<Outcome> two_right{Outcome::right, Outcome::right};

/// How long a thing takes.
template <class Thing>
std::chrono::milliseconds time_of(const Thing& thing)
{
    const Clock::time_point begun = Clock::now();
    thing();
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun);
}

/// The processor's time that we have used up.
std::chrono::microseconds own_time()
{
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    return std::chrono::seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           std::chrono::microseconds(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

bool is_running(pid_t process)
{
    std::string status;
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::getline(file, status);
    return kill(process, 0) == 0 && status.find(") Z") == std::string::npos;  // a dead one may wait for somebody to take note
}

/// Whether the process whose number the file holds is gone, or goes within a second.
bool goes(const Folder& folder, const std::string& file)
{
    const pid_t process = std::stoi(folder.read(file));
    for (int look = 0; look < 100 && is_running(process); ++look) {
        std::this_thread::sleep_for(10ms);
    }
    return !is_running(process);
}

int open_descriptors()
{
    int count = 0;
    for (int descriptor = 0; descriptor < 256; ++descriptor) {
        count += fcntl(descriptor, F_GETFD) >= 0 ? 1 : 0;
    }
    return count;
}

struct BadPort {
    std::string script;
    std::string en;
    std::string zh;
};

const std::string late_answer =
    "no answer within 0.3 s, but one when its input was closed: it is slow, or waits for the end of its input (read line by "
    "line, and flush the output after every line)";
const std::string late_answer_zh =
    "0.3 秒内没有回答，关闭输入后才有：它要么太慢，要么在等输入结束（应逐行读取，每写一行都刷新输出缓冲）";

std::string answer_with(const std::string& fields)
{
    return R"(echo '{"id":"1",)" + fields + "}'; read -r line; read -r end";
}

}  // namespace

SCENARIO("a port that answers is started once, whatever it does besides", "[port]")
{
    THEN("each case is right when its answer is")
    {
        const PortResult result = checked("answer_all", 3);
        CHECK(outcomes(result) == std::vector<Outcome>(3, Outcome::right));
        CHECK(result.ending.en.empty());
        CHECK(is_sound(result));
        CHECK(result.cases[2].id == "3");
        CHECK(result.cases[2].chapter == "00_doubling");
    }
    THEN("its start is paid once, and no answer is waited for longer than it takes")
    {
        const Folder folder;
        const auto time =
            time_of([&] { CHECK(is_sound(checked("echo started >>" + folder.path("starts") + "; answer_all", 100))); });
        CHECK(folder.read("starts") == "started\n");
        CHECK(time < 1500ms);  // a twentieth of a second each would be 5 s
    }
    THEN("its name is one that any report can hold")
    {
        CHECK(check_port("\xFF\033[31m", {"sh", "-c", functions + "answer_all"}, doubling_cases(1), {}, {}).name == "??[31m");
    }
    THEN("it may write megabytes to standard error")
    {
        CHECK(is_sound(checked("head -c 5000000 /dev/zero >&2; answer_all")));
    }
    THEN("it may close standard error")
    {
        CHECK(is_sound(checked("exec 2>&-; answer_all")));
    }
    THEN("it may leave after its last answer, before its input ends")
    {
        CHECK(is_sound(checked("read -r line; answer 1")));
    }
    THEN("it may end lines as Windows does, and put spaces around")
    {
        CHECK(is_sound(checked(R"sh(read -r line; printf '  %s \r\n' "$(answer 1)")sh")));
    }
    THEN("it may write a long answer before it reads a long problem")
    {
        std::vector<JudgedCase> cases = doubling_cases(1);
        cases[0].line += std::string(1'000'000, ' ');
        CheckOptions options;
        const std::string script = functions + "head -c 1000000 /dev/zero | tr '\\0' ' '; head -n 1 >/dev/null; answer 1";
        CHECK(is_sound(check_port("port", {"sh", "-c", script}, cases, {}, options)));
    }
}

SCENARIO("why there is no answer is told apart", "[port]")
{
    const BadPort bad = GENERATE(values<BadPort>({
        {"read -r line; sleep 9", "no answer within 0.3 s", "0.3 秒内没有回答"},
        {"sleep 9", "no answer within 0.3 s; it does not read its input", "0.3 秒内没有回答；它没有读输入"},
        {"exec <&-; sleep 9", "no answer within 0.3 s; it does not read its input", "0.3 秒内没有回答；它没有读输入"},
        {"read -r line; read -r end; answer 1", late_answer, late_answer_zh},
        {"cat >/dev/null; answer 1", late_answer, late_answer_zh},
        {"read -r line; sleep 0.7; answer 1; read -r end", late_answer, late_answer_zh},
        {"read -r line; printf '%s' \"$(answer 1)\"; read -r end",
         "no answer within 0.3 s, only a line without a newline at its end", "0.3 秒内没有回答，只有一行，末尾没有换行符"},
        {"read -r line; while :; do printf x; sleep 0.02; done",
         "no answer within 0.3 s, only a line without a newline at its end", "0.3 秒内没有回答，只有一行，末尾没有换行符"},
        {"read -r line; printf '%s' \"$(answer 1)\"", "it ended, with exit code 0, and left a line without a newline at its end",
         "它结束了，退出码为 0，最后一行末尾没有换行符"},
        {"exit 0", "it ended, with exit code 0, and did not answer", "它没有回答就结束了，退出码为 0"},
        {"read -r line; exit 3", "it ended, with exit code 3", "它结束了，退出码为 3"},
        {"echo first >&2; echo 'out of luck' >&2; echo >&2; exit 3", "it ended, with exit code 3: out of luck",
         "它结束了，退出码为 3：out of luck"},
        {"printf 'red \\033[31m' >&2; kill -KILL $$", "it was ended by signal 9 (Killed): red ?[31m",
         "它被信号 9 (Killed) 终止了：red ?[31m"},
        {"exec >&-; head -c 500000 /dev/zero >&2; echo >&2; echo tired >&2; exit 4", "it ended, with exit code 4: tired",
         "它结束了，退出码为 4：tired"},
        {"sleep 9 & kill -KILL $$", "it was ended by signal 9 (Killed)", "它被信号 9 (Killed) 终止了"},
        {"exec >&- 2>&-; sleep 9", "it closed its output and went on running", "它关闭了输出，却还在运行"},
        {"cat /dev/zero", "a line of more than 1 MiB", "一行超过了 1 MiB"},
        {"yes", "more than one line came for one problem; the next is \"y\"", "一道题目输出了不止一行，下一行是 \"y\""},
        {"read -r line; printf '%s\\ndone\\n' \"$(answer 1)\"", "more than one line came for one problem; the next is \"done\"",
         "一道题目输出了不止一行，下一行是 \"done\""},
    }));
    GIVEN(bad.script)
    {
        PortResult result;
        const auto time = time_of([&] { result = checked(bad.script); });
        CHECK(result.cases[0].outcome == Outcome::no_answer);
        CHECK(result.cases[0].trouble.en == bad.en);
        CHECK(result.cases[0].trouble.zh == bad.zh);
        CHECK(result.ending.en.empty());
        CHECK_FALSE(is_sound(result));
        CHECK(time < 1900ms);
    }
}

SCENARIO("a line that is no answer is told as what it is", "[port]")
{
    const BadPort bad = GENERATE(values<BadPort>({
        {"echo Ready; read -r line; answer_all",
         "no walkthrough: line 1, column 1: expected JSON, got 'Ready'; it wrote \"Ready\"",
         "不是一份演算：第 1 行第 1 列：应为 JSON，实为“Ready”；它写的是“Ready”"},
        {"echo; read -r line", "no walkthrough: expected a JSON object, got an empty line; it wrote \"\"",
         "不是一份演算：应为一个 JSON 对象，实为空行；它写的是“”"},
        {"echo '[1, 2]'; read -r line", "no walkthrough: expected a JSON object, got a list of 2; it wrote \"[1, 2]\"",
         "不是一份演算：应为一个 JSON 对象，实为含 2 项的列表；它写的是“[1, 2]”"},
        {"printf '\\377\\001\\n'; read -r line",
         "no walkthrough: line 1, column 1: expected UTF-8 text, got byte FF; it wrote \"??\"",
         "不是一份演算：第 1 行第 1 列：应为 UTF-8 文字，实为字节 FF；它写的是“??”"},
        {"echo '{\"steps\":[]}'; read -r line",
         "no walkthrough: id: expected text in quotes, got nothing; it wrote \"{\"steps\":[]}\"",
         "不是一份演算：id：缺少这一项，应为写在引号里的文字；它写的是“{\"steps\":[]}”"},
        {"answer 2; read -r line", "an answer to another problem: expected id \"1\", got \"2\"",
         "答的是另一道题目：id 应为“1”，实为“2”"},
    }));
    GIVEN(bad.script)
    {
        const PortResult result = checked(bad.script);
        CHECK(result.cases[0].outcome == Outcome::no_answer);
        CHECK(result.cases[0].trouble.en == bad.en);
        CHECK(result.cases[0].trouble.zh == bad.zh);
    }
}

SCENARIO("an answer is read strictly, but for numbers that are none", "[port]")
{
    const auto trouble_with = [](const std::string& fields) {
        try {
            read_answer(R"({"id": "1", )" + fields + "}");
        } catch (const InputError& error) {
            return error.where.en + (error.where.en.empty() ? "" : ": ") + error.words.en;
        }
        return std::string("none");
    };
    const auto y = [](const std::string& value) { return R"("steps": [{"name": "y", "value": )" + value + "}]"; };
    THEN("a value that cannot be read is wrong where it stands, and nowhere else")
    {
        const auto unreadable = [&y](const std::string& value) {
            return read_answer(R"({"id": "1", )" + y(value) + "}").unreadable.at("y").en;
        };
        CHECK(unreadable("3") == "expected a list of numbers, got 3");
        CHECK(unreadable("[]") == "expected a list of numbers, got an empty list");
        CHECK(unreadable("{}") == "expected a list of numbers, got an object");
        CHECK(unreadable("[[1, 2], [3]]") == "[2]: expected 2 numbers like [1], got 1 number");
        CHECK(unreadable("[[[[1]]]]") == "expected lists at most three deep, got 4 deep");
        CHECK_THAT(unreadable("[true]"), StartsWith("[1]: expected a number"));
    }
    THEN("what is no step is refused by its place")
    {
        CHECK(trouble_with("\"steps\": 5") == "steps: expected a list of steps, got 5");
        CHECK(trouble_with("\"steps\": [5]") == "steps[1]: expected a step, as an object with name and value, got 5");
        CHECK(trouble_with(R"("steps": [{"name": 1, "value": [1]}])") == "steps[1].name: expected text in quotes, got 1");
        CHECK(trouble_with(R"("steps": [{"name": "y"}])") == "steps[1].value: expected a list of numbers, got nothing");
        CHECK(trouble_with(y("[1e999]")) == "line 1, column 47: expected a number within the range of a double, got 1e999");
        CHECK(trouble_with(y(std::string(10000, '['))) == "expected at most 16 levels of nesting, got more");
        CHECK(trouble_with(R"("steps": [{"name": "y", "value": [1]}, {"name": "y", "value": [1]}])") ==
              "steps[2].name: expected a name of its own, got \"y\" again");
        CHECK(trouble_with(R"("id": "2")") == "id: expected this field once, got it twice");
        CHECK(trouble_with("\"error\": 5") == "error: expected text in quotes, got 5");
        CHECK(trouble_with("\"unsupported\": 1") == "unsupported: expected true or false, got 1");
    }
    THEN("NaN and its kin, as languages print them, are read and are no numbers")
    {
        for (const std::string word :
             {"NaN", "nan", "-nan", "NAN", "Infinity", "-Infinity", "inf", "-inf", "+Inf", "INF", "null"}) {
            INFO(word);
            const Answer answer = read_answer(R"({"id": "NaN \" inf", "steps": [{"name": "y", "value": [1, )" + word + "]}]}");
            CHECK(answer.id == "NaN \" inf");
            const Tensor& value = answer.steps.at("y");
            REQUIRE(value.size() == 2);
            CHECK(value(0) == 1);
            CHECK_FALSE(value(1) == value(1));
        }
    }
    THEN("other fields are passed over, and null says nothing")
    {
        const Answer answer = read_answer(
            R"({"id": "1", "kind": 5, "error": null, "unsupported": null, "steps": [{"name": "y", "value": [2], "words": null}]})");
        CHECK(answer.steps.at("y")(0) == 2);
        CHECK(answer.error.empty());
        CHECK_FALSE(answer.is_unsupported);
    }
    THEN("unsupported and error need no steps")
    {
        CHECK(read_answer(R"({"id": "1", "unsupported": true, "steps": null})").is_unsupported);
        CHECK(read_answer(R"({"id": "1", "error": "no gates yet", "steps": null})").error == "no gates yet");
        CHECK(trouble_with("\"unsupported\": false") == "steps: expected a list of steps, got nothing");
    }
}

SCENARIO("a port may say that it does not know a problem, or could not solve it", "[port]")
{
    THEN("the first is no failure, the second is one, and neither is trouble: the port goes on")
    {
        const PortResult result = checked(answer_with("\"unsupported\":true") + "; answer 2; cat >/dev/null", 2);
        CHECK(outcomes(result) == std::vector<Outcome>{Outcome::unsupported, Outcome::right});
        CHECK(is_sound(result));

        const PortResult failing = checked(answer_with(R"("error":"no \\u001b gates")") + "; answer 2; cat >/dev/null", 2);
        CHECK(outcomes(failing) == std::vector<Outcome>{Outcome::wrong, Outcome::right});
        CHECK(failing.cases[0].trouble.en == "it says: no ? gates");
        CHECK(failing.cases[0].trouble.zh == "它说：no ? gates");
        CHECK_FALSE(is_sound(failing));
    }
    THEN("one that knows none of the problems is not sound")
    {
        CHECK_FALSE(is_sound(checked(answer_with("\"unsupported\":true"))));
    }
}

SCENARIO("after trouble the port is started anew, and after many in a row given up", "[port]")
{
    const Folder folder;
    const std::string starts = "echo started >>" + folder.path("starts") + "\n";
    const std::string id_of_line = R"(id=${line#*\"id\":\"}; id=${id%%\"*})";
    WHEN("it crashes at case 2")
    {
        const PortResult result =
            checked(starts + "while read -r line; do " + id_of_line + R"(; [ "$id" != 2 ] || exit 7; answer "$id"; done)", 4);
        THEN("the others are answered by two of them")
        {
            CHECK(outcomes(result) == std::vector<Outcome>{Outcome::right, Outcome::no_answer, Outcome::right, Outcome::right});
            CHECK(result.cases[1].trouble.en == "it ended, with exit code 7");
            CHECK(folder.read("starts") == "started\nstarted\n");
        }
    }
    WHEN("it answers 1, then twice 3, of three")
    {
        const PortResult result =
            checked(starts + "while read -r line; do " + id_of_line + R"(; [ "$id" != 2 ] || id=3; answer "$id"; done)", 3);
        THEN("only the answer out of order is lost")
        {
            CHECK(outcomes(result) == std::vector<Outcome>{Outcome::right, Outcome::no_answer, Outcome::right});
            CHECK(result.cases[1].trouble.en == "an answer to another problem: expected id \"2\", got \"3\"");
        }
    }
    WHEN("it crashes each time, of twelve")
    {
        std::vector<std::size_t> progress;
        CheckOptions options;
        options.progress = [&progress](std::size_t done) { progress.push_back(done); };
        const PortResult result = check_port("port", {"sh", "-c", starts + "exit 7"}, doubling_cases(12), {}, options);
        THEN("the last two are not asked, but counted")
        {
            std::vector<Outcome> expected(10, Outcome::no_answer);
            expected.insert(expected.end(), 2, Outcome::not_asked);
            CHECK(outcomes(result) == expected);
            CHECK(folder.read("starts").size() == 10 * std::string("started\n").size());
            CHECK(progress.size() == 12);
            CHECK(is_failure(result.cases[11]));
        }
    }
    WHEN("it is silent each time, of five")
    {
        CheckOptions options;
        options.limits.time = 100ms;
        const PortResult result = check_port("port", {"sh", "-c", "sleep 9"}, doubling_cases(5), {}, options);
        THEN("the last two are not asked: waiting takes too long")
        {
            CHECK(outcomes(result) == std::vector<Outcome>{Outcome::no_answer, Outcome::no_answer, Outcome::no_answer,
                                                           Outcome::not_asked, Outcome::not_asked});
        }
    }
    WHEN("two crashes stand before an answer, again and again")
    {
        const PortResult result = checked(
            starts + "while read -r line; do " + id_of_line + R"(; [ $((id % 3)) = 0 ] || exit 7; answer "$id"; done)", 7);
        THEN("it is not given up")
        {
            CHECK(result.cases[5].outcome == Outcome::right);
            CHECK(result.cases[6].outcome == Outcome::no_answer);
        }
    }
}

SCENARIO("a line between two questions is nobody's answer", "[port]")
{
    Port port({"sh", "-c", "read -r line; echo one; sleep 0.05; echo more; read -r line; echo two; read -r end"}, short_limits);
    CHECK(port.ask("1").line == "one");
    std::this_thread::sleep_for(200ms);
    const Reply reply = port.ask("2");
    CHECK(reply.line.empty());
    CHECK(reply.trouble.en == "it wrote before it was asked: \"more\"");
    CHECK(reply.trouble.zh == "还没有发题，它就先输出了：\"more\"");
    CHECK(port.ask("3").line == "one");
    CHECK(port.starts() == 2);

    Port prompting({"sh", "-c", "read -r line; echo one; sleep 0.05; printf '> '; read -r line; read -r end"}, short_limits);
    CHECK(prompting.ask("1").line == "one");
    std::this_thread::sleep_for(200ms);
    CHECK(prompting.ask("2").trouble.en == "it wrote before it was asked: \"> \"");
}

SCENARIO("an answer before the problem has been read is none", "[port]")
{
    Port port({"sh", "-c", "echo early; sleep 9"}, short_limits);
    const Words trouble = port.ask(std::string(1'000'000, ' ')).trouble;
    CHECK(trouble.en == "a line came before the problem had been read to its end");
    CHECK(trouble.zh == "题目还没有读完，它就输出了一行");
}

SCENARIO("a port is not blamed when we are late to look", "[port]")
{
    Port port({"sh", "-c", "while read -r line; do sleep 0.2; echo one; done"}, {500ms, std::size_t{2048} << 20, 1000});
    CHECK(port.ask("1").line == "one");
    const auto before = std::signal(SIGALRM, [](int) { std::this_thread::sleep_for(700ms); });
    const itimerval soon{{0, 0}, {0, 100'000}};
    setitimer(ITIMER_REAL, &soon, nullptr);  // it answers after 0.2 s, and we sleep from 0.1 s to 0.8 s
    const Reply reply = port.ask("2");
    CHECK(reply.line == "one");
    CHECK(reply.trouble.en.empty());
    std::signal(SIGALRM, before);
}

SCENARIO("a port that the system cannot start is refused, and nothing stays open", "[port]")
{
    const int descriptors = open_descriptors();
    const int lowest = dup(STDERR_FILENO);
    close(lowest);
    rlimit before = {};
    getrlimit(RLIMIT_NOFILE, &before);
    std::vector<std::string> troubles;
    // Of the eight that four pipes take. Not under UBSan: it looks at memory through a pipe of its own, and finds none.
    const rlim_t most = ATTENTION_SANITIZED ? 0 : 8;
    for (rlim_t n = 0; n < most; ++n) {
        const rlimit few{static_cast<rlim_t>(lowest) + n, before.rlim_max};
        setrlimit(RLIMIT_NOFILE, &few);
        try {
            Port({"sh", "-c", functions + "answer_all"}, short_limits).ask("1");
        } catch (const InputError& error) {
            troubles.push_back(error.where.en + ": " + error.words.en);
        }
    }
    setrlimit(RLIMIT_NOFILE, &before);
    CHECK(troubles == std::vector<std::string>(most, "sh: cannot be started: Too many open files"));
    CHECK(open_descriptors() == descriptors);
}

SCENARIO("how a port leaves counts as well", "[port]")
{
    const BadPort bad = GENERATE(values<BadPort>({
        {"answer_all; echo bad >&2; exit 3", "it ended, with exit code 3: bad", "它结束了，退出码为 3：bad"},
        {"answer_all; kill -KILL $$", "it was ended by signal 9 (Killed)", "它被信号 9 (Killed) 终止了"},
        {"answer_all; sleep 9", "it went on running when its input had ended", "输入结束后它还在运行"},
        {"answer_all; exec >&-; sleep 9", "it closed its output and went on running", "它关闭了输出，却还在运行"},
        {"answer_all; echo bye", "a line came that nobody asked for: \"bye\"", "多输出了一行，没有对应的题目：\"bye\""},
        {"answer_all; echo", "a line came that nobody asked for: \"\"", "多输出了一行，没有对应的题目：\"\""},
        {"answer_all; printf bye", "a line came that nobody asked for: \"bye\"", "多输出了一行，没有对应的题目：\"bye\""},
        {"answer_all; cat /dev/zero", "a line of more than 1 MiB", "一行超过了 1 MiB"},
    }));
    GIVEN(bad.script)
    {
        const PortResult result = checked(bad.script, 2);
        CHECK(outcomes(result) == two_right);
        CHECK(result.ending.en == bad.en);
        CHECK(result.ending.zh == bad.zh);
        CHECK_FALSE(is_sound(result));
    }
}

SCENARIO("nothing of a port is left", "[port]")
{
    const Folder folder;
    const std::string note =
        "echo $$ >" + folder.path("port") + "; trap '' HUP INT TERM; sleep 60 & echo $! >" + folder.path("child") + "; ";
    const std::string script = GENERATE(values<std::string>({"answer_all", "answer_all; exit 3", "sleep 60", "kill -KILL $$",
                                                             "exec >&-; answer_all", "yes", "echo nonsense; sleep 60"}));
    GIVEN(script)
    {
        const int descriptors = open_descriptors();
        PortResult result;
        const auto time = time_of([&] { result = checked(note + script); });
        THEN("neither it, nor what it started, nor a pipe to it, whether it ignores signals or not")
        {
            CHECK(goes(folder, "port"));
            CHECK(goes(folder, "child"));
            CHECK(waitpid(-1, nullptr, WNOHANG) == -1);  // nobody is left to be waited for
            CHECK(open_descriptors() == descriptors);
            CHECK(time < 1900ms);
            CHECK(is_sound(result) == (script == "answer_all"));
        }
    }
}

SCENARIO("what a port and its children take together is limited", "[port]")
{
    constexpr Limits limits{5s, std::size_t{40} << 20, std::size_t{1} << 20};
    const PortResult result = checked("read -r line; { head -c 80000000 /dev/zero; sleep 9; } | tail -n 1", 1, limits);
    CHECK(result.cases[0].trouble.en == "it took more than 40 MiB of memory");
    CHECK(result.cases[0].trouble.zh == "它占用的内存超过了 40 MiB");

    const std::string chatters = "while :; do echo x >&2; done & ";  // and so is never silent
    const PortResult loud = checked(chatters + "read -r line; { head -c 80000000 /dev/zero; sleep 9; } | tail -n 1", 1, limits);
    CHECK(loud.cases[0].trouble.en == "it took more than 40 MiB of memory");
}

SCENARIO("memory is what the system tells of a group, and none where it tells nothing", "[port]")
{
    const Folder folder;
    CHECK(memory_of_group(getpgrp(), folder.path("missing")) == 0);
    CHECK(memory_of_group(getpgrp(), folder.path()) == 0);

    const std::filesystem::path own = folder.path(std::to_string(getpid()));
    std::filesystem::create_directory(own);
    std::filesystem::create_directory(folder.path("sys"));
    CHECK(memory_of_group(getpgrp(), folder.path()) == 0);
    std::ofstream(own / "statm") << "100 7 3 1 0 5 0\n";  // pages: 100 in all, 7 of them in memory
    CHECK(memory_of_group(getpgrp(), folder.path()) == 7 * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
    CHECK(memory_of_group(getpgrp() + 1, folder.path()) == 0);
}

SCENARIO("waiting costs no time of the processor", "[port]")
{
    const std::string script = GENERATE(values<std::string>({"exec 2>&-; ", "exec <&- 2>&-; "}));
    const std::chrono::microseconds before = own_time();
    Port port({"sh", "-c", script + "sleep 9"}, {800ms, std::size_t{2048} << 20, 1000});
    port.ask("1");
    CHECK(own_time() - before < 200ms);
}

SCENARIO("a port meets the signals as any program does", "[port]")
{
    const auto before = std::signal(SIGPIPE, SIG_IGN);
    Port port({"sh", "-c", "kill -PIPE $$; echo survived"}, short_limits);
    CHECK_THAT(port.ask("1").trouble.en, StartsWith("it was ended by signal 13"));
    CHECK(std::signal(SIGPIPE, before) == SIG_IGN);  // as we had it
}

SCENARIO("a file that declares ports is read strictly", "[port]")
{
    const auto trouble_with = [](const std::string& text) {
        try {
            read_ports(text);
        } catch (const InputError& error) {
            return error.where.en + (error.where.en.empty() ? "" : ": ") + error.words.en;
        }
        return std::string("none");
    };
    THEN("a port is its command and what is known to fail")
    {
        const std::vector<DeclaredPort> ports =
            read_ports(R"({"b": {"command": ["node", "b.mjs"], "known": {"1": "no gates yet"}}, "a": {"command": ["a"]}})");
        REQUIRE(ports.size() == 2);
        CHECK(ports[0].name == "a");
        CHECK(ports[1].command == std::vector<std::string>{"node", "b.mjs"});
        CHECK(ports[1].known == KnownFailures{{"1", "no gates yet"}});
    }
    THEN("all else is refused by its place")
    {
        CHECK(trouble_with("{}") == "expected ports by name, got none");
        CHECK(trouble_with("[]") == "expected a JSON object, got an empty list");
        CHECK(trouble_with(R"({"a": "node"})") == "a: expected a port, as an object with command, got \"node\"");
        CHECK(trouble_with(R"({"a": {}})") == "a.command: expected a list of texts in quotes, got nothing");
        CHECK(trouble_with(R"({"a": {"command": "node"}})") == "a.command: expected a list of texts in quotes, got \"node\"");
        CHECK(trouble_with(R"({"a": {"command": []}})") == "a.command: expected a list of texts in quotes, got an empty list");
        CHECK(trouble_with(R"({"a": {"command": ["node", 5]}})") == "a.command[2]: expected text in quotes, got 5");
        CHECK(trouble_with(R"({"a": {"command": ["node", "x\u0000y"]}})") ==
              "a.command[2]: expected text without the character NUL, got \"x?y\"");
        CHECK(trouble_with(R"({"a": {"command": ["a"], "know": {}}})") ==
              "a.know: expected one of command, known, got \"know\"; did you mean \"known\"?");
        CHECK(trouble_with(R"({"a": {"command": ["a"], "known": ["1"]}})") ==
              "a.known: expected an object of reasons by the id of a case, got a list of 1");
        CHECK(trouble_with(R"({"a": {"command": ["a"], "known": {"1": 5}}})") == "a.known.1: expected text in quotes, got 5");
        CHECK(trouble_with(R"({"a": {"command": ["a"], "known": {"1": ""}}})") == "a.known.1: expected a reason, got nothing");
    }
    THEN("its name is one that reports can print and records can tell apart")
    {
        const auto named = [&](const std::string& name) { return trouble_with("{\"" + name + R"(": {"command": ["a"]}})"); };
        const std::string expected = "expected names of ports of 1 to 300 characters, without control characters, got ";
        CHECK(named("") == expected + "\"\"");
        CHECK(named("a\\nb") == expected + "\"a?b\"");
        CHECK(named("\\u001b[31m") == expected + "\"?[31m\"");
        CHECK_THAT(named(std::string(301, 'a')), StartsWith(expected + "\"aaa"));
        CHECK(named(std::string(300, 'a')) == "none");
        CHECK(named("a?b 移植") == "none");
    }
    THEN("what is known to fail may stand in a file of its own")
    {
        CHECK(read_known_failures("{}").empty());
        CHECK(read_known_failures(R"({"1": "red \u001b[31m"})") == KnownFailures{{"1", "red ?[31m"}});
        CHECK(read_known_failures(R"({"1": "why"})") == KnownFailures{{"1", "why"}});
        CHECK_THROWS_AS(read_known_failures(R"({"1": ""})"), InputError);
        CHECK_THROWS_AS(read_known_failures(R"(["1"])"), InputError);
    }
}
