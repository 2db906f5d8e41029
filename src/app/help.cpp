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
