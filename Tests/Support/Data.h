// Characters made by others, for tests only: they stand below $SINEW_DATA.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace sinew::test {

// `name` below $SINEW_DATA (default: ../shared/data from the project's root); nothing where it is absent.
inline std::optional<std::filesystem::path> dataPath(const std::string& name) {
    const char* const set = std::getenv("SINEW_DATA");
    const std::filesystem::path root =
        set != nullptr && *set != '\0'
            ? std::filesystem::path(set)
            : std::filesystem::path(SINEW_SOURCE_DIR).parent_path() / "shared/data";
    const std::filesystem::path path = root / name;
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return std::nullopt;
    return path;
}

}  // namespace sinew::test

// Declares `variable`, or skips the test saying which file is not there.
#define SINEW_DATA_OR_SKIP(variable, name)                                                  \
    const auto variable##Found = ::sinew::test::dataPath(name);                             \
    if (!variable##Found)                                                                   \
        GTEST_SKIP() << (name) << " is not below SINEW_DATA; set it to have this test run"; \
    const std::filesystem::path& variable = *variable##Found
