// A character's flesh solved on a lattice, where flesh touches flesh.
#pragma once

#include <memory>

#include "Offline/Lattice/HexContact.h"
#include "Offline/Lattice/HexPoseSolver.h"
#include "Offline/Lattice/HexSlide.h"
#include "Offline/Solve/CharacterSolver.h"
#include "Offline/Volume/Volume.h"

namespace sinew {

struct LatticeSettings {
    bool selfContact = true;
    HexContactSettings contact;
};

class LatticeSolver : public CharacterSolver {
  public:
    // `character` and `volume` must outlive this. `stiffness`: as cellStiffness() gives it, or empty.
    LatticeSolver(const Character& character, const HexVolume& volume, const Flesh& flesh,
                  const PoseSettings& settings, const LatticeSettings& lattice, const Jobs& jobs,
                  std::span<const double> stiffness = {});

    std::vector<double> volumesOfJoints() const override;

    // As after a pose whose spectra were seen too short (HexMultigrid.h).
    void widenSpectra() { solver_.levels().widenSpectra(); }

    // Carries the nodes of tetrahedra along from now on; `tets` must outlive this. Nodes inside bones move
    // with them exactly.
    void carry(const Volume& tets);
    std::vector<Vec3d> tetNodes() const override;

  private:
    PoseReport follow(PosedShape& shape, const BonePath& path) override;
    void forget() override { solver_.levels().forgetWidening(); }
    std::vector<Vec3d> skinOf(std::span<const Vec3d> nodes,
                              std::span<const Vec3d> linearBlend) const override {
        return skinPositions(volume_, nodes, linearBlend, jobs_);
    }

    const HexVolume& volume_;
    Jobs jobs_;
    HexPoseSolver solver_;
    std::unique_ptr<const HexSlide> slide_;  // null: flesh is held
    std::unique_ptr<HexSelfContact> contact_;
    std::vector<std::uint32_t> carrierOfCell_;
    const Volume* tets_ = nullptr;
    HexSkin boundTets_;  // the nodes of `tets_`
};

}  // namespace sinew
