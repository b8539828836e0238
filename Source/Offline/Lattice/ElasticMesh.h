// The cells of a lattice as the reduction sees them: one point each, with eight nodes, and what stabilises
// one-point quadrature.
#pragma once

#include "Base/Jobs.h"
#include "Offline/Volume/ElasticMesh.h"

namespace sinew {
struct Character;
}

namespace sinew::lattice {

struct Volume;

// The energy is that of the full solver for cells with these moduli (PoseSolver.h). `factors` are on Young's
// modulus, per cell, or empty for 1.
ElasticMesh elasticMesh(const Character& character, const Volume& volume, const Flesh& flesh,
                        std::span<const double> factors = {});

}  // namespace sinew::lattice
