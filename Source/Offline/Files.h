// Files are written whole or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sinew {

// Creates missing folders, writes beside the target and renames. Throws Error(Io) and leaves nothing behind.
void writeFileAtomically(const std::filesystem::path& path, std::string_view bytes);

// The whole file. Throws Error(Io).
std::string readFile(const std::filesystem::path& path);

}  // namespace sinew
