// All stages from a character to its asset. Stages whose result is in the cache are skipped.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "Asset/Writer/Cost.h"
#include "Offline/Character/JointLimits.h"
#include "Offline/Error.h"
#include "Offline/Reduction/Reports.h"
#include "Offline/Volume/Domains.h"
#include "Offline/Volume/Layers.h"
#include "Offline/Workers.h"
#include "Recipe.h"

namespace sinew {

enum class Stage : std::uint8_t { Volume, Domains, Poses, Bases, Cubature, Tensors, Asset };
constexpr std::array<std::string_view, 7> kStageNames{"volume",   "domains", "poses", "bases",
                                                      "cubature", "tensors", "asset"};

struct BuildInputs {
    Character character;
    std::vector<Clip> motions;  // in addition to the character's own clips, on its skeleton
    Recipe recipe;
};

struct BuildChoice {
    std::filesystem::path output;
    std::filesystem::path cache;
    std::optional<Stage> from;  // this stage and later ones run again
    Stage to = Stage::Asset;
    std::uint32_t shard = 0, shards = 1;                    // of the poses
    std::filesystem::path images;                           // folder for pictures; empty: none
    std::optional<double> budgetMs, budgetMb, budgetError;  // the last in % of linear blend skinning's
};

// The results of a build.
struct BuildSummary {
    struct StageTime {
        Stage stage;
        double seconds;
        bool cached;
    };
    std::vector<StageTime> times;
    SolverKind solver = SolverKind::OnTets;  // of the poses
    std::size_t elements = 0, nodes = 0;     // its tetrahedra or cells
    Recipe recipe;                           // of the flesh
    TissueReport tissue;
    std::vector<DomainDecision> decisions;
    std::vector<std::string> domainNames;
    std::size_t interfaces = 0;
    std::size_t posesPlanned = 0, posesAvailable = 0, posesSolved = 0;  // posesSolved: by this run
    std::size_t trained = 0, heldOut = 0;
    std::vector<JointLimits> limits;
    std::vector<std::string> dropped;  // poses that did not converge
    std::vector<reduction::BasisReport> bases;
    std::vector<reduction::CubatureReport> cubature;
    reduction::Judgement judgement;  // of held-out poses
    std::uint64_t assetBytes = 0;
    AssetCost cost;
    std::vector<std::filesystem::path> pictures;
    bool nothingToDo = false;
    std::string keptJson, keptText;   // the report of the earlier build if nothingToDo
    std::optional<Error> overBudget;  // the asset was not written
};

// progress(stage, fraction done, number of parts to show). Returning false stops the build.
using StageProgress = std::function<bool(Stage, double, std::uint32_t)>;

// Throws Error and Stopped. A shard stops after its poses. Without a shard, poses that are missing in the
// cache are solved; if `from` is a stage after the poses, they are an error instead.
BuildSummary build(const BuildInputs& inputs, const BuildChoice& choice, const Workers& workers,
                   const StageProgress& progress);

}  // namespace sinew
