// Solves the flesh of a character on a lattice, with self contact.
#pragma once

#include <memory>

#include "Offline/Full/FullSolver.h"
#include "Offline/Lattice/Settings.h"

namespace sinew::lattice {

struct SolverParts;
struct Volume;

class Solver : public FullSolver {
  public:
    // `character` and `volume` must outlive this object. `factors` are the result of factorsOf().
    Solver(const Character& character, const Volume& volume, const Flesh& flesh, const PoseSettings& settings,
           const SolverSettings& lattice, const Jobs& jobs, std::span<const double> factors = {});

    ~Solver() override;

    std::vector<double> volumesOfJoints() const override;

    // The same as Multigrid::widenSpectra(), for a pose whose spectra were underestimated.
    void widenSpectra();

    // From now on, also moves these nodes, for tetNodes(). Those attached to bones follow them exactly.
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
    struct Carried;  // nodes that are not part of the lattice
    std::unique_ptr<Carried> carried_;
};

}  // namespace sinew::lattice
