// Solves reference cases on tetrahedra: cells between the planes of a case, six tets each.
#pragma once

#include "Base/Jobs.h"
#include "Offline/Tets/Settings.h"
#include "Support/Truth/Case.h"

namespace sinew::truth {

// `newton.relative` is far below what the errors of a mesh deserve, so that they are the mesh's alone.
Backend tetBackend(tets::TetOrder order, const Jobs& jobs,
                   const NewtonSettings& newton = {.relative = 1e-6, .absolute = 0, .maxIterations = 200});

struct Frequencies {
    std::vector<double> hertz;
    Cost cost;
};

// The slowest vibrations of a case about its rest shape.
Frequencies tetFrequencies(const Case& of, std::uint32_t cellsAcross, std::size_t count, tets::TetOrder order,
                           const Jobs& jobs);

}  // namespace sinew::truth
