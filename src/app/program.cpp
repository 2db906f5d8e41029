#include "app/program.hpp"

#include <charconv>
#include <cstdio>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/checking.hpp"
#include "app/commands.hpp"
#include "app/console.hpp"
#include "app/files.hpp"
#include "app/help.hpp"
#include "base/chapter.hpp"
#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/printable.hpp"
#include "text/suggestion.hpp"
#include "text/terminal.hpp"

namespace attention {
namespace {

constexpr int not_right = 1;  // what was checked
constexpr int unusable = 2;

/// Asked before the command line is understood, so that a fault in it is told in the right language as well.
Language language_of(int argc, char** argv)
{
    Language language = language_of_environment();
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const std::string_view next = i + 1 < argc ? argv[i + 1] : "";
        if (word == "--lang=zh" || (word == "--lang" && next == "zh")) {
            language = Language::chinese;
        } else if (word == "--lang=en" || (word == "--lang" && next == "en")) {
            language = Language::english;
        }
    }
    return language;
}

int complain(Language language, const Words& where, const Words& words)
{
    const Words place{printable(where.en, longest_line), printable(where.zh, longest_line)};
    const std::string line = in(language, with_colon(same("attention"), with_colon(place, words))) + "\n";
    std::fputs(line.c_str(), stderr);  // nobody is left to hear that this failed
    return unusable;
}

/// The command line: what may stand on it, and what is to be done.
class CommandLine {
public:
    explicit CommandLine(Language language) : language_(language)
    {
        app_.set_help_flag("-h,--help");
        app_.set_version_flag("--version", std::string("attention ") + ATTENTION_VERSION);
        app_.require_subcommand(0, 1);
        add_shared_options(&app_);

        CLI::App* command = add_command("tour");
        command->add_option("chapters", tour_.chapters);
        command->add_flag("--step", tour_.wait)->disable_flag_override();
        add_steps(command, tour_.steps);

        command = add_command("solve");
        command->add_option("file", file_);
        command->add_option("--chapter", solve_chapter_)->take_last();
        add_rendering(command);

        command = add_command("show");
        command->add_option("file", file_);
        add_rendering(command);

        command = add_command("example");
        command->add_option("chapter", example_.chapter);
        command->add_option("name", example_.name);
        command->add_option("-o,--output", example_.output)->take_last();

        add_command("list");

        command = add_command("mistakes");
        command->add_option("chapters", mistakes_chapters_);

        command = add_command("measure");
        command->add_option("chapters", measure_chapters_);

        add_check(add_command("check"));

        command = add_command("cases");
        command->add_option("--case", check_.globs)->delimiter(',')->allow_extra_args(false);

        add_command("answer");
    }

    /// Returns the exit code. Throws InputError when the words cannot be used, or the command fails.
    int run(int argc, char** argv)
    {
        try {
            app_.parse(argc, argv);
        } catch (const CLI::CallForHelp&) {
            write_output(help());
            return 0;
        } catch (const CLI::CallForVersion&) {
            write_output(app_.version() + "\n");
            return 0;
        } catch (const CLI::ParseError& error) {
            throw fault(error);
        }
        require_choice("--lang", lang_, {"en", "zh"});
        require_choice("--color", colour_, {"auto", "always", "never"});
        require_choice("--format", as_.format, formats());
        require_choice("--report", check_.report, {"text", "json", "junit"});
        return run_command();
    }

private:
    CLI::App* add_command(const std::string& name)
    {
        CLI::App* command = app_.add_subcommand(name);
        add_shared_options(command);
        return command;
    }

    void add_shared_options(CLI::App* command)
    {
        command->add_option("--lang", lang_)->take_last();
        command->add_option("--color", colour_)->take_last();
    }

    static void add_steps(CLI::App* command, std::vector<std::string>& steps)
    {
        command->add_option("--steps", steps)->delimiter(',')->allow_extra_args(false);
    }

    /// How a walkthrough comes out.
    void add_rendering(CLI::App* command)
    {
        command->add_option("--format", as_.format)->take_last();
        add_steps(command, as_.steps);
        command->add_option("-o,--output", as_.output)->take_last();
    }

    void add_check(CLI::App* command)
    {
        command->add_option("words", check_.words);
        command->add_option("--ports", check_.ports)->take_last();
        command->add_option("--answers", check_.answers)->take_last();
        command->add_option("--case", check_.globs)->delimiter(',')->allow_extra_args(false);
        command->add_option("--cases", check_.cases)->take_last();
        command->add_option("--precision", check_.precision)->take_last();
        command->add_option("--report", check_.report)->take_last();
        command->add_option("-o,--output", check_.output)->take_last();
        command->add_option("--known", check_.known)->take_last();
        command->add_option("--last", check_.last)->take_last();
        command->add_option("--seconds", seconds_)->take_last();
        command->add_option("--memory", mebibytes_)->take_last();
    }

    /// What is to be checked is told in one of three ways.
    void require_one_thing_to_check() const
    {
        for (const std::string option : {"--ports", "--answers", "--cases", "--known", "--last"}) {
            const CLI::Option& file = *active().get_option(option);
            if (file.count() > 0 && file.as<std::string>().empty()) {
                throw InputError(same(option), {"expected a file, got nothing", "应为文件，却是空的"});
            }
        }
        const bool names_ports = !check_.ports.empty();
        if (!check_.answers.empty()) {
            if (names_ports || check_.words.size() != 1) {
                throw InputError(same("--answers"),
                                 {"expected the file of one problem, and no port", "还要给出一道题目的文件，不要移植版"});
            }
        } else if (names_ports != check_.words.empty()) {
            throw InputError(same("check"), {"expected either -- and the command that starts a port, or --ports, or --answers",
                                             "应给出 -- 和启动移植版的命令，或 --ports，或 --answers，三者取一"});
        }
        if (!check_.answers.empty()) {
            refuse_beside("--answers", {"--known", "--last", "--case", "--cases", "--seconds", "--memory"});
        }
        if (names_ports) {
            refuse_beside("--ports", {"--known"});
        }
    }

    /// Options that would be ignored are refused.
    void refuse_beside(const std::string& other, const std::vector<std::string>& options) const
    {
        for (const std::string& option : options) {
            if (active().get_option(option)->count() > 0) {
                throw InputError(same(option), {"cannot be used beside " + other, "不能与 " + other + " 一起使用"});
            }
        }
    }

    static double number(const std::string& option, const std::string& word, double least)
    {
        constexpr double most = 1e6;
        double result = 0;
        const char* end = word.data() + word.size();
        if (std::from_chars(word.data(), end, result).ptr != end || !(result >= least && result <= most)) {
            throw InputError(same(option), expected_got({fmt::format("a number from {} to {:.0f}", least, most),
                                                         fmt::format("{} 到 {:.0f} 的数", least, most)},
                                                        same('"' + printable(word) + '"')));
        }
        return result;
    }

    int run_command() const
    {
        const bool on_screen = as_.output == "-" && check_.output == "-" && colour_is_wanted();
        const bool colour = colour_ == "always" || (colour_ == "auto" && on_screen);
        const View view{language_, colour};
        const std::string name = command_name();
        if (name == "tour") {
            tour(tour_, view);
        } else if (name == "solve") {
            require("file", {"expected a file, or - for standard input, got nothing", "还要给出题目文件，或用 - 表示标准输入"});
            solve(file_, solve_chapter_, as_, view);
        } else if (name == "show") {
            require("file", {"expected a file, or - for standard input, got nothing", "还要给出演算文件，或用 - 表示标准输入"});
            show(file_, as_, view);
        } else if (name == "example") {
            require("chapter",
                    {"expected a chapter, such as 2 or matrix_form, got nothing", "还要指定哪一章，如 2 或 matrix_form"});
            example(example_);
        } else if (name == "list") {
            list(view);
        } else if (name == "mistakes") {
            mistakes(mistakes_chapters_, view);
        } else if (name == "measure") {
            measure(measure_chapters_, view);
        } else if (name == "check") {
            require_one_thing_to_check();
            Check options = check_;
            options.seconds = number("--seconds", seconds_, 0.001);
            options.mebibytes = number("--memory", mebibytes_, 1);
            return check(options, view) ? 0 : not_right;
        } else if (name == "cases") {
            list_cases(check_.globs, view);
        } else if (name == "answer") {
            answer();
        } else {
            write_output(help());
        }
        return 0;
    }

    /// The command that was given, or the program as a whole when none was.
    const CLI::App& active() const
    {
        const std::vector<CLI::App*> given = app_.get_subcommands();
        return given.empty() ? app_ : *given[0];
    }

    std::string command_name() const { return &active() == &app_ ? "" : active().get_name(); }

    std::string help() const { return in(language_, help_text(command_name())); }

    void require(const std::string& positional, const Words& otherwise) const
    {
        if (active().get_option(positional)->count() == 0) {
            throw InputError(same(command_name()), otherwise);
        }
    }

    static void require_choice(const std::string& option, const std::string& word, const std::vector<std::string>& choices)
    {
        if (!holds(choices, word)) {
            throw InputError(same(option), expected_got(one_of(choices), did_you_mean(word, choices)));
        }
    }

    /// The parser's complaint in our own words: its own are English only.
    InputError fault(const CLI::ParseError& error) const
    {
        const Words where = same(command_name());
        if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
            const std::string word = app_.remaining(true).at(0);
            if (word.size() > 1 && word[0] == '-') {
                const std::vector<std::string> options = option_names();
                return {where, expected_got(one_of(options), did_you_mean(word.substr(0, word.find('=')), options))};
            }
            if (&active() == &app_) {
                const std::vector<std::string> commands = command_names();
                return {{"command", "命令"}, expected_got(one_of(commands), did_you_mean(word, commands))};
            }
            const std::string got = '"' + printable(word) + '"';
            return {where, {"expected nothing more, got " + got, "到此应当为止，却还有 " + got}};
        }
        const std::string what = error.what();  // "--steps: 1 required TEXT missing", "step was given a disallowed flag override"
        const std::string option = what.substr(0, what.find_first_of(": "));
        if (option[0] != '-') {
            return {same("--" + option), {"expected no value, got one", "不带值，却给了一个"}};
        }
        return {same(option), {"expected a value, got nothing", "后面还缺一个值"}};
    }

    std::vector<std::string> option_names() const
    {
        std::vector<std::string> names;
        for (const CLI::Option* option : active().get_options([](const CLI::Option* o) { return !o->get_positional(); })) {
            names.push_back(option->get_name());
        }
        return names;
    }

    std::vector<std::string> command_names() const
    {
        std::vector<std::string> names;
        for (const CLI::App* command : app_.get_subcommands(nullptr)) {
            names.push_back(command->get_name());
        }
        return names;
    }

    Language language_;
    std::string lang_ = "en";
    std::string colour_ = "auto";
    TourOptions tour_;
    std::string file_;
    std::string solve_chapter_;
    Rendering as_;
    ExampleOptions example_;
    std::vector<std::string> mistakes_chapters_;
    std::vector<std::string> measure_chapters_;
    Check check_;
    std::string seconds_ = "10";
    std::string mebibytes_ = "2048";
    CLI::App app_;
};

}  // namespace

int run_program(int argc, char** argv)
{
    const Language language = language_of(argc, argv);
    prepare_standard_streams();
    try {
        return CommandLine(language).run(argc, argv);
    } catch (const InputError& error) {
        return complain(language, error.where, error.words);
    } catch (const std::bad_alloc&) {
        return complain(language, {}, {"not enough memory", "内存不足"});
    } catch (const std::exception& error) {
        complain(language, {"a fault of this program", "本程序的错误"}, same(error.what()));
        return 1;
    }
}

}  // namespace attention
