// Files that assign joints of a motion to joints of a character. Content/Maps/README.md describes the format.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::motion {

struct NameMap {
    struct Chain {
        std::vector<std::string> source, target;
        std::size_t line = 0;  // line in the file
    };
    std::string name;
    // A source joint and the joints that rotate with it, sorted by source name.
    std::vector<Chain> joints;
    // Chains with different numbers of joints, such as spines and necks: the bend of the source is
    // distributed over the joints of the target.
    std::vector<Chain> chains;
};

// Throws Error(BadInput) with the line in the file.
NameMap parseNameMap(std::string_view text, const std::string& name);
NameMap readNameMap(const std::filesystem::path& path);

struct BuiltInMap {
    std::string_view name;  // file name in Content/Maps, without .toml
    std::string_view text;
};

// Sorted by name.
std::span<const BuiltInMap> builtInMaps();

// `nameOrPath` is the name of a built-in map or a path.
NameMap findNameMap(const std::string& nameOrPath);

}  // namespace sinew::motion
