// One level of the lattice: its cells in bricks, and the tangent stiffness of a shape as a linear operator on
// vectors of its nodes.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "Offline/Lattice/Cells/Cells.h"
#include "Offline/Lattice/Contact/Ties.h"
#include "Offline/Lattice/Multigrid/Extension.h"
#include "Offline/Lattice/Multigrid/Kernels.h"
#include "Offline/Lattice/Multigrid/LevelMap.h"
#include "Offline/Lattice/Multigrid/NodeVectors.h"
#include "Offline/Lattice/Multigrid/PointKernels.h"

namespace sinew::lattice {

struct CellModuli {
    float mu = 0, lambda = 0;  // Pa
};

// The stiffness of a cell's corner at rest along each axis, N/m: the diagonal of its tangent.
inline float cornerStiffness(CellModuli cell, double width) {
    return static_cast<float>(width) *
           ((0.25f + static_cast<float>(kHourglassDiagonal)) * cell.mu + cell.lambda / 16);
}

class Level {
  public:
    // `cells` must outlive this object. `fixed` marks nodes that do not move.
    Level(const Cells& cells, std::span<const CellModuli> stiffness, std::vector<bool> fixed);

    // Evaluates the energy at the points of the cells, whose flesh has these moduli. The cells as they were
    // constructed become an approximation, which smooths and is the base of coarser levels: energies, apply()
    // and applyMixed() are those of the points, everything else is that of the cells.
    void setPoints(std::span<const CellModuli> flesh);
    bool hasPoints() const { return !points_.empty(); }

    const Cells& cells() const { return *cells_; }
    const LevelMap& map() const { return map_; }
    std::uint32_t nodes() const { return map_.nodes(); }
    bool isFixed(std::uint32_t node) const { return fixed_[node]; }
    const std::vector<bool>& fixed() const { return fixed_; }
    std::span<const GroupModuli> moduli() const { return moduli_; }
    std::span<const GroupGradient> gradients() const { return gradients_; }
    std::span<GroupGradient> gradients() { return gradients_; }
    // The pressures of cells in groups; empty where pressure follows from the shape.
    const PressureVectors& pressures() const { return pressures_; }
    void setPressures(PressureVectors pressures) { pressures_ = std::move(pressures); }
    // With pressures: how they and the shape that was linearised depend on each other.
    std::span<const GroupCoupling> couplings() const { return couplings_; }
    CellModuli stiffnessOf(std::uint32_t cell) const;

    // Sets the operator, its tangents and gradients, to those of the shape x. Returns the energy in J and
    // sets `gradient` to its gradient at all nodes, fixed or not.
    double linearise(std::span<const Vec3d> x, NodeVectors& gradient, const Jobs& jobs);
    // Sets the operator from the gradients that are set.
    void linearise(const Jobs& jobs);
    // Computes only the energy and its gradient.
    double evaluate(std::span<const Vec3d> x, NodeVectors& gradient, const Jobs& jobs);
    // The same for the gradients that are set plus those of `u`. With `tangents`, also sets the tangents and
    // moved().
    double evaluate(const NodeVectors& u, NodeVectors& gradient, bool tangents, const Jobs& jobs);
    // The gradients after adding `u`.
    std::span<const GroupGradient> moved() const { return moved_; }
    // Adds the gradient of ties, mass term and extension at `u` to `gradient` and returns their energy.
    double addHolds(const NodeVectors& u, NodeVectors& gradient, const Jobs& jobs);

    // The error of the elastic energy in single precision, in J. The strain s of a cell is known to ε, so its
    // energy μ V s² is known to 2 μ V s ε.
    double energyNoise(double energy) const;

    // Springs and a mass term (N/m per node; empty for none) that are added to elasticity. Call
    // updateDiagonal() afterwards.
    void setTies(Ties ties) { ties_ = std::move(ties); }
    void setShift(std::vector<float> shift) { shift_ = std::move(shift); }
    const std::vector<float>& shift() const { return shift_; }
    // Part of the elasticity of positions x; that of displacements `u` on top of gradients has it in
    // addHolds(). `shear` and `strength` as in Extension.
    void setExtension(std::span<const float> shear, double strength) {
        extension_ = Extension(*cells_, shear, fixed_, strength);
    }
    const Extension& extension() const { return extension_; }
    void setLaw(const CellLaw& law) { law_ = law; }
    const CellLaw& law() const { return law_; }

    // Call after every change of the operator: computes its diagonal, and the largest eigenvalue of the
    // operator relative to it. Without `spectrum` the previous estimate is kept.
    void updateDiagonal(const Jobs& jobs, bool spectrum = true);
    // D⁻¹; 0 at fixed nodes.
    const NodeVectors& inverseDiagonal() const { return inverseDiagonal_; }
    double largestEigenvalue() const { return largestEigenvalue_; }
    // Increases the estimate of the spectrum for this and all later shapes. Returns false if it has reached
    // its maximum.
    bool widenSpectrum();
    void forgetWidening() { spectrumMargin_ = 1; }

    // y = A x, 0 at fixed nodes. The values of x at fixed nodes act on the other nodes.
    void apply(const NodeVectors& x, NodeVectors& y, const Jobs& jobs);
    void residual(const NodeVectors& b, const NodeVectors& x, NodeVectors& r, const Jobs& jobs);
    // With pressures: y = A x + G p, q = Gᵀ x − C p.
    void applyMixed(const NodeVectors& x, const PressureVectors& p, NodeVectors& y, PressureVectors& q,
                    const Jobs& jobs);
    // d = keep · d + gain · D⁻¹ (b − A x), x += d.
    void sweep(const NodeVectors& b, NodeVectors& x, NodeVectors& d, float keep, float gain,
               const Jobs& jobs);
    // The same for x = 0 and d = 0.
    void firstSweep(const NodeVectors& b, NodeVectors& x, NodeVectors& d, float gain, const Jobs& jobs) const;

  private:
    template <class Visit>  // visit(node, (A x) there), of the cells
    void forEachProduct(const NodeVectors& x, const Jobs& jobs, Visit&& visit);
    template <class Apply, class Visit>  // apply(bricks, sums)
    void forEachProductBy(const NodeVectors& x, const Jobs& jobs, Apply&& apply, Visit&& visit);
    CellStates states() const {
        return {moduli_.data(), nullptr, pressures_.empty() ? nullptr : pressures_.data()};
    }
    CellStates statesOnTop() const {
        CellStates s = states();
        s.offset = gradients_.data();
        return s;
    }
    GroupCoupling* couplingsOrNone() { return pressures_.empty() ? nullptr : couplings_.data(); }
    template <class Evaluate>  // evaluate(bricks, sums)
    double gather(NodeVectors& gradient, const Jobs& jobs, Evaluate&& evaluate);
    double evaluateCells(std::span<const Vec3d> x, NodeVectors& gradient, bool tangents, const Jobs& jobs);
    void applyCells(const NodeVectors& x, NodeVectors& y, const Jobs& jobs);
    double addExtension(std::span<const Vec3d> x, NodeVectors& gradient, const Jobs& jobs);
    void estimateSpectrum(const Jobs& jobs);
    Bricks bricks() const { return map_.bricksOf(cells_->width); }

    const Cells* cells_;
    LevelMap map_;
    std::vector<bool> fixed_;
    CellLaw law_;
    std::vector<GroupModuli> moduli_;
    std::vector<GroupGradient> gradients_, moved_;
    std::vector<GroupTangent> tangents_;
    std::vector<GroupPoints> points_;  // empty without
    std::vector<GroupPointTangents> pointTangents_;
    PressureVectors pressures_;
    std::vector<GroupCoupling> couplings_;
    Ties ties_;
    Extension extension_;
    std::vector<float> shift_;
    NodeVectors inverseDiagonal_;
    NodeVectors shared_;  // sums of slots whose nodes belong to several ranges of bricks
    std::vector<double> energies_;
    double unitEnergy_ = 0;                   // J, Σ μ V
    NodeVectors probe_, probed_, lastProbe_;  // scratch of estimateSpectrum()
    double largestEigenvalue_ = 0, spectrumMargin_ = 1;
};

}  // namespace sinew::lattice
