#include "Offline/Lattice/Dynamics.h"

#include <algorithm>

#include "Offline/Lattice/Loads.h"
#include "Offline/Lattice/Multigrid/Multigrid.h"

namespace sinew::lattice {

class DynamicFlesh::Terms {
  public:
    Terms(PoseSolver& solver, const StepTerms& terms, const Jobs& jobs)
        : solver_(solver),
          level_(solver.levels().finest()),
          terms_(terms),
          jobs_(jobs),
          stiffness_(terms.stiffness.begin(), terms.stiffness.end()),
          displacement_(terms.still.size()) {
        if (terms.viscosity() > 0)
            solver.levels().setViscosity(terms.viscosity(), level_.metricOf(terms.foreseen, jobs));
        solver.setLoads([this](Loads& loads) { addTo(loads); });
    }
    ~Terms() {
        solver_.levels().setViscosity(0, {});
        solver_.setLoads({});
    }
    Terms(const Terms&) = delete;
    Terms& operator=(const Terms&) = delete;

  private:
    void addTo(Loads& loads) {
        loads.inertia = stiffness_;
        loads.inertiaTargets = terms_.targets;
        if (!(terms_.viscosity() > 0)) return;
        loads.damping = [this](std::span<const Vec3d> x, NodeVectors& gradient) {
            for (std::size_t n = 0; n < x.size(); ++n) {
                const Vec3d d = x[n] - terms_.still[n];
                displacement_[n] = {static_cast<float>(d.x), static_cast<float>(d.y), static_cast<float>(d.z),
                                    0};
            }
            return level_.addViscosityOf(displacement_, gradient, jobs_);
        };
    }

    PoseSolver& solver_;
    Level& level_;
    const StepTerms& terms_;
    Jobs jobs_;
    std::vector<float> stiffness_;
    NodeVectors displacement_;
};

DynamicFlesh::DynamicFlesh(PoseSolver& solver, const Jobs& jobs, PoseSolver::TiesOf contacts)
    : solver_(solver),
      jobs_(jobs),
      contacts_(std::move(contacts)),
      masses_(nodeMasses(solver.cells(), solver.flesh().density)) {}

const std::vector<bool>& DynamicFlesh::held() const {
    return solver_.levels().finest().fixed();
}

std::vector<Vec3d> DynamicFlesh::carried(const PosedShape& shape, std::vector<Affined> bones) const {
    return solver_.carriedTo(shape, std::move(bones)).x;
}

int DynamicFlesh::stepsBetween(std::span<const Affined> from, std::span<const Affined> to) const {
    return contacts_ ? solver_.stepsForContact(from, to) : 1;
}

NewtonReport DynamicFlesh::minimise(const StepTerms& terms, PosedShape& shape,
                                    const NewtonSettings& settings) {
    const Terms added(solver_, terms, jobs_);
    Level& finest = solver_.levels().finest();
    PressureVectors before = finest.pressures();
    PoseSolver::Touching touching;
    touching.strength = strength_;
    const NewtonReport report = solver_.relax(shape, contacts_, touching, settings);
    constexpr double kWeaker = PoseSolver::kWeakerAfterFailure;
    if (report.converged) {
        weakest_ = std::min(weakest_, strength_);
        strength_ = std::min(1.0, strength_ / kWeaker);
    } else {
        strength_ *= kWeaker;
        finest.setPressures(std::move(before));
    }
    return report;
}

double DynamicFlesh::elasticEnergy(std::span<const Vec3d> x) {
    NodeVectors unused;
    return solver_.levels().finest().evaluate(x, unused, jobs_);
}

void DynamicFlesh::measure(const PosedShape& shape, PoseReport& report) {
    solver_.measure(shape, report);
    report.touching = solver_.touching(shape.x);
    report.contactStrength = weakest_;
    weakest_ = 1;
}

}  // namespace sinew::lattice
