// A body joint by joint: what of its volume and of its skin belongs to each, so that shapes can be compared
// limb by limb.
#pragma once

#include <span>
#include <vector>

#include "Offline/Character/Character.h"
#include "Offline/Volume/Volume.h"

namespace sinew {

struct BodyPart {
    std::uint32_t joint = 0;
    std::vector<std::uint32_t> tets;  // nearer to this joint's bones than to others
    // Flesh's triangles that move with this joint most, closed by fans over their rims. Corners at and above
    // the number of vertices are middles of `rims`.
    std::vector<Triangle> skin;
    std::vector<std::vector<std::uint32_t>> rims;
};

// Joints that have bones, in their order.
std::vector<BodyPart> bodyParts(const Character& character, const Volume& volume, const Jobs& jobs = {});

// Of a part's tets, m³, where the nodes are.
double tetVolume(const BodyPart& part, const TetMesh& mesh, std::span<const Vec3d> nodes);

// Of what a part's skin encloses, m³. What neighbouring parts lend each other by their rims cancels in the
// sum.
double skinVolume(const BodyPart& part, std::span<const Vec3d> positions);

// Triangles of flesh, outward as the volume has decided.
std::vector<Triangle> fleshTriangles(const Character& character, const Volume& volume);

}  // namespace sinew
