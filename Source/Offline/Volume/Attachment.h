// Decides which nodes of a volume move with which bone.
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
    std::vector<std::int32_t> boneOfNode;    // kFree, or index into the bones
    std::vector<std::uint32_t> nodesOfBone;  // number of nodes per bone
};

// Returns whether the flesh at a node belongs to the bone. Can be called on any worker.
using SharesFlesh = std::function<bool(std::uint32_t node, const Bone& bone)>;

// A node inside a capsule moves with it. If it is inside several, it moves with the nearest whose flesh it
// shares. No element may have nodes of two joints, because it would be torn when they rotate, so the node
// that is farther from its bone is released. A joint that has fewer than `minNodes` nodes, or only collinear
// ones, takes the nearest free nodes within a spacing of its capsules that share their flesh. Elements have
// 4, 8 or 10 nodes.
template <std::size_t N>
Attachment attach(std::span<const Vec3d> nodes, std::span<const std::array<std::uint32_t, N>> elements,
                  std::span<const Bone> bones, const SharesFlesh& sharesFlesh, double spacing,
                  std::uint32_t minNodes = 4, const Jobs& jobs = {});

// The same for tetrahedra, whose nodes lie inside their flesh: a node outside the capsule shares its flesh if
// no gap of the solid lies between them.
Attachment attach(const TetMesh& mesh, std::span<const Bone> bones, const Solid& solid, double spacing,
                  std::uint32_t minNodes = 4);

// The nodes grouped by the joint that carries them. All bones of a joint move together.
struct Carriers {
    std::vector<std::uint32_t> joints;  // joints that have bones, in ascending order
    std::vector<std::int32_t> ofNode;   // kFree, or index into `joints`
};
Carriers carriersOf(std::span<const Bone> bones, const Attachment& attachment);

}  // namespace sinew
