// Solves reference cases that are boxes on a lattice, with the pressures that the full solver would use.
#pragma once

#include "Base/Jobs.h"
#include "Offline/Lattice/Settings.h"
#include "Support/Truth/Case.h"

namespace sinew::truth {

struct LatticeChoice {
    lattice::Quadrature quadrature = lattice::Quadrature::OnePoint;
    // Parts of a cell by which the box begins within its first cell, along axes without full supports: its
    // surface cuts cells.
    double offGrid = 0;
};

Backend latticeBackend(const Jobs& jobs, const LatticeChoice& choice,
                       const NewtonSettings& newton = {
                           .relative = 1e-4, .absolute = 0, .maxIterations = 200});

}  // namespace sinew::truth
