// What volumes of any elements say about the skin on them: which way it faces, how much of it they carry, and
// where they are not what the surface is.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "Math/Vec3.h"
#include "Offline/Character/Character.h"
#include "Offline/Volume/Bones.h"

namespace sinew {

struct Attachment;

// A place where the elements are not what the surface is.
struct VolumeLoss {
    std::string where;           // a joint, or a position where there is no rig
    std::uint32_t vertices = 0;  // of the skin, or
    std::uint32_t tets = 0;      // tetrahedra, or
    std::uint32_t cells = 0;     // cells of a lattice, or
    std::uint32_t nodes = 0;     // nodes of the lattice
    double volume = 0;           // m³, of the elements
    double distance = 0;         // metres, the largest of the vertices from their elements
};

// Unit normals of the skin vertices, turned with their parts; zero without triangles.
std::vector<Vec3d> outwardNormals(const Character& character, const FleshParts& parts);

// The joint whose bone is nearest, or the position where there are no bones.
std::string nearestJointName(const Character& character, std::span<const Bone> bones, Vec3d p);

// How many of the places are near each joint, by name.
std::vector<VolumeLoss> lossesAt(const Character& character, std::span<const Bone> bones,
                                 std::span<const Vec3d> places, std::uint32_t VolumeLoss::*counter);

// Skin of the flesh outside of its elements.
struct SkinOutside {
    std::uint32_t vertices = 0;
    double most = 0;               // metres
    std::vector<VolumeLoss> lost;  // more than a spacing away: too thin for the elements; by joint
};
SkinOutside skinOutside(const Character& character, const FleshParts& parts, std::span<const double> outside,
                        double spacing);

std::vector<std::string> bonesWithoutNodes(const Character& character, std::span<const Bone> bones,
                                           const Attachment& attachment,
                                           std::span<const JointDecision> decisions);

// How much of a skin vertex follows its skin weights instead of the elements: 1 for rigid parts and for what
// hangs far from the flesh, 0 for the body and without a rig. `outside`: metres from the elements.
std::vector<float> followShares(const Character& character, const FleshParts& parts,
                                std::span<const double> outside, double spacing);

}  // namespace sinew
