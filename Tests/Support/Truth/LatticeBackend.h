// Solves reference cases that are boxes on a lattice, with the pressures that the full solver would use.
#pragma once

#include "Base/Jobs.h"
#include "Offline/Lattice/Settings.h"
#include "Support/Truth/Case.h"

namespace sinew::truth {

Backend latticeBackend(const Jobs& jobs, lattice::Quadrature quadrature,
                       const NewtonSettings& newton = {
                           .relative = 1e-4, .absolute = 0, .maxIterations = 200});

}  // namespace sinew::truth
