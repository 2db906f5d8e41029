#include "app/program.hpp"

#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/commands.hpp"
#include "app/console.hpp"
#include "app/files.hpp"
#include "text/input_error.hpp"
#include "text/printable.hpp"
#include "text/suggestion.hpp"
#include "text/terminal.hpp"

namespace attention {
namespace {

constexpr int unusable = 2;

/// The language must be known before the help texts are made, so --lang is looked for ahead of the parser.
Language language_of(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--lang=zh" || (word == "--lang" && i + 1 < argc && std::string_view(argv[i + 1]) == "zh")) {
            return Language::chinese;
        }
        if (word == "--lang=en" || (word == "--lang" && i + 1 < argc && std::string_view(argv[i + 1]) == "en")) {
            return Language::english;
        }
    }
    return language_of_environment();
}

class Program {
public:
    explicit Program(Language language) : language_(language)
    {
        view_.language = language;
        app_.name("attention");
        app_.description(say("Self-attention step by step, on the lecture's numbers or on your own.",
                             "自注意力，一步一步算：用讲义里的数，或你自己的数。"));
        app_.fallthrough();
        app_.set_version_flag("--version", ATTENTION_VERSION, say("Print the version", "显示版本"));
        app_.set_help_flag("-h,--help", say("Print this help", "显示帮助"));
        translate_labels();
        add_choice(&app_, "--lang", lang_, {"en", "zh"},
                   say("Language of all output (default: from LANG)", "输出语言（默认取自 LANG）"));
        add_choice(&app_, "--color", colour_, {"auto", "always", "never"},
                   say("Colours (default: on a terminal, unless NO_COLOR is set)", "颜色（默认在终端里有，除非设了 NO_COLOR）"));
        add_tour();
        add_solve();
        add_example();
        add_list();
        add_mistakes();
    }

    int run(int argc, char** argv)
    {
        if (argc == 1) {
            write_output(app_.help());
            return 0;
        }
        try {
            app_.parse(argc, argv);
        } catch (const CLI::ParseError& error) {
            if (error.get_exit_code() == 0) {
                return app_.exit(error);  // help or version
            }
            return complain(command_line_fault(error, argc, argv));
        }
        view_.colour = colour_ == "always" || (colour_ == "auto" && colour_is_wanted());
        return run_command();
    }

private:
    std::string say(const char* en, const char* zh) const { return in(language_, {en, zh}); }

    void translate_labels()
    {
        if (language_ == Language::english) {
            return;
        }
        app_.option_defaults()->group("选项");
        const auto formatter = app_.get_formatter();
        for (const auto& [label, zh] : std::vector<std::pair<std::string, std::string>>{{"Usage", "用法"},
                                                                                        {"OPTIONS", "选项"},
                                                                                        {"SUBCOMMAND", "命令"},
                                                                                        {"SUBCOMMANDS", "命令"},
                                                                                        {"Subcommands", "命令"},
                                                                                        {"Positionals", "参数"},
                                                                                        {"REQUIRED", "必填"},
                                                                                        {"TEXT", "文字"}}) {
            formatter->label(label, zh);
        }
    }

    void add_tour()
    {
        CLI::App* command =
            app_.add_subcommand("tour", say("Walk through the chapters on the running example", "用贯穿全书的例子走一遍各章"));
        command->add_option("chapters", tour_.chapters,
                            say("Chapters, such as 2 or matrix_form (default: all)", "章，如 2 或 matrix_form（默认全部）"));
        command->add_flag("--step", tour_.wait, say("Wait for a key after each step", "每一步后等待按键"));
        add_steps(command, tour_.steps);
        command->final_callback([this] { command_ = [this] { tour(tour_, view_); }; });
    }

    void add_solve()
    {
        CLI::App* command =
            app_.add_subcommand("solve", say("Walk through your own problem, a JSON file", "逐步解你自己的题目（JSON 文件）"));
        command->add_option("file", solve_.file, say("The problem; - reads standard input", "题目文件；- 表示标准输入"))
            ->required();
        command->add_option("--chapter", solve_.chapter,
                            say("Which chapter answers (default: the first that can)", "由哪一章来解（默认第一个能解的）"));
        add_choice(command, "--format", solve_.format, {"text", "json", "svg"},
                   say("What comes out (default: text)", "输出格式（默认 text）"));
        add_steps(command, solve_.steps);
        add_output(command, solve_.output);
        command->final_callback([this] { command_ = [this] { solve(solve_, view_); }; });
    }

    void add_example()
    {
        CLI::App* command = app_.add_subcommand(
            "example", say("Print a chapter's default problem, to be edited", "输出某一章的默认题目，供修改"));
        command->add_option("chapter", example_chapter_, say("Such as 2 or matrix_form", "如 2 或 matrix_form"))->required();
        add_output(command, example_output_);
        command->final_callback([this] { command_ = [this] { example(example_chapter_, example_output_); }; });
    }

    void add_list()
    {
        CLI::App* command = app_.add_subcommand("list", say("List the chapters", "列出各章"));
        command->final_callback([this] { command_ = [this] { list(view_); }; });
    }

    void add_mistakes()
    {
        CLI::App* command = app_.add_subcommand("mistakes", say("Show the usual mistakes and the wrong numbers that they give",
                                                                "列出常见错误，以及它们得出的错误数值"));
        command->add_option("chapters", mistakes_chapters_, say("Chapters (default: all)", "章（默认全部）"));
        command->final_callback([this] { command_ = [this] { mistakes(mistakes_chapters_, view_); }; });
    }

    static void add_choice(CLI::App* command, const std::string& name, std::string& value,
                           const std::vector<std::string>& choices, const std::string& help)
    {
        command->add_option(name, value, help)
            ->check(CLI::IsMember(choices).description(""))
            ->type_name(fmt::format("{}", fmt::join(choices, "|")));
    }

    void add_steps(CLI::App* command, std::vector<std::string>& steps)
    {
        command->add_option("--steps", steps, say("Only these steps, such as alpha,b", "只看这些步骤，如 alpha,b"))
            ->delimiter(',');
    }

    void add_output(CLI::App* command, std::string& output)
    {
        command->add_option("-o,--output", output,
                            say("Write to this file (default: standard output)", "写入这个文件（默认标准输出）"));
    }

    /// The parser's own words, and what the nearest command is called when the first word is none.
    Words command_line_fault(const CLI::ParseError& error, int argc, char** argv) const
    {
        std::vector<std::string> names;
        for (const CLI::App* command : app_.get_subcommands(nullptr)) {
            names.push_back(command->get_name());
        }
        const std::string first = argc > 1 ? argv[1] : "";
        const bool is_command = std::find(names.begin(), names.end(), first) != names.end();
        if (!is_command && !first.empty() && first[0] != '-') {
            const auto meant = suggestion(first, names);
            return {fmt::format("expected a command ({}), got \"{}\"{}", fmt::join(names, ", "), printable(first),
                                meant ? "; did you mean \"" + *meant + "\"?" : ""),
                    fmt::format("应为命令（{}），实为 \"{}\"{}", fmt::join(names, "、"), printable(first),
                                meant ? "；是不是 \"" + *meant + "\"？" : "")};
        }
        const std::string detail = printable(error.what(), 200);
        return {detail, "命令行有误：" + detail};
    }

    int complain(const Words& words) const
    {
        fmt::print(stderr, "attention: {}\n", in(language_, words));
        return unusable;
    }

    int run_command() const
    {
        try {
            command_();
            return 0;
        } catch (const UsageError& error) {
            return complain(error.words);
        } catch (const InputError& error) {
            return complain(
                {printable(error.where.en, 300) + ": " + error.words.en, printable(error.where.zh, 300) + "：" + error.words.zh});
        } catch (const FileError& error) {
            return complain(
                {printable(error.file, 200) + ": " + error.words.en, printable(error.file, 200) + "：" + error.words.zh});
        } catch (const std::bad_alloc&) {
            return complain({"not enough memory", "内存不足"});
        }
    }

    Language language_;
    View view_;
    std::string lang_;
    std::string colour_ = "auto";
    TourOptions tour_;
    SolveOptions solve_;
    std::string example_chapter_;
    std::string example_output_;
    std::vector<std::string> mistakes_chapters_;
    std::function<void()> command_;
    CLI::App app_;
};

}  // namespace

int run_program(int argc, char** argv)
{
    return Program(language_of(argc, argv)).run(argc, argv);
}

}  // namespace attention
