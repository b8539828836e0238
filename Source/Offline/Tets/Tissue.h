// What the flesh of tetrahedra is made of from place to place (Volume/Layers.h).
#pragma once

#include "Offline/Tets/Volume.h"
#include "Offline/Volume/Layers.h"

namespace sinew::tets {

Tissue tissueOf(const Character& character, const Volume& volume, const Flesh& material,
                const StiffnessRegions& regions, const TissueSettings& settings, const Jobs& jobs = {});

}  // namespace sinew::tets
