// Stages 5 and 6: bases and cubature, from the cache or computed and stored there.
#pragma once

#include "Offline/Reduction/Training.h"
#include "Pipeline/StageCache.h"
#include "Recipe.h"

namespace sinew {

// How a stage is run.
struct StageRun {
    const StageCache& cache;
    std::uint64_t key;
    bool again;  // ignore the cache
    Jobs jobs;
    ProgressCallback progress;
};

// Both return whether the result was in the cache.
bool makeBases(const reduction::TrainingBody& on, std::span<const reduction::SolvedPose> training,
               const Recipe& recipe, const StageRun& run, reduction::ReducedModel& model,
               std::vector<reduction::BasisReport>& reports);
bool makeCubature(const reduction::TrainingBody& on, std::span<const reduction::SolvedPose> training,
                  std::span<const reduction::SolvedPose> heldOut, const Recipe& recipe, const StageRun& run,
                  reduction::ReducedModel& model, std::vector<reduction::CubatureReport>& reports);

}  // namespace sinew
