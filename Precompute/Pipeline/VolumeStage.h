// Stages 2 and 3: a character's flesh, and the domains that it is divided into.
#pragma once

#include <optional>

#include "Offline/Poses/MakeFullSolver.h"
#include "Offline/Reduction/Training.h"
#include "Pipeline/Build.h"

namespace sinew {

// Not cached: it takes seconds, so it is computed whenever a later stage needs it.
struct DividedBody {
    void makeVolume(const BuildInputs& inputs, const Jobs& jobs, const ProgressCallback& progress);
    // Needs the volume.
    void makeDomains(const BuildInputs& inputs, const Jobs& jobs);

    // For training. `character` must be the one of the inputs.
    reduction::TrainingBody body(const Character& character) const { return {character, mesh, domains}; }

    std::optional<poses::FullBody> full;   // that the poses are solved on
    ElasticMesh mesh;                      // the same, for training
    std::vector<std::uint32_t> carrierOf;  // of joints (SharedSkin.h)
    std::vector<JointLimits> limits;       // of joints
    Domains domains;
};

}  // namespace sinew
