#include "Offline/Lattice/Multigrid/Linear.h"

#include <cmath>

namespace sinew::lattice {

LinearStats LinearSolver::solve(const NodeVectors& b, NodeVectors& x, const LinearSettings& settings,
                                const Jobs& jobs, Preconditioner preconditioner, const Cycle& cycle) {
    LinearStats stats;
    while (!iterate(b, x, settings, jobs, preconditioner, cycle, stats)) {
        // The spectrum reaches farther than was seen, and sweeps do not smooth.
        if (!levels_.widenSpectra()) preconditioner = Preconditioner::Diagonal;
    }
    return stats;
}

void LinearSolver::precondition(Preconditioner preconditioner, const Cycle& cycle, const Jobs& jobs) {
    if (preconditioner == Preconditioner::Multigrid) {
        levels_.cycle(r_, z_, cycle, true, jobs);
    } else if (preconditioner == Preconditioner::Diagonal) {
        levels_.finest().firstSweep(r_, z_, q_, 1, jobs);
    } else {
        z_ = r_;
    }
}

bool LinearSolver::iterate(const NodeVectors& b, NodeVectors& x, const LinearSettings& settings,
                           const Jobs& jobs, Preconditioner preconditioner, const Cycle& cycle,
                           LinearStats& stats) {
    Level& level = levels_.finest();
    x.assign(level.nodes(), NodeVector{});
    p_.assign(level.nodes(), NodeVector{});
    r_ = b;
    const double size = std::sqrt(dotProduct(b, b, jobs));
    if (size == 0) stats.residual = 0;
    if (size == 0 || !std::isfinite(size)) return true;
    stats.residual = 1;
    double rz = 0;
    for (bool isFirst = true; stats.residual > settings.tolerance; isFirst = false) {
        if (stats.iterations >= settings.maxIterations) return true;
        report(settings.progress, static_cast<double>(stats.iterations) / settings.maxIterations);
        precondition(preconditioner, cycle, jobs);
        const double before = rz;
        rz = dotProduct(r_, z_, jobs);
        if (!std::isfinite(rz)) return true;
        if (!(rz > 0)) return preconditioner != Preconditioner::Multigrid;
        direct(z_, isFirst ? 0 : rz / before, p_, jobs);
        level.apply(p_, q_, jobs);
        const double curvature = dotProduct(p_, q_, jobs);
        if (!(curvature > 0)) return true;
        stats.residual = std::sqrt(advance(rz / curvature, p_, q_, x, r_, jobs)) / size;
        ++stats.iterations;
    }
    return true;
}

}  // namespace sinew::lattice
