#include "text/ports_file.hpp"

#include <cstddef>

#include <nlohmann/json.hpp>

#include "text/field_reader.hpp"
#include "text/input_error.hpp"
#include "text/json_document.hpp"
#include "text/json_values.hpp"
#include "text/printable.hpp"

namespace attention {
namespace {

using nlohmann::json;

KnownFailures known_failures(const FieldReader& fields, const json& object)
{
    KnownFailures known;
    for (const auto& [id, reason] : object.items()) {
        known[id] = printable(fields.text(id), longest_line);
        if (known[id].empty()) {
            refuse(fields.path_of(printable(id)), {"a reason", "原因"}, {"nothing", "空"});
        }
    }
    return known;
}

/// A word of a command ends for the system where it has a NUL.
void require_no_nul(const std::vector<std::string>& words, const std::string& path)
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].find('\0') != std::string::npos) {
            refuse(item(path, i), {"text without the character NUL", "不含 NUL 字符的文字"},
                   same('"' + printable(words[i]) + '"'));
        }
    }
}

/// Reports and records tell ports apart by their names, as they are printed.
void require_printable(const std::string& name)
{
    if (name.empty() || name != printable(name, longest_line)) {
        const std::string longest = std::to_string(longest_line);
        refuse("",
               {"names of ports of 1 to " + longest + " characters, without control characters",
                "长 1 到 " + longest + " 个字符、不含控制字符的移植版名称"},
               same('"' + printable(name) + '"'));
    }
}

DeclaredPort port_of(const std::string& name, const FieldReader& fields)
{
    fields.require_known({"command", "known"});
    DeclaredPort port{name, fields.texts("command"), {}};
    require_no_nul(port.command, fields.path_of("command"));
    if (const json* known = fields.find("known")) {
        const Words by_id{"an object of reasons by the id of a case", "由用例 id 到原因的对象"};
        port.known = known_failures(fields.object("known", by_id), *known);
    }
    return port;
}

}  // namespace

std::vector<DeclaredPort> read_ports(std::string_view text)
{
    const json document = parse_object(text);
    ValueReader values;
    const FieldReader fields(document, "", values);
    std::vector<DeclaredPort> ports;
    for (const auto& [name, port] : document.items()) {
        require_printable(name);
        ports.push_back(
            port_of(name, fields.object(name, {"a port, as an object with command", "一个移植版（含 command 的对象）"})));
    }
    if (ports.empty()) {
        refuse("", {"ports by name", "由名称到移植版的对象"}, {"none", "空对象"});
    }
    return ports;
}

KnownFailures read_known_failures(std::string_view text)
{
    const json document = parse_object(text);
    ValueReader values;
    return known_failures(FieldReader(document, "", values), document);
}

}  // namespace attention
