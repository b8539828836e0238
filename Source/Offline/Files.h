// Reads files, and writes them completely or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sinew {

// Creates missing folders, writes a temporary file beside the target and renames it. If that fails, throws
// Error(Io) and removes the temporary file.
void writeFileAtomically(const std::filesystem::path& path, std::string_view bytes);

// Throws Error(Io) if `path` cannot be written, so that a long computation can be refused at its start.
// Changes nothing.
void requireWritable(const std::filesystem::path& path);

// Removes the temporary file of a write in progress. Safe to call in a signal handler.
void removeUnfinishedFile() noexcept;

// The whole file. Throws Error(Io).
std::string readFile(const std::filesystem::path& path);

// The path with this UTF-8 name. std::filesystem would interpret the string in the narrow encoding on Windows
// (gcc 12).
std::filesystem::path pathOf(std::string_view utf8);

// The extension in lower case: ".glb" for "Hero.GLB".
std::string lowerExtension(const std::filesystem::path& path);

}  // namespace sinew
