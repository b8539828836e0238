#include "Offline/Lattice/HexLinear.h"

#include <cmath>

namespace sinew {

LinearStats HexLinear::solve(const HexVectors& b, HexVectors& x, const LinearSettings& settings,
                             const Jobs& jobs, HexPreconditioner preconditioner, const HexCycle& cycle) {
    LinearStats stats;
    while (!iterate(b, x, settings, jobs, preconditioner, cycle, stats)) {
        // The spectrum reaches farther than was seen, and sweeps do not smooth.
        if (!levels_.widenSpectra()) preconditioner = HexPreconditioner::Diagonal;
    }
    return stats;
}

void HexLinear::precondition(HexPreconditioner preconditioner, const HexCycle& cycle, const Jobs& jobs) {
    if (preconditioner == HexPreconditioner::Multigrid) {
        levels_.cycle(r_, z_, cycle, true, jobs);
    } else if (preconditioner == HexPreconditioner::Diagonal) {
        levels_.finest().firstSweep(r_, z_, q_, 1, jobs);
    } else {
        z_ = r_;
    }
}

bool HexLinear::iterate(const HexVectors& b, HexVectors& x, const LinearSettings& settings, const Jobs& jobs,
                        HexPreconditioner preconditioner, const HexCycle& cycle, LinearStats& stats) {
    HexLevel& level = levels_.finest();
    x.assign(level.nodes(), HexVector{});
    p_.assign(level.nodes(), HexVector{});
    r_ = b;
    const double size = std::sqrt(dotProduct(b, b, jobs));
    if (size == 0) stats.residual = 0;
    if (size == 0 || !std::isfinite(size)) return true;
    stats.residual = 1;
    double rz = 0;
    for (bool isFirst = true; stats.residual > settings.tolerance; isFirst = false) {
        if (stats.iterations >= settings.mostIterations) return true;
        report(settings.progress, static_cast<double>(stats.iterations) / settings.mostIterations);
        precondition(preconditioner, cycle, jobs);
        const double before = rz;
        rz = dotProduct(r_, z_, jobs);
        if (!std::isfinite(rz)) return true;
        if (!(rz > 0)) return preconditioner != HexPreconditioner::Multigrid;
        direct(z_, isFirst ? 0 : rz / before, p_, jobs);
        level.apply(p_, q_, jobs);
        const double curvature = dotProduct(p_, q_, jobs);
        if (!(curvature > 0)) return true;
        stats.residual = std::sqrt(advance(rz / curvature, p_, q_, x, r_, jobs)) / size;
        ++stats.iterations;
    }
    return true;
}

}  // namespace sinew
