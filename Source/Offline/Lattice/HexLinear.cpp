#include "Offline/Lattice/HexLinear.h"

#include <cmath>

namespace sinew {

LinearStats HexLinear::solve(const HexVectors& b, HexVectors& x, const LinearSettings& settings,
                             const Jobs& jobs, HexPreconditioner preconditioner, const HexCycle& cycle) {
    HexLevel& level = levels_.finest();
    LinearStats stats;
    x.assign(level.nodes(), HexVector{});
    p_.assign(level.nodes(), HexVector{});
    r_ = b;
    const double size = std::sqrt(dotProduct(b, b, jobs));
    if (!(size > 0)) {
        stats.residual = 0;
        return stats;
    }
    double rz = 0;
    while (stats.residual > settings.tolerance && stats.iterations < settings.mostIterations) {
        report(settings.progress, static_cast<double>(stats.iterations) / settings.mostIterations);
        if (preconditioner == HexPreconditioner::Multigrid) {
            levels_.cycle(r_, z_, cycle, true, jobs);
        } else if (preconditioner == HexPreconditioner::Diagonal) {
            level.firstSweep(r_, z_, q_, 1, jobs);
        } else {
            z_ = r_;
        }
        const double before = rz;
        rz = dotProduct(r_, z_, jobs);
        if (!(rz > 0)) {
            if (preconditioner != HexPreconditioner::Multigrid) return stats;  // a NaN
            // The spectrum reaches farther than was seen, and sweeps do not smooth.
            const bool isMended = levels_.widenSpectra();
            const auto next = isMended ? HexPreconditioner::Multigrid : HexPreconditioner::Diagonal;
            return solve(b, x, settings, jobs, next, cycle);
        }
        direct(z_, stats.iterations == 0 ? 0 : rz / before, p_, jobs);
        level.apply(p_, q_, jobs);
        const double curvature = dotProduct(p_, q_, jobs);
        if (!(curvature > 0)) return stats;
        stats.residual = std::sqrt(advance(rz / curvature, p_, q_, x, r_, jobs)) / size;
        ++stats.iterations;
    }
    return stats;
}

}  // namespace sinew
