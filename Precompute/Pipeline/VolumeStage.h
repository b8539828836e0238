// Stages 2 and 3: a character's tetrahedra, and the domains that they are divided into.
#pragma once

#include <memory>

#include "Offline/Reduction/Training.h"
#include "Pipeline/Build.h"

namespace sinew {

// Not cached: it takes seconds, so it is computed whenever a later stage needs it.
struct DividedBody {
    DividedBody();
    DividedBody(const DividedBody&) = delete;
    DividedBody& operator=(const DividedBody&) = delete;
    ~DividedBody();

    void makeVolume(const BuildInputs& inputs, const Jobs& jobs, const ProgressCallback& progress);
    // Needs the volume.
    void makeDomains(const BuildInputs& inputs, const Jobs& jobs);

    // For training. `character` must be the one of the inputs.
    reduction::TrainingBody body(const Character& character) const;

    std::unique_ptr<const tets::Volume> volume;
    std::unique_ptr<const tets::ElasticBody> elastic;
    std::size_t tets = 0, nodes = 0;
    std::vector<std::uint32_t> carrierOf;  // of joints (SharedSkin.h)
    std::vector<JointLimits> limits;       // of joints
    tets::Domains domains;
};

}  // namespace sinew
