// One level of the lattice: its cells in bricks, and the stiffness of a shape as an operator on vectors of
// its nodes.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "Offline/Lattice/Cells/Cells.h"
#include "Offline/Lattice/Contact/Ties.h"
#include "Offline/Lattice/Multigrid/Kernels.h"
#include "Offline/Lattice/Multigrid/LevelMap.h"
#include "Offline/Lattice/Multigrid/NodeVectors.h"

namespace sinew::lattice {

struct CellModuli {
    float mu = 0, lambda = 0;  // Pa
};

class Level {
  public:
    // `cells` must outlive this. `fixed`: nodes that do not move.
    Level(const Cells& cells, std::span<const CellModuli> stiffness, std::vector<bool> fixed);

    const Cells& cells() const { return *cells_; }
    const LevelMap& map() const { return map_; }
    std::uint32_t nodes() const { return map_.nodes(); }
    bool isFixed(std::uint32_t node) const { return fixed_[node]; }
    const std::vector<bool>& fixed() const { return fixed_; }
    std::span<const GroupModuli> moduli() const { return moduli_; }
    std::span<const GroupGradient> gradients() const { return gradients_; }
    std::span<GroupGradient> gradients() { return gradients_; }
    CellModuli stiffnessOf(std::uint32_t cell) const;

    // Makes the operator that of a shape: its tangents and its gradients, too. Returns its energy, J, and
    // sets `gradient` to the energy's, on all nodes, fixed or not.
    double linearise(std::span<const Vec3d> x, NodeVectors& gradient, const Jobs& jobs);
    // Makes it that of the gradients that are set.
    void linearise(const Jobs& jobs);
    // The energy and its gradient alone.
    double evaluate(std::span<const Vec3d> x, NodeVectors& gradient, const Jobs& jobs);
    // The same where `u` is added to the gradients that are set; sets tangents and moved() as well where
    // asked to.
    double evaluate(const NodeVectors& u, NodeVectors& gradient, bool tangents, const Jobs& jobs);
    // The gradients with `u`.
    std::span<const GroupGradient> moved() const { return moved_; }
    // Adds what ties and the mass term make of `u` to `gradient` and returns their energy.
    double addHolds(const NodeVectors& u, NodeVectors& gradient, const Jobs& jobs);

    // J: what single precision leaves uncertain in the energy that a shape stores. A cell's strain s is known
    // to ε, its energy μ V s² to 2 μ V s ε.
    double energyNoise(double energy) const;

    // Springs and a mass term (N/m per node; empty: none) beside elasticity. Before updateDiagonal().
    void setTies(Ties ties) { ties_ = std::move(ties); }
    void setShift(std::vector<float> shift) { shift_ = std::move(shift); }
    const std::vector<float>& shift() const { return shift_; }
    void setLinearisation(Linearisation kind) { kind_ = kind; }

    // After every change of the operator: its diagonal, and how far its spectrum reaches beside that. Without
    // `spectrum`: as far as before.
    void updateDiagonal(const Jobs& jobs, bool spectrum = true);
    // D⁻¹; 0 at fixed nodes.
    const NodeVectors& inverseDiagonal() const { return inverseDiagonal_; }
    double largestEigenvalue() const { return largestEigenvalue_; }
    // Of this shape and all that follow; false where it is as wide as it may be.
    bool widenSpectrum();
    void forgetWidening() { spectrumMargin_ = 1; }

    // y = A x; 0 at fixed nodes. What x has there acts on the nodes that move.
    void apply(const NodeVectors& x, NodeVectors& y, const Jobs& jobs);
    void residual(const NodeVectors& b, const NodeVectors& x, NodeVectors& r, const Jobs& jobs);
    // d = keep · d + gain · D⁻¹ (b − A x), x += d.
    void sweep(const NodeVectors& b, NodeVectors& x, NodeVectors& d, float keep, float gain,
               const Jobs& jobs);
    // The same from x = 0, d = 0.
    void firstSweep(const NodeVectors& b, NodeVectors& x, NodeVectors& d, float gain, const Jobs& jobs) const;

  private:
    template <class Visit>  // visit(node, (A x) there)
    void forEachProduct(const NodeVectors& x, const Jobs& jobs, Visit&& visit);
    template <class Evaluate>  // evaluate(bricks, sums)
    double gather(NodeVectors& gradient, const Jobs& jobs, Evaluate&& evaluate);
    void estimateSpectrum(const Jobs& jobs);
    Bricks bricks() const { return map_.bricksOf(cells_->width); }

    const Cells* cells_;
    LevelMap map_;
    std::vector<bool> fixed_;
    Linearisation kind_ = Linearisation::Definite;
    std::vector<GroupModuli> moduli_;
    std::vector<GroupGradient> gradients_, moved_;
    std::vector<GroupTangent> tangents_;
    Ties ties_;
    std::vector<float> shift_;
    NodeVectors inverseDiagonal_;
    NodeVectors shared_;  // sums of slots whose nodes several ranges of bricks have
    std::vector<double> energies_;
    double unitEnergy_ = 0;                   // J, Σ μ V
    NodeVectors probe_, probed_, lastProbe_;  // of estimateSpectrum()
    double largestEigenvalue_ = 0, spectrumMargin_ = 1;
};

}  // namespace sinew::lattice
