// Files are written whole or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sinew {

// Creates missing folders, writes beside the target and renames. Throws Error(Io) and leaves nothing behind.
void writeFileAtomically(const std::filesystem::path& path, std::string_view bytes);

// For a signal handler: removes what a write under way has left so far. Calls nothing that may not be called
// there.
void removeUnfinishedFile() noexcept;

// The whole file. Throws Error(Io).
std::string readFile(const std::filesystem::path& path);

}  // namespace sinew
