#include "Offline/Lattice/Dynamics.h"

#include <algorithm>

#include "Offline/Lattice/Loads.h"
#include "Offline/Lattice/Multigrid/Multigrid.h"

namespace sinew::lattice {

namespace {

constexpr int kMaxLooks = 4;  // for what touches: one more than in a step, for that of an earlier step

}  // namespace

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

// If the shape is that of the solver, its contacts are those to start with.
void DynamicFlesh::restart(const PosedShape& shape) {
    strength_ = weakest_ = 1;
    kept_ = {};
    lookedAt_ = {};
    if (!contacts_) return;
    std::vector<Tie> ties;
    for (const Tie& tie : solver_.lastTies()) {
        if (tie.partner.isThere()) ties.push_back(tie);
    }
    kept_.keep(ties, strength_, solver_.cells(), shape.x);
    lookedAt_ = shape;
}

// The contacts of the step before, and where flesh would be if its bones had carried it along since the last
// search.
PoseSolver::Touching DynamicFlesh::carriedContacts(const PosedShape& shape, double strength) const {
    PoseSolver::Touching touching;
    touching.strength = strength;
    touching.maxLooks = kMaxLooks;
    if (!contacts_ || lookedAt_.x.empty()) return touching;
    touching.ties = kept_.at(solver_.cells(), shape.x, strength);
    touching.lookedAt = solver_.carriedTo(lookedAt_, shape.bones).x;
    touching.looks = 1;
    return touching;
}

void DynamicFlesh::keepContacts(const PosedShape& shape, PoseSolver::Touching touching) {
    if (!contacts_) return;
    kept_.keep(touching.ties, touching.strength, solver_.cells(), shape.x);
    lookedAt_ = {shape.bones, std::move(touching.lookedAt)};
}

NewtonReport DynamicFlesh::minimise(const StepTerms& terms, PosedShape& shape,
                                    const NewtonSettings& settings) {
    const Terms added(solver_, terms, jobs_);
    Level& finest = solver_.levels().finest();
    PressureVectors before = finest.pressures();
    KeptTies kept = kept_;
    PoseSolver::TiesOf contacts;
    if (contacts_) {
        contacts = [&](std::span<const Vec3d> x, std::span<const Affined> bones, std::vector<Tie>& ties) {
            contacts_(x, bones, ties);
            kept.found(ties);
        };
    }
    PoseSolver::Touching touching = carriedContacts(shape, strength_ * terms.contacts);
    const NewtonReport report = solver_.relax(shape, contacts, touching, settings);
    constexpr double kWeaker = PoseSolver::kWeakerAfterFailure;
    if (report.converged) {
        kept_ = std::move(kept);
        keepContacts(shape, std::move(touching));
        weakest_ = std::min(weakest_, strength_);
        strength_ = std::min(1.0, strength_ / kWeaker);
    } else {
        strength_ *= kWeaker;
        finest.setPressures(std::move(before));
    }
    return report;
}

void DynamicFlesh::addContactForces(std::span<const Vec3d> x, std::span<Vec3d> forces) const {
    const Cells& cells = solver_.cells();
    for (const Tie& tie : solver_.lastTies()) {
        const Vec3d stretch = stretchOf(tie, cells, x);
        if (!tie.partner.isThere() || !tie.isActive(stretch)) continue;
        const Vec3d force = convert<double>(tie.stiffness * convert<float>(stretch));
        for (std::uint32_t c = 0; c < 8; ++c) {
            forces[cells.nodesOfCell[tie.point.cell][c]] -=
                force * static_cast<double>(tie.point.weights[c]);
            forces[cells.nodesOfCell[tie.partner.cell][c]] +=
                force * static_cast<double>(tie.partner.weights[c]);
        }
    }
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
