// The command `check` from outside, on three cases that a pencil does: y = 2 · 1 = 2; y = 2 · 1 + 1 = 3 and 2 · 3 + 1 = 7; and position 0,
// whose sine is 0 and cosine 1. The port is a few lines of sh.
#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "run.hpp"

using attention::test::End;
using attention::test::Folder;
using attention::test::refuses;
using attention::test::run;
using attention::test::Start;
using attention::test::Terminal;
using Catch::Matchers::Contains;

namespace {

using Line = std::vector<std::string>;  // of words
using nlohmann::json;

// port.sh [ID WHAT]: answers what is right; for the case ID it does WHAT, in sh.
const std::string port_in_sh = R"sh(
value() { printf '{"id":"%s","steps":[{"name":"%s","value":%s}]}\n' "$id" "$1" "$2"; }
while read -r line; do
    id=${line#*\"id\":\"}
    id=${id%%\"*}
    case $id in
        "$1") eval "$2" ;;
        00_01_one) value y '[[2]]' ;;
        00_02_two) value y '[[3], [7]]' ;;
        06_01_zero) value e '[[0, 1]]' ;;
    esac
done
)sh";

/// A folder with the port and the cases.
class Desk : public Folder {
public:
    Desk()
    {
        mkdir(path("cases").c_str(), 0777);
        write("port.sh", port_in_sh);
        write("cases/1.json", R"({"id": "00_01_one", "kind": "per_vector", "inputs": [[1]], "W": [[2]],
                                  "expected": {"y": [[2]]}, "catches": ["bias_left_out"]})");
        write("cases/2.json", R"({"id": "00_02_two", "kind": "per_vector", "inputs": [[1], [3]], "W": [[2]], "bias": [1],
                                  "expected": {"y": [[3], [7]]}, "catches": ["bias_left_out"]})");
        write("cases/3.json", R"({"id": "06_01_zero", "kind": "positional_encoding", "d": 2, "n": 1,
                                  "expected": {"e": [[0, 1]]}, "catches": ["exponent_of_column"]})");
    }

    /// `check` with these options, on this port.
    Start start(const Line& options, const Line& port = {"sh", "port.sh"}) const
    {
        Start start;
        start.words = {"check", "--cases", "cases"};
        start.words.insert(start.words.end(), options.begin(), options.end());
        if (!port.empty()) {
            start.words.emplace_back("--");
        }
        start.words.insert(start.words.end(), port.begin(), port.end());
        start.folder = path();
        return start;
    }

    End check(const Line& options, const Line& port = {"sh", "port.sh"}) const { return run(start(options, port)); }
};

const Line wrong_seven{"sh", "port.sh", "00_02_two", "value y '[[3], [8]]'"};
const Line crashing{"sh", "port.sh", "00_02_two", "exit 7"};

/// What Python makes of XML: its tags, names and messages, one element a line. It complains where XML is not well formed.
End elements(const Folder& folder, const std::string& file)
{
    folder.write("elements.py", R"(
import sys, xml.etree.ElementTree as tree
for element in tree.parse(sys.argv[1]).iter():
    print(element.tag, *(element.get(name, "-") for name in ("name", "tests", "failures", "errors", "skipped", "message")), sep="|")
)");
    Start start;
    start.program = "/bin/sh";
    start.words = {"-c", "exec python3 elements.py " + file};
    start.folder = folder.path();
    return run(start);
}

}  // namespace

SCENARIO("the exit code of a check says how the port came out", "[check]")
{
    const Desk desk;
    THEN("0 when everything is right, and the table says so")
    {
        const End end = desk.check({});
        CHECK(end.exit_code == 0);
        CHECK(end.err.empty());
        CHECK_THAT(end.out, Contains("2 of 2") && Contains("1 of 1") && Contains("3 of 3"));
        CHECK_THAT(desk.check({"--lang", "zh"}).out, Contains("3 / 3"));
    }
    THEN("1 when a number is wrong, with its place")
    {
        const End end = desk.check({}, wrong_seven);
        CHECK(end.exit_code == 1);
        CHECK_THAT(end.out, Contains("1 of 2") && Contains("2 of 3") && Contains("00_02_two: y[2][1]: expected 7, got 8"));
    }
    THEN("1 when the port crashes, and the check goes on")
    {
        const End end = desk.check({}, crashing);
        CHECK(end.exit_code == 1);
        CHECK_THAT(end.out, Contains("2 of 3") && Contains("it ended, with exit code 7\n   00_02_two"));
    }
    THEN("1 when all was right but the port ends with an error")
    {
        const End end = desk.check({}, {"sh", "-c", ". ./port.sh; exit 5"});
        CHECK(end.exit_code == 1);
        CHECK_THAT(end.out, Contains("3 of 3") && Contains("after its last answer: it ended, with exit code 5"));
    }
    THEN("1 when it is given up")
    {
        const End end = desk.check({}, {"sh", "-c", "exit 7"});
        CHECK(end.exit_code == 1);
        CHECK_THAT(end.out, Contains("0 of 3"));
    }
    THEN("only the cases that a pattern means are asked")
    {
        CHECK(desk.check({"--case", "06_*"}, wrong_seven).exit_code == 0);
        CHECK(desk.check({"--case", "06_*,*_two"}, wrong_seven).exit_code == 1);
    }
}

SCENARIO("a port that cannot be started is refused in one line", "[check]")
{
    const Desk desk;
    mkdir(desk.path("folder").c_str(), 0777);
    desk.write("old", "#!/usr/no/such/interpreter\n");
    chmod(desk.path("old").c_str(), 0755);
    const auto check = [&desk](const std::string& program) { return desk.check({}, {program}); };
    CHECK_THAT(check("no-such-program"), refuses("attention: no-such-program: cannot be started: there is no such program"));
    CHECK_THAT(check("./none"), refuses("attention: ./none: cannot be started: there is no such program"));
    CHECK_THAT(check("./folder"), refuses("attention: ./folder: cannot be started: it may not be run"));
    CHECK_THAT(check("./port.sh"), refuses("attention: ./port.sh: cannot be started: it may not be run"));
    CHECK_THAT(check("./old"),
               refuses("attention: ./old: cannot be started: there is no such interpreter as its first line names"));
    CHECK_THAT(check(""), refuses("attention: \"\": cannot be started: there is no such program"));
    CHECK_THAT(desk.check({"--lang", "zh"}, {"./none"}), refuses("attention：./none：无法启动：没有这个程序"));
    CHECK_THAT(desk.check({"--lang", "zh"}, {"./folder"}), refuses("attention：./folder：无法启动：没有执行权限"));
    CHECK_THAT(desk.check({"--lang", "zh"}, {"./old"}), refuses("attention：./old：无法启动：它第一行所写的解释器不存在"));
}

SCENARIO("what a check is given and cannot use is refused before the port is started", "[check]")
{
    const Desk desk;
    const Line noting{"sh", "-c", "echo started >started; exit 7"};
    desk.write("known.json", R"({"00_01_ona": "why"})");
    desk.write("empty.json", R"({"00_01_one": ""})");
    desk.write("ports.json", R"({"a": {"command": ["sh", "port.sh"], "known": {"06_01_zoro": "why"}}})");
    desk.write("last.json", R"({"ports": [{"name": 5}]})");
    desk.write("words.txt", "what is this\n");
    CHECK_THAT(desk.check({"--seconds", "x"}, noting),
               refuses("attention: --seconds: expected a number from 0.001 to 1000000, got \"x\""));
    CHECK_THAT(desk.check({"--memory", ""}, noting),
               refuses("attention: --memory: expected a number from 1 to 1000000, got \"\""));
    CHECK_THAT(desk.check({"--known", ""}, noting), refuses("attention: --known: expected a file, got nothing"));
    CHECK_THAT(desk.check({"--case", "99_*"}, noting),
               refuses("attention: --case: expected the id of a case, or a pattern such as '02_*', got \"99_*\""));
    CHECK_THAT(desk.check({"--known", "known.json"}, noting),
               refuses("attention: known.json: expected the id of a case, got \"00_01_ona\"; did you mean \"00_01_one\"?"));
    CHECK_THAT(desk.check({"--known", "empty.json"}, noting),
               refuses("attention: empty.json: 00_01_one: expected a reason, got nothing"));
    CHECK_THAT(desk.check({"--lang", "zh", "--known", "known.json"}, noting),
               refuses("attention：known.json：应为某个用例的 id，实为 \"00_01_ona\"；是不是 \"00_01_one\"？"));
    CHECK_THAT(
        desk.check({"--ports", "ports.json"}, {}),
        refuses("attention: ports.json: a.known: expected the id of a case, got \"06_01_zoro\"; did you mean \"06_01_zero\"?"));
    CHECK_THAT(desk.check({"--last", "last.json"}, noting),
               refuses("attention: last.json: ports[1].name: expected text in quotes, got 5"));
    CHECK_THAT(desk.check({"--last", "words.txt"}, noting),
               refuses("attention: words.txt: line 1, column 1: expected JSON, got 'what is this'"));
    CHECK(desk.read("last.json") == R"({"ports": [{"name": 5}]})");
    CHECK(desk.read("words.txt") == "what is this\n");
    CHECK(desk.read("started").empty());
}

SCENARIO("a case of one's own is held against its chapter before the port is started", "[check]")
{
    const Desk desk;
    const auto with_case = [&desk](const std::string& fields, const std::string& language = "en") {
        desk.write("mine.json", R"({"kind": "single_output", "inputs": [[1, 1], [0, 2]], "Wq": [[1, 0]], "Wk": [["ln 2", 0]],
                                    "Wv": [[0, 3]], )" +
                                    fields + "}");
        Start start = desk.start({"--lang", language}, {"sh", "-c", "echo started >started; exit 7"});
        start.words[2] = "mine.json";
        return run(start);
    };
    const std::string id = R"("id": "01_99_mine", "catches": ["scale_left_out"], )";
    THEN("what is recorded are steps of the problem, in their shapes")
    {
        const std::string steps = "expected one of q, k, v, alpha, alpha_prime, b";
        CHECK_THAT(with_case(id + R"("expected": {"b": [4], "alfa": [1, 2]})"),
                   refuses("attention: mine.json: expected.alfa: " + steps + R"(, got "alfa"; did you mean "alpha"?)"));
        CHECK_THAT(with_case(id + R"("expected": {"b": [4, 5]})"),
                   refuses("attention: mine.json: expected.b: expected the shape 1, got 2"));
        CHECK_THAT(with_case(id + R"("expected": {"b": [4, 5]})", "zh"),
                   refuses("attention：mine.json：expected.b：应为形状 1，实为 2"));
        CHECK_THAT(with_case(id + R"("expected": {"b": [4]}, "acceptable": {"other": {"b": [[4]]}})"),
                   refuses("attention: mine.json: acceptable.other.b: expected the shape 1, got 1 x 1"));
        CHECK_THAT(with_case(id + R"("expected": {"b": [4]}, "given": {"q": [1, 2]})"),
                   refuses("attention: mine.json: given.q: expected the shape 1, got 2"));
        CHECK_THAT(with_case(id + R"("expected": {})"),
                   refuses("attention: mine.json: expected: expected steps by name, got none"));
        CHECK_THAT(with_case(id + R"("expected": {})", "zh"),
                   refuses("attention：mine.json：expected：应为由步骤名到数值的对象，实为空对象"));
        CHECK_THAT(with_case(id + R"("expected": {"b": [4]}, "acceptable": {"other": {}})"),
                   refuses("attention: mine.json: acceptable.other: expected steps by name, got none"));
    }
    THEN("what it catches are mistakes that are known")
    {
        const std::string known = R"("id": "01_99_mine", "expected": {"b": [4]}, "catches": ["scale_left_out", )";
        CHECK_THAT(
            with_case(known + R"("scale_left_oot"])"),
            refuses("attention: mine.json: catches[2]: expected the name of a mistake, got \"scale_left_oot\"; did you mean "
                    "\"scale_left_out\"?"));
        CHECK_THAT(with_case(known + R"("scale_left_oot"])", "zh"),
                   refuses("attention：mine.json：catches[2]：应为某个错误的名字，实为 \"scale_left_oot\"；是不是 "
                           "\"scale_left_out\"？"));
    }
    THEN("its id and the names of its conventions can be shown as they are")
    {
        const std::string a_name = "expected a name of 1 to 60 characters that can be shown, got ";
        const std::string rest = R"(, "catches": ["scale_left_out"], "expected": {"b": [4]})";
        CHECK_THAT(with_case(R"("id": "\u001b[31mid\nnext")" + rest),
                   refuses("attention: mine.json: id: " + a_name + "\"?[31mid?next\""));
        CHECK_THAT(with_case(R"("id": "\u001b[31mid\nnext")" + rest, "zh"),
                   refuses("attention：mine.json：id：应为可以显示的 1 到 60 个字符的名称，实为 \"?[31mid?next\""));
        CHECK_THAT(with_case(R"("id": ")" + std::string(61, 'x') + '"' + rest),
                   refuses("attention: mine.json: id: " + a_name + '"' + std::string(60, 'x') + "…\""));
        CHECK_THAT(with_case(R"("id": "")" + rest), refuses("attention: mine.json: id: " + a_name + "nothing"));
        CHECK_THAT(with_case(R"("id": "01_99_mine", "acceptable": {"a\tb": {"b": [4]}})" + rest),
                   refuses("attention: mine.json: acceptable: " + a_name + "\"a?b\""));
    }
    CHECK(desk.read("started").empty());
}

SCENARIO("two cases of one id are refused, for whatever is said of one would be said of both", "[check]")
{
    const Desk desk;
    desk.write("cases/4.json", desk.read("cases/1.json"));
    CHECK_THAT(desk.check({}),
               refuses(R"(attention: cases/4.json: id: expected an id of its own, got "00_01_one", as in cases/1.json)"));
    CHECK_THAT(desk.check({"--lang", "zh"}),
               refuses(R"(attention：cases/4.json：id：应为与其他用例不同的 id，实为 "00_01_one"（cases/1.json 里已有）)"));
}

SCENARIO("failures that are declared are no failures, until they have healed", "[check]")
{
    const Desk desk;
    desk.write("known.json", R"({"00_02_two": "seven is hard", "06_01_zero": "no positions yet"})");
    const End end = desk.check({"--known", "known.json"}, wrong_seven);
    CHECK(end.exit_code == 0);
    CHECK_THAT(end.out, Contains("known to fail: 00_02_two: seven is hard"));
    CHECK_THAT(end.out, Contains("healed") && Contains(": 06_01_zero\n"));
    CHECK_THAT(end.out, !Contains("expected 7"));

    desk.write("known.json", R"({"06_01_zero": "no positions yet"})");
    CHECK(desk.check({"--known", "known.json"}, wrong_seven).exit_code == 1);
}

SCENARIO("a check remembers the last run", "[check]")
{
    const Desk desk;
    const Line last{"--last", "last.json"};
    const auto report = [&] { return desk.check(last, {"sh", "-c", "set -- 00_02_two \"$(cat what)\"; . ./port.sh"}).out; };
    desk.write("what", "exit 7");
    CHECK_THAT(report(), !Contains("last run"));
    CHECK_THAT(report(), Contains("nothing has changed since the last run"));
    desk.write("what", "value y '[[3], [7]]'");
    CHECK_THAT(report(), Contains("right since the last run: 00_02_two\n"));
    desk.write("what", "value y '[[3], [8]]'");
    CHECK_THAT(report(), Contains("no longer right: 00_02_two\n"));
    CHECK_THAT(report(), Contains("nothing has changed since the last run"));
}

SCENARIO("a check of some cases leaves what is remembered of the others", "[check]")
{
    const Desk desk;
    desk.write("ports.json", R"({"mine": {"command": ["sh", "port.sh", "00_02_two", "value y '[[3], [8]]'"]}})");
    CHECK(desk.check({"--ports", "ports.json", "--last", "last.json"}, {}).exit_code == 1);
    CHECK(desk.check({"--ports", "ports.json", "--last", "last.json", "--case", "00_01_*"}, {}).exit_code == 0);
    CHECK(desk.check({"--last", "last.json", "--case", "06_*"}).exit_code == 0);
    CHECK(json::parse(desk.read("last.json")) == json::parse(R"({"ports": [
        {"name": "mine", "cases": [{"id": "00_01_one", "outcome": "right"}, {"id": "00_02_two", "outcome": "wrong"},
                                   {"id": "06_01_zero", "outcome": "right"}]},
        {"name": "sh port.sh", "cases": [{"id": "06_01_zero", "outcome": "right"}]}]})"));

    desk.write("ports.json", R"({"mine": {"command": ["sh", "port.sh"]}})");
    CHECK_THAT(desk.check({"--ports", "ports.json", "--last", "last.json"}, {}).out,
               Contains("right since the last run: 00_02_two\n"));
}

SCENARIO("several ports stand in one table", "[check]")
{
    const Desk desk;
    desk.write("ports.json", R"({
        "good": {"command": ["sh", "port.sh"]},
        "bad & <odd>": {"command": ["sh", "port.sh", "00_02_two", "value y '[[3], [8]]'"]}})");
    const End end = desk.check({"--ports", "ports.json"}, {});
    CHECK(end.exit_code == 1);
    CHECK_THAT(end.out, Contains("bad & <odd>     good\n") && Contains("1 of 2   2 of 2\n") && Contains("2 of 3   3 of 3\n"));

    desk.write("ports.json", R"({
        "good": {"command": ["sh", "port.sh"]},
        "bad": {"command": ["sh", "port.sh", "00_02_two", "exit 7"], "known": {"00_02_two": "seven is hard"}}})");
    CHECK(desk.check({"--ports", "ports.json"}, {}).exit_code == 0);

    desk.write("ports.json", R"({"good": {"command": ["sh", "port.sh"]}, "gone": {"command": ["./none"]}})");
    CHECK_THAT(desk.check({"--ports", "ports.json"}, {}),
               refuses("attention: ./none: cannot be started: there is no such program"));
}

SCENARIO("a report is for programs, too", "[check]")
{
    const Desk desk;
    desk.write("cases/4.json", R"({"id": "00_03_<&>\"", "kind": "per_vector", "inputs": [[1]], "W": [[2]],
                                  "expected": {"y": [[2]]}, "catches": ["bias_left_out"]})");
    desk.write("port.py", R"(
import json, sys
for line in sys.stdin:
    id = json.loads(line)["id"]
    answer = {"id": id, "error": "1 < 2 && \"3\" > '2' \u0007\u2028 \U0001F600 ]]>"}
    if id == "00_01_one":
        answer = {"id": id, "steps": [{"name": "y", "value": [[float("nan")]]}]}
    if id == "06_01_zero":
        answer = {"id": id, "unsupported": True}
    if id == "00_02_two":
        answer = "<&>"
    print(json.dumps(answer), flush=True)
)");
    const Line port{"python3", "port.py"};
    THEN("JSON holds everything")
    {
        const End end = desk.check({"--report", "json"}, port);
        CHECK(end.exit_code == 1);
        const json report = json::parse(end.out);
        const json& result = report["ports"][0];
        CHECK(result["name"] == "python3 port.py");
        CHECK(result["sound"] == false);
        REQUIRE(result["cases"].size() == 4);
        CHECK(result["cases"][0]["outcome"] == "wrong");
        CHECK(result["cases"][0]["faults"][0]["index"] == json{1, 1});
        CHECK(result["cases"][0]["faults"][0]["expected"] == 2);
        CHECK(result["cases"][0]["faults"][0]["got"].is_null());
        CHECK(result["cases"][1]["outcome"] == "no_answer");
        CHECK(result["cases"][2]["outcome"] == "unsupported");
        CHECK(result["cases"][3]["id"] == "00_03_<&>\"");
        CHECK(result["cases"][3]["outcome"] == "wrong");
        CHECK(result["cases"][3]["trouble"]["en"] == "it says: 1 < 2 && \"3\" > '2' ?? \U0001F600 ]]>");
    }
    THEN("what JUnit reads is XML that another parser reads")
    {
        const End end = desk.check({"--report", "junit", "-o", "report.xml"}, port);
        CHECK(end.exit_code == 1);
        CHECK(end.out.empty());
        const End read = elements(desk, "report.xml");
        INFO(read.err);
        CHECK(read.exit_code == 0);
        CHECK_THAT(read.out, Contains("testsuite|python3 port.py.00_why_attention|3|2|1|0|-\n"));
        CHECK_THAT(read.out, Contains("testsuite|python3 port.py.06_positional_encoding|1|0|0|1|-\n"));
        CHECK_THAT(read.out, Contains("testcase|00_03_<&>\"|"));
        CHECK_THAT(read.out, Contains("it says: 1 < 2 && \"3\" > '2' ?? \U0001F600 ]]>\n"));
    }
}

SCENARIO("a port that computes in single precision is checked as one", "[check]")
{
    const Desk desk;
    desk.write("cases/1.json", R"({"id": "00_01_one", "kind": "per_vector", "inputs": [[1]], "W": [["1/3"]],
                                  "expected": {"y": [["1/3"]]}, "catches": ["bias_left_out"]})");
    const auto with = [&desk](const std::string& value, const std::string& precision) {
        return desk.check({"--case", "00_01_one", "--precision", precision},
                          {"sh", "port.sh", "00_01_one", "value y '[[" + value + "]]'"});
    };
    CHECK(with("0.3333333333333333", "float64").exit_code == 0);
    CHECK(with("0.333333343267440796", "float64").exit_code == 1);  // the nearest float: 11184811 / 2^25
    CHECK(with("0.333333343267440796", "float32").exit_code == 0);
    CHECK(with("0.33335", "float32").exit_code == 1);  // 1.7e-5 off, more than 1e-5
}

SCENARIO("a port whose numbers are rounded to decimals is checked as one, however large they are", "[check]")
{
    const Desk desk;
    desk.write("cases/1.json", R"({"id": "00_01_one", "kind": "per_vector", "inputs": [[1]], "W": [["1/3"], [10000]],
                                  "expected": {"y": [["1/3", 10000]]}, "catches": ["bias_left_out"]})");
    const auto exit_code_of = [&desk](const std::string& numbers, const std::string& precision) {
        return desk
            .check({"--case", "00_01_one", "--precision", precision},
                   {"sh", "port.sh", "00_01_one", "value y '[[" + numbers + "]]'"})
            .exit_code;
    };
    CHECK(exit_code_of("0.333, 10000", "3") == 0);
    CHECK(exit_code_of("0.333, 10000", "4") == 1);
    CHECK(exit_code_of("0.334, 10000", "3") == 1);
    CHECK(exit_code_of("0.333, 10000.0004", "3") == 0);
    CHECK(exit_code_of("0.333, 10000.04", "3") == 1);
    CHECK(exit_code_of("0.333, 10004", "3") == 1);
}

SCENARIO("a port inherits its standard streams, and nothing else that is open in the check", "[check]")
{
    const Desk desk;
    Start start = desk.start({}, {"sh", "-c", "ls /proc/self/fd >inside; exec sh port.sh"});
    start.words.insert(start.words.begin(), {"-c", R"(ls /proc/self/fd >outside; exec "$0" "$@")", start.program});
    start.program = "/bin/sh";
    CHECK(run(start).exit_code == 0);
    CHECK(desk.read("inside") == desk.read("outside"));  // both empty where there is no /proc
}

SCENARIO("a check that is ended takes the port with it and leaves no half-written file", "[check]")
{
    const Desk desk;
    const Line before{"cases", "child", "last.json", "port", "port.sh"};
    const std::string last = R"({"ports": [{"name": "other", "cases": [{"id": "00_01_one", "outcome": "right"}]}]})";
    desk.write("last.json", last);
    const std::string hang = "trap '' HUP INT TERM; sleep 60 & echo $! >child; echo $$ >port; sleep 60";
    const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
    Terminal terminal(desk.start({"--last", "last.json", "-o", "report"}, {"sh", "port.sh", "00_02_two", hang}));
    CHECK(terminal.shows("1 / 3"));
    for (int look = 0; look < 100 && desk.read("port").empty(); ++look) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    if (signal == SIGINT) {
        terminal.type("\x03");
    } else {
        terminal.send(signal);
    }
    CHECK(terminal.end().signal == signal);
    CHECK(desk.names() == before);
    CHECK(desk.read("last.json") == last);
    for (const std::string file : {"port", "child"}) {
        Start wait;  // until the process is gone, or is dead and waits for somebody to take note
        wait.program = "/bin/sh";
        wait.words = {
            "-c", "p=$(cat " + file + "); while kill -0 $p 2>/dev/null && ! grep -q ') Z' /proc/$p/stat; do sleep 0.01; done"};
        wait.folder = desk.path();
        CHECK(run(wait).exit_code == 0);
    }
}

SCENARIO("a check that nobody reads ends as any program does", "[check]")
{
    const Desk desk;
    Start start = desk.start({});
    start.output_is_closed_pipe = true;
    const End end = run(start);
    CHECK(end.signal == SIGPIPE);
    CHECK(end.err.empty());

    start = desk.start({});
    start.closed = {1};
    CHECK_THAT(run(start), refuses("attention: standard output: cannot be written: closed"));
}

SCENARIO("numbers worked out by hand are checked from one's own earlier steps", "[check]")
{
    const Folder folder;
    // q = 1, k = (ln 2, 0), v = (3, 6): alpha = (ln 2, 0), exp of it (2, 1), alpha_prime = (2/3, 1/3), b = 2/3 · 3 + 1/3 · 6 = 4
    folder.write("problem.json", R"({"kind": "single_output", "id": "mine", "inputs": [[1, 1], [0, 2]], "Wq": [[1, 0]],
                                     "Wk": [["ln 2", 0]], "Wv": [[0, 3]]})");
    const auto checked = [&folder](const std::string& answers, const Line& more) {
        folder.write("answers.json", answers);
        Start start;
        start.words = {"check", "--answers", "answers.json", "problem.json"};
        start.words.insert(start.words.end(), more.begin(), more.end());
        start.folder = folder.path();
        return run(start);
    };
    THEN("exact strings are numbers, and steps may be left out")
    {
        const End end = checked(R"({"alpha": ["ln 2", 0], "b": [4]})", {});
        CHECK(end.exit_code == 0);
        CHECK_THAT(end.out, Contains("mine: 2 of 2 answered steps right\n   q             –\n"));
    }
    THEN("a slip costs one step: from alpha_prime = (1/3, 2/3) follows b = 1/3 · 3 + 2/3 · 6 = 5")
    {
        const End end = checked(R"({"alpha": ["ln 2", 0], "alpha_prime": ["1/3", "2/3"], "b": [5]})", {});
        CHECK(end.exit_code == 1);
        CHECK_THAT(end.out, Contains("mine: 2 of 3 answered steps right\n"));
        CHECK_THAT(end.out, Contains("   alpha_prime   alpha_prime[1]: expected 0.666667, got 0.333333\n"
                                     "                 these are the right numbers from the last to the first\n"
                                     "   b             right, going on from your own numbers\n"));
    }
    THEN("0.667 and 0.333 are right to three decimals, 0.666 is not")
    {
        CHECK(checked(R"({"alpha_prime": [0.667, 0.333]})", {"--precision", "3"}).exit_code == 0);
        CHECK(checked(R"({"alpha_prime": [0.666, 0.333]})", {"--precision", "3"}).exit_code == 1);
        CHECK(checked(R"({"alpha_prime": [0.667, 0.333]})", {}).exit_code == 1);
    }
    THEN("a walkthrough is read as well, and programs may read the report")
    {
        const End end = checked(R"({"steps": [{"name": "b", "value": [4.5]}]})", {"--report", "json"});
        CHECK(json::parse(end.out)["ports"][0]["cases"][0]["faults"][0]["expected"] == 4);
    }
    THEN("what cannot be used is refused in one line")
    {
        CHECK_THAT(checked("{}", {}), refuses("attention: answers.json: expected steps by name, got none"));
        CHECK_THAT(checked(R"({"b": 4})", {}), refuses("attention: answers.json: b: expected a list of numbers, got 4"));
        CHECK_THAT(
            checked(R"({"b": [4]})", {"--precision", "13"}),
            refuses(
                R"(attention: --precision: expected float64, float32, or how many decimals there are, from 1 to 12, got "13")"));
        CHECK_THAT(checked(R"({"b": [4]})", {"--ports", "x"}),
                   refuses("attention: --answers: expected the file of one problem, and no port"));
    }
}

SCENARIO("numbers by hand may be of a case, which has a tolerance and conventions of its own", "[check]")
{
    const Folder folder;
    // y = 2 · 1 = 2, and 3 to those who add 1
    folder.write("case.json", R"({"id": "00_99_mine", "kind": "per_vector", "inputs": [[1]], "W": [[2]], "expected": {"y": [[2]]},
                                  "acceptable": {"one_added": {"y": [[3]]}}, "tolerance": 1e-3, "catches": ["bias_left_out"]})");
    const auto exit_code_of = [&folder](const std::string& answers, const std::string& problem) {
        folder.write("answers.json", answers);
        Start start;
        start.words = {"check", "--answers", "answers.json", problem};
        start.folder = folder.path();
        return run(start).exit_code;
    };
    CHECK(exit_code_of(R"({"y": [[2]]})", "case.json") == 0);
    CHECK(exit_code_of(R"({"y": [[3]]})", "case.json") == 0);
    CHECK(exit_code_of(R"({"y": [[2.001]]})", "case.json") == 0);
    CHECK(exit_code_of(R"({"y": [[2.003]]})", "case.json") == 1);

    // only b is recorded: 2/3 · 3 + 1/3 · 6 = 4; alpha = (ln 2, 0) follows
    folder.write("part.json", R"({"id": "01_99_mine", "kind": "single_output", "inputs": [[1, 1], [0, 2]], "Wq": [[1, 0]],
                                  "Wk": [["ln 2", 0]], "Wv": [[0, 3]], "expected": {"b": [4]}, "catches": ["bias_left_out"]})");
    CHECK(exit_code_of(R"({"alpha": ["ln 2", 0], "b": [4]})", "part.json") == 0);
    CHECK(exit_code_of(R"({"alpha": ["ln 3", 0], "b": [4]})", "part.json") == 1);
}

SCENARIO("names of files and ids are shown on one line, whatever is in them", "[check]")
{
    const Folder folder;
    folder.write("problem.json", R"({"kind": "per_vector", "id": "\u001b[31m\nred", "inputs": [[1]], "W": [[2]]})");
    folder.write("\xFF.json", R"({"y": [[2]]})");
    Start start;
    start.words = {"check", "--report", "json", "--answers", "\xFF.json", "problem.json"};
    start.folder = folder.path();
    const End end = run(start);
    CHECK(end.exit_code == 0);
    const json report = json::parse(end.out);
    CHECK(report["ports"][0]["name"] == "?.json");
    CHECK(report["ports"][0]["cases"][0]["id"] == "?[31m?red");
}

SCENARIO("options that would be ignored are refused, and limits that nobody keeps", "[check]")
{
    for (const std::string option : {"--known", "--last", "--case", "--cases", "--seconds", "--memory"}) {
        CHECK_THAT(run({"check", "--answers", "a.json", "p.json", option, "5"}),
                   refuses("attention: " + option + ": cannot be used beside --answers"));
    }
    CHECK_THAT(run({"check", "--ports", "p.json", "--known", "k.json"}),
               refuses("attention: --known: cannot be used beside --ports"));
    CHECK_THAT(run({"--lang", "zh", "check", "--ports", "p.json", "--known", "k.json"}),
               refuses("attention：--known：不能与 --ports 一起使用"));
    CHECK_THAT(run({"check", "--seconds", "0.0009", "--", "sh"}),
               refuses("attention: --seconds: expected a number from 0.001 to 1000000, got \"0.0009\""));
    CHECK_THAT(run({"check", "--memory", "0.9", "--", "sh"}),
               refuses("attention: --memory: expected a number from 1 to 1000000, got \"0.9\""));
    CHECK_THAT(run({"check", "--memory", "nan", "--", "sh"}),
               refuses("attention: --memory: expected a number from 1 to 1000000, got \"nan\""));
    CHECK_THAT(run({"--lang", "zh", "check", "--seconds", "1000001", "--", "sh"}),
               refuses("attention：--seconds：应为 0.001 到 1000000 的数，实为 \"1000001\""));
    const Desk desk;
    CHECK(desk.check({"--seconds", "1000000", "--memory", "1000000"}).exit_code == 0);
}

SCENARIO("a port is started once for all cases", "[check]")
{
    const Desk desk;
    CHECK(desk.check({}, {"sh", "-c", "echo started >>starts; exec sh port.sh"}).exit_code == 0);
    CHECK(desk.read("starts") == "started\n");
}

SCENARIO("answer tells what is wrong with a line that is no problem", "[check]")
{
    Start start;
    start.words = {"answer"};
    start.input = "[1]\n{\"id\": \"one\", \"kind\": \"per_vector\", \"inputs\": 5}\n";
    const End end = run(start);
    CHECK(end.exit_code == 0);
    CHECK(end.out == R"({"id":"","error":"expected a JSON object, got a list of 1"}
{"id":"one","error":"inputs: expected a list of vectors, got 5"}
)");
}

SCENARIO("cases are listed by id, with what is special about each", "[check]")
{
    CHECK_THAT(run({"cases"}).out, Contains("\n02_01_running_example "));
    CHECK_THAT(run({"cases", "--case", "00_*,01_0*"}).out, !Contains("\n02_01_running_example "));
    CHECK(run({"cases", "--case", "nothing*"}).exit_code == 2);
}

SCENARIO("a case can be solved like any problem", "[check]")
{
    const std::string file = std::string(ATTENTION_SOURCE_DIR) + "/tests/cases/01_01_running_example.json";
    CHECK_THAT(run({"solve", file, "--steps", "b"}).out, Contains("b_1 = (8, 4.5)"));
}
