#include "Offline/Lattice/Multigrid/Smoothing.h"

namespace sinew::lattice {

namespace {
constexpr double kJacobi = 4.0 / 3;  // over the largest eigenvalue: damps all above half of it well
}

// Chebyshev: Saad 2003, algorithm 12.1, on D⁻¹A between `smoothed`-th and all of its largest eigenvalue.
// Jacobi: damped by the spectrum everywhere, where McAdams et al. 2011 have one number inside and another at
// the boundary.
void smooth(Level& level, const NodeVectors& b, NodeVectors& x, NodeVectors& direction, const Sweeps& sweeps,
            bool fromZero, const Jobs& jobs) {
    const bool jacobi = sweeps.smoother == Smoother::Jacobi;
    const double high = level.largestEigenvalue(), low = high / sweeps.smoothed;
    const double middle = (high + low) / 2, half = (high - low) / 2, sigma = middle / half;
    double rho = 1 / sigma, keep = 0, gain = jacobi ? kJacobi / high : 1 / middle;
    if (!fromZero) direction.assign(level.nodes(), NodeVector{});
    for (int i = 0; i < sweeps.count; ++i) {
        const auto k = static_cast<float>(keep), g = static_cast<float>(gain);
        if (i == 0 && fromZero) {
            level.firstSweep(b, x, direction, g, jobs);
        } else {
            level.sweep(b, x, direction, k, g, jobs);
        }
        if (jacobi) continue;
        const double next = 1 / (2 * sigma - rho);
        keep = next * rho;
        gain = 2 * next / half;
        rho = next;
    }
}

}  // namespace sinew::lattice
