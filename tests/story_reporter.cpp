// `-r story`: a literate test as prose, in reading order, each line with its mark. ATTENTION_LANG=zh tells it in Chinese,
// with the sentences of story.zh.json beside the test. ATTENTION_STORY=failed tells only scenarios that are not true.
#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_case_info.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
#include <catch2/reporters/catch_reporter_streaming_base.hpp>
#define ATTENTION_CATCH_3
#else
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <catch2/catch.hpp>
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace {

#ifdef ATTENTION_CATCH_3
using StreamingBase = Catch::StreamingReporterBase;
using AssertionEnded = void;
#else
template <class Reporter>
using StreamingBaseOf = Catch::StreamingReporterBase<Reporter>;
using AssertionEnded = bool;
#endif

/// A sentence of the story. Catch2 runs a test once for each of its leaves, so a sentence is met many times and told once.
struct Sentence {
    std::string text;
    std::size_t line = 0;
    std::size_t passed = 0;
    std::vector<std::string> failures = {};
    std::vector<std::unique_ptr<Sentence>> below = {};

    Sentence& child(const std::string& name, std::size_t at_line)
    {
        const auto known =
            std::find_if(below.begin(), below.end(), [&](const auto& s) { return s->text == name && s->line == at_line; });
        if (known != below.end()) {
            return **known;
        }
        below.push_back(std::make_unique<Sentence>(Sentence{name, at_line}));
        return *below.back();
    }
};

bool only_failed()
{
    const char* which = std::getenv("ATTENTION_STORY");
    return which != nullptr && std::string_view(which) == "failed";
}

bool in_chinese()
{
    const char* language = std::getenv("ATTENTION_LANG");
    return language != nullptr && std::string_view(language) == "zh";
}

std::string trimmed(std::string_view text)
{
    const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
    const std::size_t last = text.find_last_not_of(' ');
    return std::string(text.substr(first, last == std::string_view::npos ? 0 : last + 1 - first));
}

/// "Given: x" told in a language: the keyword, then the sentence.
class Teller {
public:
    explicit Teller(const std::filesystem::path& test_file)
    {
        if (in_chinese()) {
            std::ifstream file(test_file.parent_path() / "story.zh.json");
            chinese_ = file ? nlohmann::json::parse(file).get<std::map<std::string, std::string>>()
                            : std::map<std::string, std::string>{};
        }
    }

    std::string tell(const std::string& name) const
    {
        static const std::array<std::array<std::string_view, 3>, 6> keywords{{{"Scenario: ", "", ""},
                                                                              {"Given: ", "Given ", "已知"},
                                                                              {"When: ", "when ", "当"},
                                                                              {"And when: ", "and when ", "并且当"},
                                                                              {"Then: ", "then ", "那么"},
                                                                              {"And: ", "and ", "并且"}}};
        const std::string text = trimmed(name);
        for (const auto& [catch2, en, zh] : keywords) {
            if (text.rfind(catch2, 0) == 0) {
                const std::string sentence = text.substr(catch2.size());
                return in_chinese() ? std::string(zh) + (zh.empty() ? "" : "：") + translated(sentence)
                                    : std::string(en) + sentence;
            }
        }
        return in_chinese() ? translated(text) : text;
    }

private:
    std::string translated(const std::string& sentence) const
    {
        const auto found = chinese_.find(sentence);
        return found == chinese_.end() ? "[untranslated] " + sentence : found->second;
    }

    std::map<std::string, std::string> chinese_;
};

#ifdef ATTENTION_CATCH_3
class StoryReporter : public StreamingBase {
public:
    explicit StoryReporter(Catch::ReporterConfig&& config) : StreamingBase(std::move(config))
    {
        m_preferences.shouldReportAllAssertions = true;
    }
    std::ostream& out() { return m_stream; }
#else
class StoryReporter : public StreamingBaseOf<StoryReporter> {
public:
    explicit StoryReporter(const Catch::ReporterConfig& config) : StreamingBaseOf<StoryReporter>(config)
    {
        m_reporterPrefs.shouldReportAllAssertions = true;
    }
    static std::set<Catch::Verbosity> getSupportedVerbosities() { return {Catch::Verbosity::Normal}; }
    void assertionStarting(const Catch::AssertionInfo& /*info*/) override {}
    std::ostream& out() { return stream; }
#endif
    static std::string getDescription()
    {
        return "Tells each test as a story, in the order in which it is written";
    }

    void testCaseStarting(const Catch::TestCaseInfo& info) override
    {
        story_ = Sentence{info.name};
        file_ = info.lineInfo.file;
        open_.clear();
    }

    void sectionStarting(const Catch::SectionInfo& info) override
    {
        open_.push_back(open_.empty() ? &story_ : &open_.back()->child(info.name, info.lineInfo.line));
    }

    AssertionEnded assertionEnded(const Catch::AssertionStats& stats) override
    {
        Sentence& here = open_.empty() ? story_ : *open_.back();
        const Catch::AssertionResult& result = stats.assertionResult;
        if (result.isOk()) {
            ++here.passed;
        } else {
            here.failures.push_back(result.getExpressionInMacro() + "\n" + result.getExpandedExpression() +
                                    std::string(result.getMessage()));
        }
        return AssertionEnded(true);
    }

    void sectionEnded(const Catch::SectionStats& /*stats*/) override
    {
        open_.pop_back();
    }

    void testCaseEnded(const Catch::TestCaseStats& stats) override
    {
        const bool is_true = stats.totals.assertions.failed == 0;
        ++met_;
        failed_ += is_true ? 0 : 1;
        if (is_true && only_failed()) {
            return;
        }
        const Teller teller(file_);
        out() << (told_ == 0 ? "" : "\n") << teller.tell(story_.text) << "\n";
        ++told_;
        for (const auto& sentence : story_.below) {
            tell(*sentence, teller, 1);
        }
        tell_failures(story_, 1);
    }

    void testRunEnded(const Catch::TestRunStats& /*stats*/) override
    {
        out() << (told_ == 0 ? "" : "\n");
        if (in_chinese()) {
            out() << met_ << " 个场景，" << (failed_ == 0 ? "全部成立。" : std::to_string(failed_) + " 个不成立。") << "\n";
        } else {
            out() << met_ << " scenarios, " << (failed_ == 0 ? "all true." : std::to_string(failed_) + " not true.") << "\n";
        }
    }

private:
    void tell(const Sentence& sentence, const Teller& teller, std::size_t depth)
    {
        const std::string_view mark = !sentence.failures.empty() ? "✗ " : sentence.passed > 0 ? "✓ " : "";
        out() << std::string(2 * depth, ' ') << mark << teller.tell(sentence.text) << "\n";
        tell_failures(sentence, depth + 1);
        for (const auto& next : sentence.below) {
            tell(*next, teller, depth + 1);
        }
    }

    /// The first failure of a sentence: those behind it mostly follow from it.
    void tell_failures(const Sentence& sentence, std::size_t depth)
    {
        if (sentence.failures.empty()) {
            return;
        }
        const std::string margin = "\n" + std::string(2 * depth + 2, ' ');
        std::string failure = sentence.failures[0];
        for (std::size_t at = failure.find('\n'); at != std::string::npos; at = failure.find('\n', at + margin.size())) {
            failure.replace(at, 1, margin);
        }
        out() << margin.substr(1) << failure << "\n";
        if (const std::size_t more = sentence.failures.size() - 1; more > 0) {
            out() << margin.substr(1) << (in_chinese() ? "还有 " : "and ") << more << (in_chinese() ? " 处" : " more") << "\n";
        }
    }

    Sentence story_;
    std::string file_;
    std::vector<Sentence*> open_;
    std::size_t met_ = 0;
    std::size_t told_ = 0;
    std::size_t failed_ = 0;
};

CATCH_REGISTER_REPORTER("story", StoryReporter)

}  // namespace
