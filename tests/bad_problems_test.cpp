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
         "inputs: expected 2 vectors, for a row of W has 4 numbers and an input 2, got 3 vectors",
         "inputs：应为 2 个向量（W 每行有 4 个数，每个输入有 2 个），实为 3 个向量"},
        {window.with("inputs", "[[1, 2]]"),
         "inputs: expected 2 vectors, for a row of W has 4 numbers and an input 2, got 1 vector"},
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
        {good.with("scale", "[2]"), "scale: " + number_expected + "a list of 1"},
        {good.with("scale", "null"), "scale: " + number_expected + "null"},
    });
}

SCENARIO("what later chapters bring is answered by the chapter's name", "[bad_problems]")
{
    check_all({
        {R"({"kind": "multi_head", "heads": []})", "kind: no chapter answers multi_head yet; it comes with 05_multi_head",
         "kind：目前还没有哪一章能解 multi_head，要等到 05_multi_head"},
        {R"({"kind": "attention"})", "kind: no chapter answers attention yet; it comes with 04_source_and_target"},
        {R"({"kind": "rnn"})", "kind: no chapter answers rnn yet; it comes with 07_versus_rnn"},
        {R"({"kind": "positional_encoding"})",
         "kind: no chapter answers positional_encoding yet; it comes with 06_positional_encoding"},
        {R"({"kind": "multi_head", "head": []})", R"(head: expected a field of multi_head, got "head"; did you mean "heads"?)"},
        {good.with("mask", R"("causal")"), "mask: no chapter answers mask yet; it comes with 04_source_and_target",
         "mask：目前还没有哪一章能解 mask，要等到 04_source_and_target"},
        {good.with("positions", "[]"), "positions: no chapter answers positions yet; it comes with 06_positional_encoding"},
        {good.with("upstream", "[1]"), "upstream: no chapter answers upstream yet; it comes with 08_learning"},
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
