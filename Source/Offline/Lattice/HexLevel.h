// One level of the lattice: its cells in bricks, and the stiffness of a shape as an operator on vectors of
// its nodes.
#pragma once

#include <span>
#include <vector>

#include "Offline/Lattice/HexCells.h"
#include "Offline/Lattice/HexKernels.h"
#include "Offline/Lattice/HexTies.h"
#include "Offline/Lattice/HexVectors.h"

namespace sinew {

struct HexStiffness {
    float mu = 0, lambda = 0;  // Pa
};

// How cells lie in memory: fixed once the lattice is.
class HexMap {
  public:
    explicit HexMap(const HexCells& cells);

    std::uint32_t nodes() const { return nodes_; }
    std::uint32_t bricks() const { return static_cast<std::uint32_t>(bricks_.size()); }
    std::uint32_t groups() const { return static_cast<std::uint32_t>(rowOfGroup_.size()); }
    std::uint32_t slots() const { return static_cast<std::uint32_t>(nodeOfSlot_.size()); }
    // Into groups of kGroupLanes.
    std::span<const std::uint32_t> laneOfCell() const { return laneOfCell_; }
    HexBricks bricksOf(double width) const {
        return {bricks_.data(), rowOfGroup_.data(), placeOfSlot_.data(), nodeOfSlot_.data(),
                static_cast<float>(width)};
    }

    // What the bricks at a node sum up to.
    HexVector sumAt(std::uint32_t node, const HexVector* sums) const {
        HexVector sum = sums[slotsOfNode_[firstSlotOfNode_[node]]];
        for (std::uint32_t s = firstSlotOfNode_[node] + 1; s < firstSlotOfNode_[node + 1]; ++s) {
            const HexVector& more = sums[slotsOfNode_[s]];
            sum = {sum.x + more.x, sum.y + more.y, sum.z + more.z, 0};
        }
        return sum;
    }

  private:
    struct Layer;
    void addBrick(const Layer& layer);
    void listSlotsOfNodes();

    std::uint32_t nodes_;
    std::vector<HexBrick> bricks_;
    std::vector<std::uint8_t> rowOfGroup_, placeOfSlot_;
    std::vector<std::uint32_t> nodeOfSlot_, laneOfCell_;
    std::vector<std::uint32_t> firstSlotOfNode_, slotsOfNode_;
};

class HexLevel {
  public:
    // `cells` must outlive this. `fixed`: nodes that do not move.
    HexLevel(const HexCells& cells, std::span<const HexStiffness> stiffness, std::vector<bool> fixed);

    const HexCells& cells() const { return *cells_; }
    const HexMap& map() const { return map_; }
    std::uint32_t nodes() const { return map_.nodes(); }
    bool isFixed(std::uint32_t node) const { return fixed_[node]; }
    const std::vector<bool>& fixed() const { return fixed_; }
    std::span<const HexModuli> moduli() const { return moduli_; }
    std::span<const HexGradient> gradients() const { return gradients_; }
    std::span<HexGradient> gradients() { return gradients_; }
    HexStiffness stiffnessOf(std::uint32_t cell) const;

    // Makes the operator that of a shape: its tangents and its gradients, too. Returns its energy, J, and
    // sets `gradient` to the energy's, on all nodes, fixed or not.
    double linearise(std::span<const Vec3d> x, HexVectors& gradient, const Jobs& jobs);
    // Makes it that of the gradients that are set.
    void linearise(const Jobs& jobs);
    // The energy and its gradient alone.
    double evaluate(std::span<const Vec3d> x, HexVectors& gradient, const Jobs& jobs);
    // The same where `u` is added to the gradients that are set; sets tangents and moved() as well where
    // asked to.
    double evaluate(const HexVectors& u, HexVectors& gradient, bool tangents, const Jobs& jobs);
    // The gradients with `u`.
    std::span<const HexGradient> moved() const { return moved_; }
    // Adds what ties and the mass term make of `u` to `gradient` and returns their energy.
    double addHolds(const HexVectors& u, HexVectors& gradient, const Jobs& jobs);

    // J: what single precision leaves uncertain in the energy of a shape. A cell's strain s is known to ε,
    // its energy μ V s² to 2 μ V s ε.
    double energyNoise(double energy) const;

    // Springs and a mass term (N/m per node; empty: none) beside elasticity. Before updateDiagonal().
    void setTies(HexTies ties) { ties_ = std::move(ties); }
    void setShift(std::vector<float> shift) { shift_ = std::move(shift); }
    const std::vector<float>& shift() const { return shift_; }
    void setLinearisation(HexLinearisation kind) { kind_ = kind; }

    // After every change of the operator: its diagonal, and how far its spectrum reaches beside that. Without
    // `spectrum`: as far as before.
    void updateDiagonal(const Jobs& jobs, bool spectrum = true);
    // D⁻¹; 0 at fixed nodes.
    const HexVectors& inverseDiagonal() const { return inverseDiagonal_; }
    double largestEigenvalue() const { return largestEigenvalue_; }

    // y = A x; 0 at fixed nodes. x must be 0 there.
    void apply(const HexVectors& x, HexVectors& y, const Jobs& jobs);
    void residual(const HexVectors& b, const HexVectors& x, HexVectors& r, const Jobs& jobs);
    // d = keep · d + gain · D⁻¹ (b − A x), x += d.
    void sweep(const HexVectors& b, HexVectors& x, HexVectors& d, float keep, float gain, const Jobs& jobs);
    // The same from x = 0, d = 0.
    void firstSweep(const HexVectors& b, HexVectors& x, HexVectors& d, float gain, const Jobs& jobs) const;

  private:
    template <class Visit>  // visit(node, (A x) there)
    void forEachProduct(const HexVectors& x, const Jobs& jobs, Visit&& visit);
    double finish(HexVectors& gradient, const Jobs& jobs);
    void estimateSpectrum(const Jobs& jobs);
    HexBricks bricks() const { return map_.bricksOf(cells_->width); }

    const HexCells* cells_;
    HexMap map_;
    std::vector<bool> fixed_;
    HexLinearisation kind_ = HexLinearisation::Definite;
    std::vector<HexModuli> moduli_;
    std::vector<HexGradient> gradients_, moved_;
    std::vector<HexTangent> tangents_;
    HexTies ties_;
    std::vector<float> shift_;
    HexVectors inverseDiagonal_;
    HexVectors sums_;  // per slot
    std::vector<double> energies_;
    double unitEnergy_ = 0;                  // J, Σ μ V
    HexVectors probe_, probed_, lastProbe_;  // of estimateSpectrum()
    double largestEigenvalue_ = 0;
};

}  // namespace sinew
