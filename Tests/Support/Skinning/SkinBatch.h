// A character's skin, laid out for the kernels of Support/Skinning/Skin.h.
#pragma once

#include <span>
#include <vector>

#include "Offline/Character/Character.h"
#include "Support/Skinning/Skin.h"

namespace sinew {

struct SkinBatch {
    std::vector<SkinBlock> blocks;
    std::vector<float> positions, normals, weights;
    std::vector<std::uint16_t> joints, pairs;
    std::vector<std::uint32_t> vertexOf;
    std::vector<SkinPair> pairTable;
    std::vector<Vec3f> centres;
    std::uint32_t vertices = 0;

    SkinView view() const;
};

// `bindNormals`: one per welded vertex, or empty. Vertices that share their joints come together, which is
// most of any character; the output is in the character's order all the same.
SkinBatch buildSkinBatch(const Character& character, std::span<const Vec3d> bindNormals = {});

}  // namespace sinew
