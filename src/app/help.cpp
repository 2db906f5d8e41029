#include "app/help.hpp"

#include <map>

namespace attention {
namespace {

const Words of_program{R"(Self-attention step by step, on the problems of its chapters or on your own numbers.

Usage: attention COMMAND [OPTIONS]

Commands:
  tour [CHAPTER...]           walk through the chapters, each on its own problems
  solve FILE                  walk through your own problem, a JSON file
  show FILE                   show a walkthrough that solve, or another program, wrote as JSON
  example CHAPTER [NAME]      print a problem of a chapter, to be edited
  list                        list the chapters and their problems
  mistakes [CHAPTER...]       show the usual mistakes and the wrong numbers that they give
  measure [CHAPTER...]        measure what a lesson claims
  check -- PROGRAM [WORD...]  check a program in any language, step by step
  check --answers FILE FILE   check numbers worked out by hand
  cases                       list the cases with which programs are checked
  answer                      answer problems, one a line, as a program to be checked does

attention COMMAND --help tells more about one.
)",
                       R"(自注意力，一步一步算：用各章自己的题目，或你自己的数。

用法：attention 命令 [选项]

命令：
  tour [章...]                逐章走一遍，用各章自己的题目
  solve 文件                  逐步解你自己的题目（JSON 文件）
  show 文件                   显示一份 JSON 演算：由 solve 或别的程序写出
  example 章 [名字]           输出某一章的题目，供修改
  list                        列出各章及其题目
  mistakes [章...]            列出常见错误，以及由此得出的错误结果
  measure [章...]             实测课文中的说法
  check -- 程序 [参数...]     逐步检查任何语言写的程序
  check --answers 答案 题目   检查手算的结果
  cases                       列出检查程序所用的用例
  answer                      逐行回答题目，与待检查的程序一样

attention 命令 --help 详细说明某个命令。
)"};

const std::map<std::string, Words> of_commands{
    {"tour",
     {R"(Walk through the chapters, each on its own problems.

Usage: attention tour [CHAPTER...] [OPTIONS]

  CHAPTER                     such as 2 or matrix_form (default: all)

Options:
  --step                      wait for a key after each step
  --steps NAME,...            only these steps, such as alpha,b
)",
      R"(逐章走一遍，用各章自己的题目。

用法：attention tour [章...] [选项]

  章                          如 2 或 matrix_form（默认全部）

选项：
  --step                      每一步后等待按键
  --steps 步骤,...            只看这些步骤，如 alpha,b
)"}},
    {"solve",
     {R"(Walk through your own problem. docs/problem-format.md describes it; attention example prints one to start from.

Usage: attention solve FILE [OPTIONS]

  FILE                        the problem, in JSON; - reads standard input

Options:
  --chapter CHAPTER           which chapter answers (default: the first that can)
  --format FORMAT             what comes out: text (the default), markdown, latex, json or svg
  --steps NAME,...            only these steps, such as alpha,b
  -o, --output FILE           write to this file (default: -, standard output)
)",
      R"(逐步解你自己的题目。格式见 docs/problem-format.zh.md；attention example 可输出一道题目作为起点。

用法：attention solve 文件 [选项]

  文件                        题目（JSON）；- 表示标准输入

选项：
  --chapter 章                用哪一章来解（默认：第一个能解的章）
  --format 格式               输出格式：text（默认）、markdown、latex、json 或 svg
  --steps 步骤,...            只看这些步骤，如 alpha,b
  -o, --output 文件           写入这个文件（默认 -，即标准输出）
)"}},
    {"show",
     {R"(Show a walkthrough: JSON that solve wrote, or another program. docs/problem-format.md describes it.

Usage: attention show FILE [OPTIONS]

  FILE                        the walkthrough, in JSON; - reads standard input

Options:
  --format FORMAT             what comes out: text (the default), markdown, latex, json or svg
  --steps NAME,...            only these steps, such as alpha,b
  -o, --output FILE           write to this file (default: -, standard output)
)",
      R"(显示一份演算：solve 或别的程序写出的 JSON。格式见 docs/problem-format.zh.md。

用法：attention show 文件 [选项]

  文件                        演算（JSON）；- 表示标准输入

选项：
  --format 格式               输出格式：text（默认）、markdown、latex、json 或 svg
  --steps 步骤,...            只看这些步骤，如 alpha,b
  -o, --output 文件           写入这个文件（默认 -，即标准输出）
)"}},
    {"example",
     {R"(Print a chapter's problem, to be edited and handed to solve.

Usage: attention example CHAPTER [NAME] [OPTIONS]

  CHAPTER                     such as 2 or matrix_form
  NAME                        another of its problems, such as additive for chapter 3; list names them all

Options:
  -o, --output FILE           write to this file (default: -, standard output)
)",
      R"(输出某一章的题目，改好后交给 solve。

用法：attention example 章 [名字] [选项]

  章                          如 2 或 matrix_form
  名字                        该章的另一道题目，如第 3 章的 additive；list 列出全部名字

选项：
  -o, --output 文件           写入这个文件（默认 -，即标准输出）
)"}},
    {"list",
     {R"(List the chapters, each with the question that it answers and the names of its further problems.

Usage: attention list [OPTIONS]
)",
      R"(列出各章，以及各章回答的问题和另有的题目。

用法：attention list [选项]
)"}},
    {"mistakes",
     {R"(Show the usual mistakes and the wrong numbers that they give on each chapter's own problems.

Usage: attention mistakes [CHAPTER...] [OPTIONS]

  CHAPTER                     such as 2 or matrix_form (default: all)
)",
      R"(列出常见错误，以及它们在各章自己的题目上得出的错误结果。

用法：attention mistakes [章...] [选项]

  章                          如 2 或 matrix_form（默认全部）
)"}},
    {"measure",
     {R"(Measure what a lesson claims, such as how far scores spread.

Usage: attention measure [CHAPTER...] [OPTIONS]

  CHAPTER                     such as 3 or scores (default: all that measure something)
)",
      R"(实测课文中的说法，例如分数的离散程度有多大。

用法：attention measure [章...] [选项]

  章                          如 3 或 scores（默认：所有做实测的章）
)"}},
    {"check",
     {R"(Check a program in any language, step by step, and hear which mistake gives its numbers. It reads a problem a line on standard
input, and writes an answer a line; docs/porting.md tells how.

Usage: attention check [OPTIONS] -- PROGRAM [WORD...]
       attention check [OPTIONS] --ports FILE
       attention check [OPTIONS] --answers ANSWERS PROBLEM

  PROGRAM [WORD...]           what starts the program
  --ports FILE                several programs, in JSON, for one table
  --answers ANSWERS PROBLEM   numbers worked out by hand, steps by name in JSON, and their problem

Options:
  --case GLOB,...             only these cases, such as '02_*' (default: all)
  --cases FILE                a case, or a folder of cases, in place of those of this program
  --precision PRECISION       float64 (the default), float32, or how many decimals: 3 takes 0.333 for 1/3
  --report text|json|junit    what comes out (default: text)
  -o, --output FILE           write to this file (default: -, standard output)
  --known FILE                cases that are known to fail, in JSON: ids with reasons
  --last FILE                 tell what has changed since the run that is kept there, and keep this one
  --seconds N                 for one answer (default: 10)
  --memory N                  MiB for the program, where /proc tells what it uses (default: 2048)

Exit code: 0 when all is right, 1 when something is not, 2 when something cannot be used.
)",
      R"(逐步检查任何语言写的程序，并指出是哪一种错误得出了它的数。程序从标准输入逐行读题目，每题写一行回答；写法见 docs/porting.zh.md。

用法：attention check [选项] -- 程序 [参数...]
      attention check [选项] --ports 文件
      attention check [选项] --answers 答案 题目

  程序 [参数...]              启动程序的命令
  --ports 文件                几个程序（JSON），合成一张表
  --answers 答案 题目         手算的结果（JSON，由步骤名到数值）及其题目

选项：
  --case 通配符,...           只用这些用例，如 '02_*'（默认全部）
  --cases 文件                用这个用例，或这个文件夹里的用例，代替程序自带的
  --precision 精度            float64（默认）、float32，或小数的位数：3 表示 0.333 可当 1/3
  --report text|json|junit    输出格式（默认 text）
  -o, --output 文件           写入这个文件（默认 -，即标准输出）
  --known 文件                已知不通过的用例（JSON：id 与原因）
  --last 文件                 与保存在其中的上次结果相比有何变化，并保存这次的
  --seconds N                 每题的时限，单位秒（默认 10）
  --memory N                  程序的内存上限，单位 MiB，需有 /proc（默认 2048）

退出码：全对为 0，有错为 1，所给的东西不能用为 2。
)"}},
    {"cases",
     {R"(List the cases with which programs are checked: id and what is special. They stand in tests/cases.

Usage: attention cases [OPTIONS]

Options:
  --case GLOB,...             only these, such as '02_*' (default: all)
)",
      R"(列出检查程序所用的用例：id 和特点。它们都在 tests/cases 里。

用法：attention cases [选项]

选项：
  --case 通配符,...           只列这些，如 '02_*'（默认全部）
)"}},
    {"answer",
     {R"(Answer problems, one a line on standard input, with a walkthrough a line, as a program to be checked does.

Usage: attention answer [OPTIONS]
)",
      R"(逐行回答标准输入里的题目，每题写一行演算，与待检查的程序一样。

用法：attention answer [选项]
)"}}};

const Words of_all{R"(
Options everywhere:
  --lang en|zh                language (default: that of LC_ALL, LC_MESSAGES or LANG)
  --color auto|always|never   colours (default: auto, on a terminal unless NO_COLOR is set)
  -h, --help                  print this help
)",
                   R"(
通用选项：
  --lang en|zh                语言（默认取自 LC_ALL、LC_MESSAGES 或 LANG）
  --color auto|always|never   颜色（默认 auto：在终端里且未设置 NO_COLOR 时启用）
  -h, --help                  显示本帮助
)"};

const Words of_version{R"(  --version                   print the version
)",
                       R"(  --version                   显示版本
)"};

}  // namespace

Words help_text(const std::string& command)
{
    if (command.empty()) {
        return {of_program.en + of_all.en + of_version.en, of_program.zh + of_all.zh + of_version.zh};
    }
    const Words& words = of_commands.at(command);
    return {words.en + of_all.en, words.zh + of_all.zh};
}

}  // namespace attention
