// Cubature: a few weighted elements that represent all: Σ w_e g_e ≈ Σ g_e with w ≥ 0. A sum over the
// elements of a domain then costs only a sum over some tens of them, and sums of definite matrices stay
// definite.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Progress.h"
#include "Offline/Reduction/Settings.h"

namespace sinew::reduction {

struct CubatureProblem {
    std::uint32_t candidates = 0;
    std::uint32_t rows = 0;  // of all training poses together
    // Writes the contribution of a candidate to all rows. Called from several threads.
    std::function<void(std::uint32_t candidate, std::span<double> column)> column;
    std::vector<double> target;  // the full sum, one number per row
};

struct Cubature {
    std::vector<std::uint32_t> elements;  // rising
    std::vector<double> weights;          // above 0
    double error = 0;  // |Σ w_e g_e − target| / |target|; above the tolerance if no improvement was possible
    int steps = 0;
};

// A greedy algorithm: takes the random candidate whose column is best aligned with the residual, then
// recomputes all weights by non-negative least squares (An, Kim, James 2008, "Optimizing Cubature for
// Efficient Integration of Subspace Deformations", algorithm 1). In addition, elements that the tolerance
// does not need are removed, and others are tried in their place. The bits are the same for any number of
// workers. Thresholding pursuit (von Tycowicz et al. 2013) needs a third more elements here and takes longer.
Cubature trainCubature(const CubatureProblem& problem, const CubatureSettings& settings, const Jobs& jobs,
                       const ProgressCallback& progress = {});

// The relative error of `cubature` on a problem, as in Cubature::error, for poses it was not trained for.
double cubatureError(const CubatureProblem& problem, const Cubature& cubature);

// The same problem with the target of every pose scaled to length 1, so that all poses count the same. A pose
// without force has no relative error and becomes rows of zeros.
CubatureProblem equalPoses(CubatureProblem problem, std::uint32_t rowsPerPose);

}  // namespace sinew::reduction
