#include "Offline/Full/TimeStep.h"

namespace sinew {

namespace {

constexpr double kBeta = 0.25, kGamma = 0.5;  // Newmark's

}  // namespace

StepRule::StepRule(Integrator integrator, double seconds, const DynamicState& s)
    : state_(s),
      isFirstOrder_(integrator == Integrator::BackwardEuler),
      curve_(1 / (seconds * seconds)),
      rate_(1 / seconds),
      carriedRate_(0),
      coasting_(s.x),
      still_(s.x),
      expected_(s.x) {
    const double h = seconds;
    if (!isFirstOrder_) {
        curve_ /= kBeta;
        rate_ *= kGamma / kBeta;
        carriedRate_ = h / 2;
    }
    for (std::size_t i = 0; i < s.x.size(); ++i) {
        const Vec3d straight = s.v[i] * h, bend = s.a[i] * (h * h);
        coasting_[i] += straight + bend * (isFirstOrder_ ? 0 : 0.5 - kBeta);
        expected_[i] += straight + bend * (isFirstOrder_ ? 0 : 0.5);
        still_[i] += s.v[i] * carriedRate_;
    }
}

StepTerms StepRule::terms(const DynamicsSettings& settings, std::span<const double> masses,
                          const std::vector<bool>& held, std::span<const Vec3d> x) const {
    StepTerms terms;
    terms.stiffness.resize(masses.size());
    terms.targets = coasting_;
    const double drag = settings.massDamping * rate_, both = curve_ + drag;
    for (std::uint32_t i = 0; i < masses.size(); ++i) {
        if (!held[i]) terms.stiffness[i] = masses[i] * both;
        terms.targets[i] += (still_[i] - coasting_[i]) * (drag / both);
    }
    terms.stiffnessDamping = settings.stiffnessDamping;
    terms.velocityRate = rate_;
    terms.still = still_;
    terms.before = &state_;
    terms.carriedRate = carriedRate_;
    terms.contacts = isFirstOrder_ ? 1 : 0.5 / kBeta;
    terms.foreseen.assign(x.begin(), x.end());
    for (std::size_t i = 0; isFirstOrder_ && i < x.size(); ++i)
        terms.foreseen[i] = lerp(state_.x[i], x[i], 0.5);
    return terms;
}

DynamicState StepRule::end(std::vector<Vec3d> x) const {
    DynamicState end{std::move(x), {}, {}};
    for (std::size_t i = 0; i < end.x.size(); ++i) {
        end.v.push_back((end.x[i] - still_[i]) * rate_);
        end.a.push_back((end.x[i] - coasting_[i]) * curve_);
    }
    return end;
}

}  // namespace sinew
