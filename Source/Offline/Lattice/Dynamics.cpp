#include "Offline/Lattice/Dynamics.h"

#include "Base/Check.h"

namespace sinew::lattice {

DynamicSolver::DynamicSolver(Multigrid& levels, std::vector<double> masses, const DynamicsSettings& settings,
                             const Jobs& jobs)
    : levels_(levels), masses_(std::move(masses)), settings_(settings), jobs_(jobs), newton_(levels) {
    SINEW_CHECK(settings.timeStep > 0 && masses_.size() == levels.finest().nodes());
    const double h = settings.timeStep;
    for (std::uint32_t n = 0; n < masses_.size(); ++n) {
        // What holds fixed nodes is not their inertia.
        const double stiffness = masses_[n] / (h * h) * (1 + settings.massDamping * h);
        inertia_.push_back(levels.finest().isFixed(n) ? 0 : static_cast<float>(stiffness));
    }
    coasting_.resize(masses_.size());
}

// M (x − xⁿ − Δt vⁿ)/Δt² + α M (x − xⁿ)/Δt = f(x): both terms in one spring per node.
NewtonReport DynamicSolver::step(DynamicState& state, std::span<const Vec3d> heldAt, Loads loads) {
    const double h = settings_.timeStep, drag = settings_.massDamping * h;
    DynamicState next = state;
    for (std::uint32_t n = 0; n < masses_.size(); ++n) {
        coasting_[n] = state.x[n] + state.v[n] * (h / (1 + drag));
        if (levels_.finest().isFixed(n)) next.x[n] = heldAt[n];
    }
    loads.inertia = inertia_;
    loads.inertiaTargets = coasting_;
    const NewtonReport report = newton_.solve(loads, next.x, settings_.newton, jobs_);
    if (!report.converged) return report;
    for (std::size_t n = 0; n < next.x.size(); ++n) next.v[n] = (next.x[n] - state.x[n]) / h;
    state = std::move(next);
    return report;
}

}  // namespace sinew::lattice
