// A character's flesh solved on a lattice, where flesh touches flesh.
#pragma once

#include <memory>

#include "Offline/Full/FullSolver.h"
#include "Offline/Lattice/Settings.h"

namespace sinew::lattice {

struct SolverParts;
struct Volume;

class Solver : public FullSolver {
  public:
    // `character` and `volume` must outlive this. `factors`: as factorsOf() gives them.
    Solver(const Character& character, const Volume& volume, const Flesh& flesh, const PoseSettings& settings,
           const SolverSettings& lattice, const Jobs& jobs, std::span<const double> factors = {});

    ~Solver() override;

    std::vector<double> volumesOfJoints() const override;

    // As after a pose whose spectra were seen too short (Multigrid.h).
    void widenSpectra();

    // Carries other nodes along from now on, for tetNodes(). Those attached to bones move with them exactly.
    void carry(std::span<const Vec3d> nodes, std::span<const Bone> bones, const Attachment& attachment);
    std::vector<Vec3d> tetNodes() const override;

  private:
    PoseReport follow(PosedShape& shape, const BonePath& path) override;
    void forget() override;
    std::vector<Vec3d> skinOf(std::span<const Vec3d> nodes,
                              std::span<const Vec3d> linearBlend) const override;

    const Volume& volume_;
    Jobs jobs_;
    std::unique_ptr<SolverParts> parts_;
    std::vector<std::uint32_t> carrierOfCell_;
    struct Carried;  // nodes that are not the solver's own
    std::unique_ptr<Carried> carried_;
};

}  // namespace sinew::lattice
