// Cells in motion (McAdams et al. 2011, section 6; Patterson, Mitchell, Sifakis 2012, section 5). Each step
// of time minimises the sum of elastic energy, loads, an inertial potential and one of damping. Pressures
// follow from the shape at the end of a step; they have no inertia, and their rate is not damped beyond that
// of the shape.
//
// Deviation from Patterson et al., who damp by the stiffness: their damping resists rotation where flesh is
// stressed. This one has the stiffness at rest and resists the rate of strain only (CellViscosity).
#pragma once

#include "Offline/Full/DynamicBody.h"
#include "Offline/Lattice/Contact/KeptTies.h"
#include "Offline/Lattice/PoseSolver.h"

namespace sinew::lattice {

class DynamicFlesh : public DynamicBody {
  public:
    // `solver` must outlive this. It attaches the flesh to its bones. `contacts` as in its moveTo().
    DynamicFlesh(PoseSolver& solver, const Jobs& jobs, PoseSolver::TiesOf contacts = {});

    std::span<const double> masses() const override { return masses_; }
    const std::vector<bool>& held() const override;
    void hold(PosedShape& shape) const override { solver_.hold(shape); }
    std::vector<Vec3d> carried(const PosedShape& shape, std::vector<Affined> bones) const override;
    int stepsBetween(std::span<const Affined> from, std::span<const Affined> to) const override;
    void restart(const PosedShape& shape) override;
    NewtonReport minimise(const StepTerms& terms, PosedShape& shape, const NewtonSettings& settings) override;
    void addContactForces(std::span<const Vec3d> x, std::span<Vec3d> forces) const override;
    double elasticEnergy(std::span<const Vec3d> x) override;
    void measure(const PosedShape& shape, PoseReport& report) override;

  private:
    // Adds what time adds to the energy, for as long as it exists.
    class Terms;

    PoseSolver::Touching carriedContacts(const PosedShape& shape, double strength) const;
    void keepContacts(const PosedShape& shape, PoseSolver::Touching touching);

    PoseSolver& solver_;
    Jobs jobs_;
    PoseSolver::TiesOf contacts_;
    std::vector<double> masses_;
    KeptTies kept_;
    PosedShape lookedAt_;  // the shape at the last search for contacts, carried along since; empty for none
    // Of contacts: as in PoseSolver, weaker after a failure. And the weakest since the last report.
    double strength_ = 1, weakest_ = 1;
};

}  // namespace sinew::lattice
