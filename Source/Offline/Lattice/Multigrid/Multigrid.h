// Multigrid on the lattice (lattice-skinning-2011, section 8): levels of double width, discretised anew from
// averaged deformation gradients.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "Offline/Lattice/Multigrid/Smoothing.h"
#include "Offline/Lattice/Multigrid/Transfer.h"

namespace sinew::lattice {

struct Cycle {
    Smoother smoother = Smoother::Chebyshev;
    int sweeps = 2;       // before, and after, each correction
    double smoothed = 8;  // Chebyshev: from this part of the largest eigenvalue on
    int bottomSweeps = 24;
    double bottomSmoothed = 300;
};

class Multigrid {
  public:
    // `cells` must outlive this. `maxLevels`: with the finest one.
    Multigrid(const Cells& cells, std::span<const CellModuli> stiffness, std::vector<bool> fixed,
              int maxLevels = 6);
    Multigrid(const Multigrid&) = delete;  // levels point at cells
    Multigrid& operator=(const Multigrid&) = delete;

    Level& finest() { return *levels_.front().level; }
    const Level& finest() const { return *levels_.front().level; }
    std::size_t levels() const { return levels_.size(); }
    Level& level(std::size_t i) { return *levels_[i].level; }
    const Transfer& transfer(std::size_t i) const { return *levels_[i].toCoarser; }

    void setTies(std::span<const Tie> ties);
    void setShift(std::vector<float> shift);
    void setLinearisation(Linearisation kind);

    // Makes all levels those of a shape: Level::linearise(), and the coarser ones from its gradients.
    double linearise(std::span<const Vec3d> x, NodeVectors& gradient, const Jobs& jobs);
    // Diagonals and spectra of all levels: after linearise() and setTies().
    void update(const Jobs& jobs);

    // From now on spectra are taken to reach farther than they are seen to; false where that cannot be what
    // was wrong. A few cells may have vibrations of their own that no short look at the whole body finds.
    bool widenSpectra();
    // As if nothing had been solved before.
    void forgetWidening();

    // x += an approximation of A⁻¹(b − A x): one V-cycle. With `fromZero` x is taken for 0, whatever is in
    // it.
    void cycle(const NodeVectors& b, NodeVectors& x, const Cycle& settings, bool fromZero, const Jobs& jobs);

  private:
    struct LevelParts {
        std::unique_ptr<const Cells> cells;  // null for the finest, which are the caller's
        std::unique_ptr<Level> level;
        std::unique_ptr<Transfer> toCoarser;  // null for the coarsest
        NodeVectors right, solution, residual, direction;
        std::vector<float> hold;  // N/m per node: what nodes that are fixed on finer levels do here
    };
    void cycle(std::size_t level, const NodeVectors& b, NodeVectors& x, const Cycle& settings, bool fromZero,
               const Jobs& jobs);

    std::vector<LevelParts> levels_;
};

}  // namespace sinew::lattice
