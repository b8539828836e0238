// Which nodes of a volume move with which bone.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Volume/Bones.h"
#include "Offline/Volume/TetMesh.h"

namespace sinew {

struct Attachment {
    static constexpr std::int32_t kFree = -1;
    std::vector<std::int32_t> boneOfNode;    // kFree, or into the bones
    std::vector<std::uint32_t> nodesOfBone;  // how many
};

// Is the flesh at a node that of the bone? Called on any worker.
using SharesFlesh = std::function<bool(std::uint32_t node, const Bone& bone)>;

// A node inside a capsule moves with it; inside several, with the nearest whose flesh it shares. No element
// gets nodes of two joints: it would be torn as soon as they turn, so the node farther from its bone is let
// go. A joint that is left with fewer than `leastNodes`, or with nodes in one line, takes the nearest free
// nodes within a spacing of its capsules that share their flesh. Elements have 4 nodes or 8.
template <std::size_t N>
Attachment attach(std::span<const Vec3d> nodes, std::span<const std::array<std::uint32_t, N>> elements,
                  std::span<const Bone> bones, const SharesFlesh& sharesFlesh, double spacing,
                  std::uint32_t leastNodes = 4, const Jobs& jobs = {});

// The same for tetrahedra, whose nodes lie in their flesh: a node outside the capsule shares it where no gap
// of the solid is between.
Attachment attach(const TetMesh& mesh, std::span<const Bone> bones, const Solid& solid, double spacing,
                  std::uint32_t leastNodes = 4);

// Bones of one joint move as one: nodes by the joint that carries them.
struct Carriers {
    std::vector<std::uint32_t> joints;  // those that have bones, rising
    std::vector<std::int32_t> ofNode;   // kFree, or into `joints`
};
Carriers carriersOf(std::span<const Bone> bones, const Attachment& attachment);

}  // namespace sinew
