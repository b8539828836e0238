// Files that say which joint of a motion drives which joint of a character. Content/Maps/README.md has the
// format.
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
        std::size_t line = 0;  // of the file
    };
    std::string name;
    // One source joint and the joints that turn as it does. Sorted by source name.
    std::vector<Chain> joints;
    // Spines and necks of different counts: the source's bend is spread over the target's joints.
    std::vector<Chain> chains;
};

// Throws Error (BadInput) with the place in the file.
NameMap parseNameMap(std::string_view text, const std::string& name);
NameMap readNameMap(const std::filesystem::path& path);

struct BuiltInMap {
    std::string_view name;  // as the file in Content/Maps, without .toml
    std::string_view text;
};

// Sorted by name.
std::span<const BuiltInMap> builtInMaps();

// A built-in map's name, or a path.
NameMap findNameMap(const std::string& nameOrPath);

}  // namespace sinew::motion
