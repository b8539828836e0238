#include "Offline/Lattice/Contact/Ties.h"

namespace sinew::lattice {

namespace {
constexpr std::uint32_t kTiesPerRange = 1024;
}

Mat3f springAlong(Vec3d normal, double stiffness) {
    Mat3f k;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) k(i, j) = static_cast<float>(stiffness * normal[i] * normal[j]);
    }
    return k;
}

Vec3d stretchOf(const Tie& tie, const Cells& cells, std::span<const Vec3d> x) {
    const Vec3d other = tie.partner.isThere() ? positionOf(tie.partner, cells, x) : tie.target;
    return positionOf(tie.point, cells, x) - other;
}

std::vector<Tie> activeTies(std::span<const Tie> ties, const Cells& cells, std::span<const Vec3d> x) {
    std::vector<Tie> active;
    for (const Tie& tie : ties) {
        if (tie.isActive(stretchOf(tie, cells, x))) active.push_back(tie);
    }
    return active;
}

Ties::Ties(std::span<const Tie> ties, const Cells& cells) {
    firstEnd_.push_back(0);
    // Point and partner may share nodes, on coarser levels all of them: one end each, or the diagonal would
    // not be that of the operator.
    const auto addEnd = [&](std::uint32_t node, float weight) {
        for (std::size_t e = firstEnd_.back(); e < ends_.size(); ++e) {
            if (ends_[e].node != node) continue;
            ends_[e].weight += weight;
            return;
        }
        ends_.push_back({node, weight});
    };
    const auto addPoint = [&](const CellPoint& point, float sign) {
        if (!point.isThere()) return;
        for (std::uint32_t c = 0; c < 8; ++c) {
            if (point.weights[c] != 0) addEnd(cells.nodesOfCell[point.cell][c], sign * point.weights[c]);
        }
    };
    for (const Tie& tie : ties) {
        addPoint(tie.point, 1);
        addPoint(tie.partner, -1);
        firstEnd_.push_back(static_cast<std::uint32_t>(ends_.size()));
        stiffness_.push_back(tie.stiffness);
    }
    std::vector<std::uint32_t> countOfNode(cells.nodeCount() + 1, 0);
    for (const End& end : ends_) ++countOfNode[end.node + 1];
    for (std::size_t n = 0; n < cells.nodeCount(); ++n) countOfNode[n + 1] += countOfNode[n];
    firstOfNode_ = countOfNode;
    pulls_.resize(ends_.size());
    for (std::uint32_t tie = 0; tie < count(); ++tie) {
        for (std::uint32_t e = firstEnd_[tie]; e < firstEnd_[tie + 1]; ++e) {
            pulls_[countOfNode[ends_[e].node]++] = {tie, ends_[e].weight};
        }
    }
    force_.resize(stiffness_.size());
}

void Ties::stretch(const NodeVector* x, const Jobs& jobs) {
    parallelForRanges(jobs, count(), kTiesPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t tie = begin; tie < end; ++tie) {
            Vec3f sum;
            for (std::uint32_t e = firstEnd_[tie]; e < firstEnd_[tie + 1]; ++e) {
                const NodeVector& v = x[ends_[e].node];
                sum += Vec3f{v.x, v.y, v.z} * ends_[e].weight;
            }
            const Vec3f f = stiffness_[tie] * sum;
            force_[tie] = {f.x, f.y, f.z, 0};
        }
    });
}

NodeVector Ties::forceAt(std::uint32_t node) const {
    NodeVector sum;
    for (std::uint32_t p = firstOfNode_[node]; p < firstOfNode_[node + 1]; ++p) {
        const NodeVector& f = force_[pulls_[p].tie];
        const float w = pulls_[p].weight;
        sum.x += w * f.x;
        sum.y += w * f.y;
        sum.z += w * f.z;
    }
    return sum;
}

NodeVector Ties::diagonalAt(std::uint32_t node) const {
    NodeVector sum;
    for (std::uint32_t p = firstOfNode_[node]; p < firstOfNode_[node + 1]; ++p) {
        const Mat3f& k = stiffness_[pulls_[p].tie];
        const float w2 = pulls_[p].weight * pulls_[p].weight;
        sum.x += w2 * k(0, 0);
        sum.y += w2 * k(1, 1);
        sum.z += w2 * k(2, 2);
    }
    return sum;
}

}  // namespace sinew::lattice
