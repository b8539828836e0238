// What a user decides about a character, in a TOML file: one section per stage. The command line wins over
// it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "Offline/Lattice/Solver.h"
#include "Offline/Poses/PoseChoice.h"
#include "Offline/Reduction/Cubature/Cubature.h"
#include "Offline/Reduction/Settings.h"
#include "Offline/Tets/Domains.h"
#include "Offline/Tets/PoseSolver.h"
#include "Offline/Volume/Regions.h"

namespace sinew {

// Which full solver.
enum class SolverKind { OnTets, OnLattice };

struct Recipe {
    tets::VolumeSettings volume;
    lattice::CellSettings cells;
    lattice::SolverSettings lattice;
    Flesh flesh;
    StiffnessRegions regions;
    PoseSettings solve;
    tets::DomainSettings domains;
    poses::PoseChoiceSettings poses;
    SolverKind posesBy = SolverKind::OnTets;
    LimitSettings limits;
    std::vector<LimitOverride> jointLimits;
    reduction::BasisSettings bases;
    reduction::VibrationSettings vibrations;
    reduction::CubatureSettings cubature;
    reduction::DampingSettings damping;
};

// Throws Error(BadInput) with the line for what is not TOML, unknown sections and keys (with the nearest
// known one), and values out of range.
Recipe parseRecipe(std::string_view text, const std::string& name);
Recipe readRecipe(const std::filesystem::path& path);

// Every key that a recipe may have, with the values of this one and what they mean. Lists are only shown as
// comments: joints, distances, parts.
std::string recipeText(Recipe recipe = {});

// A value's limits; the same in recipes and on the command line.
struct Limits {
    double low, high;
};
constexpr Limits kTetLimits{100, 1e7}, kCellLimits{50, 1e7}, kEdgeLimits{1e-6, 100}, kYoungLimits{1, 1e12},
    kPoissonLimits{0, 0.499}, kDensityLimits{1e-3, 1e5}, kGravityLimits{-1000, 1000};

const std::vector<std::string>& materialNames();
const std::vector<std::string>& holdNames();  // in the order of Hold
// The names must be among those.
MaterialKind materialNamed(std::string_view name);
Hold holdNamed(std::string_view name);
std::string materialName(MaterialKind kind);
std::string holdName(Hold hold);

const std::vector<std::string>& solverNames();
SolverKind solverNamed(std::string_view name);
std::string solverName(SolverKind kind);

// The lattice's volume: cells as a recipe has them, parts and bones as for tetrahedra.
lattice::VolumeSettings latticeVolume(const Recipe& recipe);

// Throws Error(BadInput) where the solver has no such hold. `remedy`: how to choose the other one.
void requireHold(const Recipe& recipe, SolverKind solver, const std::string& remedy);

}  // namespace sinew
