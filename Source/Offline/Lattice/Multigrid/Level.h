// One level of the lattice: its cells in bricks, and the stiffness of a shape as an operator on vectors of
// its nodes.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "Offline/Lattice/Cells/Cells.h"
#include "Offline/Lattice/Contact/Ties.h"
#include "Offline/Lattice/Multigrid/Kernels.h"
#include "Offline/Lattice/Multigrid/NodeVectors.h"

namespace sinew::lattice {

struct CellModuli {
    float mu = 0, lambda = 0;  // Pa
};

// How cells lie in memory: fixed once the lattice is.
class LevelMap {
  public:
    explicit LevelMap(const Cells& cells);

    std::uint32_t nodes() const { return nodes_; }
    std::uint32_t bricks() const { return static_cast<std::uint32_t>(bricks_.size()); }
    std::uint32_t groups() const { return static_cast<std::uint32_t>(rowOfGroup_.size()); }
    std::uint32_t slots() const { return static_cast<std::uint32_t>(nodeOfSlot_.size()); }
    // Into groups of kGroupLanes.
    std::span<const std::uint32_t> laneOfCell() const { return laneOfCell_; }
    Bricks bricksOf(double width) const {
        return {bricks_.data(), rowOfGroup_.data(), placeOfSlot_.data(), nodeOfSlot_.data(),
                static_cast<float>(width)};
    }

    // work(begin, end, sums) sets the sums of a range of bricks, per slot; then comes visit(node, what all
    // bricks at it sum up to), once for each node. Nodes that no brick of another range has are visited as
    // soon as the range is done, their sums never leaving the cache; the rest when all are. So a visit may
    // change what work reads at its own node. `shared` is scratch.
    template <class Work, class Visit>
    void forEachSum(std::vector<NodeVector>& shared, const Jobs& jobs, Work&& work, Visit&& visit) const {
        shared.resize(sharedSlots_.size());
        parallelFor(jobs, ranges_, [&](std::uint32_t range) {
            alignas(64) std::byte room[kMaxRange * kMaxSlots * sizeof(NodeVector)];  // not cleared
            auto* const sums = reinterpret_cast<NodeVector*>(room);
            const std::uint32_t begin = range * bricksPerRange_;
            work(begin, std::min(begin + bricksPerRange_, bricks()), sums);
            for (std::uint32_t s = firstShared_[range]; s < firstShared_[range + 1]; ++s)
                shared[s] = sums[sharedSlots_[s]];
            visitRuns(range, sums, visit);
        });
        const auto parts = static_cast<std::uint32_t>(firstRun_.size() - 1);
        parallelFor(jobs, parts - ranges_,
                    [&](std::uint32_t block) { visitRuns(ranges_ + block, shared.data(), visit); });
    }
    // work(begin, end) for all ranges of bricks.
    template <class Work>
    void forEachRange(const Jobs& jobs, Work&& work) const {
        parallelForRanges(jobs, bricks(), bricksPerRange_, work);
    }

  private:
    struct Layer;
    // Nodes that as many bricks have: with a loop of unknown length at every node, processors guess wrong at
    // every node.
    struct Run {
        std::uint32_t slotsOfEach, firstNode, nodes, firstSlot;
    };
    static constexpr std::uint32_t kMaxRange = 64;
    static constexpr std::uint32_t kMaxSlots = kBrickRows * (kBrickSide + 1);
    struct SlotsOfNodes;
    void addBrick(const Layer& layer);
    void listRuns();
    // `number`: where the sum of a slot is found.
    void addRuns(std::vector<std::uint32_t> nodes, const SlotsOfNodes& slots,
                 std::span<const std::uint32_t> number);

    template <class Visit>
    void visitRuns(std::uint32_t part, const NodeVector* sums, Visit& visit) const {
        for (std::uint32_t r = firstRun_[part]; r < firstRun_[part + 1]; ++r) visitRun(runs_[r], sums, visit);
    }
    template <class Visit>
    void visitRun(const Run& run, const NodeVector* sums, Visit& visit) const {
        switch (run.slotsOfEach) {  // their number as a constant
            case 1:
                return visitRun<1>(run, sums, visit);
            case 2:
                return visitRun<2>(run, sums, visit);
            case 4:
                return visitRun<4>(run, sums, visit);
            default:
                return visitRun<0>(run, sums, visit);
        }
    }
    template <std::uint32_t kSlots, class Visit>
    void visitRun(const Run& run, const NodeVector* sums, Visit& visit) const {
        const std::uint32_t count = kSlots != 0 ? kSlots : run.slotsOfEach;
        const std::uint32_t* slot = slotsOfRuns_.data() + run.firstSlot;
        for (std::uint32_t i = 0; i < run.nodes; ++i, slot += count) {
            NodeVector sum = sums[slot[0]];
            for (std::uint32_t s = 1; s < count; ++s) sum = sum + sums[slot[s]];
            visit(nodesOfRuns_[run.firstNode + i], sum);
        }
    }

    std::uint32_t nodes_;
    std::vector<Brick> bricks_;
    std::vector<std::uint8_t> rowOfGroup_, placeOfSlot_;
    std::vector<std::uint32_t> nodeOfSlot_, laneOfCell_;
    std::uint32_t bricksPerRange_ = 1, ranges_ = 0;
    std::vector<std::uint32_t>
        firstRun_;  // of a range's own nodes, then of blocks of those that ranges share
    std::vector<Run> runs_;
    std::vector<std::uint32_t> nodesOfRuns_, slotsOfRuns_;
    std::vector<std::uint32_t> firstShared_, sharedSlots_;  // of a range: into its slots
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
