// The program from outside: what a person types and sees, what a script relies on.
#include <algorithm>
#include <csignal>
#include <string>
#include <utility>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "app/chapters.hpp"
#include "run.hpp"
#include "text/format.hpp"
#include "text/language.hpp"

using attention::Chapter;
using attention::chapters;
using attention::Example;
using attention::examples;
using attention::Language;
using attention::test::End;
using attention::test::Folder;
using attention::test::refuses;
using attention::test::run;
using attention::test::Start;
using attention::test::Terminal;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

namespace {

const std::vector<std::string> chapter_names = [] {
    std::vector<std::string> names;
    for (const Chapter& chapter : chapters()) {
        names.push_back(chapter.name);
    }
    return names;
}();

/// "01_single_output, 02_matrix_form", and so on.
std::string chapters_between(const std::string& separator)
{
    return fmt::format("{}", fmt::join(chapter_names, separator));
}

/// What `list` prints: names in one column, questions in the next, and under a question the names of further problems.
std::string expected_list(Language language)
{
    std::size_t longest = 0;
    for (const std::string& name : chapter_names) {
        longest = std::max(longest, name.size());
    }
    std::string text;
    for (const Chapter& chapter : chapters()) {
        text += fmt::format("{:<{}}  {}\n", chapter.name, longest, in(language, chapter.question));
        std::vector<std::string> names;
        for (const Example& example : examples(chapter)) {
            names.push_back(example.name);
        }
        const bool is_english = language == Language::english;
        if (names.size() > 1) {  // the first is the chapter's own, without a name
            names.erase(names.begin());
            text += std::string(longest, ' ') + (is_english ? "  more problems: " : "  另有题目：") +
                    fmt::format("{}\n", fmt::join(names, is_english ? ", " : "、"));
        }
    }
    return text;
}

/// What the program prints when all is well.
std::string output_of(std::vector<std::string> words, std::string input = {})
{
    Start start;
    start.words = std::move(words);
    start.input = std::move(input);
    const End end = run(start);
    INFO(end.err);
    REQUIRE(end.exit_code == 0);
    CHECK(end.err.empty());
    return end.out;
}

End run_in(const Folder& folder, std::vector<std::string> words)
{
    Start start;
    start.words = std::move(words);
    start.folder = folder.path();
    start.as_nobody_special = true;
    return run(start);
}

/// What the command prints for each chapter alone, an empty line between.
std::string output_by_chapter(const std::string& command)
{
    std::string all;
    for (const std::string& chapter : chapter_names) {
        all += (all.empty() ? "" : "\n") + output_of({command, chapter});
    }
    return all;
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

std::string read_source(const std::string& name)
{
    const Folder nowhere;
    return nowhere.read(std::string(ATTENTION_SOURCE_DIR "/") + name);
}

unsigned mode_of(const std::string& path)
{
    struct stat status = {};
    REQUIRE(stat(path.c_str(), &status) == 0);
    return status.st_mode & 0777U;
}

std::vector<std::string> names_of_steps(const nlohmann::json& walkthrough)
{
    std::vector<std::string> names;
    for (const auto& step : walkthrough.at("steps")) {
        names.push_back(step.at("name").get<std::string>());
    }
    return names;
}

std::string without_colours(const std::string& text)
{
    std::string plain;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\033') {
            at = text.find('m', at);
        } else if (text[at] != '\r') {
            plain += text[at];
        }
    }
    return plain;
}

const std::string own_problem = R"({
  "kind": "single_output",
  "id": "my own",
  "inputs": [["1/3", -2], ["sqrt 2", 0.5]],
  "query": 2,
  "Wq": [["-1/2 ln 3", 1]],
  "Wk": [["5/3 ln 3/2", 0]],
  "Wv": [[1, 2], [3, "ln 2"], [0, 0]]
})";

}  // namespace

SCENARIO("a learner's own problem comes out step by step", "[program]")
{
    GIVEN("a file with exact numbers")
    {
        const Folder folder;
        folder.write("mine.json", own_problem);
        WHEN("it is solved")
        {
            const End end = run_in(folder, {"solve", "mine.json"});
            THEN("the exact numbers stand there as they were written, and every step has its number")
            {
                CHECK(end.exit_code == 0);
                CHECK(end.err.empty());
                CHECK_THAT(end.out, StartsWith("01  One output\n"));
                for (const std::string written : {"1/3", "sqrt 2", "-1/2 ln 3", "5/3 ln 3/2", "ln 2"}) {
                    CHECK(contains(end.out, written));
                }
                for (const std::string step :
                     {"\n1  q_2 = W^q a_2\n", "\n2  k_j", "\n3  v_j", "\n4  α_{2,j}", "\n5  α'_{2,j}", "\n6  b_2"}) {
                    CHECK(contains(end.out, step));
                }
            }
        }
        WHEN("it is solved in Chinese")
        {
            const End end = run_in(folder, {"solve", "mine.json", "--lang", "zh"});
            THEN("all words are Chinese")
            {
                CHECK_THAT(end.out, StartsWith("01  单个输出\n"));
                CHECK(contains(end.out, "\n已知\n"));
                CHECK_FALSE(contains(end.out, "One output"));
            }
        }
    }
    GIVEN("a problem that gives the weights 0, 0, 0, 1")
    {
        const std::string problem =
            R"({"kind": "single_output", "inputs": [[0, 0, 2, 0], [1, 0, 0, 1], [0, 1, 1, 0], [2, 0, 0, 0]],
            "Wq": [[1, 0, 0, 0]], "Wk": [[1, 0, 0, 0]], "Wv": [[5, 10, 0, 0], [0, 0, 5, 10]],
            "given": {"alpha_prime": [0, 0, 0, 1]}})";
        WHEN("it is solved")
        {
            const std::string out = output_of({"solve", "-", "--steps", "b"}, problem);
            THEN("the answer goes on from them: b_1 = v_4 = (10, 0)")
            {
                CHECK(contains(out, "b_1 = (10, 0)\n"));
            }
        }
    }
}

SCENARIO("an example that is handed to solve gives the tour's numbers", "[program]")
{
    for (const Chapter& chapter : chapters()) {
        const std::string tour = output_of({"tour", chapter.name});
        CHECK_THAT(tour, EndsWith("\nThe lesson: chapters/" + chapter.name + "/README.md\n"));
        for (const Example& example : examples(chapter)) {
            INFO(chapter.name << " " << example.name);
            const bool is_its_own = example.name.empty();
            const std::string problem = output_of(is_its_own ? std::vector<std::string>{"example", chapter.name}
                                                             : std::vector<std::string>{"example", chapter.name, example.name});
            CHECK(problem == example.text);
            CHECK(problem ==
                  read_source("chapters/" + chapter.name + "/problem" + (is_its_own ? "" : "_") + example.name + ".json"));
            const std::string solved = output_of({"solve", "-"}, problem);
            CHECK(contains(tour, solved.substr(solved.find("\nGiven\n"))));
        }
    }
}

SCENARIO("a chapter's other problems are called by their names", "[program]")
{
    CHECK(contains(output_of({"example", "3", "additive"}), R"("score": "additive")"));
    Start start;
    start.words = {"example", "3", "aditive"};
    CHECK_THAT(
        run(start),
        refuses(
            "attention: problem: expected one of additive, additive_biases, bilinear, wide (or no name, for the chapter's own problem), "
            R"(got "aditive"; did you mean "additive"?)"));
    start.words = {"example", "3", "x", "--lang", "zh"};
    CHECK_THAT(run(start),
               refuses("attention：题目：应为以下之一：additive、additive_biases、bilinear、wide（不写名字就是该章自己的题目），"
                       R"(实为 "x")"));
    start.words = {"example", "2", "x", "--lang", "zh"};
    CHECK_THAT(run(start), refuses(R"(attention：题目：这一章只有一道题目，不必写名字，却写了 "x")"));
}

SCENARIO("a chapter measures what its lesson claims", "[program]")
{
    const std::string measured = output_of({"measure", "3"});
    CHECK(contains(measured, "var(α/√d_k)"));
    CHECK_THAT(output_of({"measure"}), StartsWith(measured));
    CHECK(contains(output_of({"measure", "scores", "--lang", "zh"}), "q · k 的方差\n"));
    Start start;
    start.words = {"measure", "2"};
    CHECK_THAT(run(start), refuses("attention: chapter: 02_matrix_form measures nothing; 03_scores, 07_versus_rnn do"));
    start.words = {"measure", "2", "--lang", "zh"};
    CHECK_THAT(run(start), refuses("attention：章：02_matrix_form 没有实测的内容；有实测的是 03_scores、07_versus_rnn"));
}

SCENARIO("JSON holds every step by its name, with all digits", "[program]")
{
    const std::vector<std::string> names{"q", "k", "v", "alpha", "alpha_prime", "b"};
    for (const std::string chapter : {"1", "2"}) {
        const std::string text = output_of({"solve", "-", "--format", "json"}, output_of({"example", chapter}));
        const auto walkthrough = nlohmann::json::parse(text);
        CHECK(names_of_steps(walkthrough) == names);
        CHECK(contains(text, "1.3862943611198906"));  // ln 4
        for (const auto& step : walkthrough.at("steps")) {
            CHECK_FALSE(step.at("words").at("en").get<std::string>().empty());
            CHECK_FALSE(step.at("words").at("zh").get<std::string>().empty());
        }
    }
    const auto mine = nlohmann::json::parse(output_of({"solve", "-", "--format", "json"}, own_problem));
    CHECK(mine.at("id") == "my own");
    CHECK(mine.at("kind") == "single_output");
    const auto one =
        nlohmann::json::parse(output_of({"solve", "-", "--format=json", "--steps", "q"}, output_of({"example", "1"})));
    CHECK(one.at("steps").at(0).at("value") == nlohmann::json{1.0, 0.0});
}

SCENARIO("an SVG picture comes out whole", "[program]")
{
    const std::string picture = output_of({"solve", "-", "--format", "svg"}, output_of({"example", "1"}));
    CHECK_THAT(picture, StartsWith("<svg "));
    CHECK(contains(picture, "</svg>\n"));
}

SCENARIO("single steps can be picked", "[program]")
{
    const std::string problem = output_of({"example", "2"});
    const std::string two = output_of({"solve", "-", "--steps", "b,q"}, problem);
    CHECK_THAT(two, StartsWith("1  Q = W^q I\n"));
    CHECK(contains(two, "\n\n6  O = V A'\n"));
    CHECK_FALSE(contains(two, "K = "));
    CHECK(output_of({"solve", "-", "--steps", "q", "--steps=b"}, problem) == two);
    CHECK(output_of({"tour", "--steps", "b,q", "2"}) == two);
    CHECK(contains(output_of({"tour", "--steps", "b"}), "b_2 = (23, 17)\n\n6  O = V A'\n"));
}

SCENARIO("a chapter can be called by its number or by its name", "[program]")
{
    const std::string second = output_of({"tour", "02_matrix_form"});
    CHECK(output_of({"tour", "2"}) == second);
    CHECK(output_of({"tour", "02"}) == second);
    CHECK(output_of({"tour", "matrix_form"}) == second);
    CHECK(output_of({"tour"}) == output_by_chapter("tour"));
    CHECK(output_of({"tour", "2", "1"}) == second + "\n" + output_of({"tour", "1"}));
    CHECK(output_of({"solve", "-", "--chapter", "single_output"}, own_problem) == output_of({"solve", "-"}, own_problem));
}

SCENARIO("list and mistakes say what there is", "[program]")
{
    CHECK(output_of({"list"}) == expected_list(Language::english));
    CHECK(output_of({"list", "--lang", "zh"}) == expected_list(Language::chinese));
    CHECK(contains(output_of({"list"}), "  more problems: additive, additive_biases, bilinear, wide\n"));
    CHECK(contains(output_of({"list", "--lang", "zh"}), "  另有题目：additive、additive_biases、bilinear、wide\n"));
    const std::string mistakes = output_of({"mistakes"});
    CHECK(contains(mistakes, "\nright\n   b_1 = (8, 4.5)\n"));
    CHECK(contains(mistakes, "\nright\n   O = (8, 4.5) (4.5, 8) (6.5, 6.5) (4, 8)\n"));
    CHECK(contains(mistakes, "\nsoftmax_over_queries\n"));
    CHECK(mistakes == output_by_chapter("mistakes"));
    CHECK(contains(output_of({"mistakes", "1", "--lang", "zh"}), "\n正确结果\n   b_1 = (8, 4.5)\n"));
}

SCENARIO("help names every command and option, in both languages", "[program]")
{
    const std::vector<std::pair<std::string, std::vector<std::string>>> options{
        {"tour", {"--step ", "--steps "}},
        {"solve", {"--chapter ", "--format ", "--steps ", "-o, --output "}},
        {"show", {"--format ", "--steps ", "-o, --output "}},
        {"example", {"-o, --output "}},
        {"list", {}},
        {"mistakes", {}},
        {"measure", {}},
        {"check",
         {"--ports ", "--answers ", "--case ", "--cases ", "--precision ", "--report text|json|junit ", "-o, --output ",
          "--known ", "--last ", "--seconds N ", "--memory N "}},
        {"cases", {"--case "}},
        {"answer", {}}};
    const std::vector<std::pair<std::string, std::string>> usages{{"en", "\nUsage: attention "}, {"zh", "\n用法：attention "}};
    for (const auto& [language, usage] : usages) {
        const std::string all = output_of({"--help", "--lang", language});
        CHECK(contains(all, usage));
        CHECK(contains(all, "\n  --version "));
        CHECK(output_of({"--lang", language}) == all);
        for (const auto& [command, own] : options) {
            CHECK(contains(all, "\n  " + command + " "));
            const std::string help = output_of({command, "--lang", language, "-h"});
            CHECK(contains(help, usage + command + " "));
            for (const std::string& option : own) {
                CHECK(contains(help, "\n  " + option));
            }
            for (const std::string option : {"--lang en|zh ", "--color auto|always|never ", "-h, --help "}) {
                CHECK(contains(help, "\n  " + option));
            }
        }
    }
    CHECK(output_of({}) == output_of({"--help"}));
    CHECK(output_of({"--version"}) == "attention 0.1.0\n");
}

SCENARIO("a word that the command line does not know is answered by one line", "[program]")
{
    struct Fault {
        std::vector<std::string> words;
        std::string en;
        std::string zh;
    };
    const std::vector<Fault> faults{
        {{"turo"},
         R"(command: expected one of tour, solve, show, example, list, mistakes, measure, check, cases, answer, got "turo"; did you mean "tour"?)",
         R"(命令：应为以下之一：tour、solve、show、example、list、mistakes、measure、check、cases、answer，实为 "turo"；是不是 "tour"？)"},
        {{"x\033[31m\n"},
         R"(command: expected one of tour, solve, show, example, list, mistakes, measure, check, cases, answer, got "x?[31m?")",
         R"(命令：应为以下之一：tour、solve、show、example、list、mistakes、measure、check、cases、answer，实为 "x?[31m?")"},
        {{"--verison"},
         R"(expected one of --help, --version, --lang, --color, got "--verison"; did you mean "--version"?)",
         R"(应为以下之一：--help、--version、--lang、--color，实为 "--verison"；是不是 "--version"？)"},
        {{"tour", "--stpe"},
         R"(tour: expected one of --help, --lang, --color, --step, --steps, got "--stpe"; did you mean "--step"?)",
         R"(tour：应为以下之一：--help、--lang、--color、--step、--steps，实为 "--stpe"；是不是 "--step"？)"},
        {{"list", "-x"},
         R"(list: expected one of --help, --lang, --color, got "-x")",
         R"(list：应为以下之一：--help、--lang、--color，实为 "-x")"},
        {{"list", "tour"}, R"(list: expected nothing more, got "tour")", R"(list：到此应当为止，却还有 "tour")"},
        {{"solve", "a", "b"}, R"(solve: expected nothing more, got "b")", R"(solve：到此应当为止，却还有 "b")"},
        {{"solve"},
         "solve: expected a file, or - for standard input, got nothing",
         "solve：还要给出题目文件，或用 - 表示标准输入"},
        {{"show"}, "show: expected a file, or - for standard input, got nothing", "show：还要给出演算文件，或用 - 表示标准输入"},
        {{"example"},
         "example: expected a chapter, such as 2 or matrix_form, got nothing",
         "example：还要指定哪一章，如 2 或 matrix_form"},
        {{"tour", "99"},
         "chapter: expected one of " + chapters_between(", ") + R"(, got "99")",
         "章：应为以下之一：" + chapters_between("、") + R"(，实为 "99")"},
        {{"mistakes", "matrixform"},
         "chapter: expected one of " + chapters_between(", ") + R"(, got "matrixform"; did you mean "matrix_form"?)",
         "章：应为以下之一：" + chapters_between("、") + R"(，实为 "matrixform"；是不是 "matrix_form"？)"},
        {{"example", ""},
         "chapter: expected one of " + chapters_between(", ") + R"(, got "")",
         "章：应为以下之一：" + chapters_between("、") + R"(，实为 "")"},
        {{"tour", "2", "--steps", "q,alfa"},
         R"(--steps: expected one of q, k, v, alpha, alpha_prime, b, got "alfa"; did you mean "alpha"?)",
         R"(--steps：应为以下之一：q、k、v、alpha、alpha_prime、b，实为 "alfa"；是不是 "alpha"？)"},
        {{"tour", "2", "--steps", ""},
         R"(--steps: expected one of q, k, v, alpha, alpha_prime, b, got "")",
         R"(--steps：应为以下之一：q、k、v、alpha、alpha_prime、b，实为 "")"},
        {{"tour", "--steps"}, "--steps: expected a value, got nothing", "--steps：后面还缺一个值"},
        {{"example", "1", "-o"}, "--output: expected a value, got nothing", "--output：后面还缺一个值"},
        {{"tour", "--step=3"}, "--step: expected no value, got one", "--step：不带值，却给了一个"},
        {{"solve", "-", "--format", "xml"},
         R"(--format: expected one of text, markdown, latex, json, svg, got "xml")",
         R"(--format：应为以下之一：text、markdown、latex、json、svg，实为 "xml")"},
        {{"list", "--color", "alway"},
         R"(--color: expected one of auto, always, never, got "alway"; did you mean "always"?)",
         R"(--color：应为以下之一：auto、always、never，实为 "alway"；是不是 "always"？)"},
        {{"tour", "--step"},
         "--step: expected a terminal, where one can press a key, got none",
         "--step：需要在终端里运行，才能按键继续"},
    };
    for (const Fault& fault : faults) {
        Start start;
        start.words = fault.words;
        CHECK_THAT(run(start), refuses("attention: " + fault.en));
        start.environment = {"LANG=zh_CN.UTF-8"};
        CHECK_THAT(run(start), refuses("attention：" + fault.zh));
    }
    CHECK_THAT(run({"--lang", "fr"}), refuses(R"(attention: --lang: expected one of en, zh, got "fr")"));
}

SCENARIO("an output file is written whole", "[program]")
{
    const Folder folder;
    folder.write("mine.json", own_problem);
    const std::string expected = run_in(folder, {"solve", "mine.json", "--format", "json"}).out;
    const auto write_to = [&](const std::string& name) {
        return run_in(folder, {"solve", "mine.json", "--format", "json", "-o", name});
    };

    WHEN("it is new")
    {
        const End end = write_to("out.json");
        THEN("it has the text and the permissions of any new file; nothing is printed, and nothing else lies beside it")
        {
            CHECK(end.exit_code == 0);
            CHECK(end.out.empty());
            CHECK(end.err.empty());
            CHECK(folder.read("out.json") == expected);
            folder.write("other", "");
            CHECK(mode_of(folder.path("out.json")) == mode_of(folder.path("other")));
            CHECK(folder.names() == std::vector<std::string>{"mine.json", "other", "out.json"});
        }
    }
    WHEN("it takes the place of an old one")
    {
        folder.write("out.json", "old");
        chmod(folder.path("out.json").c_str(), 0640);
        CHECK(write_to("out.json").exit_code == 0);
        THEN("the permissions stay")
        {
            CHECK(folder.read("out.json") == expected);
            CHECK(mode_of(folder.path("out.json")) == 0640);
        }
    }
    WHEN("it is the problem itself")
    {
        CHECK(write_to("mine.json").exit_code == 0);
        CHECK(folder.read("mine.json") == expected);
    }
    WHEN("its name is a symbolic link")
    {
        mkdir(folder.path("sub").c_str(), 0700);
        folder.write("sub/file", "old");
        REQUIRE(symlink("sub/file", folder.path("link").c_str()) == 0);
        REQUIRE(symlink("sub/new", folder.path("dangling").c_str()) == 0);
        CHECK(write_to("link").exit_code == 0);
        CHECK(write_to("dangling").exit_code == 0);
        THEN("the link stays, and what it leads to is written")
        {
            CHECK(std::filesystem::is_symlink(folder.path("link")));
            CHECK(std::filesystem::is_symlink(folder.path("dangling")));
            CHECK(folder.read("sub/file") == expected);
            CHECK(folder.read("sub/new") == expected);
            CHECK(folder.names() == std::vector<std::string>{"dangling", "link", "mine.json", "sub"});
        }
    }
    WHEN("it is a dash")
    {
        CHECK(write_to("-").out == expected);
        CHECK(folder.names() == std::vector<std::string>{"mine.json"});
    }
    WHEN("it is a device")
    {
        CHECK(write_to("/dev/null").exit_code == 0);
        CHECK(write_to("/dev/stdout").out == expected);
    }
    WHEN("it is made by example")
    {
        CHECK(run_in(folder, {"example", "2", "-o", "new.json"}).exit_code == 0);
        CHECK(folder.read("new.json") == read_source("chapters/02_matrix_form/problem.json"));
        folder.write("new.json", "edited");
        CHECK_THAT(run_in(folder, {"example", "2", "-o", "new.json"}),
                   refuses("attention: new.json: expected a new file, got one that exists; remove it or choose another name"));
        CHECK(folder.read("new.json") == "edited");
    }
}

SCENARIO("an output file that cannot be written stays as it was", "[program]")
{
    const Folder folder;
    folder.write("old.json", "old");
    const std::string problem = std::string(ATTENTION_SOURCE_DIR "/chapters/02_matrix_form/problem.json");
    const auto write_to = [&](const std::string& name, const std::string& language = "en") {
        return run_in(folder, {"solve", problem, "-o", name, "--lang", language});
    };

    WHEN("its folder is not there")
    {
        CHECK_THAT(write_to("none/new.json"), refuses("attention: none/new.json: cannot be written: no such directory"));
        CHECK_THAT(write_to("none/new.json", "zh"), refuses("attention：none/new.json：无法写入：没有这个目录"));
        CHECK_THAT(write_to(""), refuses("attention: \"\": cannot be written: no such directory"));
    }
    WHEN("its folder must not be written to")
    {
        chmod(folder.path().c_str(), 0500);
        CHECK_THAT(write_to("new.json"), refuses("attention: new.json: cannot be written: no permission"));
        CHECK_THAT(write_to("old.json", "zh"), refuses("attention：old.json：无法写入：没有权限"));
        chmod(folder.path().c_str(), 0700);
        CHECK(folder.read("old.json") == "old");
    }
    WHEN("it must not be written to itself")
    {
        chmod(folder.path("old.json").c_str(), 0400);
        CHECK_THAT(write_to("old.json"), refuses("attention: old.json: cannot be written: no permission"));
        CHECK(folder.read("old.json") == "old");
    }
    WHEN("a folder stands in its place, or a file in the folder's")
    {
        CHECK_THAT(write_to("."), refuses("attention: .: cannot be written: expected a file, got a directory"));
        CHECK_THAT(write_to("old.json/new"),
                   refuses("attention: old.json/new: cannot be written: part of the path is not a directory"));
    }
    WHEN("its links lead in a circle")
    {
        REQUIRE(symlink("circle", folder.path("circle").c_str()) == 0);
        CHECK_THAT(write_to("circle"), refuses("attention: circle: cannot be written: too many symbolic links"));
        unlink(folder.path("circle").c_str());
    }
    WHEN("the disk is full")
    {
        CHECK_THAT(write_to("/dev/full"), refuses("attention: /dev/full: cannot be written: no space left"));
        CHECK_THAT(write_to("/dev/full", "zh"), refuses("attention：/dev/full：无法写入：空间不足"));
    }
    WHEN("writing breaks off in the middle")
    {
        Start start;
        start.words = {"solve", problem, "-o", "old.json"};
        start.folder = folder.path();
        start.largest_file = 200;  // the solution is longer
        CHECK_THAT(run(start), refuses("attention: old.json: cannot be written: larger than a file may be here"));
        start.closed = {STDERR_FILENO};  // what cannot be said must not go into the file
        CHECK(run(start).exit_code == 2);
        CHECK(folder.read("old.json") == "old");
    }
    WHEN("there is nothing to write, because the problem is refused")
    {
        folder.write("bad.json", "{}");
        CHECK(run_in(folder, {"solve", "bad.json", "-o", "old.json"}).exit_code == 2);
        CHECK(folder.read("old.json") == "old");
        unlink(folder.path("bad.json").c_str());
    }
    CHECK(folder.names() == std::vector<std::string>{"old.json"});  // no scratch file is left
}

SCENARIO("standard output that cannot be written to ends the program as it should", "[program]")
{
    Start start;
    start.words = {"tour"};
    WHEN("it is closed")
    {
        start.closed = {STDOUT_FILENO};
        CHECK_THAT(run(start), refuses("attention: standard output: cannot be written: closed"));
        start.words = {"--help", "--lang", "zh"};
        CHECK_THAT(run(start), refuses("attention：标准输出：无法写入：已关闭"));
    }
    WHEN("the disk is full")
    {
        start.output_file = "/dev/full";
        for (const std::string command : {"tour", "list", "mistakes", "--help", "--version"}) {
            start.words = {command};
            CHECK_THAT(run(start), refuses("attention: standard output: cannot be written: no space left"));
        }
        start.words = {};
        CHECK_THAT(run(start), refuses("attention: standard output: cannot be written: no space left"));
    }
    WHEN("nobody reads the pipe any more")
    {
        start.output_is_closed_pipe = true;
        start.ignores_sigpipe = GENERATE(false, true);
        const End end = run(start);
        THEN("it ends by SIGPIPE, without a word")
        {
            CHECK(end.signal == SIGPIPE);
            CHECK(end.err.empty());
        }
    }
    WHEN("all standard streams are closed, and none is needed")
    {
        const Folder folder;
        start.folder = folder.path();
        start.words = {"example", "2", "-o", "new.json"};
        start.closed = {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO};
        THEN("the file is written all the same")
        {
            CHECK(run(start).exit_code == 0);
            CHECK(folder.read("new.json") == output_of({"example", "2"}));
        }
    }
    WHEN("it is closed, and the problem's own file is to take the solution")
    {
        const Folder folder;
        folder.write("mine.json", own_problem);
        start.folder = folder.path();
        start.words = {"solve", "mine.json", "-o", "mine.json", "--steps", "b"};
        start.closed = {STDOUT_FILENO};
        THEN("the file that was opened to read is not taken for standard output")
        {
            CHECK(run(start).exit_code == 0);
            CHECK(folder.read("mine.json") == output_of({"solve", "-", "--steps", "b"}, own_problem));
        }
    }
}

SCENARIO("the language is that of --lang, else of the first of LC_ALL, LC_MESSAGES and LANG that is set", "[program]")
{
    const auto is_chinese = [](std::vector<std::string> environment, std::vector<std::string> words = {"list"}) {
        Start start;
        start.words = std::move(words);
        start.environment = std::move(environment);
        return contains(run(start).out, "？\n");
    };
    CHECK_FALSE(is_chinese({}));
    CHECK(is_chinese({"LANG=zh_CN.UTF-8"}));
    CHECK(is_chinese({"LANG=zh"}));
    CHECK(is_chinese({"LC_MESSAGES=zh_TW.UTF-8", "LANG=en_US.UTF-8"}));
    CHECK(is_chinese({"LC_ALL=zh_CN", "LC_MESSAGES=de_DE", "LANG=en_US"}));
    CHECK(is_chinese({"LC_ALL=", "LANG=zh_CN"}));
    CHECK_FALSE(is_chinese({"LC_ALL=C", "LANG=zh_CN"}));
    CHECK_FALSE(is_chinese({"LANG=de_DE.UTF-8"}));
    CHECK_FALSE(is_chinese({"LANG=zh_CN"}, {"list", "--lang", "en"}));
    CHECK(is_chinese({"LANG=en_US"}, {"--lang=zh", "list"}));
    CHECK(is_chinese({}, {"list", "--lang", "en", "--lang", "zh"}));
}

SCENARIO("colours are for terminals that want them", "[program]")
{
    const std::vector<std::string> words{"tour", "1"};
    const auto at_terminal = [&](std::vector<std::string> environment, const std::string& colour = "auto") {
        Start start;
        start.words = {"tour", "1", "--color", colour};
        start.environment = std::move(environment);
        return Terminal(start).end().out;
    };
    const std::string plain = output_of(words);
    CHECK_FALSE(contains(plain, "\033"));
    CHECK(contains(plain, "α'_{1,4} = 0.4  ████████\n"));  // bars are text, not colour

    const std::string coloured = at_terminal({});
    CHECK(contains(coloured, "\033[1m01  One output\033[0m"));
    CHECK(without_colours(coloured) == plain);
    CHECK(contains(at_terminal({"NO_COLOR="}), "\033["));  // set, but empty: no-color.org says that this does not count

    CHECK_FALSE(contains(at_terminal({"NO_COLOR=1"}), "\033"));
    CHECK_FALSE(contains(at_terminal({"TERM=dumb"}), "\033"));
    CHECK_FALSE(contains(at_terminal({}, "never"), "\033"));
    CHECK(contains(at_terminal({"NO_COLOR=1"}, "always"), "\033["));
    CHECK(without_colours(output_of({"tour", "1", "--color", "always"})) == plain);
    CHECK(contains(output_of({"tour", "1", "--color=always"}), "\033["));

    const Folder folder;  // a file is no terminal, even when the program stands at one
    Start to_file;
    to_file.words = {"solve", std::string(ATTENTION_SOURCE_DIR "/chapters/01_single_output/problem.json"), "-o", "out.txt"};
    to_file.folder = folder.path();
    CHECK(Terminal(to_file).end().exit_code == 0);
    CHECK(contains(folder.read("out.txt"), "b_1 = (8, 4.5)"));
    CHECK_FALSE(contains(folder.read("out.txt"), "\033"));
}

SCENARIO("the tour can wait for a key after each step", "[program]")
{
    const std::string prompt = "— any key goes on, q ends —";
    const std::string wiped = "\r\033[K";
    Start start;
    start.words = {"tour", "1", "--step", "--color", "never"};

    WHEN("a key is pressed each time")
    {
        Terminal terminal(start);
        // An arrow is one key, and so is 字; the chapter has two problems, each of seven pieces.
        for (const std::string key : {" ", "\r", "x", "\033[A", "字", "\t", " ", " ", " ", " ", " ", " ", " "}) {
            REQUIRE(terminal.shows(prompt));
            CHECK_FALSE(terminal.echoes());
            terminal.type(key);
        }
        const End end = terminal.end();
        THEN("everything is shown, each prompt is wiped away, and no key leaves a trace")
        {
            CHECK(end.exit_code == 0);
            std::string shown = end.out;
            for (std::size_t at = shown.find(prompt + wiped); at != std::string::npos; at = shown.find(prompt + wiped)) {
                shown.erase(at, (prompt + wiped).size());
            }
            CHECK(without_colours(shown) == output_of({"tour", "1"}));
        }
    }
    WHEN("q or Ctrl-D is pressed")
    {
        const std::string key = GENERATE("q", "Q", "\x04");
        Terminal terminal(start);
        REQUIRE(terminal.shows(prompt));
        terminal.type(" ");
        REQUIRE(terminal.shows("q_1 = (1, 0)"));
        REQUIRE(terminal.shows(prompt));
        terminal.type(key);
        REQUIRE(terminal.shows(wiped));
        const bool echoes = terminal.echoes();
        const End end = terminal.end();
        THEN("the tour ends well, and the terminal is as before")
        {
            CHECK(end.exit_code == 0);
            CHECK_FALSE(contains(end.out, "k_1 = "));
            CHECK(echoes);
        }
    }
    WHEN("Ctrl-C or Ctrl-\\ is pressed, or a signal comes from elsewhere")
    {
        struct Ending {
            std::string key;
            int signal;
        };
        const auto [key, signal] =
            GENERATE(Ending{"\x03", SIGINT}, Ending{"\x1C", SIGQUIT}, Ending{"", SIGTERM}, Ending{"", SIGHUP});
        Terminal terminal(start);
        REQUIRE(terminal.shows(prompt));
        if (key.empty()) {
            terminal.send(signal);
        } else {
            terminal.type(key);
        }
        REQUIRE(terminal.shows(wiped));
        const bool echoes = terminal.echoes();
        const End end = terminal.end();
        THEN("that signal ends the program, with the prompt wiped away and the terminal as before")
        {
            CHECK(end.signal == signal);
            CHECK(echoes);
        }
    }
    WHEN("the terminal goes away")
    {
        Terminal terminal(start);
        REQUIRE(terminal.shows(prompt));
        terminal.hang_up();
        THEN("the program ends")
        {
            CHECK(terminal.end().signal == SIGHUP);
        }
    }
    WHEN("Ctrl-Z is pressed in a shell, and then fg")
    {
        start.program = "/bin/sh";
        start.words = {"-i"};
        start.environment = {"PS1=> ", "ENV="};
        Terminal terminal(start);
        REQUIRE(terminal.shows("> "));
        terminal.type(std::string(ATTENTION_PROGRAM_FILE) + " tour 1 --step\n");
        REQUIRE(terminal.shows(prompt));
        terminal.type("\x1A");
        REQUIRE(terminal.shows("Stopped"));
        REQUIRE(terminal.shows("> "));
        CHECK(terminal.echoes());
        terminal.type("fg\n");
        THEN("the prompt is there again, and a key goes on")
        {
            REQUIRE(terminal.shows(prompt));
            terminal.type(" ");
            CHECK(terminal.shows("q_1 = (1, 0)"));
            REQUIRE(terminal.shows(prompt));
            terminal.type("q");
            REQUIRE(terminal.shows("> "));
            terminal.type("exit\n");
            CHECK(terminal.end().exit_code == 0);
        }
    }
    WHEN("the terminal cannot wipe a line")
    {
        start.environment = {"TERM=dumb", "LANG=zh_CN.UTF-8"};
        Terminal terminal(start);
        REQUIRE(terminal.shows("—— 按任意键继续，按 q 结束 ——"));
        terminal.type("q");
        const End end = terminal.end();
        THEN("the next line begins below the prompt")
        {
            CHECK(end.exit_code == 0);
            CHECK_FALSE(contains(end.out, "\033"));
        }
    }
}
