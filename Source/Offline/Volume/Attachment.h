// Which nodes of a volume move with which bone.
#pragma once

#include <span>
#include <vector>

#include "Offline/Volume/Bones.h"
#include "Offline/Volume/TetMesh.h"

namespace sinew {

struct Attachment {
    static constexpr std::int32_t kFree = -1;
    std::vector<std::int32_t> boneOfNode;    // kFree, or into the bones
    std::vector<std::uint32_t> nodesOfBone;  // how many
};

// A node inside a capsule moves with it; inside several, with the nearest. No tetrahedron gets nodes of two
// joints: it would be torn as soon as they turn, so the node farther from its bone is let go. A joint that is
// left with fewer than `leastNodes`, or with nodes in one line, takes the nearest free nodes within a spacing
// of its capsules, except across a gap of the solid.
Attachment attach(const TetMesh& mesh, std::span<const Bone> bones, const Solid& solid, double spacing,
                  std::uint32_t leastNodes = 4);

}  // namespace sinew
