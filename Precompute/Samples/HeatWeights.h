// Smooth skin weights by diffusion over the surface: an arm's weight reaches the trunk only along the skin.
#pragma once

#include <span>
#include <vector>

#include "Offline/Volume/Bones.h"
#include "Samples/HalfMesh.h"

namespace sinew {

struct WeightSettings {
    std::uint32_t joints;
    double reach = 1;            // width of the transitions; 1: about as wide as the limb is thick
    std::size_t influences = 4;  // the most that a vertex keeps
    // For symmetric characters: the counterpart of each vertex and joint. Empty: no symmetry.
    std::span<const std::uint32_t> mirrorOfVertex, mirrorOfJoint;
};

// Equilibrium heat of Baran and Popović 2007, section 4: (L + H) w = H p, with H = 1/distance² to the nearest
// bone; a bone's radius is how far below the skin it lies.
SkinWeights heatWeights(std::span<const Vec3d> positions, std::span<const Triangle> triangles,
                        std::span<const Bone> bones, const WeightSettings& settings);

}  // namespace sinew
