#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace attention {

/// The cases that a port is known to fail, by id, and why.
using KnownFailures = std::map<std::string, std::string>;

/// A port as a file declares it.
struct DeclaredPort {
    std::string name;
    std::vector<std::string> command;  ///< the program and its words
    KnownFailures known;
};

/// Several ports: {"javascript": {"command": ["node", "main.mjs"], "known": {"07_04_lstm": "no gates yet"}}, …}; known may be left
/// out. Names are of 1 to longest_line characters and are printed as they are. Throws InputError for anything else.
std::vector<DeclaredPort> read_ports(std::string_view text);

/// The cases that a port is known to fail: {"07_04_lstm": "no gates yet", …}. Throws InputError for anything else.
KnownFailures read_known_failures(std::string_view text);

}  // namespace attention
