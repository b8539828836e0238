// A body's skin joint by joint, so that shapes can be compared limb by limb.
#pragma once

#include <span>
#include <vector>

#include "Offline/Character/Character.h"
#include "Offline/Volume/Bones.h"
#include "Offline/Volume/FleshParts.h"

namespace sinew {

struct BodyPart {
    std::uint32_t joint = 0;
    // Flesh's triangles that move with this joint most, closed by fans over their rims. Corners at and above
    // the number of vertices are middles of `rims`.
    std::vector<Triangle> skin;
    std::vector<std::vector<std::uint32_t>> rims;
};

// What a volume of any elements has decided about a character.
struct FleshDecisions {
    std::span<const Bone> bones;
    std::span<const JointDecision> joints;
    std::span<const PartDecision> parts;
};

// Joints that have bones, in their order.
std::vector<BodyPart> bodyParts(const Character& character, const FleshDecisions& decisions);

// Of what a part's skin encloses, m³. What neighbouring parts lend each other by their rims cancels in the
// sum.
double skinVolume(const BodyPart& part, std::span<const Vec3d> positions);

// Triangles of flesh, outward as the volume has decided.
std::vector<Triangle> fleshTriangles(const Character& character, std::span<const PartDecision> decisions);

}  // namespace sinew
