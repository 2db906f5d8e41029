#include "judge/report.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

#include "base/holds.hpp"
#include "text/field_reader.hpp"
#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/json_document.hpp"
#include "text/numbers.hpp"
#include "text/suggestion.hpp"

namespace attention {
namespace {

std::string place_of(const Fault& fault)
{
    std::string place = fault.step;
    for (const std::size_t index : fault.first->index) {
        place += fmt::format("[{}]", index + 1);
    }
    return place;
}

}  // namespace

std::string outcome_name(Outcome outcome)
{
    switch (outcome) {
        case Outcome::right: return "right";
        case Outcome::wrong: return "wrong";
        case Outcome::no_answer: return "no_answer";
        case Outcome::unsupported: return "unsupported";
        case Outcome::not_asked: return "not_asked";
    }
    return {};
}

Words departure_words(const Fault& fault)
{
    if (!fault.unreadable.en.empty()) {
        return {fault.step + ": " + fault.unreadable.en, fault.step + "：" + fault.unreadable.zh};
    }
    if (!fault.first) {
        const std::string expected = shape_text(fault.expected);
        const Words words = expected_got({"the shape " + expected, "形状 " + expected}, same(shape_text(fault.got)));
        return {fault.step + ": " + words.en, fault.step + "：" + words.zh};
    }
    std::string expected = six_digits(fault.first->expected);
    std::string got = std::isfinite(fault.first->got) ? six_digits(fault.first->got) : "NaN";
    if (expected == got) {
        expected = fmt::format("{}", fault.first->expected);
        got = fmt::format("{}", fault.first->got);
    }
    const Words words = expected_got(same(expected), same(got));
    return {place_of(fault) + ": " + words.en, place_of(fault) + "：" + words.zh};
}

Words diagnosis_words(const std::vector<Mistake>& mistakes, const Words& likeness)
{
    Words words = mistakes.empty() ? likeness : Words{};
    for (const Mistake& mistake : mistakes) {
        words.en += (words.en.empty() ? "" : "; or ") + mistake.words.en;
        words.zh += (words.zh.empty() ? "" : "；也可能是：") + mistake.words.zh;
    }
    return words;
}

Record read_record(std::string_view text)
{
    const nlohmann::json document = parse_object(text);
    ValueReader values;
    const FieldReader report(document, "", values);
    const Words a_list{"a list, as --report json writes it", "--report json 写出的列表"};
    const std::vector<std::string> outcomes{outcome_name(Outcome::right), outcome_name(Outcome::wrong),
                                            outcome_name(Outcome::no_answer), outcome_name(Outcome::unsupported),
                                            outcome_name(Outcome::not_asked)};
    Record record;
    for (const FieldReader& port : report.objects("ports", a_list)) {
        auto& by_id = record[port.text("name")];
        for (const FieldReader& one : port.objects("cases", a_list)) {
            one.required("outcome", one_of(outcomes));
            by_id[one.text("id")] = one.choice("outcome", outcomes);
        }
    }
    return record;
}

}  // namespace attention
