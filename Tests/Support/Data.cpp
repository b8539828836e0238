#include "Support/Data.h"

#include <cstdlib>

namespace sinew::test {

std::filesystem::path sourcePath(const std::string& name) {
    return std::filesystem::path(SINEW_SOURCE_DIR) / name;
}

std::optional<std::filesystem::path> dataPath(const std::string& name) {
    const char* const set = std::getenv("SINEW_DATA");
    const std::filesystem::path path =
        (set != nullptr && *set != '\0' ? std::filesystem::path(set) : sourcePath("../shared/data")) / name;
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return std::nullopt;
    return path;
}

}  // namespace sinew::test
