// Writes a Character as a binary glTF 2.0 file (.glb).
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

// Throws Error(BadInput) if the character cannot be expressed in glTF: wrong counts, values that are not
// finite, or key times that do not increase.
std::vector<std::byte> toGlb(const Character& character, const WriteOptions& options = {});

// Writes the file completely or not at all.
void writeGlb(const Character& character, const std::filesystem::path& file,
              const WriteOptions& options = {});

}  // namespace sinew::gltf
