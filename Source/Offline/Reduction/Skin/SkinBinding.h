// Binds the skin to the reduced domains: each vertex to one domain, or to several near their seams.
#pragma once

#include "Offline/Reduction/Skin/Overlap.h"
#include "Offline/Reduction/Training.h"

namespace sinew::reduction {

struct SkinBinding {
    struct Share {
        std::uint32_t domain = 0;
        double weight = 0;
        Eigen::Matrix<double, 3, Eigen::Dynamic> rows;  // the modes of the domain at the vertex
    };
    // Sorted by domain, with weights that sum to 1; empty for a vertex that follows only the skeleton.
    std::vector<std::vector<Share>> ofVertex;
};

SkinBinding bindSkin(const TrainingBody& on, const ReducedModel& model);

// `skinned` has the same vertices under linear blend skinning, for the part that follows the skeleton.
std::vector<Vec3d> skinPositions(const TrainingBody& on, const ReducedModel& model, const SkinBinding& skin,
                                 std::span<const Affined> skinMatrices, const Coordinates& q,
                                 std::span<const Vec3d> skinned);

}  // namespace sinew::reduction
