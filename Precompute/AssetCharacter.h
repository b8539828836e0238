// A character as an asset remembers it: mesh, skeleton in the bind pose, the strongest skin weights; no
// clips.
#pragma once

#include <filesystem>

#include "Asset/View.h"
#include "Offline/Character/Character.h"

namespace sinew {

Character characterOf(const AssetView& view);

// Throws Error(BadInput) where the asset was built from something else than the character of this file, and
// says where they differ.
void requireBuiltFrom(const AssetView& view, const Character& character, const std::filesystem::path& file);

// Positions of file vertices, x y z of each, as those of the character's welded ones.
std::vector<Vec3d> weldedPositions(const Character& character, const std::vector<float>& ofFile);

}  // namespace sinew
