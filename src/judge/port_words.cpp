#include "judge/port_words.hpp"

#include <chrono>
#include <cstddef>
#include <cstring>
#include <string_view>

#include <sys/wait.h>

#include "text/format.hpp"
#include "text/printable.hpp"

namespace attention {
namespace {

std::string seconds(std::chrono::milliseconds time)
{
    return fmt::format("{:g}", static_cast<double>(time.count()) / 1000);
}

std::string mebibytes(std::size_t bytes)
{
    return fmt::format("{:g} MiB", static_cast<double>(bytes) / (1 << 20));
}

/// In quotes.
std::string first_line(const std::string& text)
{
    return '"' + printable(text.substr(0, text.find('\n'))) + '"';
}

/// The last line that is not empty, where programs say why they end; empty when there is none.
std::string last_line(std::string_view text)
{
    const std::size_t end = text.find_last_not_of(" \r\n");
    if (end == std::string_view::npos) {
        return "";
    }
    const std::size_t before = text.rfind('\n', end);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    return printable(text.substr(begin, end + 1 - begin), 200);
}

bool is_success(int status)
{
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

Words how(int status)
{
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        const std::string name = fmt::format("{} ({})", signal, strsignal(signal));
        return {"it was ended by signal " + name, "它被信号 " + name + " 终止了"};
    }
    const std::string code = std::to_string(WEXITSTATUS(status));
    return {"it ended, with exit code " + code, "它结束了，退出码为 " + code};
}

/// Its output has ended. Empty when it left as it should.
Words how_it_ended(const Observed& seen)
{
    if (!seen.status) {
        return {"it closed its output and went on running", "它关闭了输出，却还在运行"};
    }
    if (is_success(*seen.status)) {
        return {};
    }
    const Words words = how(*seen.status);
    const std::string last = last_line(seen.errors);
    return last.empty() ? words : Words{words.en + ": " + last, words.zh + "：" + last};
}

/// It ended, or its output did, where an answer was due.
Words end_without_answer(const Observed& seen)
{
    Words words = how_it_ended(seen);
    if (!words.en.empty()) {
        return words;
    }
    if (!seen.output.empty()) {
        return {"it ended, with exit code 0, and left a line without a newline at its end",
                "它结束了，退出码为 0，最后一行末尾没有换行符"};
    }
    return {"it ended, with exit code 0, and did not answer", "它没有回答就结束了，退出码为 0"};
}

/// No answer came in time. A port whose output waits in a buffer answers when its input ends; a slow one may do so by chance.
Words silence(const Observed& seen, const Limits& limits)
{
    const std::string time = seconds(limits.time);
    Words none{"no answer within " + time + " s", time + " 秒内没有回答"};
    if (!seen.has_read) {
        return {none.en + "; it does not read its input", none.zh + "；它没有读输入"};
    }
    if (seen.answers_at_end) {
        return {none.en +
                    ", but one when its input was closed: it is slow, or waits for the end of its input (read line by line, "
                    "and flush the output after every line)",
                none.zh + "，关闭输入后才有：它要么太慢，要么在等输入结束（应逐行读取，每写一行都刷新输出缓冲）"};
    }
    if (!seen.output.empty()) {
        return {none.en + ", only a line without a newline at its end", none.zh + "，只有一行，末尾没有换行符"};
    }
    return none;
}

Words too_much_memory(const Limits& limits)
{
    const std::string memory = mebibytes(limits.memory);
    return {"it took more than " + memory + " of memory", "它占用的内存超过了 " + memory};
}

Words too_long_a_line(const Limits& limits)
{
    const std::string line = mebibytes(limits.line);
    return {"a line of more than " + line, "一行超过了 " + line};
}

/// A line came. Empty when it is the answer.
Words trouble_with_line(const Observed& seen)
{
    if (!seen.output.empty()) {
        const std::string next = first_line(seen.output);
        return {"more than one line came for one problem; the next is " + next, "一道题目输出了不止一行，下一行是 " + next};
    }
    if (!seen.has_read) {
        return {"a line came before the problem had been read to its end", "题目还没有读完，它就输出了一行"};
    }
    return {};
}

}  // namespace

Words trouble_answering(const Observed& seen, const Limits& limits)
{
    switch (seen.waited) {
        case Waited::too_long: return silence(seen, limits);
        case Waited::memory: return too_much_memory(limits);
        case Waited::flood: return too_long_a_line(limits);
        case Waited::end: return end_without_answer(seen);
        case Waited::line: break;
    }
    return trouble_with_line(seen);
}

Words trouble_leaving(const Observed& seen, const Limits& limits)
{
    switch (seen.waited) {
        case Waited::too_long: return {"it went on running when its input had ended", "输入结束后它还在运行"};
        case Waited::memory: return too_much_memory(limits);
        case Waited::flood: return too_long_a_line(limits);
        case Waited::end:
        case Waited::line: break;
    }
    if (seen.waited == Waited::end) {
        Words ending = how_it_ended(seen);
        if (!ending.en.empty() || seen.output.empty()) {
            return ending;
        }
    }
    const std::string line = first_line(seen.output);
    return {"a line came that nobody asked for: " + line, "多输出了一行，没有对应的题目：" + line};
}

Words wrote_before_asked(const std::string& output)
{
    const std::string line = first_line(output);
    return {"it wrote before it was asked: " + line, "还没有发题，它就先输出了：" + line};
}

}  // namespace attention
