// Damping of the strain rate.
#pragma once

#include <vector>

#include "Offline/Tets/ElasticBody.h"

namespace sinew::tets {

// Green's strain at every point of the body for nodes at x, plus `ahead` seconds of its rate with velocities
// v.
std::vector<Mat3d> strainsAhead(const ElasticBody& body, std::span<const Vec3d> x, std::span<const Vec3d> v,
                                double ahead);

// Stiffness-proportional damping of the rate of Green's strain: ½ factor V C:(E − still)², so that rigid
// rotation is not damped. `factor` times E − still is Rayleigh's β times the rate at the end of the step.
class Viscosity : public Potential {
  public:
    // `body` must outlive this object. `still` has a strain per point.
    Viscosity(const ElasticBody& body, std::vector<Mat3d> still, double factor)
        : body_(body), still_(std::move(still)), factor_(factor) {}

    double energy(std::span<const Vec3d> x, const Jobs& jobs) const override;
    void addForces(std::span<const Vec3d> x, std::span<Vec3d> f, const Jobs& jobs) const override;
    void addStiffness(std::span<const Vec3d> x, StiffnessSum& sum, const Jobs& jobs) const override;

  private:
    void addPoint(std::uint32_t point, const Mat3d& f, StiffnessSum& sum) const;

    const ElasticBody& body_;
    std::vector<Mat3d> still_;
    double factor_;
};

}  // namespace sinew::tets
