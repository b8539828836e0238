// The positions of the cells of a level in memory, and how the contributions of bricks to their nodes are
// summed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Lattice/Cells/Cells.h"
#include "Offline/Lattice/Multigrid/Layout.h"
#include "Offline/Lattice/Multigrid/NodeVectors.h"

namespace sinew::lattice {

// The memory layout of the cells. It does not change once the lattice exists.
class LevelMap {
  public:
    explicit LevelMap(const Cells& cells);

    std::uint32_t nodes() const { return nodes_; }
    std::uint32_t bricks() const { return static_cast<std::uint32_t>(bricks_.size()); }
    std::uint32_t groups() const { return static_cast<std::uint32_t>(rowOfGroup_.size()); }
    std::uint32_t slots() const { return static_cast<std::uint32_t>(nodeOfSlot_.size()); }
    // Per cell: its lane in the groups of kGroupLanes.
    std::span<const std::uint32_t> laneOfCell() const { return laneOfCell_; }
    Bricks bricksOf(double width) const {
        return {bricks_.data(), rowOfGroup_.data(), placeOfSlot_.data(), nodeOfSlot_.data(),
                static_cast<float>(width)};
    }

    // work(begin, end, sums) sets the sums of a range of bricks per slot. Then visit(node, sum over all its
    // bricks) is called once for each node. Nodes that belong to a single range are visited as soon as that
    // range is done, so that their sums stay in the cache; the others are visited at the end. So visit() may
    // change what work() reads at the same node. `shared` is scratch.
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
    // Nodes that have the same number of bricks. A loop of variable length at every node would be
    // mispredicted by the processor at every node.
    struct Run {
        std::uint32_t slotsOfEach, firstNode, nodes, firstSlot;
    };
    static constexpr std::uint32_t kMaxRange = 64;
    static constexpr std::uint32_t kMaxSlots = kBrickRows * (kBrickSide + 1);
    struct SlotsOfNodes;
    void addBrick(const Layer& layer);
    void listRuns();
    // `number` maps a slot to the index of its sum.
    void addRuns(std::vector<std::uint32_t> nodes, const SlotsOfNodes& slots,
                 std::span<const std::uint32_t> number);

    template <class Visit>
    void visitRuns(std::uint32_t part, const NodeVector* sums, Visit& visit) const {
        for (std::uint32_t r = firstRun_[part]; r < firstRun_[part + 1]; ++r) visitRun(runs_[r], sums, visit);
    }
    template <class Visit>
    void visitRun(const Run& run, const NodeVector* sums, Visit& visit) const {
        switch (run.slotsOfEach) {  // makes the number a compile-time constant
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
        firstRun_;  // first the runs of nodes that belong to one range, then blocks of shared nodes
    std::vector<Run> runs_;
    std::vector<std::uint32_t> nodesOfRuns_, slotsOfRuns_;
    std::vector<std::uint32_t> firstShared_, sharedSlots_;  // per range: its shared slots
};

}  // namespace sinew::lattice
