// What a learner may get wrong in a problem, and the one line that answers it.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include "run.hpp"

using attention::test::End;
using attention::test::Folder;
using attention::test::refuses;
using attention::test::run;
using attention::test::Start;

namespace {

struct BadProblem {
    std::string text;
    std::string en;       ///< behind "attention: bad.json: "
    std::string zh = {};  ///< behind "attention：bad.json："; not tried when empty
};

/// A problem that is right, one field a line: two inputs of two components, d_k = 1, d_v = 2.
struct Good {
    std::vector<std::pair<std::string, std::string>> fields{
        {"kind", R"("single_output")"}, {"inputs", "[[1, 0], [0, 1]]"}, {"Wq", "[[1, 0]]"}, {"Wk", "[[0, 1]]"},
        {"Wv", "[[2, 3], [4, 5]]"},
    };

    Good with(const std::string& name, const std::string& value) const
    {
        Good other = *this;
        const auto is_it = [&](const auto& field) { return field.first == name; };
        const auto field = std::find_if(other.fields.begin(), other.fields.end(), is_it);
        if (field == other.fields.end()) {
            other.fields.emplace_back(name, value);
        } else {
            field->second = value;
        }
        return other;
    }

    Good without(const std::string& name) const
    {
        Good other = *this;
        const auto is_it = [&](const auto& field) { return field.first == name; };
        other.fields.erase(std::find_if(other.fields.begin(), other.fields.end(), is_it));
        return other;
    }

    operator std::string() const  // without explicit: the table reads better
    {
        std::string text;
        for (const auto& [name, value] : fields) {
            text += text.empty() ? "{" : ",\n ";
            text.append(1, '"').append(name).append("\": ").append(value);
        }
        return text + "}\n";
    }
};

const Good good;

std::string repeated(std::string_view text, std::size_t times)
{
    std::string result;
    for (std::size_t i = 0; i < times; ++i) {
        result += text;
    }
    return result;
}

End solve_file(const Folder& folder, const std::string& language, const std::string& name = "bad.json")
{
    Start start;
    start.words = {"solve", name, "--lang", language};
    start.folder = folder.path();
    start.as_nobody_special = true;
    return run(start);
}

void check_all(const std::vector<BadProblem>& problems)
{
    const Folder folder;
    for (const BadProblem& problem : problems) {
        folder.write("bad.json", problem.text);
        CHECK_THAT(solve_file(folder, "en"), refuses("attention: bad.json: " + problem.en));
        if (!problem.zh.empty()) {
            CHECK_THAT(solve_file(folder, "zh"), refuses("attention：bad.json：" + problem.zh));
        }
    }
}

const std::string number_expected =
    R"(expected a number or an exact string such as "1/3", "ln 2", "-1/2 ln 3" or "sqrt 2", got )";
const std::string number_expected_zh = R"(应为一个数，或 "1/3"、"ln 2"、"-1/2 ln 3"、"sqrt 2" 这样的精确写法，实为)";
const std::string kind_expected =
    "kind: expected one of per_vector, window, single_output, self_attention, attention, multi_head, positional_encoding, rnn, got ";
const std::string kinds_zh =
    "以下之一：per_vector、window、single_output、self_attention、attention、multi_head、positional_encoding、rnn";

}  // namespace

SCENARIO("the problem that the others are made from is right", "[bad_problems]")
{
    const Folder folder;
    folder.write("bad.json", good);
    const End end = solve_file(folder, "en");
    CHECK(end.exit_code == 0);
    CHECK(end.err.empty());
}

SCENARIO("a list of the wrong shape is answered by the shape that it should have", "[bad_problems]")
{
    check_all({
        {good.with("inputs", "[[1, 0], [1]]"), "inputs[2]: expected 2 numbers like inputs[1], got 1 number",
         "inputs[2]：应为 2 个数（与 inputs[1] 一样多），实为 1 个数"},
        {good.with("inputs", "[]"), "inputs: expected a list of vectors, got an empty list",
         "inputs：应为向量的列表，实为空列表"},
        {good.with("inputs", "[[], []]"), "inputs[1]: expected a list of numbers, got an empty list",
         "inputs[1]：应为数的列表，实为空列表"},
        {good.with("inputs", "[[[1], 0], [0, 1]]"), "inputs[1][1]: " + number_expected + "a list of 1",
         "inputs[1][1]：" + number_expected_zh + "含 1 项的列表"},
        {good.with("inputs", "[" + repeated("[1, 0], ", 2048) + "[0, 1]]"),
         "inputs: expected at most 2048 vectors, got 2049 vectors", "inputs：应不超过 2048 个向量，实为 2049 个向量"},
        {good.with("inputs", "[[" + repeated("1, ", 4096) + "1]]"), "inputs[1]: expected at most 4096 numbers, got 4097 numbers"},
        {good.with("Wv", "[" + repeated("[1, 0], ", 4096) + "[0, 1]]"), "Wv: expected at most 4096 rows, got 4097 rows",
         "Wv：应不超过 4096 行，实为 4097 行"},
        {good.with("Wq", "[[1, 0], [1]]"), "Wq[2]: expected 2 numbers, one for each component of an input, got 1 number",
         "Wq[2]：应为 2 个数（输入的每个分量对应一个），实为 1 个数"},
        {good.with("Wv", "[[1, 0, 0]]"), "Wv[1]: expected 2 numbers, one for each component of an input, got 3 numbers"},
        {good.with("Wq", "[]"), "Wq: expected a matrix, as the list of its rows, got an empty list",
         "Wq：应为矩阵（各行的列表），实为空列表"},
        {good.with("Wk", "[[]]"), "Wk[1]: expected a list of numbers, got an empty list"},
        {good.with("Wk", "[[1, 0], [0, 1]]"), "Wk: expected 1 row like Wq, got 2 rows", "Wk：应为 1 行（与 Wq 相同），实为 2 行"},
        {good.with("bq", "[1, 2]"), "bq: expected 1 number, one for each row of Wq, got 2 numbers",
         "bq：应为 1 个数（Wq 的每行对应一个），实为 2 个数"},
        {good.with("bk", "[]"), "bk: expected a list of numbers, got an empty list"},
        {good.with("bv", "[1]"), "bv: expected 2 numbers, one for each row of Wv, got 1 number"},
        {good.with("bv", "[[1, 2]]"), "bv: expected 2 numbers, one for each row of Wv, got 1 number"},
    });
}

SCENARIO("a value of the wrong type is answered by the type that it should have", "[bad_problems]")
{
    check_all({
        {good.with("inputs", "5"), "inputs: expected a list of vectors, got 5", "inputs：应为向量的列表，实为 5"},
        {good.with("inputs", "{}"), "inputs: expected a list of vectors, got an object", "inputs：应为向量的列表，实为一个对象"},
        {good.with("inputs", "null"), "inputs: expected a list of vectors, got null"},
        {good.with("inputs", R"("two")"), R"(inputs: expected a list of vectors, got "two")",
         R"(inputs：应为向量的列表，实为 "two")"},
        {good.with("inputs", "[1, 2]"), "inputs[1]: expected a list of numbers, got 1"},
        {good.with("inputs", "[[1, 0], [0, true]]"), "inputs[2][2]: " + number_expected + "true"},
        {good.with("inputs", "[[1, null], [0, 1]]"), "inputs[1][2]: " + number_expected + "null",
         "inputs[1][2]：" + number_expected_zh + " null"},
        {good.with("inputs", "[[{}, 0], [0, 1]]"), "inputs[1][1]: " + number_expected + "an object"},
        {good.with("Wq", "3"), "Wq: expected a matrix, as the list of its rows, got 3", "Wq：应为矩阵（各行的列表），实为 3"},
        {good.with("Wv", "[1, 0]"), "Wv[1]: expected a list of numbers, got 1"},
        {good.with("bq", "1"), "bq: expected a list of numbers, got 1"},
        {good.with("kind", "3"), kind_expected + "3", "kind：应为" + kinds_zh + "，实为 3"},
        {good.with("kind", "null"), kind_expected + "null"},
        {good.with("id", "3"), "id: expected text in quotes, got 3", "id：应为写在引号里的文字，实为 3"},
        {good.with("title", "[]"), "title: expected text in quotes, got an empty list"},
        {good.with("title", R"({"en": "x", "de": "y"})"), R"(title.de: expected one of en, zh, got "de")"},
        {good.with("query", R"("1")"), R"(query: expected a whole number from 1 to 2, the number of inputs, got "1")"},
        {good.with("given", "3"), "given: expected an object of steps by name, got 3", "given：应为由步骤名到数值的对象，实为 3"},
        {"[1, 2]", "expected a JSON object, got a list of 2", "应为一个 JSON 对象，实为含 2 项的列表"},
        {"\"kind\"", R"(expected a JSON object, got "kind")"},
        {"3", "expected a JSON object, got 3"},
        {"null", "expected a JSON object, got null"},
    });
}

SCENARIO("a query that is none of the inputs is answered by the range that there is", "[bad_problems]")
{
    const std::string expected = "query: expected a whole number from 1 to 2, the number of inputs, got ";
    check_all({
        {good.with("query", "0"), expected + "0", "query：应为从 1 到 2（输入的个数）的整数，实为 0"},
        {good.with("query", "5"), expected + "5"},
        {good.with("query", "-1"), expected + "-1"},
        {good.with("query", "1.5"), expected + "1.5", "query：应为从 1 到 2（输入的个数）的整数，实为 1.5"},
        {good.with("query", "18446744073709551617"), expected + "1.8446744073709552e+19"},
    });
}

SCENARIO("missing, unknown and repeated fields are named, with what was probably meant", "[bad_problems]")
{
    check_all({
        {"{}", kind_expected + "nothing", "kind：缺少这一项，应为" + kinds_zh},
        {good.without("inputs"), "inputs: expected a list of vectors, got nothing", "inputs：缺少这一项，应为向量的列表"},
        {good.without("Wv"), "Wv: expected a matrix, as the list of its rows, got nothing",
         "Wv：缺少这一项，应为矩阵（各行的列表）"},
        {good.with("kind", R"("singel_output")"), kind_expected + R"("singel_output"; did you mean "single_output"?)",
         "kind：应为" + kinds_zh + R"(，实为 "singel_output"；是不是 "single_output"？)"},
        {good.with("kind", R"("transformer")"), kind_expected + R"("transformer")"},
        {good.with("imputs", "1"), R"(imputs: expected a field of single_output, got "imputs"; did you mean "inputs"?)",
         R"(imputs：应为 single_output 的字段，实为 "imputs"；是不是 "inputs"？)"},
        {good.with("wq", "1"), R"(wq: expected a field of single_output, got "wq"; did you mean "Wq"?)"},
        {good.with("softmax", "1"), R"(softmax: expected a field of single_output, got "softmax")",
         R"(softmax：应为 single_output 的字段，实为 "softmax")"},
        {good.with("", "1"), R"(expected a field of single_output, got "")"},
        {good.with("heads", "[]"), "heads: expected a field of single_output, got one of multi_head",
         "heads：应为 single_output 的字段，实为 multi_head 的字段"},
        {good.with("bias", "[1]"), "bias: expected a field of single_output, got one of per_vector, window",
         "bias：应为 single_output 的字段，实为 per_vector、window 的字段"},
        {good.with("kind", R"("self_attention")").with("query", "1"),
         "query: expected a field of self_attention, got one of single_output"},
        {R"({"kind": "single_output", "Wq": [[1]], "Wq": [[2]]})", "Wq: expected this field once, got it twice",
         "Wq：这个字段只应出现一次，却出现了两次"},
        {R"({"given": {"q": [1], "k": [[1]], "q": [2]}})", "given.q: expected this field once, got it twice",
         "given.q：这个字段只应出现一次，却出现了两次"},
        {R"({"heads": [{"Wq": 1}, {"Wq": 1, "Wq": 2}]})", "heads[2].Wq: expected this field once, got it twice"},
    });
}

SCENARIO("steps that are given must be steps of the chapter, and of their shapes", "[bad_problems]")
{
    const std::string steps = "expected one of q, k, v, alpha, alpha_prime, b, got ";
    check_all({
        {good.with("given", R"({"softmax": [1]})"), "given.softmax: " + steps + R"("softmax")",
         R"(given.softmax：应为以下之一：q、k、v、alpha、alpha_prime、b，实为 "softmax")"},
        {good.with("given", R"({"alfa": [1, 2]})"), "given.alfa: " + steps + R"("alfa"; did you mean "alpha"?)"},
        {good.with("given", R"({"q": [1, 2]})"), "given.q: expected the shape 1, got 2", "given.q：应为形状 1，实为 2"},
        {good.with("given", R"({"q": [[1]]})"), "given.q: expected the shape 1, got 1 x 1"},
        {good.with("given", R"({"v": [1, 2]})"), "given.v: expected the shape 2 x 2, got 2", "given.v：应为形状 2 x 2，实为 2"},
        {good.with("given", R"({"k": [[1], [1, 2]]})"), "given.k[2]: expected 1 number like given.k[1], got 2 numbers"},
        {good.with("given", R"({"k": []})"), "given.k: expected a list of numbers, got an empty list"},
        {good.with("given", R"({"k": [[[1]]]})"), "given.k: expected the shape 2 x 1, got 1 x 1 x 1"},
        {good.with("given", R"({"k": [[[[1]]]]})"), "given.k: expected lists at most three deep, got 4 deep",
         "given.k：应为嵌套不超过三层的列表，实为 4 层"},
        {good.with("given", R"({"k": [[[1]], [[1], [2]]]})"), "given.k[2]: expected 1 item like given.k[1], got 2 items"},
        {good.with("given", R"({"k": [[[1, 2]], [[1]]]})"), "given.k[2][1]: expected 2 numbers like given.k[1][1], got 1 number"},
        {good.with("given", R"({"k": [[1], 2]})"), "given.k[2]: expected a list of numbers, got 2"},
        {good.with("given", R"({"k": [[1], [[2]]]})"), "given.k[2][1]: " + number_expected + "a list of 1"},
        {good.with("given", R"({"b": 3})"), "given.b: expected a list of numbers, got 3"},
    });
}

SCENARIO("numbers that are none, or none that a double holds, are refused", "[bad_problems]")
{
    const auto first = [](const std::string& number) { return good.with("inputs", "[[" + number + ", 0], [0, 1]]"); };
    const std::string where = "inputs[1][1]: " + number_expected;
    check_all({
        {first("NaN"), "line 2, column 14: expected a finite number, got 'NaN'", "第 2 行第 14 列：应为有限的数，实为“NaN”"},
        {first("Infinity"), "line 2, column 14: expected a finite number, got 'Infinity'"},
        {first("-inf"), "line 2, column 14: expected a finite number, got '-inf'"},
        {first("1e400"), "line 2, column 14: expected a number within the range of a double, got 1e400",
         "第 2 行第 14 列：应为双精度范围内的数，实为 1e400"},
        {first("-1e400"), "line 2, column 14: expected a number within the range of a double, got -1e400"},
        {first("\"1\""), R"(inputs[1][1]: expected a plain number without quotes, got "1")",
         R"(inputs[1][1]：应为不带引号的普通数，实为 "1")"},
        {first("\"-2.5e3\""), R"(inputs[1][1]: expected a plain number without quotes, got "-2.5e3")"},
        {first("1/2"), "line 2, column 14: expected an exact number in quotes, got '1/2'",
         "第 2 行第 14 列：应为带引号的精确写法，实为“1/2”"},
        {first("ln 2"), "line 2, column 14: expected an exact number in quotes, got 'ln 2'"},
        {first("-sqrt 2"), "line 2, column 14: expected an exact number in quotes, got '-sqrt 2'"},
        {first(R"("1/0")"), where + R"("1/0")", "inputs[1][1]：" + number_expected_zh + R"( "1/0")"},
        {first(R"("ln 0")"), where + R"("ln 0")"},
        {first(R"("ln 0/3")"), where + R"("ln 0/3")"},
        {first(R"("ln -1")"), where + R"("ln -1")"},
        {first(R"("sqrt -2")"), where + R"("sqrt -2")"},
        {first(R"("1/9007199254740993")"), where + R"("1/9007199254740993")"},
        {first(R"("1/99999999999999999999")"), where + R"("1/99999999999999999999")"},
        {first(R"("1/2 ln 3 please")"), where + R"("1/2 ln 3 please")"},
        {first(R"("2 + 3")"), where + R"("2 + 3")"},
        {first(R"("pi")"), where + R"("pi")"},
        {first(R"("-")"), where + R"("-")"},
        {first(R"("")"), where + R"("")"},
        {first("1e200").with("Wq", "[[1e200, 0]]"),
         "q: expected results within the range of a double, got numbers too large; use smaller inputs or weights",
         "q：结果超出了双精度的范围；请用更小的输入或权重"},
        {first("1e200").with("Wk", "[[1, 0]]"),
         "alpha: expected results within the range of a double, got numbers too large; use smaller inputs or weights"},
    });
}

SCENARIO("text that is no JSON is answered by the place, and the usual slips by their name", "[bad_problems]")
{
    check_all({
        {"", "expected a JSON object, got an empty file", "应为一个 JSON 对象，实为空文件"},
        {" \n\t ", "expected a JSON object, got an empty file"},
        {R"({"kind": )", "line 1, column 10: expected JSON, got the end of the file", "第 1 行第 10 列：应为 JSON，实为文件末尾"},
        {R"({"kind": "single)", "line 1, column 17: expected a closing quote, got the end of the file"},
        {"{\"kind\": \"single\n\"}", "line 1, column 17: expected a closing quote, got the end of the line",
         "第 1 行第 17 列：应为结束的引号，实为行尾"},
        {"{\"kind\": \"a\tb\"}", "line 1, column 12: expected text without control characters, got one"},
        {R"({"kind": "\x"})", R"(line 1, column 12: expected an escape such as \n or \u0041, got '\x')",
         R"(第 1 行第 12 列：应为 \n、\u0041 这样的转义，实为“\x”)"},
        {R"({"kind": "\ud800"})", R"(line 1, column 17: expected an escape such as \n or \u0041, got '\ud800"')"},
        {good.with("Wv", "[[2, 3,], [4, 5]]"), "line 5, column 15: expected another item after the comma, got ']'",
         "第 5 行第 15 列：应为逗号之后的下一项，实为“]”"},
        {"{\"kind\": 1,\n}", "line 2, column 1: expected another item after the comma, got '}'"},
        {good.with("Wv", "[[2 3], [4, 5]]"), "line 5, column 12: expected a comma or a colon, got '3'",
         "第 5 行第 12 列：应为逗号或冒号，实为“3”"},
        {R"({"kind": "a" "id": "b"})", R"(line 1, column 14: expected a comma or a colon, got '"id": "b"')"},
        {R"({"kind" "a"})", R"(line 1, column 9: expected a comma or a colon, got '"a"')"},
        {R"({"字": 1，"id": 2})", R"(line 1, column 8: expected a comma or a colon, got '，"id": 2')"},
        {"{'kind': 'single_output'}", "line 1, column 2: expected straight double quotes, got ''kind': 'single_outp…'",
         "第 1 行第 2 列：应为半角双引号，实为“'kind': 'single_outp…”"},
        {"{“kind”: 1}", "line 1, column 2: expected straight double quotes, got '“kind”: 1'"},
        {"// my problem\n" + std::string(good), "line 1, column 1: expected JSON, which has no comments, got '// my problem'",
         "第 1 行第 1 列：应为 JSON（其中不能有注释），实为“// my problem”"},
        {R"({"kind": /* one */ 1})", "line 1, column 10: expected JSON, which has no comments, got '/* one */ 1'"},
        {"# my problem\n", "line 1, column 1: expected JSON, which has no comments, got '# my problem'"},
        {"{}\n# done", "line 2, column 1: expected JSON, which has no comments, got '# done'"},
        {"{}\n{}\n", "line 2, column 1: expected the end of the file, got '{'", "第 2 行第 1 列：应为文件末尾，实为“{”"},
        {"{}}", "line 1, column 3: expected the end of the file, got '}'"},
        {"3 4", "line 1, column 3: expected the end of the file, got '4'"},
        {"{kind: 1}", "line 1, column 2: expected JSON, got 'kind: 1'", "第 1 行第 2 列：应为 JSON，实为“kind: 1”"},
        {R"({"a": True})", "line 1, column 7: expected JSON, got 'True'"},
        {R"({"a": tru})", "line 1, column 7: expected JSON, got 'tru'"},
        {R"({"a": 01})", "line 1, column 7: expected JSON, got '01'"},
        {R"({"a": 0x10})", "line 1, column 7: expected JSON, got '0x10'"},
        {R"({"a": 1.})", "line 1, column 7: expected JSON, got '1.'"},
        {R"({"a": .5})", "line 1, column 7: expected JSON, got '.5'"},
        {R"({"a": +1})", "line 1, column 7: expected JSON, got '+1'"},
        {R"({"a": [1})", "line 1, column 9: expected JSON, got '}'"},
        {"}", "line 1, column 1: expected JSON, got '}'"},
        {R"({"a": )" + repeated("x", 1000000), "line 1, column 7: expected JSON, got 'xxxxxxxxxxxxxxxxxxxx…'"},
        {repeated("[", 100000), "expected at most 16 levels of nesting, got more", "嵌套应不超过 16 层，实际更深"},
        {repeated("[", 100000) + repeated("]", 100000), "expected at most 16 levels of nesting, got more"},
        {repeated(R"({"a": )", 100000), "expected at most 16 levels of nesting, got more"},
    });
}

SCENARIO("text that is no UTF-8 is answered by the place", "[bad_problems]")
{
    const std::string text = good;
    std::string utf16;
    for (const char c : text) {
        utf16 += std::string{c, '\0'};
    }
    check_all({
        {"\xEF\xBB\xBF" + text, "expected UTF-8 without a byte order mark, got one at the start",
         "应为不带字节顺序标记（BOM）的 UTF-8，文件开头却有一个"},
        {"\xFF\xFE" + utf16, "expected UTF-8, got UTF-16", "应为 UTF-8 编码，实为 UTF-16 编码"},
        {"\xFE\xFF", "expected UTF-8, got UTF-16"},
        {utf16, "line 1, column 2: expected UTF-8 text, got byte 00", "第 1 行第 2 列：应为 UTF-8 文字，实为字节 00"},
        {text + '\0' + "anything", "line 6, column 1: expected UTF-8 text, got byte 00"},
        {"{\"title\": \"\xFF\"}", "line 1, column 12: expected UTF-8 text, got byte FF"},
        {"{\"title\": \"字\xC3(\"}", "line 1, column 13: expected UTF-8 text, got byte C3"},
        {"{\"title\": \"\xC0\xAF\"}", "line 1, column 12: expected UTF-8 text, got byte C0"},          // overlong /
        {"{\"title\": \"\xE0\x80\xAF\"}", "line 1, column 12: expected UTF-8 text, got byte E0"},      // overlong /
        {"{\"title\": \"\xED\xA0\x80\"}", "line 1, column 12: expected UTF-8 text, got byte ED"},      // a surrogate
        {"{\"title\": \"\xF4\x90\x80\x80\"}", "line 1, column 12: expected UTF-8 text, got byte F4"},  // beyond U+10FFFF
        {"{\"title\": \"\xE5\xAD", "line 1, column 12: expected UTF-8 text, got byte E5"},             // cut off
    });
}

SCENARIO("names in a file cannot move the cursor, colour the screen or fill it", "[bad_problems]")
{
    const std::string hundred_characters = repeated("字", 100);
    const std::string sixty = repeated("字", 60) + "…";
    const std::string many_x = repeated("x", 60) + "…";
    check_all({
        {good.with(R"(a\u001b[31mb\n\r\u0000c)", "1"), R"(a?[31mb???c: expected a field of single_output, got "a?[31mb???c")",
         R"(a?[31mb???c：应为 single_output 的字段，实为 "a?[31mb???c")"},
        {good.with("\u202Etxt\u2028\u0085\u200B", "1"), R"(?txt???: expected a field of single_output, got "?txt???")"},
        {good.with(repeated("x", 1000000), "1"), many_x + ": expected a field of single_output, got \"" + many_x + "\""},
        {good.with("kind", "\"" + hundred_characters + "\""), kind_expected + "\"" + sixty + "\""},
    });
}

SCENARIO("a layer must fit its inputs", "[bad_problems]")
{
    const Good per_vector{{{"kind", R"("per_vector")"}, {"inputs", "[[1, 2], [3, 4]]"}, {"W", "[[1, 2], [3, 4], [5, 6]]"}}};
    const Good window{{{"kind", R"("window")"}, {"inputs", "[[1, 2], [3, 4]]"}, {"W", "[[1, 2, 3, 4]]"}}};
    check_all({
        {R"({"kind": "per_vector"})", "inputs: expected a list of vectors, got nothing", "inputs：缺少这一项，应为向量的列表"},
        {per_vector.with("W", "[]"), "W: expected a matrix, as the list of its rows, got an empty list"},
        {per_vector.with("W", "[[1, 2, 3]]"), "W[1]: expected 2 numbers, one for each component of an input, got 3 numbers"},
        {per_vector.with("bias", "[1, 2]"), "bias: expected 3 numbers, one for each row of W, got 2 numbers",
         "bias：应为 3 个数（W 的每行对应一个），实为 2 个数"},
        {per_vector.with("Wq", "[[1, 2]]"),
         "Wq: expected a field of per_vector, got one of single_output, self_attention, attention, multi_head"},
        {per_vector.with("query", "1"), "query: expected a field of per_vector, got one of single_output"},
        {window.with("inputs", "[[1, 2], [3, 4], [5, 6]]"),
         "inputs: expected 2 vectors (W has 4 columns, an input 2 components), got 3 vectors",
         "inputs：应为 2 个向量（W 每行有 4 个数，每个输入有 2 个），实为 3 个向量"},
        {window.with("inputs", "[[1, 2]]"), "inputs: expected 2 vectors (W has 4 columns, an input 2 components), got 1 vector"},
        {window.with("inputs", "[[1], [2]]"),
         "inputs: expected 4 vectors (W has 4 columns, an input 1 component), got 2 vectors"},
        {window.with("inputs", "[" + repeated("[1, 2, 3, 4], ", 1024) + "[1, 2, 3, 4]]"),
         "inputs: expected n·d, the length of a row of W, to be at most 4096, got 1025·4 = 4100",
         "inputs：n·d（W 每行的长度）应不超过 4096，实为 1025·4 = 4100"},
        {window.with("inputs", "[" + repeated("[1, 2, 3, 4], ", 1023) + "[1, 2, 3, 4]]"),
         "inputs: expected 1 vector (W has 4 columns, an input 4 components), got 1024 vectors"},
        {window.with("W", "[[1, 2, 3]]"), "W[1]: expected 4 numbers, one for each component of the 2 inputs, got 3 numbers",
         "W[1]：应为 4 个数（2 个输入的每个分量对应一个），实为 3 个数"},
        {window.with("W", "[[1, 2, 3, 4], [1, 2]]"),
         "W[2]: expected 4 numbers, one for each component of the 2 inputs, got 2 numbers"},
        {window.with("W", "3"), "W: expected a matrix, as the list of its rows, got 3"},
    });
}

SCENARIO("a score has its own fields, and they must fit", "[bad_problems]")
{
    const Good additive = good.with("score", R"("additive")").with("w", "[1]");
    const Good bilinear{{{"kind", R"("self_attention")"},
                         {"inputs", "[[1, 0], [0, 1]]"},
                         {"score", R"("bilinear")"},
                         {"W", "[[1, 2], [3, 4]]"},
                         {"Wv", "[[1, 2]]"}}};
    check_all({
        {good.with("score", "2"), "score: expected one of dot, bilinear, additive, got 2"},
        {good.with("score", R"("additve")"),
         R"(score: expected one of dot, bilinear, additive, got "additve"; did you mean "additive"?)",
         R"(score：应为以下之一：dot、bilinear、additive，实为 "additve"；是不是 "additive"？)"},
        {good.with("score", R"("additive")"), "w: expected a list of numbers, got nothing", "w：缺少这一项，应为数的列表"},
        {good.with("w", "[1]"), "w: expected a field of the score dot, got one of the score additive",
         "w：应为分数 dot 的字段，实为分数 additive 的字段"},
        {good.with("W", "[[1, 2], [3, 4]]"), "W: expected a field of the score dot, got one of the score bilinear"},
        {good.with("W", R"("none")"), "W: expected a field of the score dot, got one of the score bilinear"},
        {bilinear.with("w", R"("none")"), "w: expected a field of the score bilinear, got one of the score additive"},
        {additive.with("w", "[1, 2]"), "w: expected 1 number, one for each row of Wq, got 2 numbers"},
        {additive.with("b_score", "[1, 2]"), "b_score: expected 1 number, one for each row of Wq, got 2 numbers"},
        {additive.with("c", "[1]"), "c: " + number_expected + "a list of 1"},
        {additive.with("scale", "2"), "scale: expected a field of the score additive, got one of the score dot"},
        {bilinear.with("W", "[[1, 2]]"), "W: expected 2 rows, one for each component of an input, got 1 row",
         "W：应为 2 行（输入的每个分量对应一个），实为 1 行"},
        {bilinear.with("W", "[[1], [2]]"), "W[1]: expected 2 numbers, one for each component of an input, got 1 number"},
        {bilinear.with("Wq", "[[1, 2]]"), "Wq: expected a field of the score bilinear, got one of the score dot or additive",
         "Wq：应为分数 bilinear 的字段，实为分数 dot 或 additive 的字段"},
        {good.with("scale", "\"1/sqrt(d)\""), "scale: expected \"none\", \"1/sqrt(d_k)\" or a number, got \"1/sqrt(d)\"",
         "scale：应为 \"none\"、\"1/sqrt(d_k)\" 或一个数，实为 \"1/sqrt(d)\""},
        {good.with("scale", "\"0.5\""), "scale: expected \"none\", \"1/sqrt(d_k)\" or a number, got \"0.5\""},
        {good.with("scale", "[2]"), "scale: expected \"none\", \"1/sqrt(d_k)\" or a number, got a list of 1"},
        {good.with("scale", "null"), "scale: expected \"none\", \"1/sqrt(d_k)\" or a number, got null"},
        {good.with("scale", "true"), "scale: expected \"none\", \"1/sqrt(d_k)\" or a number, got true",
         "scale：应为 \"none\"、\"1/sqrt(d_k)\" 或一个数，实为 true"},
    });
}

SCENARIO("a field that says what holds without it may stand with every score", "[bad_problems]")
{
    const Folder folder;
    folder.write("bad.json", good.with("score", R"("additive")").with("w", "[1]").with("scale", R"("none")"));
    const End end = solve_file(folder, "en");
    CHECK(end.err.empty());
    CHECK(end.exit_code == 0);
}

SCENARIO("a target and a source must be there, and each matrix must fit its own", "[bad_problems]")
{
    const Good two{{{"kind", R"("attention")"},
                    {"target", "[[1, 0], [0, 1], [1, 1]]"},
                    {"source", "[[1, 2, 3], [4, 5, 6]]"},
                    {"Wq", "[[1, 0]]"},
                    {"Wk", "[[0, 1, 0]]"},
                    {"Wv", "[[2, 3, 0], [4, 5, 0]]"}}};
    const Good bilinear = two.without("Wq").without("Wk").with("score", R"("bilinear")");
    check_all({
        {R"({"kind": "attention"})", "target: expected a list of vectors, got nothing", "target：缺少这一项，应为向量的列表"},
        {two.without("source"), "source: expected a list of vectors, got nothing", "source：缺少这一项，应为向量的列表"},
        {two.with("target", "[]"), "target: expected a list of vectors, got an empty list"},
        {two.with("source", "[[1, 2, 3], [4, 5]]"), "source[2]: expected 3 numbers like source[1], got 2 numbers",
         "source[2]：应为 3 个数（与 source[1] 一样多），实为 2 个数"},
        {good.with("target", "[[1, 0]]"), "target: expected a field of single_output, got one of attention, multi_head",
         "target：应为 single_output 的字段，实为 attention、multi_head 的字段"},
        {two.with("query", "1"), "query: expected a field of attention, got one of single_output"},
        {two.with("Wq", "[[1, 0, 0]]"), "Wq[1]: expected 2 numbers, one for each component of a target vector, got 3 numbers",
         "Wq[1]：应为 2 个数（target 向量的每个分量对应一个），实为 3 个数"},
        {two.with("Wk", "[[1, 0]]"), "Wk[1]: expected 3 numbers, one for each component of a source vector, got 2 numbers",
         "Wk[1]：应为 3 个数（source 向量的每个分量对应一个），实为 2 个数"},
        {two.with("Wv", "[[1, 0]]"), "Wv[1]: expected 3 numbers, one for each component of a source vector, got 2 numbers"},
        {bilinear.with("W", "[[1, 2, 3]]"), "W: expected 2 rows, one for each component of a target vector, got 1 row",
         "W：应为 2 行（target 向量的每个分量对应一个），实为 1 行"},
        {bilinear.with("W", "[[1, 2], [3, 4]]"),
         "W[1]: expected 3 numbers, one for each component of a source vector, got 2 numbers"},
        {two.with("mask", "[[true, false], [true, false]]"), "mask: expected 3 lists, one for each query, got 2 lists",
         "mask：应为 3 个列表（每个查询对应一个），实为 2 个列表"},
        {two.with("mask", "[[true, true, true], [true, true, true], [true, true, true]]"),
         "mask[1]: expected 2 items, one for each key, got 3 items"},
        {two.with("padding", "[true, true, true]"), "padding: expected 2 items, one for each key, got 3 items"},
    });
}

SCENARIO("a mask has true or false for each query and key, padding for each key", "[bad_problems]")
{
    const Good all = good.with("kind", R"("self_attention")");
    const std::string mask_expected = R"(mask: expected "causal", or a list of true and false for each query, got )";
    check_all({
        {all.with("mask", R"("casual")"), mask_expected + R"("casual"; did you mean "causal"?)",
         R"(mask：应为 "causal"，或每个查询一个 true 和 false 的列表，实为 "casual"；是不是 "causal"？)"},
        {all.with("mask", R"("none")"), mask_expected + R"("none")"},
        {all.with("mask", "true"), mask_expected + "true",
         R"(mask：应为 "causal"，或每个查询一个 true 和 false 的列表，实为 true)"},
        {all.with("mask", "null"), mask_expected + "null"},
        {all.with("mask", "[]"), "mask: expected 2 lists, one for each query, got 0 lists"},
        {all.with("mask", "[true, false]"), "mask[1]: expected a list of true and false, got true",
         "mask[1]：应为 true 和 false 的列表，实为 true"},
        {all.with("mask", "[[true, false]]"), "mask: expected 2 lists, one for each query, got 1 list",
         "mask：应为 2 个列表（每个查询对应一个），实为 1 个列表"},
        {all.with("mask", "[[true, false], [true]]"), "mask[2]: expected 2 items, one for each key, got 1 item",
         "mask[2]：应为 2 项（每个键对应一个），实为 1 项"},
        {all.with("mask", "[[true, false], []]"), "mask[2]: expected a list of true and false, got an empty list"},
        {all.with("mask", "[[true, false], [true, 1]]"), "mask[2][2]: expected true or false, got 1",
         "mask[2][2]：应为 true 或 false，实为 1"},
        {all.with("mask", R"([[true, "yes"], [true, true]])"), R"(mask[1][2]: expected true or false, got "yes")"},
        {good.with("mask", "3"), R"(mask: expected "causal", or a list of true and false, got 3)",
         R"(mask：应为 "causal"，或 true 和 false 的列表，实为 3)"},
        {good.with("mask", "[true]"), "mask: expected 2 items, one for each key, got 1 item"},
        {good.with("mask", "[[true, false], [true, true]]"), "mask[1]: expected true or false, got a list of 2",
         "mask[1]：应为 true 或 false，实为含 2 项的列表"},
        {all.with("padding", "[]"), "padding: expected a list of true and false, got an empty list",
         "padding：应为 true 和 false 的列表，实为空列表"},
        {all.with("padding", "[true]"), "padding: expected 2 items, one for each key, got 1 item",
         "padding：应为 2 项（每个键对应一个），实为 1 项"},
        {all.with("padding", "[1, 0]"), "padding[1]: expected true or false, got 1"},
        {all.with("padding", "2"), "padding: expected a list of true and false, got 2"},
        {all.with("padding", "null"), "padding: expected a list of true and false, got null"},
        {R"({"kind": "per_vector", "inputs": [[1]], "W": [[1]], "mask": "causal"})",
         "mask: expected a field of per_vector, got one of single_output, self_attention, attention, multi_head"},
    });
}

SCENARIO("positions must fit the inputs, and an encoding must say how large it is", "[bad_problems]")
{
    const std::string whole = "a whole number from 1 to ";
    const Good alone{{{"kind", R"("positional_encoding")"}, {"d", "4"}, {"n", "3"}}};
    const Good by_hand{{{"kind", R"("positional_encoding")"}, {"e", "[[1, 2], [3, 4]]"}}};
    const Good two = Good{{{"kind", R"("attention")"},
                           {"target", "[[1, 0], [0, 1], [1, 1]]"},
                           {"source", "[[1, 2, 3], [4, 5, 6]]"},
                           {"Wq", "[[1, 0]]"},
                           {"Wk", "[[0, 1, 0]]"},
                           {"Wv", "[[2, 3, 0], [4, 5, 0]]"}}};
    const Good equally_long = two.with("source", "[[1, 2], [4, 5]]").with("Wk", "[[0, 1]]").with("Wv", "[[2, 3], [4, 5]]");
    check_all({
        {alone.without("d"), "d: expected a whole number, or e, or inputs, got nothing",
         "d：缺少这一项，应为一个整数，或给出 e 或 inputs"},
        {alone.without("n"), "n: expected a whole number, or e, or inputs, got nothing",
         "n：缺少这一项，应为一个整数，或给出 e 或 inputs"},
        {alone.with("d", "0"), "d: expected " + whole + "4096, got 0", "d：应为从 1 到 4096 的整数，实为 0"},
        {alone.with("d", "4097"), "d: expected " + whole + "4096, got 4097"},
        {alone.with("n", "2049"), "n: expected " + whole + "2048, got 2049", "n：应为从 1 到 2048 的整数，实为 2049"},
        {alone.with("n", "2.5"), "n: expected " + whole + "2048, got 2.5"},
        {alone.with("base", "0"), "base: expected a number above 0, got 0", "base：应为大于 0 的数，实为 0"},
        {alone.with("base", "-10"), "base: expected a number above 0, got -10"},
        {alone.with("base", R"("ten")"), "base: " + number_expected + R"("ten")", "base：" + number_expected_zh + R"( "ten")"},
        {alone.with("first", "true"), "first: " + number_expected + "true"},
        {alone.with("base", "1e-300").with("d", "400").with("first", "1e15"),
         "e: expected results within the range of a double, got numbers too large; use a larger base or a smaller first",
         "e：结果超出了双精度的范围；请用更大的 base 或更小的 first"},
        {alone.with("first", "1e16"), "first: expected positions between -2^53 and 2^53, got 1e+16",
         "first：应为从 -2^53 到 2^53 的位置，实为 1e+16"},
        {alone.with("first", "-9007199254740992"), "first: expected positions between -2^53 and 2^53, got -9007199254740992"},
        {good.with("positions", R"({"sinusoid": {"first": 1e16}})"),
         "positions.sinusoid.first: expected positions between -2^53 and 2^53, got 1e+16"},
        {alone.with("positions", "[[1]]"),
         "positions: expected a field of positional_encoding, got one of single_output, self_attention, attention, multi_head, rnn"},
        {alone.with("inputs", "[[1, 2, 3, 4]]"), "inputs: expected 3 vectors, one for each position, got 1 vector",
         "inputs：应为 3 个向量（每个位置一个），实为 1 个向量"},
        {alone.with("inputs", "[[1], [2], [3]]"), "inputs[1]: expected 4 numbers, as a position vector has, got 1 number",
         "inputs[1]：应为 4 个数（与位置向量一样多），实为 1 个数"},
        {by_hand.with("d", "2"), "d: expected either e or the fields of a sinusoid, got both",
         "d：应为 e，或正弦编码的字段，二者取一，实为两样都有"},
        {by_hand.with("base", "2"), "base: expected either e or the fields of a sinusoid, got both"},
        {by_hand.with("e", "[[1, 2], [3]]"), "e[2]: expected 2 numbers like e[1], got 1 number",
         "e[2]：应为 2 个数（与 e[1] 一样多），实为 1 个数"},
        {by_hand.with("e", "[]"), "e: expected a list of vectors, got an empty list"},
        {by_hand.with("inputs", "[[1, 2]]"), "inputs: expected 2 vectors, one for each position, got 1 vector"},
        {good.with("positions", "[[1, 2]]"), "positions: expected 2 vectors, one for each position, got 1 vector",
         "positions：应为 2 个向量（每个位置一个），实为 1 个向量"},
        {good.with("positions", "[[1], [2]]"), "positions[1]: expected 2 numbers, as an input has, got 1 number",
         "positions[1]：应为 2 个数（与输入一样多），实为 1 个数"},
        {good.with("positions", R"("sinusoid")"),
         R"(positions: expected a list of vectors, or {"sinusoid": {…}}, got "sinusoid")",
         R"(positions：应为向量的列表，或 {"sinusoid": {…}}，实为 "sinusoid")"},
        {good.with("positions", "{}"), "positions.sinusoid: expected an object with base and first, both optional, got nothing",
         "positions.sinusoid：缺少这一项，应为一个对象，其中 base 和 first 均可省略"},
        {good.with("positions", R"({"sinus": {}})"), R"(positions.sinus: expected one of sinusoid, got "sinus")"},
        {good.with("positions", R"({"sinusoid": {"bass": 2}})"),
         R"(positions.sinusoid.bass: expected one of base, first, got "bass"; did you mean "base"?)"},
        {good.with("positions", R"({"sinusoid": {"base": 0}})"), "positions.sinusoid.base: expected a number above 0, got 0",
         "positions.sinusoid.base：应为大于 0 的数，实为 0"},
        {good.with("positions", R"({"sinusoid": {}})").with("given", R"({"e": [[1]]})"),
         "given.e: expected the shape 2 x 2, got 1 x 1"},
        {two.with("positions", R"({"sinusoid": {}})"),
         "positions: expected target and source vectors of one length, got two lengths",
         "positions：应为 target 与 source 的向量一样长，实为两种长度"},
        {equally_long.with("positions", "[[1, 2], [3, 4]]"),
         "positions: expected 3 vectors, one for each position, got 2 vectors"},
    });
}

SCENARIO("a recurrent network must fit its inputs and itself", "[bad_problems]")
{
    const Good rnn{{{"kind", R"("rnn")"}, {"inputs", "[[1, 0], [0, 1]]"}, {"Wx", "[[1, 2]]"}, {"Wh", "[[3]]"}}};
    const Good lstm =
        rnn.with("cell", R"("lstm")").with("Wx", "[[1, 2], [1, 2], [1, 2], [1, 2]]").with("Wh", "[[1], [1], [1], [1]]");
    const std::string of_state = ", one for each component of the state";
    check_all({
        {R"({"kind": "rnn"})", "inputs: expected a list of vectors, got nothing", "inputs：缺少这一项，应为向量的列表"},
        {rnn.without("Wx"), "Wx: expected a matrix, as the list of its rows, got nothing",
         "Wx：缺少这一项，应为矩阵（各行的列表）"},
        {rnn.without("Wh"), "Wh: expected a matrix, as the list of its rows, got nothing"},
        {rnn.with("Wx", "[[1]]"), "Wx[1]: expected 2 numbers, one for each component of an input, got 1 number",
         "Wx[1]：应为 2 个数（输入的每个分量对应一个），实为 1 个数"},
        {rnn.with("Wh", "[[3, 4]]"), "Wh[1]: expected 1 number" + of_state + ", got 2 numbers",
         "Wh[1]：应为 1 个数（状态的每个分量对应一个），实为 2 个数"},
        {rnn.with("Wh", "[[3], [4]]"), "Wh: expected 1 row like Wx, got 2 rows", "Wh：应为 1 行（与 Wx 相同），实为 2 行"},
        {rnn.with("b", "[1, 2]"), "b: expected 1 number, one for each row of Wx, got 2 numbers"},
        {rnn.with("h0", "[1, 2]"), "h0: expected 1 number" + of_state + ", got 2 numbers"},
        {rnn.with("c0", "[1]"), "c0: expected a field of the cell tanh, got one of the cell lstm",
         "c0：应为单元 tanh 的字段，实为单元 lstm 的字段"},
        {rnn.with("cell", R"("gru")"), R"(cell: expected one of tanh, lstm, got "gru")",
         R"(cell：应为以下之一：tanh、lstm，实为 "gru")"},
        {rnn.with("activation", R"("relu")"), R"(activation: expected one of tanh, identity, got "relu")"},
        {lstm.with("activation", R"("identity")"), "activation: expected a field of the cell lstm, got one of the cell tanh",
         "activation：应为单元 lstm 的字段，实为单元 tanh 的字段"},
        {lstm.with("Wx", "[[1, 2]]"), "Wx: expected a multiple of 4 rows, for the gates i, f, g, o, got 1 row",
         "Wx：应为行数为 4 的倍数（门 i、f、g、o 各占一份），实为 1 行"},
        {lstm.with("Wh", "[[1]]"), "Wh: expected 4 rows like Wx, got 1 row"},
        {lstm.with("Wh", "[[1, 2]]"), "Wh: expected 4 rows like Wx, got 1 row"},
        {lstm.with("b", "[1]"), "b: expected 4 numbers, one for each row of Wx, got 1 number"},
        {lstm.with("c0", "[1, 2]"), "c0: expected 1 number" + of_state + ", got 2 numbers"},
        {rnn.with("backward", "[]"), "backward: expected an object with Wx and Wh, got an empty list",
         "backward：应为含 Wx 和 Wh 的对象，实为空列表"},
        {rnn.with("backward", R"({"Wx": [[1, 2]]})"), "backward.Wh: expected a matrix, as the list of its rows, got nothing"},
        {rnn.with("backward", R"({"Wx": [[1]], "Wh": [[1]]})"),
         "backward.Wx[1]: expected 2 numbers, one for each component of an input, got 1 number"},
        {rnn.with("backward", R"({"Wx": [[1, 2]], "Wh": [[1]], "Wy": [[1]]})"),
         R"(backward.Wy: expected one of Wx, Wh, b, h0, c0, got "Wy"; did you mean "Wx"?)"},
        {rnn.with("Wy", "[[1, 2]]"), "Wy[1]: expected 1 number, one for each component of the states, stacked, got 2 numbers",
         "Wy[1]：应为 1 个数（状态拼接后的每个分量对应一个），实为 2 个数"},
        {rnn.with("backward", R"({"Wx": [[1, 2]], "Wh": [[1]]})").with("Wy", "[[1]]"),
         "Wy[1]: expected 2 numbers, one for each component of the states, stacked, got 1 number"},
        {rnn.with("by", "[1, 2]"), "by: expected 1 number, one for each component of the states, stacked, got 2 numbers",
         "by：应为 1 个数（状态拼接后的每个分量对应一个），实为 2 个数"},
        {rnn.with("Wy", "[[1]]").with("by", "[1, 2]"), "by: expected 1 number, one for each row of Wy, got 2 numbers"},
        {rnn.with("Wq", "[[1]]"), "Wq: expected a field of rnn, got one of single_output, self_attention, attention, multi_head"},
        {rnn.with("activation", R"("identity")").with("Wh", "[[1e300]]").with("Wx", "[[1e300, 1e300]]"),
         "h: expected results within the range of a double, got numbers too large; use smaller inputs or weights"},
        {rnn.with("given", R"({"h": [[1]]})"), "given.h: expected the shape 2 x 1, got 1 x 1"},
    });
    THEN("an LSTM may say the default of a field that is not its own, as a score may")
    {
        const Folder folder;
        folder.write("good.json", lstm.with("activation", R"("tanh")"));
        CHECK(solve_file(folder, "en", "good.json").exit_code == 0);
    }
}

SCENARIO("what is measured is reach, memory or both", "[bad_problems]")
{
    const Good rnn{
        {{"kind", R"("rnn")"}, {"inputs", "[[1], [0]]"}, {"Wx", "[[1]]"}, {"Wh", "[[3]]"}, {"measure", R"(["reach"])"}}};
    check_all({
        {rnn.with("measure", R"("reach")"), R"(measure: expected a list of reach, memory or both, got "reach")",
         R"(measure：应为由 reach、memory 组成的列表，实为 "reach")"},
        {rnn.with("measure", "[]"), "measure: expected a list of reach, memory or both, got an empty list"},
        {rnn.with("measure", R"(["memory", "raech"])"),
         R"(measure[2]: expected one of reach, memory, got "raech"; did you mean "reach"?)",
         R"(measure[2]：应为以下之一：reach、memory，实为 "raech"；是不是 "reach"？)"},
        {rnn.with("measure", R"(["memory", "memory"])"), "measure[2]: expected each word once, got a second memory",
         "measure[2]：应为每个词只写一次，实为第二个 memory"},
        {rnn.with("measure", "[1]"), "measure[1]: expected one of reach, memory, got 1"},
        {rnn.with("inputs", "[" + repeated("[1], ", 128) + "[0]]"),
         "inputs: expected at most 128 vectors when reach is measured, got 129 vectors",
         "inputs：应为测 reach 时不超过 128 个向量，实为 129 个向量"},
        {good.with("measure", R"(["reach"])"), "measure: expected a field of single_output, got one of rnn, self_attention",
         "measure：应为 single_output 的字段，实为 rnn、self_attention 的字段"},
        {rnn.with("given", R"({"reach": [[1, 0], [1, 1]]})"), "given.reach[1][1]: expected true or false, got 1",
         "given.reach[1][1]：应为 true 或 false，实为 1"},
        {rnn.with("given", R"({"reach": [[true, false], [true]]})"),
         "given.reach[2]: expected 2 items like given.reach[1], got 1 item"},
        {rnn.with("given", R"({"reach": true})"), "given.reach: expected a list of lists of booleans, got true",
         "given.reach：应为布尔值列表的列表，实为 true"},
        {rnn.with("given", R"({"reach": [true]})"), "given.reach[1]: expected a list of true and false, got true"},
    });
}

SCENARIO("each head must fit, and what stands behind the heads must fit them all", "[bad_problems]")
{
    // Two heads of width 1 directly on two inputs of two components, and the same heads on q, k and v of one component.
    const std::string head = R"({"Wq": [[1, 0]], "Wk": [[0, 1]], "Wv": [[2, 3]]})";
    const std::string small = R"({"Wq": [[1]], "Wk": [[2]], "Wv": [[3]]})";
    const Good direct{{{"kind", R"("multi_head")"}, {"inputs", "[[1, 0], [0, 1]]"}, {"heads", "[" + head + ", " + head + "]"}}};
    const Good levels =
        direct.with("heads", "[" + small + "]").with("Wq", "[[1, 2]]").with("Wk", "[[1, 2]]").with("Wv", "[[1, 2]]");
    const Good additive = direct.with("score", R"("additive")").with("w", "[1]");
    const std::string heads_expected = "heads: expected a list of heads, objects with Wq, Wk and Wv, got ";
    check_all({
        {R"({"kind": "multi_head", "head": []})", R"(head: expected a field of multi_head, got "head"; did you mean "heads"?)"},
        {direct.without("heads"), heads_expected + "nothing", "heads：缺少这一项，应为头的列表，每个头是含 Wq、Wk、Wv 的对象"},
        {direct.with("heads", "2"), heads_expected + "2", "heads：应为头的列表，每个头是含 Wq、Wk、Wv 的对象，实为 2"},
        {direct.with("heads", "[]"), heads_expected + "an empty list"},
        {direct.with("heads", "[" + head + ", 1]"), "heads[2]: expected an object, got 1", "heads[2]：应为一个对象，实为 1"},
        {direct.with("heads", R"([{"Wq": [[1, 0]], "Wk": [[0, 1]]}])"),
         "heads[1].Wv: expected a matrix, as the list of its rows, got nothing",
         "heads[1].Wv：缺少这一项，应为矩阵（各行的列表）"},
        {direct.with("heads", R"([{"Wq": [[1, 0]], "Wk": [[0, 1]], "Wv": [[2, 3]], "Wo": [[1]]}])"),
         R"(heads[1].Wo: expected one of Wq, Wk, Wv, bq, bk, bv, got "Wo"; did you mean "Wq"?)"},
        {direct.with("heads", R"([{"Wq": [[1, 0, 0]], "Wk": [[0, 1]], "Wv": [[2, 3]]}])"),
         "heads[1].Wq[1]: expected 2 numbers, one for each component of an input, got 3 numbers",
         "heads[1].Wq[1]：应为 2 个数（输入的每个分量对应一个），实为 3 个数"},
        {direct.with("heads", R"([{"Wq": [[1, 0]], "Wk": [[0, 1], [1, 0]], "Wv": [[2, 3]]}])"),
         "heads[1].Wk: expected 1 row like Wq, got 2 rows", "heads[1].Wk：应为 1 行（与 Wq 相同），实为 2 行"},
        {direct.with("heads", R"([{"Wq": [[1, 0]], "Wk": [[0, 1]], "Wv": [[2, 3]], "bv": [1, 2]}])"),
         "heads[1].bv: expected 1 number, one for each row of Wv, got 2 numbers"},
        {levels.with("heads", "[" + head + "]"), "heads[1].Wq[1]: expected 1 number, one for each row of Wq, got 2 numbers",
         "heads[1].Wq[1]：应为 1 个数（Wq 的每行对应一个），实为 2 个数"},
        {levels.without("Wk"), "Wk: expected a matrix, as the list of its rows, got nothing"},
        {direct.with("bq", "[1]"), "Wq: expected a matrix, as the list of its rows, got nothing"},
        {direct.with("Wo", "[[1]]"), "Wo[1]: expected 2 numbers, one for each component of the stacked heads, got 1 number",
         "Wo[1]：应为 2 个数（各个头拼接后的每个分量对应一个），实为 1 个数"},
        {direct.with("Wo", "[[1, 2], [3]]"),
         "Wo[2]: expected 2 numbers, one for each component of the stacked heads, got 1 number"},
        {direct.with("Wo", "[[1, 2]]").with("bo", "[1, 2]"), "bo: expected 1 number, one for each row of Wo, got 2 numbers"},
        {direct.with("bo", "[1]"), "bo: expected 2 numbers, one for each component of the stacked heads, got 1 number",
         "bo：应为 2 个数（各个头拼接后的每个分量对应一个），实为 1 个数"},
        {direct.with("score", R"("bilinear")").with("W", "[[1, 0], [0, 1]]"),
         "score: expected dot or additive, for heads differ in Wq and Wk, got bilinear",
         "score：应为 dot 或 additive，因为各个头的区别就在 Wq 和 Wk，实为 bilinear"},
        {additive.with("w", "[1, 2]"), "w: expected 1 number, one for each row of heads[1].Wq, got 2 numbers"},
        {additive.with("heads", "[" + head + R"(, {"Wq": [[1, 0], [0, 1]], "Wk": [[0, 1], [1, 0]], "Wv": [[2, 3]]}])"),
         "heads[2].Wq: expected 1 row, for all heads share w, got 2 rows", "heads[2].Wq：应为 1 行（各个头共用 w），实为 2 行"},
        {direct.with("target", "[[1, 0]]"), "inputs: expected either inputs or target and source, got both",
         "inputs：应为 inputs，或 target 与 source，二者取一，实为两样都有"},
        {direct.with("padding", "[true]"), "padding: expected 2 items, one for each key, got 1 item"},
        {direct.with("given", R"({"q.3": [[1], [2]]})"),
         R"(given.q.3: expected one of q.1, k.1, v.1, alpha.1, alpha_prime.1, b.1, q.2, k.2, v.2, alpha.2, alpha_prime.2, b.2, concat, b, got "q.3"; did you mean "q.1"?)"},
    });
}

SCENARIO("what belongs to another command says to which", "[bad_problems]")
{
    check_all({{R"({"kind": "self_attention", "steps": []})", "steps: expected a problem, got a walkthrough; show reads it",
                "steps：应为一道题目，实为一份演算；请用 show 读它"}});
    const Folder folder;
    folder.write("problem.json", good);
    Start start;
    start.folder = folder.path();
    start.words = {"show", "problem.json"};
    CHECK_THAT(run(start),
               refuses("attention: problem.json: steps: expected the steps of a walkthrough, got a problem; solve answers it"));
}

SCENARIO("more numbers than memory holds are refused before they are made", "[bad_problems]")
{
    const std::string inputs = "[" + repeated("[1], ", 1023) + "[1]]";
    const std::string column = "[" + repeated("[1], ", 32) + "[1]]";
    const std::string w = "[" + repeated("1, ", 32) + "1]";
    const Good large{{{"kind", R"("self_attention")"},
                      {"inputs", inputs},
                      {"score", R"("additive")"},
                      {"Wq", column},
                      {"Wk", column},
                      {"Wv", "[[1]]"},
                      {"w", w}}};
    check_all({{large, "score: expected at most 33554432 numbers tanh(q + k), got 1048576 pairs of 33",
                "score：应为至多 33554432 个 tanh(q + k) 的数，实为 1048576 对，每对 33 个"}});
}

SCENARIO("what later chapters bring is answered by the chapter's name", "[bad_problems]")
{
    check_all({
        {good.with("upstream", "[1]"), "upstream: no chapter answers upstream yet; it comes with 08_learning",
         "upstream：目前各章都不支持 upstream，将在 08_learning 中介绍"},
    });
}

SCENARIO("a chapter that does not take the problem says which does", "[bad_problems]")
{
    const Folder folder;
    folder.write("one.json", good);
    folder.write("all.json", good.with("kind", R"("self_attention")"));
    folder.write("scaled.json", good.with("scale", "2"));
    Start start;
    start.folder = folder.path();

    start.words = {"solve", "one.json", "--chapter", "2"};
    CHECK_THAT(run(start),
               refuses("attention: one.json: kind: 02_matrix_form does not answer single_output; 01_single_output does"));
    start.words = {"solve", "all.json", "--chapter", "single_output", "--lang", "zh"};
    CHECK_THAT(run(start), refuses("attention：all.json：kind：01_single_output 不处理 self_attention，请用 02_matrix_form"));
    start.words = {"solve", "scaled.json", "--chapter", "01"};
    CHECK_THAT(run(start), refuses("attention: scaled.json: scale: 01_single_output does not answer scale; 03_scores does"));
}

SCENARIO("a file that cannot be read is answered by the reason", "[bad_problems]")
{
    const Folder folder;
    WHEN("it is not there")
    {
        CHECK_THAT(solve_file(folder, "en", "none.json"), refuses("attention: none.json: no such file"));
        CHECK_THAT(solve_file(folder, "zh", "none.json"), refuses("attention：none.json：没有这个文件"));
        CHECK_THAT(solve_file(folder, "en", ""), refuses("attention: \"\": no such file"));
    }
    WHEN("it is a folder, or its path leads through a file")
    {
        folder.write("file", "");
        CHECK_THAT(solve_file(folder, "en", "."), refuses("attention: .: expected a file, got a directory"));
        CHECK_THAT(solve_file(folder, "zh", "."), refuses("attention：.：应为文件，实为目录"));
        CHECK_THAT(solve_file(folder, "en", "file/p.json"),
                   refuses("attention: file/p.json: part of the path is not a directory"));
    }
    WHEN("there is no permission to read it")
    {
        folder.write("secret.json", good);
        chmod(folder.path("secret.json").c_str(), 0);
        CHECK_THAT(solve_file(folder, "en", "secret.json"), refuses("attention: secret.json: no permission"));
        CHECK_THAT(solve_file(folder, "zh", "secret.json"), refuses("attention：secret.json：没有权限"));
    }
    WHEN("its name would move the cursor")
    {
        CHECK_THAT(solve_file(folder, "en", "a\033[2J\nb"), refuses("attention: a?[2J?b: no such file"));
    }
    WHEN("its name is too long")
    {
        const std::string name(5000, 'x');
        CHECK_THAT(solve_file(folder, "en", name), refuses("attention: " + std::string(300, 'x') + "…: the name is too long"));
    }
    WHEN("it is too large, or has no end")
    {
        folder.write("large.json", "");
        REQUIRE(truncate(folder.path("large.json").c_str(), 100'000'000) == 0);
        CHECK_THAT(solve_file(folder, "en", "large.json"), refuses("attention: large.json: expected at most 16 MiB, got more"));
        CHECK_THAT(solve_file(folder, "zh", "large.json"), refuses("attention：large.json：应不超过 16 MiB，实际更大"));
        CHECK_THAT(solve_file(folder, "en", "/dev/zero"), refuses("attention: /dev/zero: expected at most 16 MiB, got more"));
    }
    WHEN("it is as large as may be, and empty")
    {
        folder.write("spaces.json", std::string(16 << 20, ' '));
        CHECK_THAT(solve_file(folder, "en", "spaces.json"),
                   refuses("attention: spaces.json: expected a JSON object, got an empty file"));
    }
    WHEN("it is standard input, and that is closed")
    {
        Start start;
        start.words = {"solve", "-"};
        start.closed = {STDIN_FILENO};
        CHECK_THAT(run(start), refuses("attention: standard input: closed"));
        start.words = {"solve", "-", "--lang", "zh"};
        CHECK_THAT(run(start), refuses("attention：标准输入：已关闭"));
    }
}
