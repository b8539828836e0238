#include "Offline/Character/Motion/NameMap.h"

#include <toml++/toml.h>

#include <iterator>
#include <set>

#include "Offline/Error.h"
#include "Offline/Files.h"
#include "Offline/Nearest.h"

namespace sinew::motion {

namespace {

[[noreturn]] void fail(const std::string& name, const toml::source_region& where, const std::string& what,
                       std::string remedy) {
    throw badInput(name + ", line " + std::to_string(where.begin.line) + ": " + what, std::move(remedy));
}

std::vector<std::string> readNames(const toml::node& node, const std::string& name, const std::string& what) {
    std::vector<std::string> names;
    if (const auto* one = node.as_string()) {
        names.push_back(one->get());
    } else if (const auto* list = node.as_array()) {
        for (const toml::node& entry : *list) {
            const auto* text = entry.as_string();
            if (text == nullptr)
                fail(name, entry.source(), what + " must contain joint names", "Write the names in quotes.");
            names.push_back(text->get());
        }
    }
    if (names.empty()) {
        fail(name, node.source(), what + " must be a joint name or a list of joint names",
             "Write the names in quotes.");
    }
    return names;
}

NameMap::Chain readChain(const toml::node& node, const std::string& name) {
    const toml::table* table = node.as_table();
    if (table == nullptr || table->get("source") == nullptr || table->get("target") == nullptr) {
        fail(name, node.source(), "a chain must have a source and a target",
             "Write [[chains]], source = [...], target = [...].");
    }
    return {readNames(*table->get("source"), name, "source"),
            readNames(*table->get("target"), name, "target"), node.source().begin.line};
}

void requireEachTargetOnce(const NameMap& map) {
    std::set<std::string> seen;
    for (const auto* list : {&map.joints, &map.chains}) {
        for (const NameMap::Chain& chain : *list) {
            for (const std::string& target : chain.target) {
                if (seen.insert(target).second) continue;
                throw badInput(map.name + " has the target joint \"" + target + "\" twice",
                               "Write each target joint once.");
            }
        }
    }
}

NameMap fromTable(const toml::table& root, const std::string& name) {
    NameMap map;
    map.name = name;
    for (const auto& [key, node] : root) {
        const std::string_view word = key.str();
        if (word == "joints" && node.is_table()) {
            for (const auto& [source, target] : *node.as_table()) {
                map.joints.push_back({{std::string(source.str())},
                                      readNames(target, name, std::string(source.str())),
                                      target.source().begin.line});
            }
        } else if (word == "chains" && node.is_array()) {
            for (const toml::node& chain : *node.as_array()) map.chains.push_back(readChain(chain, name));
        } else {
            fail(name, node.source(), "\"" + std::string(word) + "\" is not part of a joint map",
                 "A joint map has a table [joints] and any number of [[chains]].");
        }
    }
    requireEachTargetOnce(map);
    if (map.joints.empty() && map.chains.empty()) {
        throw badInput(name + " maps no joint", "Write source = \"target\" under [joints].");
    }
    return map;
}

}  // namespace

NameMap parseNameMap(std::string_view text, const std::string& name) {
    try {
        return fromTable(toml::parse(text, name), name);
    } catch (const toml::parse_error& error) {
        fail(name, error.source(), std::string(error.description()),
             "Correct the TOML syntax. Names with dots or spaces need quotes.");
    }
}

NameMap readNameMap(const std::filesystem::path& path) {
    return parseNameMap(readFile(path), path.filename().string());
}

NameMap findNameMap(const std::string& nameOrPath) {
    std::vector<std::string> known;
    std::string list;
    for (const BuiltInMap& map : builtInMaps()) {
        if (map.name == nameOrPath) return parseNameMap(map.text, std::string(map.name));
        known.emplace_back(map.name);
        list += (list.empty() ? "" : ", ") + known.back();
    }
    std::error_code ignored;
    if (std::filesystem::exists(nameOrPath, ignored)) return readNameMap(nameOrPath);
    throw Error(ErrorKind::Io, "there is no joint map " + nameOrPath + didYouMean(nameOrPath, known),
                "Choose an existing file or one of the built-in maps: " + list + ".");
}

}  // namespace sinew::motion
