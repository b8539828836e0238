// A few weighted elements that stand for all: Σ w_e g_e ≈ Σ g_e with w ≥ 0, so that a sum over a domain's
// tets costs a sum over some tens of them, and a sum of definite matrices stays definite.
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
    std::uint32_t rows = 0;  // of all training poses
    // Fills in what a candidate adds to the rows. Called from several threads.
    std::function<void(std::uint32_t candidate, std::span<double> column)> column;
    std::vector<double> target;  // the full sum, one number per row
};

struct Cubature {
    std::vector<std::uint32_t> elements;  // rising
    std::vector<double> weights;          // above 0
    double error = 0;  // |Σ w_e g_e − target| / |target|; above the tolerance where no more could be done
    int steps = 0;
};

// Greedy: of random candidates the one whose column is most along the residual, then all weights anew by
// non-negative least squares (An, Kim, James 2008, "Optimizing Cubature for Efficient Integration of
// Subspace Deformations", algorithm 1). Beyond it, elements that the tolerance does not need are dropped
// again, and a few more tried in their place. Same bits for any number of workers. Thresholding pursuit (von
// Tycowicz et al. 2013) needs a third more elements here and takes longer.
Cubature trainCubature(const CubatureProblem& problem, const CubatureSettings& settings, const Jobs& jobs,
                       const ProgressCallback& progress = {});

// What `cubature` misses of a problem's target, as Cubature::error: for poses it was not trained for.
double cubatureError(const CubatureProblem& problem, const Cubature& cubature);

// The same problem with every pose's part of the target scaled to length 1, so that each counts the same. A
// pose without force, which has no relative error, becomes rows of zeros.
CubatureProblem equalPoses(CubatureProblem problem, std::uint32_t rowsPerPose);

}  // namespace sinew::reduction
