// What the flesh of a lattice's cells is made of from place to place (Volume/Layers.h).
#pragma once

#include "Offline/Lattice/Volume.h"
#include "Offline/Volume/Layers.h"

namespace sinew::lattice {

Tissue tissueOf(const Character& character, const Volume& volume, const Flesh& material,
                const StiffnessRegions& regions, const TissueSettings& settings, const Jobs& jobs = {});

// The skin of cells, up to three patches of one cell, where it faces several ways.
std::vector<SkinPatch> skinPatches(const Solid& solid, const FleshCells& flesh, const Jobs& jobs = {});

}  // namespace sinew::lattice
