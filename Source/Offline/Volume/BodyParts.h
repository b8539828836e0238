// Divides the skin of a body by joint, so that shapes can be compared limb by limb.
#pragma once

#include <span>
#include <vector>

#include "Offline/Character/Character.h"
#include "Offline/Volume/Bones.h"
#include "Offline/Volume/FleshParts.h"

namespace sinew {

struct BodyPart {
    std::uint32_t joint = 0;
    // The triangles of the flesh that follow this joint more than any other, closed by fans over their
    // borders. Corner indices from the number of vertices on are the centres of `rims`.
    std::vector<Triangle> skin;
    std::vector<std::vector<std::uint32_t>> rims;
};

// The decisions of a volume about a character, for any kind of element.
struct FleshDecisions {
    std::span<const Bone> bones;
    std::span<const JointDecision> joints;
    std::span<const PartDecision> parts;
};

// One part per joint that has bones, in the order of the joints.
std::vector<BodyPart> bodyParts(const Character& character, const FleshDecisions& decisions);

// The volume in m³ that the skin of a part encloses. The contributions of the fans of neighbouring parts
// cancel in the sum.
double skinVolume(const BodyPart& part, std::span<const Vec3d> positions);

// The triangles of the flesh, oriented outwards as the volume has decided.
std::vector<Triangle> fleshTriangles(const Character& character, std::span<const PartDecision> decisions);

}  // namespace sinew
