// What a user decides about a character, in a TOML file: one section per stage. The command line wins over
// it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "Offline/Character/Settings.h"
#include "Offline/Poses/Settings.h"
#include "Offline/Reduction/Settings.h"

namespace sinew {

using poses::SolverKind;

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

    bool operator==(const Recipe&) const = default;
};

// Throws Error(BadInput) with the line for what is not TOML, unknown sections and keys (with the nearest
// known one), and values out of range.
Recipe parseRecipe(std::string_view text, const std::string& name);
Recipe readRecipe(const std::filesystem::path& path);

// Every key that a recipe may have, with the values of this one and what they mean; of lists that are empty,
// an example as a comment. Reading it gives the same recipe.
std::string recipeText(Recipe recipe = {});
// The same without a word beside the values: what an asset carries. Where the size of elements is given, how
// many there are is not.
std::string resolvedText(Recipe recipe);
// One section of that, which must be there.
std::string sectionText(Recipe recipe, std::string_view section);

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

const std::vector<std::string>& methodNames();  // in the order of lattice::Method
lattice::Method methodNamed(std::string_view name);

const std::vector<std::string>& solverNames();
SolverKind solverNamed(std::string_view name);
std::string solverName(SolverKind kind);

// What a command line says about the tetrahedra in place of the recipe: how many, or how large.
void setResolution(tets::VolumeSettings& volume, std::optional<double> tets,
                   std::optional<double> edge = std::nullopt);

// All that the recipe says about a full solver of this kind.
poses::FullSettings fullSettings(const Recipe& recipe, SolverKind solver);

// Throws Error(BadInput) where the solver has no such hold. `remedy`: how to choose the other one.
void requireHold(const Recipe& recipe, SolverKind solver, const std::string& remedy);

}  // namespace sinew
