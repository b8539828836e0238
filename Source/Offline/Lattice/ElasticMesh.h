// The cells of a lattice as the reduction sees them: one point each, with eight nodes, and what stabilises
// one-point quadrature.
#pragma once

#include "Offline/Full/Settings.h"
#include "Offline/Volume/ElasticMesh.h"
#include "Offline/Volume/Layers.h"

namespace sinew {
struct Character;
}

namespace sinew::lattice {

struct Volume;

// The energy is that of the full solver. `tissue` is the result of tissueOf(). Springs that hold flesh softly
// to bones are part of it. Of those that hold sliding flesh (Contact/SlidingBones.h) it has the ones that
// pull it back to its place, which are quadratic in the frame of the bone. Those along the bone's normals
// turn as flesh goes round the bone; modes, which come from shapes on the bone, keep to it without them.
ElasticMesh elasticMesh(const Character& character, const Volume& volume, const Flesh& flesh,
                        const PoseSettings& pose, const Tissue& tissue = {});

}  // namespace sinew::lattice
