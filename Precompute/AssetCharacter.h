// The character that an asset stores: mesh, skeleton in the bind pose and the strongest skin weights, but no
// clips.
#pragma once

#include <filesystem>

#include "Asset/View.h"
#include "Offline/Character/Character.h"

namespace sinew {

Character characterOf(const AssetView& view);

// Throws Error(BadInput) with the difference if the asset was not built from the character of this file.
void requireBuiltFrom(const AssetView& view, const Character& character, const std::filesystem::path& file);

// Converts positions of file vertices (x y z of each) to positions of the character's welded vertices.
std::vector<Vec3d> weldedPositions(const Character& character, const std::vector<float>& ofFile);

}  // namespace sinew
