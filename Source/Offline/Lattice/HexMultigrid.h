// Multigrid on the lattice (lattice-skinning-2011, section 8): levels of double width, discretised anew from
// averaged deformation gradients.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "Offline/Lattice/HexSmoothing.h"
#include "Offline/Lattice/HexTransfer.h"

namespace sinew {

struct HexCycle {
    HexSmoother smoother = HexSmoother::Chebyshev;
    int sweeps = 2;       // before, and after, each correction
    double smoothed = 8;  // Chebyshev: from this part of the largest eigenvalue on
    int bottomSweeps = 24;
    double bottomSmoothed = 300;
};

class HexMultigrid {
  public:
    // `cells` must outlive this. `mostLevels`: with the finest one.
    HexMultigrid(const HexCells& cells, std::span<const HexStiffness> stiffness, std::vector<bool> fixed,
                 int mostLevels = 6);
    HexMultigrid(const HexMultigrid&) = delete;  // levels point at cells
    HexMultigrid& operator=(const HexMultigrid&) = delete;

    HexLevel& finest() { return *levels_.front().level; }
    const HexLevel& finest() const { return *levels_.front().level; }
    std::size_t levels() const { return levels_.size(); }
    HexLevel& level(std::size_t i) { return *levels_[i].level; }
    const HexTransfer& transfer(std::size_t i) const { return *levels_[i].toCoarser; }

    void setTies(std::span<const HexTie> ties);
    void setShift(std::vector<float> shift);
    void setLinearisation(HexLinearisation kind);

    // Makes all levels those of a shape: HexLevel::linearise(), and the coarser ones from its gradients.
    double linearise(std::span<const Vec3d> x, HexVectors& gradient, const Jobs& jobs);
    // Diagonals and spectra of all levels: after linearise() and setTies().
    void update(const Jobs& jobs);

    // From now on spectra are taken to reach farther than they are seen to; false where that cannot be what
    // was wrong. A few cells may have vibrations of their own that no short look at the whole body finds.
    bool widenSpectra();
    // As if nothing had been solved before.
    void forgetWidening();

    // x += an approximation of A⁻¹(b − A x): one V-cycle. With `fromZero` x is taken for 0, whatever is in
    // it.
    void cycle(const HexVectors& b, HexVectors& x, const HexCycle& settings, bool fromZero, const Jobs& jobs);

  private:
    struct Level {
        std::unique_ptr<const HexCells> cells;  // null for the finest, which are the caller's
        std::unique_ptr<HexLevel> level;
        std::unique_ptr<HexTransfer> toCoarser;  // null for the coarsest
        HexVectors right, solution, residual, direction;
        std::vector<float> hold;  // N/m per node: what nodes that are fixed on finer levels do here
    };
    void cycle(std::size_t level, const HexVectors& b, HexVectors& x, const HexCycle& settings, bool fromZero,
               const Jobs& jobs);

    std::vector<Level> levels_;
};

}  // namespace sinew
