// The settings of a character, in a TOML file with one section per stage. Options on the command line take
// precedence.
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
    DomainSettings domains;
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

// Throws Error(BadInput) with the line number if the text is not TOML, has unknown sections or keys (the
// message names the most similar known one), or has values out of range.
Recipe parseRecipe(std::string_view text, const std::string& name);
Recipe readRecipe(const std::filesystem::path& path);

// Every key with its value in this recipe and a comment that explains it. Empty lists are shown as an example
// in comments. Parsing the text gives the same recipe.
std::string recipeText(Recipe recipe = {});
// The same without comments, as an asset stores it. If an element size is set, the number of elements is left
// out.
std::string resolvedText(Recipe recipe);
// One section of resolvedText(). It must exist.
std::string sectionText(Recipe recipe, std::string_view section);

// The range of a value, the same in recipes and on the command line.
struct Limits {
    double low, high;
};
constexpr Limits kTetLimits{100, 1e7}, kCellLimits{50, 1e7}, kEdgeLimits{1e-6, 100}, kYoungLimits{1, 1e12},
    kPoissonLimits{0, 0.4999}, kDensityLimits{1e-3, 1e5}, kGravityLimits{-1000, 1000};

const std::vector<std::string>& materialNames();
const std::vector<std::string>& holdNames();  // in the order of Hold
// The names must be in these lists.
MaterialKind materialNamed(std::string_view name);
Hold holdNamed(std::string_view name);
std::string materialName(MaterialKind kind);
std::string holdName(Hold hold);

const std::vector<std::string>& orderNames();  // in the order of tets::TetOrder
tets::TetOrder orderNamed(std::string_view name);
std::string orderName(tets::TetOrder order);

const std::vector<std::string>& quadratureNames();  // in the order of lattice::Quadrature
lattice::Quadrature quadratureNamed(std::string_view name);
std::string quadratureName(lattice::Quadrature quadrature);

const std::vector<std::string>& methodNames();  // in the order of lattice::Method
lattice::Method methodNamed(std::string_view name);
std::string methodName(lattice::Method method);

const std::vector<std::string>& solverNames();
SolverKind solverNamed(std::string_view name);
std::string solverName(SolverKind kind);

// Replaces the resolution of the tetrahedra: their number or their edge length in metres.
void setResolution(tets::VolumeSettings& volume, std::optional<double> tets,
                   std::optional<double> edge = std::nullopt);

// Replaces the resolution of the lattice: the number of its cells or their width in metres.
void setResolution(lattice::CellSettings& lattice, std::optional<double> cells,
                   std::optional<double> width = std::nullopt);
// Throws Error(Usage) if the option of the other solver is given. `remedy` is the begin of a sentence that
// ends with the option to use.
void requireResolution(SolverKind solver, bool tets, bool cells, const std::string& remedy);

// The settings of a full solver of this kind.
poses::FullSettings fullSettings(const Recipe& recipe, SolverKind solver);

// Throws Error(BadInput) if the solver does not support the recipe's hold. `remedy` says how to choose the
// other solver.
void requireHold(const Recipe& recipe, SolverKind solver, const std::string& remedy);

}  // namespace sinew
