// The skin as the reduced domains carry it: each vertex by one domain, or by several near their seams.
#pragma once

#include "Offline/Reduction/Skin/Overlap.h"
#include "Offline/Reduction/Training.h"

namespace sinew::reduction {

struct SkinBinding {
    struct Share {
        std::uint32_t domain = 0;
        double weight = 0;
        Eigen::Matrix<double, 3, Eigen::Dynamic> rows;  // of the domain's modes at the vertex
    };
    // By domain, weights adding up to 1; none where all of a vertex follows the skeleton.
    std::vector<std::vector<Share>> ofVertex;
};

SkinBinding bindSkin(const TrainingBody& on, const ReducedModel& model);

// `skinned`: the same vertices by linear blend skinning, for what follows the skeleton.
std::vector<Vec3d> skinPositions(const TrainingBody& on, const ReducedModel& model, const SkinBinding& skin,
                                 std::span<const Affined> skinMatrices, const Coordinates& q,
                                 std::span<const Vec3d> skinned);

}  // namespace sinew::reduction
