// What both ways of solving on a lattice are put together from: pose by pose (Solver.h), and while someone
// watches (LiveSolver.h).
#pragma once

#include <memory>

#include "Offline/Lattice/Contact/SelfContact.h"
#include "Offline/Lattice/Contact/SlidingBones.h"
#include "Offline/Lattice/PoseSolver.h"
#include "Offline/Lattice/Settings.h"
#include "Offline/Volume/Settings.h"

namespace sinew::lattice {

// The volume that a pose solver with these settings needs: its bones are hollow where flesh slides over them.
VolumeSettings volumeFor(const PoseSettings& pose, VolumeSettings settings);

// Factors on Young's modulus, by cell; empty where flesh is the same everywhere.
std::vector<double> factorsOf(const Character& character, const Volume& volume,
                              const StiffnessRegions& regions, const Jobs& jobs);

struct SolverParts {
    // `volume` must outlive this. `carriers`: of its nodes. `factors`: as factorsOf() gives them. `skinArea`:
    // m², which the absolute tolerance goes by.
    SolverParts(const Volume& volume, const Carriers& carriers, const Flesh& flesh,
                std::span<const double> factors, double skinArea, const PoseSettings& pose,
                const SolverSettings& settings, const Jobs& jobs);
    SolverParts(const SolverParts&) = delete;  // the solver points at `slide`
    SolverParts& operator=(const SolverParts&) = delete;

    PoseSolver solver;
    std::unique_ptr<const SlidingBones> slide;  // null: flesh is held
    std::unique_ptr<SelfContact> contact;       // null: flesh passes through flesh
};

}  // namespace sinew::lattice
