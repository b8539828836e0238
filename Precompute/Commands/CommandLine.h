// CLI11 with a conversion of paths: command lines are UTF-8 on all systems.
#pragma once

#include <filesystem>
#include <string>

#include "Offline/Files.h"

// Declared before CLI11's headers, whose templates would otherwise choose their own conversion.
namespace CLI::detail {

inline bool lexical_cast(const std::string& input,  // NOLINT(readability-identifier-naming): theirs
                         std::filesystem::path& output) {
    output = sinew::pathOf(input);
    return true;
}

}  // namespace CLI::detail

#include <CLI/CLI.hpp>
