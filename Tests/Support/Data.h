// Where tests find files: the project's own, and characters made by others, which stand below $SINEW_DATA.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace sinew::test {

// `name` below the project's root.
std::filesystem::path sourcePath(const std::string& name);

// `name` below $SINEW_DATA (default: ../shared/data from the project's root); nothing where it is absent.
std::optional<std::filesystem::path> dataPath(const std::string& name);

}  // namespace sinew::test

// NOLINTBEGIN(bugprone-macro-parentheses): a declaration cannot stand in parentheses.
// Declares `variable`, or skips the test saying which file is not there.
#define SINEW_DATA_OR_SKIP(variable, name)                                                  \
    const auto variable##Found = ::sinew::test::dataPath(name);                             \
    if (!variable##Found)                                                                   \
        GTEST_SKIP() << (name) << " is not below SINEW_DATA; set it to have this test run"; \
    const std::filesystem::path& variable = *variable##Found
// NOLINTEND(bugprone-macro-parentheses)
