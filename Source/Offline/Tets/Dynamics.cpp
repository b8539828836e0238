#include "Offline/Tets/Dynamics.h"

#include <memory>

#include "Offline/Full/Sums.h"
#include "Offline/Tets/Loads.h"
#include "Offline/Tets/Viscosity.h"

namespace sinew::tets {

namespace {

// ½ Σ stiffness |x − target|² over the nodes. Unlike Springs it holds nothing.
class Inertia : public Potential {
  public:
    // `terms` must outlive this object.
    explicit Inertia(const StepTerms& terms) : terms_(terms) {}

    double energy(std::span<const Vec3d> x, const Jobs& jobs) const override {
        return sumOver(jobs, nodes(), kNodeGrain, [&](std::uint32_t i) {
            const Vec3d away = x[i] - terms_.targets[i];
            return 0.5 * terms_.stiffness[i] * dot(away, away);
        });
    }
    void addForces(std::span<const Vec3d> x, std::span<Vec3d> f, const Jobs&) const override {
        for (std::uint32_t i = 0; i < nodes(); ++i) f[i] -= (x[i] - terms_.targets[i]) * terms_.stiffness[i];
    }
    void addStiffness(std::span<const Vec3d>, StiffnessSum& sum, const Jobs&) const override {
        for (std::uint32_t i = 0; i < nodes(); ++i)
            sum.addDiagonal(i, Mat3d::identity() * terms_.stiffness[i]);
    }

  private:
    std::uint32_t nodes() const { return static_cast<std::uint32_t>(terms_.stiffness.size()); }

    const StepTerms& terms_;
};

}  // namespace

DynamicFlesh::DynamicFlesh(PoseSolver& solver, const Jobs& jobs) : solver_(solver), jobs_(jobs) {
    for (std::uint32_t node = 0; node < solver.body().nodes(); ++node) held_.push_back(solver.isHeld(node));
}

NewtonReport DynamicFlesh::minimise(const StepTerms& terms, PosedShape& shape,
                                    const NewtonSettings& settings) {
    const Inertia inertia(terms);
    std::vector<const Potential*> loads{&inertia};
    std::unique_ptr<Viscosity> viscosity;
    if (terms.viscosity() > 0) {
        const DynamicState& before = *terms.before;
        viscosity = std::make_unique<Viscosity>(
            solver_.body(), strainsAhead(solver_.body(), before.x, before.v, terms.carriedRate),
            terms.viscosity());
        loads.push_back(viscosity.get());
    }
    return solver_.relax(shape, loads, settings);
}

std::vector<Vec3d> DynamicFlesh::carried(const PosedShape& shape, std::vector<Affined> bones) const {
    return solver_.carriedTo(shape, std::move(bones)).x;
}

double DynamicFlesh::elasticEnergy(std::span<const Vec3d> x) {
    return Elasticity(solver_.body()).energy(x, jobs_);
}

void DynamicFlesh::measure(const PosedShape& shape, PoseReport& report) {
    solver_.measure(shape, report);
}

}  // namespace sinew::tets
