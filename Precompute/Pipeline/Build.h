// All stages from a character to its asset, each done only where its result is not there yet.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "Asset/Writer/Cost.h"
#include "Offline/Character/JointLimits.h"
#include "Offline/Error.h"
#include "Offline/Reduction/Reports.h"
#include "Offline/Tets/Domains.h"
#include "Offline/Workers.h"
#include "Recipe.h"

namespace sinew {

enum class Stage : std::uint8_t { Volume, Domains, Poses, Bases, Cubature, Tensors, Asset };
constexpr std::array<std::string_view, 7> kStageNames{"volume",   "domains", "poses", "bases",
                                                      "cubature", "tensors", "asset"};

struct BuildInputs {
    Character character;
    std::vector<Clip> motions;  // beside the character's own clips, on its skeleton
    Recipe recipe;
};

struct BuildChoice {
    std::filesystem::path output;
    std::filesystem::path cache;
    std::optional<Stage> from;  // this and later ones are done again
    Stage to = Stage::Asset;
    std::uint32_t shard = 0, shards = 1;                    // of the poses
    std::filesystem::path images;                           // where pictures go; empty: none
    std::optional<double> budgetMs, budgetMb, budgetError;  // the last in % of linear blend skinning's
};

// What the user is told in the end.
struct BuildSummary {
    struct StageTime {
        Stage stage;
        double seconds;
        bool cached;
    };
    std::vector<StageTime> times;
    std::size_t tets = 0, nodes = 0;
    std::vector<tets::DomainDecision> decisions;
    std::vector<std::string> domainNames;
    std::size_t interfaces = 0;
    std::size_t posesPlanned = 0, posesThere = 0, posesSolved = 0;  // the last: by this run
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
    std::string keptJson, keptText;   // what the build that made it said, where there is nothing to do
    std::optional<Error> overBudget;  // the asset was not written
};

// progress(stage, done of 1, into how many parts it is told): false asks to stop.
using StageProgress = std::function<bool(Stage, double, std::uint32_t)>;

// Throws Error and Stopped. A shard stops
// after its poses; without one, poses that other shards should have solved are solved here, or with `from`
// after poses are named as missing.
BuildSummary build(const BuildInputs& inputs, const BuildChoice& choice, const Workers& workers,
                   const StageProgress& progress);

}  // namespace sinew
