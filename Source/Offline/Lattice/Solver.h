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
    // `character` and `volume` must outlive this object. `factors` are the result of cellStiffness().
    Solver(const Character& character, const Volume& volume, const Flesh& flesh, const PoseSettings& settings,
           const SolverSettings& lattice, const Jobs& jobs, std::span<const double> factors = {});

    ~Solver() override;

    std::vector<double> volumesOfJoints() const override;

    // The same as Multigrid::widenSpectra(), for a pose whose spectra were underestimated.
    void widenSpectra();

  private:
    PoseReport follow(PosedShape& shape, const BonePath& path) override;
    void forget() override;
    std::vector<Vec3d> skinOf(std::span<const Vec3d> nodes,
                              std::span<const Vec3d> linearBlend) const override;

    const Volume& volume_;
    Jobs jobs_;
    std::unique_ptr<SolverParts> parts_;
    std::vector<std::uint32_t> carrierOfCell_;
};

}  // namespace sinew::lattice
