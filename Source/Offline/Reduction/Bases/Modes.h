// Vibration modes of the flesh about its bones: the lowest frequencies of a body at rest, and their modal
// derivatives.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Progress.h"

namespace sinew {
struct ElasticMesh;
}

namespace sinew::reduction {

struct Vibrations {
    std::vector<double> squaredRates;  // ω², 1/s², in ascending order
    Eigen::MatrixXd shapes;  // three rows per node of the mesh, mass-orthonormal, zero at held nodes
};

// Solves K φ = ω² M φ with held nodes fixed, by shift-and-invert just below 0. Free rotations about bones are
// no vibrations and are left out.
Vibrations slowestVibrations(const ElasticMesh& mesh, const std::vector<bool>& held, std::uint32_t count,
                             const Jobs& jobs, const ProgressCallback& progress = {});

// The shapes and their modal derivatives (Barbič and James 2005, section 4): K Ψᵢⱼ = −(∂K/∂φⱼ) φᵢ for all
// pairs of the first `pairsOf` modes. They are scaled by their response to a load of unit size, so that PCA
// weighs them correctly: φᵢ by ω₁²/ωᵢ², Ψᵢⱼ by ω₁⁴/(ωᵢ²ωⱼ²).
Eigen::MatrixXd withDerivatives(const ElasticMesh& mesh, const std::vector<bool>& held,
                                const Vibrations& modes, std::uint32_t pairsOf, const Jobs& jobs,
                                const ProgressCallback& progress = {});

}  // namespace sinew::reduction
