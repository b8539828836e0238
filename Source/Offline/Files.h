// Files are written whole or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sinew {

// Creates missing folders, writes beside the target and renames. Throws Error(Io) and leaves nothing behind.
void writeFileAtomically(const std::filesystem::path& path, std::string_view bytes);

// Throws Error(Io) where writing `path` would fail, before anything is computed for it. Leaves nothing
// behind.
void requireWritable(const std::filesystem::path& path);

// For a signal handler: removes what a write under way has left so far. Calls nothing that may not be called
// there.
void removeUnfinishedFile() noexcept;

// The whole file. Throws Error(Io).
std::string readFile(const std::filesystem::path& path);

// The path that UTF-8 names. Not what std::filesystem makes of a string: on Windows gcc 12 reads that byte by
// byte, and gives UTF-8 back.
std::filesystem::path pathOf(std::string_view utf8);

// ".glb" of "Hero.GLB".
std::string lowerExtension(const std::filesystem::path& path);

}  // namespace sinew
