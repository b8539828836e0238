// The common parts of the two solvers on the lattice: pose by pose (Solver.h) and interactive (LiveSolver.h).
#pragma once

#include <memory>

#include "Offline/Lattice/Contact/SelfContact.h"
#include "Offline/Lattice/Contact/SlidingBones.h"
#include "Offline/Lattice/PoseSolver.h"
#include "Offline/Lattice/Settings.h"
#include "Offline/Volume/Settings.h"

namespace sinew::lattice {

struct SolverParts {
    // `volume` must outlive this object. `carriers` are those of its nodes. `factors` are the result of
    // cellStiffness(). `skinArea` is in m² and scales the absolute tolerance.
    SolverParts(const Volume& volume, const Carriers& carriers, const Flesh& flesh,
                std::span<const double> factors, double skinArea, const PoseSettings& pose,
                const SolverSettings& settings, const Jobs& jobs);
    SolverParts(const SolverParts&) = delete;  // the solver points at `slide`
    SolverParts& operator=(const SolverParts&) = delete;

    PoseSolver solver;
    std::unique_ptr<const SlidingBones> slide;  // null if flesh is attached to bones
    std::unique_ptr<SelfContact> contact;       // null if flesh passes through flesh
};

}  // namespace sinew::lattice
