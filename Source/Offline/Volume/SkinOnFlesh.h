// The skin on a volume of any kind of element: its normals, how much of it the elements carry, and where the
// elements differ from the surface.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "Math/Vec3.h"
#include "Offline/Character/Character.h"
#include "Offline/Volume/Bones.h"

namespace sinew {

struct Attachment;

// A place where the elements differ from the surface. One of the counts is set.
struct VolumeLoss {
    std::string where;           // the name of a joint, or a position if there is no rig
    std::uint32_t vertices = 0;  // skin vertices
    std::uint32_t tets = 0;      // tetrahedra
    std::uint32_t cells = 0;     // cells of a lattice
    std::uint32_t nodes = 0;     // nodes of the background grid
    double volume = 0;           // m³, volume of the elements
    double distance = 0;         // metres, largest distance of a vertex from its element
};

// Unit normals of the skin vertices, flipped with their parts; zero for a vertex without triangles.
std::vector<Vec3d> outwardNormals(const Character& character, const FleshParts& parts);

// The name of the joint with the nearest bone, or the position if there are no bones.
std::string nearestJointName(const Character& character, std::span<const Bone> bones, Vec3d p);

// How many of the places are near each joint, by name.
std::vector<VolumeLoss> lossesAt(const Character& character, std::span<const Bone> bones,
                                 std::span<const Vec3d> places, std::uint32_t VolumeLoss::*counter);

// Skin vertices of the flesh that lie outside its elements.
struct SkinOutside {
    std::uint32_t vertices = 0;
    double max = 0;  // metres
    std::vector<VolumeLoss>
        lost;  // per joint: vertices more than a spacing away, where the body is too thin for the elements
};
SkinOutside skinOutside(const Character& character, const FleshParts& parts, std::span<const double> outside,
                        double spacing);

std::vector<std::string> bonesWithoutNodes(const Character& character, std::span<const Bone> bones,
                                           const Attachment& attachment,
                                           std::span<const JointDecision> decisions);

// The weight with which a skin vertex follows its skin weights instead of the elements: 1 for rigid parts and
// for vertices far from the flesh, 0 for the body and without a rig. `outside` is the distance from the
// elements in metres.
std::vector<float> followShares(const Character& character, const FleshParts& parts,
                                std::span<const double> outside, double spacing);

}  // namespace sinew
