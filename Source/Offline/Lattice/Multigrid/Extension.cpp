#include "Offline/Lattice/Multigrid/Extension.h"

#include <algorithm>
#include <cmath>

namespace sinew::lattice {

namespace {

constexpr std::array<float, 3> kBend{1, -2, 1};

bool sameNodes(const Extension::Line& a, const Extension::Line& b) {
    return a.nodes == b.nodes;
}

// A line belongs to up to four faces: one entry with the sum of their stiffness.
std::vector<Extension::Line> merged(std::vector<Extension::Line> lines) {
    std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) {
        return std::pair(a.nodes[1], a.nodes) < std::pair(b.nodes[1], b.nodes);
    });
    std::vector<Extension::Line> all;
    for (const Extension::Line& line : lines) {
        if (all.empty() || !sameNodes(all.back(), line)) {
            all.push_back(line);
        } else {
            all.back().stiffness += line.stiffness;
        }
    }
    return all;
}

std::vector<Extension::Line> linesOf(const Cells& cells, std::span<const float> shear,
                                     const std::vector<bool>& fixed, double strength) {
    std::vector<Extension::Line> lines;
    for (const Cells::Link& link : cells.links) {
        const auto jump = static_cast<double>(cells.cells[link.lower].coverage) -
                          static_cast<double>(cells.cells[link.upper].coverage);
        const auto mu = static_cast<double>(std::min(shear[link.lower], shear[link.upper]));
        const auto stiffness =
            static_cast<float>(strength * std::sqrt(std::abs(jump)) * mu * cells.width / 4);
        if (!(stiffness > 0)) continue;
        const std::uint32_t step = 1u << link.axis;
        for (std::uint32_t corner = 0; corner < 8; ++corner) {
            if ((corner & step) != 0) continue;
            const Cells::Corners &lower = cells.nodesOfCell[link.lower],
                                 &upper = cells.nodesOfCell[link.upper];
            const std::array<std::uint32_t, 3> nodes{lower[corner], upper[corner], upper[corner + step]};
            if (!fixed[nodes[1]] && !(fixed[nodes[0]] && fixed[nodes[2]]))
                lines.push_back({nodes, stiffness});
        }
    }
    return merged(std::move(lines));
}

}  // namespace

Extension::Extension(const Cells& cells, std::span<const float> shear, const std::vector<bool>& fixed,
                     double strength)
    : lines_(linesOf(cells, shear, fixed, strength)),
      firstOfNode_(cells.nodeCount() + 1, 0),
      pulls_(3 * lines_.size()),
      force_(lines_.size()) {
    for (const Line& line : lines_) {
        for (const std::uint32_t node : line.nodes) ++firstOfNode_[node + 1];
    }
    for (std::size_t n = 0; n < cells.nodeCount(); ++n) firstOfNode_[n + 1] += firstOfNode_[n];
    std::vector<std::uint32_t> next = firstOfNode_;
    for (std::uint32_t line = 0; line < lines_.size(); ++line) {
        for (std::size_t i = 0; i < 3; ++i) pulls_[next[lines_[line].nodes[i]]++] = {line, kBend[i]};
    }
}

void Extension::bend(const NodeVectors& x, const Jobs& jobs) {
    parallelForRanges(jobs, static_cast<std::uint32_t>(lines_.size()), kNodeGrain,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          for (std::uint32_t i = begin; i < end; ++i) {
                              const auto& [nodes, stiffness] = lines_[i];
                              force_[i] = stiffness * (x[nodes[0]] + x[nodes[2]] - 2 * x[nodes[1]]);
                          }
                      });
}

double Extension::bend(std::span<const Vec3d> x, const Jobs& jobs) {
    return sumOfRanges(static_cast<std::uint32_t>(lines_.size()), jobs,
                       [&](std::uint32_t begin, std::uint32_t end) {
                           double twice = 0;
                           for (std::uint32_t i = begin; i < end; ++i) {
                               const auto& [nodes, stiffness] = lines_[i];
                               const Vec3d jump = x[nodes[0]] + x[nodes[2]] - x[nodes[1]] * 2;
                               const Vec3f force = convert<float>(jump) * stiffness;
                               force_[i] = {force.x, force.y, force.z, 0};
                               twice += static_cast<double>(stiffness) * dot(jump, jump);
                           }
                           return twice / 2;
                       });
}

NodeVector Extension::forceAt(std::uint32_t node) const {
    NodeVector sum;
    for (std::uint32_t p = firstOfNode_[node]; p < firstOfNode_[node + 1]; ++p)
        sum = sum + pulls_[p].weight * force_[pulls_[p].line];
    return sum;
}

float Extension::diagonalAt(std::uint32_t node) const {
    float sum = 0;
    for (std::uint32_t p = firstOfNode_[node]; p < firstOfNode_[node + 1]; ++p)
        sum += pulls_[p].weight * pulls_[p].weight * lines_[pulls_[p].line].stiffness;
    return sum;
}

}  // namespace sinew::lattice
