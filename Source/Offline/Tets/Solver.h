// Solves the flesh of a character on tetrahedra.
#pragma once

#include <memory>

#include "Offline/Full/FullSolver.h"
#include "Offline/Volume/Layers.h"

namespace sinew::tets {

class ElasticBody;
struct Volume;

class Solver : public FullSolver {
  public:
    // `character` and `volume` must outlive this object. `tissue` is the result of tissueOf().
    Solver(const Character& character, const Volume& volume, const Flesh& flesh, const PoseSettings& settings,
           const Jobs& jobs, const Tissue& tissue = {});

    ~Solver() override;

    const ElasticBody& body() const;
    std::vector<double> volumesOfJoints() const override;

  private:
    PoseReport follow(PosedShape& shape, const BonePath& path) override;
    std::vector<Vec3d> skinOf(std::span<const Vec3d> nodes,
                              std::span<const Vec3d> linearBlend) const override;

    struct Parts;  // the elastic body and its pose solver
    const Volume& volume_;
    std::unique_ptr<Parts> parts_;
    std::vector<std::uint32_t> jointOfTet_;
};

}  // namespace sinew::tets
