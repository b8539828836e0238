// What `sinew samples` writes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "Offline/Character/Character.h"

namespace sinew {

// Generates Limb and Mannequin.
std::vector<Character> makeSamples();

// A sample as a GLB file; the same bytes with every compiler and at every optimisation level.
std::vector<std::byte> sampleBytes(const Character& sample);

// NAME.glb of every sample, into `directory`; returns the files. Throws Error(Io).
std::vector<std::filesystem::path> writeSamples(const std::filesystem::path& directory);

}  // namespace sinew
