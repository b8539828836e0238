#include "Offline/Solve/Dynamics.h"

#include <algorithm>

#include "Offline/Solve/Sums.h"
#include "Offline/Solve/TetStiffness.h"

namespace sinew {

namespace {

// The velocity at the end of a step is rate · (x − still), the acceleration curve · (x − coasting).
struct StepRule {
    double curve, rate;
    std::vector<Vec3d> coasting, still;
};

StepRule ruleOf(const DynamicsSettings& settings, const DynamicState& s) {
    const double h = settings.timeStep;
    if (settings.integrator == Integrator::BackwardEuler) {
        StepRule rule{1 / (h * h), 1 / h, s.x, s.x};
        for (std::size_t i = 0; i < s.x.size(); ++i) rule.coasting[i] += s.v[i] * h;
        return rule;
    }
    constexpr double kBeta = 0.25, kGamma = 0.5;
    StepRule rule{1 / (kBeta * h * h), kGamma / (kBeta * h), s.x, {}};
    for (std::size_t i = 0; i < s.x.size(); ++i)
        rule.coasting[i] += s.v[i] * h + s.a[i] * (h * h * (0.5 - kBeta));
    rule.still = rule.coasting;
    for (std::size_t i = 0; i < s.x.size(); ++i)
        rule.still[i] -= (s.v[i] + s.a[i] * (h * (1 - kGamma))) / rule.rate;
    return rule;
}

// ½ Σ factor · mass · |x − at|².
class MassSprings : public Potential {
  public:
    MassSprings(std::span<const double> masses, std::span<const Vec3d> at, double factor)
        : masses_(masses), at_(at), factor_(factor) {}

    double energy(std::span<const Vec3d> x, const Jobs& jobs) const override {
        return sumOver(jobs, static_cast<std::uint32_t>(x.size()), kNodeGrain, [&](std::uint32_t i) {
            const Vec3d away = x[i] - at_[i];
            return 0.5 * factor_ * masses_[i] * dot(away, away);
        });
    }
    void addForces(std::span<const Vec3d> x, std::span<Vec3d> f, const Jobs&) const override {
        for (std::size_t i = 0; i < x.size(); ++i) f[i] -= (x[i] - at_[i]) * (factor_ * masses_[i]);
    }
    void addStiffness(std::span<const Vec3d> x, StiffnessSum& sum, const Jobs&) const override {
        for (std::uint32_t i = 0; i < x.size(); ++i)
            sum.addDiagonal(i, Mat3d::identity() * (factor_ * masses_[i]));
    }

  private:
    std::span<const double> masses_;
    std::span<const Vec3d> at_;
    double factor_;
};

// ½ factor (x − at)ᵀ K (x − at) with the stiffness K of the shape that the step starts from: Rayleigh's
// damping, linear in the velocity. Held nodes take part, so a body that moves as a whole feels nothing.
class FrozenStiffness : public Potential {
  public:
    FrozenStiffness(const ElasticBody& body, std::span<const Vec3d> shape, std::span<const Vec3d> at,
                    double factor, const Jobs& jobs)
        : body_(body), at_(at), factor_(factor), frames_(body.tets()) {
        body.chunks().forEach(jobs, [&](std::uint32_t begin, std::uint32_t end) {
            const ChunkFrames frames(body, body.flesh().kind, shape, begin, end, true);
            for (std::uint32_t t = begin; t < end; ++t) frames_[t] = frames[t];
        });
    }

    double energy(std::span<const Vec3d> x, const Jobs& jobs) const override {
        return sumOver(jobs, body_.tets(), kNodeGrain, [&](std::uint32_t t) {
            const Mat3d gradient = difference(t, x);
            return 0.5 * factor_ * body_.volumes()[t] * trace(transpose(gradient) * stress(t, gradient));
        });
    }
    void addForces(std::span<const Vec3d> x, std::span<Vec3d> f, const Jobs& jobs) const override {
        body_.chunks().forEach(jobs, [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t t = begin; t < end; ++t) {
                body_.addTetForces(t, stress(t, difference(t, x)) * factor_, f);
            }
        });
    }
    void addStiffness(std::span<const Vec3d>, StiffnessSum& sum, const Jobs& jobs) const override {
        body_.chunks().forEach(jobs, [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t t = begin; t < end; ++t) addTetStiffness(body_, t, frames_[t], factor_, sum);
        });
    }

  private:
    Mat3d difference(std::uint32_t t, std::span<const Vec3d> x) const {
        return body_.deformationGradient(t, x) - body_.deformationGradient(t, at_);
    }
    Mat3d stress(std::uint32_t t, const Mat3d& gradient) const {
        const Mat3d u = convert<double>(frames_[t].u), v = convert<double>(frames_[t].v);
        return u * stressDifferential(convert<double>(frames_[t].h), transpose(u) * gradient * v) *
               transpose(v);
    }

    const ElasticBody& body_;
    std::span<const Vec3d> at_;
    double factor_;
    std::vector<TetFrame> frames_;
};

}  // namespace

DynamicSolver::DynamicSolver(const ElasticBody& body, const std::vector<bool>& held,
                             const DynamicsSettings& settings, const Jobs& jobs)
    : body_(body), settings_(settings), jobs_(jobs), newton_(body, held, jobs) {}

DynamicState DynamicSolver::start(std::vector<Vec3d> x, std::vector<Vec3d> v, Loads loads) const {
    DynamicState state{std::move(x), std::move(v), std::vector<Vec3d>(body_.nodes())};
    Elasticity(body_).addForces(state.x, state.a, jobs_);
    for (const Potential* load : loads) load->addForces(state.x, state.a, jobs_);
    for (std::uint32_t i = 0; i < body_.nodes(); ++i) {
        state.a[i] = newton_.free().isHeld(i) ? Vec3d{} : state.a[i] / body_.masses()[i];
    }
    return state;
}

NewtonReport DynamicSolver::step(DynamicState& state, std::span<const Vec3d> heldAt, Loads loads) {
    const StepRule rule = ruleOf(settings_, state);
    const MassSprings inertia(body_.masses(), rule.coasting, rule.curve);
    const MassSprings drag(body_.masses(), rule.still, rule.rate * settings_.massDamping);
    std::vector<const Potential*> terms{&inertia, &drag};
    std::unique_ptr<FrozenStiffness> viscosity;
    if (settings_.stiffnessDamping > 0) {
        viscosity = std::make_unique<FrozenStiffness>(body_, state.x, rule.still,
                                                      rule.rate * settings_.stiffnessDamping, jobs_);
        terms.push_back(viscosity.get());
    }
    terms.insert(terms.end(), loads.begin(), loads.end());

    DynamicState next = state;
    for (std::uint32_t i = 0; i < body_.nodes(); ++i) {
        if (newton_.free().isHeld(i)) next.x[i] = heldAt[i];
    }
    const NewtonReport report = newton_.solve(terms, next.x, settings_.newton);
    if (!report.converged) return report;
    for (std::size_t i = 0; i < next.x.size(); ++i) {
        next.v[i] = (next.x[i] - rule.still[i]) * rule.rate;
        next.a[i] = (next.x[i] - rule.coasting[i]) * rule.curve;
    }
    state = std::move(next);
    return report;
}

}  // namespace sinew
