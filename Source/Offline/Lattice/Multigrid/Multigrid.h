// Multigrid on the lattice (McAdams et al. 2011, section 8): each coarser level has cells of double width and
// is discretised from averaged deformation gradients.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "Offline/Lattice/Multigrid/Smoothing.h"
#include "Offline/Lattice/Multigrid/Transfer.h"

namespace sinew::lattice {

struct Cycle {
    Smoother smoother = Smoother::Chebyshev;
    int sweeps = 2;       // number before, and after, each correction
    double smoothed = 8;  // Chebyshev: smooths eigenvalues above the largest divided by this
    int bottomSweeps = 24;
    double bottomSmoothed = 300;
};

class Multigrid {
  public:
    // `cells` must outlive this object. `maxLevels` includes the finest level.
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
    void setLaw(const CellLaw& law);
    // Level::setPoints() on the finest level. Call before setLaw().
    void setPoints(std::span<const CellModuli> flesh) { finest().setPoints(flesh); }
    // Extends the cells of all levels (Extension.h). `shear`: per cell of the finest level.
    void setExtension(std::vector<float> shear, double strength = Extension::kStrength);

    // Linearises all levels at a shape: Level::linearise() on the finest, then the coarser ones from its
    // gradients and pressures.
    double linearise(std::span<const Vec3d> x, NodeVectors& gradient, const Jobs& jobs);
    // Computes diagonals and spectra of all levels. Call after linearise() and setTies().
    void update(const Jobs& jobs);

    // From now on, uses larger estimates of the spectra. Returns false if the estimates cannot have been the
    // problem. A few cells may have vibrations of their own that a short Lanczos iteration on the whole body
    // does not find.
    bool widenSpectra();
    // Resets the estimates to those before any solve.
    void forgetWidening();

    // Adds an approximation of A⁻¹(b − A x) to x with one V-cycle. With `fromZero` the content of x is
    // ignored and 0 is used.
    void cycle(const NodeVectors& b, NodeVectors& x, const Cycle& settings, bool fromZero, const Jobs& jobs);

  private:
    struct LevelParts {
        std::unique_ptr<const Cells> cells;  // null for the finest level, whose cells belong to the caller
        std::unique_ptr<Level> level;
        std::unique_ptr<Transfer> toCoarser;  // null for the coarsest
        NodeVectors right, solution, residual, direction;
        std::vector<float> hold;  // N/m per node: the stiffness of nodes that are fixed on finer levels
    };
    void cycle(std::size_t level, const NodeVectors& b, NodeVectors& x, const Cycle& settings, bool fromZero,
               const Jobs& jobs);

    std::vector<LevelParts> levels_;
};

}  // namespace sinew::lattice
