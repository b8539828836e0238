// A character's flesh solved on a lattice, where flesh touches flesh.
#pragma once

#include <memory>

#include "Offline/Full/FullSolver.h"
#include "Offline/Lattice/Contact/SelfContact.h"
#include "Offline/Lattice/Contact/SlidingBones.h"
#include "Offline/Lattice/PoseSolver.h"

namespace sinew::lattice {

struct SolverSettings {
    bool selfContact = true;
    ContactSettings contact;
};

class Solver : public FullSolver {
  public:
    // `character` and `volume` must outlive this. `stiffness`: as cellStiffness() gives it, or empty.
    Solver(const Character& character, const Volume& volume, const Flesh& flesh, const PoseSettings& settings,
           const SolverSettings& lattice, const Jobs& jobs, std::span<const double> stiffness = {});

    std::vector<double> volumesOfJoints() const override;

    // As after a pose whose spectra were seen too short (Multigrid.h).
    void widenSpectra() { solver_.levels().widenSpectra(); }

    // Carries other nodes along from now on, for tetNodes(). Those attached to bones move with them exactly.
    void carry(std::span<const Vec3d> nodes, std::span<const Bone> bones, const Attachment& attachment);
    std::vector<Vec3d> tetNodes() const override;

  private:
    PoseReport follow(PosedShape& shape, const BonePath& path) override;
    void forget() override { solver_.levels().forgetWidening(); }
    std::vector<Vec3d> skinOf(std::span<const Vec3d> nodes,
                              std::span<const Vec3d> linearBlend) const override {
        return skinPositions(volume_, nodes, linearBlend, jobs_);
    }

    const Volume& volume_;
    Jobs jobs_;
    PoseSolver solver_;
    std::unique_ptr<const SlidingBones> slide_;  // null: flesh is held
    std::unique_ptr<SelfContact> contact_;
    std::vector<std::uint32_t> carrierOfCell_;
    std::vector<Vec3d> carried_;                // as bound
    std::vector<std::int32_t> jointOfCarried_;  // Attachment::kFree where it has none
    TricubicSkin boundCarried_;
};

}  // namespace sinew::lattice
