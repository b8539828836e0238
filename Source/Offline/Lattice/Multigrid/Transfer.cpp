#include "Offline/Lattice/Multigrid/Transfer.h"

namespace sinew::lattice {

namespace {

constexpr std::uint32_t kCoarseNodesPerRange = 1024;
constexpr double kFixedShare = 0.5;  // of a coarse node's surroundings

// Counts → where each one's entries begin.
void accumulate(std::vector<std::uint32_t>& first) {
    for (std::size_t i = 0; i + 1 < first.size(); ++i) first[i + 1] += first[i];
}

}  // namespace

Transfer::Transfer(const Cells& fine, const Cells& coarse, std::vector<std::uint32_t> parents)
    : parents_(std::move(parents)) {
    listCoarseOfFine(fine, coarse);
    listFineOfCoarse(coarse.nodeCount());
    firstChild_.assign(coarse.cells.size() + 1, 0);
    for (const std::uint32_t parent : parents_) ++firstChild_[parent + 1];
    accumulate(firstChild_);
    children_.resize(parents_.size());
    std::vector<std::uint32_t> next(firstChild_.begin(), firstChild_.end() - 1);
    for (std::uint32_t c = 0; c < parents_.size(); ++c) children_[next[parents_[c]]++] = c;
}

// A fine node is a node, or the middle of an edge, a face or the whole of a coarse cell. All cells that have
// it lead to the same nodes: where they have different parents, those share the face that it is on.
void Transfer::listCoarseOfFine(const Cells& fine, const Cells& coarse) {
    constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    std::vector<std::uint32_t> cellOfNode(fine.nodeCount(), kNone);
    for (std::uint32_t c = 0; c < fine.cellCount(); ++c) {
        for (const std::uint32_t node : fine.nodesOfCell[c]) {
            if (cellOfNode[node] == kNone) cellOfNode[node] = c;
        }
    }
    firstCoarse_.push_back(0);
    for (std::uint32_t node = 0; node < fine.nodeCount(); ++node) {
        const std::uint32_t parent = parents_[cellOfNode[node]];
        std::uint32_t middle = 0, upper = 0;  // axes along which it is between, or at the upper end
        for (std::uint32_t axis = 0; axis < 3; ++axis) {
            const std::int32_t offset = fine.placeOfNode[node][axis] - 2 * coarse.cells[parent].place[axis];
            if (offset == 1) middle |= 1u << axis;
            if (offset == 2) upper |= 1u << axis;
        }
        for (std::uint32_t corner = 0; corner < 8; ++corner) {
            if ((corner & ~middle) == upper) coarseNodes_.push_back(coarse.nodesOfCell[parent][corner]);
        }
        firstCoarse_.push_back(static_cast<std::uint32_t>(coarseNodes_.size()));
    }
}

void Transfer::listFineOfCoarse(std::uint32_t coarseNodes) {
    firstFine_.assign(coarseNodes + 1, 0);
    for (const std::uint32_t node : coarseNodes_) ++firstFine_[node + 1];
    accumulate(firstFine_);
    fineNodes_.resize(coarseNodes_.size());
    std::vector<std::uint32_t> next(firstFine_.begin(), firstFine_.end() - 1);
    for (std::uint32_t node = 0; node + 1 < firstCoarse_.size(); ++node) {
        const float weight = 1.0f / static_cast<float>(firstCoarse_[node + 1] - firstCoarse_[node]);
        for (std::uint32_t i = firstCoarse_[node]; i < firstCoarse_[node + 1]; ++i) {
            fineNodes_[next[coarseNodes_[i]]++] = {node, weight};
        }
    }
}

std::vector<bool> Transfer::fixed(const std::vector<bool>& fine) const {
    std::vector<bool> coarse(firstFine_.size() - 1);
    for (std::size_t node = 0; node < coarse.size(); ++node) {
        double still = 0, all = 0;
        for (std::uint32_t i = firstFine_[node]; i < firstFine_[node + 1]; ++i) {
            const auto weight = static_cast<double>(fineNodes_[i].weight);
            all += weight;
            if (fine[fineNodes_[i].node]) still += weight;
        }
        coarse[node] = still >= kFixedShare * all;
    }
    return coarse;
}

std::vector<CellModuli> Transfer::stiffness(const Level& fine) const {
    std::vector<CellModuli> coarse(firstChild_.size() - 1);
    for (std::uint32_t c = 0; c < parents_.size(); ++c) {
        const CellModuli child = fine.stiffnessOf(c);
        coarse[parents_[c]].mu += child.mu / 8;
        coarse[parents_[c]].lambda += child.lambda / 8;
    }
    return coarse;
}

template <int count, class Read, class Write>
void Transfer::average(const Level& fine, const Level& coarse, const Jobs& jobs, Read&& read,
                       Write&& write) const {
    const std::span<const std::uint32_t> fineLanes = fine.map().laneOfCell(),
                                         lanes = coarse.map().laneOfCell();
    const auto cells = static_cast<std::uint32_t>(lanes.size());
    parallelForRanges(jobs, cells, kCoarseNodesPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t c = begin; c < end; ++c) {
            float sum[count] = {}, here[count], weight = 0;
            for (std::uint32_t i = firstChild_[c]; i < firstChild_[c + 1]; ++i) {
                const std::uint32_t lane = fineLanes[children_[i]];
                const float mu = fine.moduli()[lane / kGroupLanes].mu[lane % kGroupLanes];
                read(lane / kGroupLanes, lane % kGroupLanes, here);
                for (int entry = 0; entry < count; ++entry) sum[entry] += mu * here[entry];
                weight += mu;
            }
            for (float& entry : sum) entry /= weight;
            write(lanes[c] / kGroupLanes, lanes[c] % kGroupLanes, sum);
        }
    });
}

void Transfer::gradients(const Level& fine, std::span<const GroupGradient> ofFine, Level& coarse,
                         const Jobs& jobs) const {
    average<9>(
        fine, coarse, jobs,
        [&](std::uint32_t group, std::uint32_t lane, float* to) {
            for (int entry = 0; entry < 9; ++entry) to[entry] = ofFine[group].f[entry][lane];
        },
        [&](std::uint32_t group, std::uint32_t lane, const float* from) {
            for (int entry = 0; entry < 9; ++entry) coarse.gradients()[group].f[entry][lane] = from[entry];
        });
}

PressureVectors Transfer::pressures(const Level& fine, const Level& coarse, const Jobs& jobs) const {
    PressureVectors to(coarse.map().groups());
    average<1>(
        fine, coarse, jobs,
        [&](std::uint32_t group, std::uint32_t lane, float* p) { *p = fine.pressures()[group].p[lane]; },
        [&](std::uint32_t group, std::uint32_t lane, const float* p) { to[group].p[lane] = *p; });
    return to;
}

void Transfer::restrictTo(const NodeVectors& fine, const Level& coarseLevel, NodeVectors& coarse,
                          const Jobs& jobs) const {
    const std::uint32_t nodes = coarseLevel.nodes();
    coarse.resize(nodes);
    parallelForRanges(jobs, nodes, kCoarseNodesPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t node = begin; node < end; ++node) {
            NodeVector sum;
            if (!coarseLevel.isFixed(node)) {
                for (std::uint32_t i = firstFine_[node]; i < firstFine_[node + 1]; ++i) {
                    const NodeVector& v = fine[fineNodes_[i].node];
                    const float w = fineNodes_[i].weight;
                    sum = {sum.x + w * v.x, sum.y + w * v.y, sum.z + w * v.z, 0};
                }
            }
            coarse[node] = sum;
        }
    });
}

std::vector<float> Transfer::restricted(std::span<const float> fine) const {
    std::vector<float> coarse(firstFine_.size() - 1, 0);
    for (std::size_t node = 0; node < coarse.size(); ++node) {
        for (std::uint32_t i = firstFine_[node]; i < firstFine_[node + 1]; ++i) {
            coarse[node] += fineNodes_[i].weight * fine[fineNodes_[i].node];
        }
    }
    return coarse;
}

void Transfer::prolongateTo(const NodeVectors& coarse, const Level& fineLevel, NodeVectors& fine,
                            const Jobs& jobs) const {
    parallelForRanges(
        jobs, fineLevel.nodes(), kCoarseNodesPerRange, [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t node = begin; node < end; ++node) {
                if (fineLevel.isFixed(node)) continue;
                NodeVector sum;
                for (std::uint32_t i = firstCoarse_[node]; i < firstCoarse_[node + 1]; ++i) {
                    const NodeVector& v = coarse[coarseNodes_[i]];
                    sum = {sum.x + v.x, sum.y + v.y, sum.z + v.z, 0};
                }
                const float w = 1.0f / static_cast<float>(firstCoarse_[node + 1] - firstCoarse_[node]);
                NodeVector& to = fine[node];
                to = {to.x + w * sum.x, to.y + w * sum.y, to.z + w * sum.z, 0};
            }
        });
}

}  // namespace sinew::lattice
