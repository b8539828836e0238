// Tetrahedra in motion. Each step of time minimises the sum of elastic energy, loads, an inertial potential
// and one of damping.
#pragma once

#include "Offline/Full/DynamicBody.h"
#include "Offline/Tets/PoseSolver.h"

namespace sinew::tets {

class DynamicFlesh : public DynamicBody {
  public:
    // `solver` must outlive this. Its shapes are those to start from; it attaches the flesh to its bones.
    DynamicFlesh(PoseSolver& solver, const Jobs& jobs);

    std::span<const double> masses() const override { return solver_.body().masses(); }
    const std::vector<bool>& held() const override { return held_; }
    void hold(PosedShape& shape) const override { solver_.hold(shape); }
    std::vector<Vec3d> carried(const PosedShape& shape, std::vector<Affined> bones) const override;
    NewtonReport minimise(const StepTerms& terms, PosedShape& shape, const NewtonSettings& settings) override;
    double elasticEnergy(std::span<const Vec3d> x) override;
    void measure(const PosedShape& shape, PoseReport& report) override;

  private:
    PoseSolver& solver_;
    Jobs jobs_;
    std::vector<bool> held_;
};

}  // namespace sinew::tets
