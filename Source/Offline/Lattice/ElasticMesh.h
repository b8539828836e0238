// The cells of a lattice as the reduction sees them: one point each, with eight nodes, and what stabilises
// one-point quadrature.
#pragma once

#include "Offline/Full/Settings.h"
#include "Offline/Volume/ElasticMesh.h"

namespace sinew {
struct Character;
}

namespace sinew::lattice {

struct Volume;

// The energy is that of the full solver. `factors` are on Young's modulus, per cell, or empty for 1. Springs
// that hold flesh softly to bones are part of it. Of those that hold sliding flesh (Contact/SlidingBones.h)
// it has the ones that pull it back to its place, which are quadratic in the frame of the bone. Those along
// the bone's normals turn as flesh goes round the bone; modes, which come from shapes on the bone, keep to it
// without them.
ElasticMesh elasticMesh(const Character& character, const Volume& volume, const Flesh& flesh,
                        const PoseSettings& pose, std::span<const double> factors = {});

}  // namespace sinew::lattice
