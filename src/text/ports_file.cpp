#include "text/ports_file.hpp"

#include <nlohmann/json.hpp>

#include "text/field_reader.hpp"
#include "text/json_document.hpp"
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

DeclaredPort port_of(const std::string& name, const FieldReader& fields)
{
    fields.require_known({"command", "known"});
    DeclaredPort port{name, fields.texts("command"), {}};
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
        ports.push_back(
            port_of(name, fields.object(name, {"a port, as an object with command", "一个移植程序（含 command 的对象）"})));
    }
    if (ports.empty()) {
        refuse("", {"ports by name", "由名称到移植程序的对象"}, {"none", "空对象"});
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
