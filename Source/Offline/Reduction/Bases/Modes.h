// How flesh swings about its bones: the slowest vibrations of a body at rest, and how they bend when they
// grow.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Progress.h"

namespace sinew::tets {
class ElasticBody;
}

namespace sinew::reduction {

struct Vibrations {
    std::vector<double> squaredRates;  // ω², 1/s², rising
    Eigen::MatrixXd shapes;            // three rows per node of the mesh, mass-orthonormal, still where held
};

// K φ = ω² M φ with held nodes fixed, by shift and invert just below 0. What turns freely about bones is no
// vibration and left out.
Vibrations slowestVibrations(const tets::ElasticBody& body, const std::vector<bool>& held,
                             std::uint32_t count, const Jobs& jobs, const ProgressCallback& progress = {});

// The shapes with their modal derivatives (Barbič and James 2005, section 4): K Ψᵢⱼ = −(∂K/∂φⱼ) φᵢ for all
// pairs of the first `pairsOf`. Scaled by what a load of one size makes of them, so that PCA weighs them
// right: φᵢ by ω₁²/ωᵢ², Ψᵢⱼ by ω₁⁴/(ωᵢ²ωⱼ²).
Eigen::MatrixXd withDerivatives(const tets::ElasticBody& body, const std::vector<bool>& held,
                                const Vibrations& modes, std::uint32_t pairsOf, const Jobs& jobs,
                                const ProgressCallback& progress = {});

}  // namespace sinew::reduction
