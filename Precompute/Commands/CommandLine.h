// CLI11, told how to read a path: command lines are UTF-8 on all systems.
#pragma once

#include <filesystem>
#include <string>

#include "Offline/Files.h"

// Before its headers, whose templates would otherwise not see it and choose their own.
namespace CLI::detail {

inline bool lexical_cast(const std::string& input,  // NOLINT(readability-identifier-naming): theirs
                         std::filesystem::path& output) {
    output = sinew::pathOf(input);
    return true;
}

}  // namespace CLI::detail

#include <CLI/CLI.hpp>
