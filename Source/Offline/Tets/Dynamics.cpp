#include "Offline/Tets/Dynamics.h"

#include <memory>

#include "Base/Check.h"
#include "Offline/Full/Sums.h"
#include "Offline/Tets/Viscosity.h"

namespace sinew::tets {

namespace {

// The velocity at the end of a step is rate · (x − still), the acceleration curve · (x − coasting).
struct StepRule {
    double curve, rate;
    std::vector<Vec3d> coasting, still;
    double carriedRate;  // s: how much of the velocity at the start lies between `still` and x there
};

StepRule ruleOf(const DynamicsSettings& settings, const DynamicState& s) {
    const double h = settings.timeStep;
    if (settings.integrator == Integrator::BackwardEuler) {
        StepRule rule{1 / (h * h), 1 / h, s.x, s.x, 0};
        for (std::size_t i = 0; i < s.x.size(); ++i) rule.coasting[i] += s.v[i] * h;
        return rule;
    }
    constexpr double kBeta = 0.25, kGamma = 0.5;
    StepRule rule{1 / (kBeta * h * h), kGamma / (kBeta * h), s.x, {}, h / 2};
    for (std::size_t i = 0; i < s.x.size(); ++i)
        rule.coasting[i] += s.v[i] * h + s.a[i] * (h * h * (0.5 - kBeta));
    rule.still = rule.coasting;
    for (std::size_t i = 0; i < s.x.size(); ++i)
        rule.still[i] -= (s.v[i] + s.a[i] * (h * (1 - kGamma))) / rule.rate;
    return rule;
}

// ½ Σ factor · mass · |x − at|² over the free nodes: what holds the others is not their inertia.
class MassSprings : public Potential {
  public:
    MassSprings(const ElasticBody& body, const FreeNodes& free, std::span<const Vec3d> at, double factor)
        : masses_(body.masses()), free_(free), at_(at), factor_(factor) {}

    double energy(std::span<const Vec3d> x, const Jobs& jobs) const override {
        return sumOver(jobs, free_.count(), kNodeGrain, [&](std::uint32_t i) {
            const std::uint32_t node = free_.nodeOfFree[i];
            const Vec3d away = x[node] - at_[node];
            return 0.5 * factor_ * masses_[node] * dot(away, away);
        });
    }
    void addForces(std::span<const Vec3d> x, std::span<Vec3d> f, const Jobs&) const override {
        for (const std::uint32_t node : free_.nodeOfFree) {
            f[node] -= (x[node] - at_[node]) * (factor_ * masses_[node]);
        }
    }
    void addStiffness(std::span<const Vec3d>, StiffnessSum& sum, const Jobs&) const override {
        for (const std::uint32_t node : free_.nodeOfFree) {
            sum.addDiagonal(node, Mat3d::identity() * (factor_ * masses_[node]));
        }
    }

  private:
    std::span<const double> masses_;
    const FreeNodes& free_;
    std::span<const Vec3d> at_;
    double factor_;
};

}  // namespace

DynamicSolver::DynamicSolver(const ElasticBody& body, const std::vector<bool>& held,
                             const DynamicsSettings& settings, const Jobs& jobs)
    : body_(body), settings_(settings), jobs_(jobs), newton_(body, held, jobs) {
    SINEW_CHECK(settings.timeStep > 0);
}

DynamicState DynamicSolver::start(std::vector<Vec3d> x, std::vector<Vec3d> v, Loads loads) const {
    DynamicState state{std::move(x), std::move(v), std::vector<Vec3d>(body_.nodes())};
    Elasticity(body_).addForces(state.x, state.a, jobs_);
    for (const Potential* load : loads) load->addForces(state.x, state.a, jobs_);
    // E − (E − Ė) is the rate now.
    Viscosity(body_, strainsAhead(body_, state.x, state.v, -1), settings_.stiffnessDamping)
        .addForces(state.x, state.a, jobs_);
    for (std::uint32_t i = 0; i < body_.nodes(); ++i) {
        const bool held = newton_.free().isHeld(i);
        state.a[i] = held ? Vec3d{} : state.a[i] / body_.masses()[i] - state.v[i] * settings_.massDamping;
    }
    return state;
}

NewtonReport DynamicSolver::step(DynamicState& state, std::span<const Vec3d> heldAt, Loads loads) {
    const FreeNodes& free = newton_.free();
    const StepRule rule = ruleOf(settings_, state);
    const MassSprings inertia(body_, free, rule.coasting, rule.curve);
    const MassSprings drag(body_, free, rule.still, rule.rate * settings_.massDamping);
    std::vector<const Potential*> terms{&inertia, &drag};
    std::unique_ptr<Viscosity> viscosity;
    if (settings_.stiffnessDamping > 0) {
        viscosity =
            std::make_unique<Viscosity>(body_, strainsAhead(body_, state.x, state.v, rule.carriedRate),
                                        rule.rate * settings_.stiffnessDamping);
        terms.push_back(viscosity.get());
    }
    terms.insert(terms.end(), loads.begin(), loads.end());

    DynamicState next = state;
    for (std::uint32_t i = 0; i < body_.nodes(); ++i) {
        if (free.isHeld(i)) next.x[i] = heldAt[i];
    }
    const NewtonReport report = newton_.solve(terms, next.x, settings_.newton);
    if (!report.converged) return report;
    for (std::uint32_t i = 0; i < body_.nodes(); ++i) {
        if (free.isHeld(
                i)) {  // by differences: the integrator's own recursion would blow up for given motion
            next.v[i] = (next.x[i] - state.x[i]) / settings_.timeStep;
            next.a[i] = {};
        } else {
            next.v[i] = (next.x[i] - rule.still[i]) * rule.rate;
            next.a[i] = (next.x[i] - rule.coasting[i]) * rule.curve;
        }
    }
    state = std::move(next);
    return report;
}

}  // namespace sinew::tets
