// A Character as a binary glTF 2.0 file (.glb) that viewers, editors and our own importer read.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <vector>

#include "Offline/Character/Character.h"

namespace sinew::gltf {

struct WriteOptions {
    // Linear RGBA per entry of surface.materials; missing entries are a light grey.
    std::vector<std::array<double, 4>> baseColours;
};

// Throws Error(BadInput) where the character cannot be said in glTF: wrong counts, values that are not
// finite, key times that do not rise.
std::vector<std::byte> toGlb(const Character& character, const WriteOptions& options = {});

// The file appears complete or not at all: written beside its place, then renamed.
void writeGlb(const Character& character, const std::filesystem::path& file,
              const WriteOptions& options = {});

}  // namespace sinew::gltf
