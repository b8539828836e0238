// A character's flesh solved on tetrahedra.
#pragma once

#include "Offline/Full/FullSolver.h"
#include "Offline/Tets/PoseSolver.h"
#include "Offline/Tets/Volume.h"

namespace sinew::tets {

class Solver : public FullSolver {
  public:
    // `character` and `volume` must outlive this. `stiffness`: as tetStiffness() gives it, or empty.
    Solver(const Character& character, const Volume& volume, const Flesh& flesh, const PoseSettings& settings,
           const Jobs& jobs, std::span<const double> stiffness = {});

    const ElasticBody& body() const { return body_; }
    std::vector<double> volumesOfJoints() const override;

  private:
    PoseReport follow(PosedShape& shape, const BonePath& path) override {
        return solver_.moveTo(shape, path);
    }
    std::vector<Vec3d> skinOf(std::span<const Vec3d> nodes,
                              std::span<const Vec3d> linearBlend) const override {
        return skinPositions(volume_, nodes, linearBlend);
    }

    const Volume& volume_;
    ElasticBody body_;
    PoseSolver solver_;
    std::vector<std::uint32_t> jointOfTet_;
};

}  // namespace sinew::tets
