// Points of the flesh tied by springs, to places or to each other: what holds, pushes and keeps apart. On
// coarser levels a tie acts on the nodes around the same material points, with the same stiffness.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "Base/Jobs.h"
#include "Math/Mat3.h"
#include "Math/Vec3.h"
#include "Offline/Lattice/Cells/CellPoint.h"
#include "Offline/Lattice/Multigrid/Layout.h"

namespace sinew::lattice {

// energy = ½ dᵀ stiffness d, d = x_point − target, or x_point − x_partner where there is one.
struct Tie {
    CellPoint point, partner;
    Vec3d target;
    Mat3f stiffness;  // N/m, symmetric
    // Not zero: it only pushes this way, and does nothing where d has a part along it.
    Vec3d pushes = {};
    std::uint32_t id = 0;  // whose it is, for those that make and keep ties

    bool isActive(Vec3d d) const { return pushes == Vec3d{} || dot(d, pushes) < 0; }
};

// Of a spring that acts along a normal alone: the paper's, with α = 0.
Mat3f springAlong(Vec3d normal, double stiffness);

// How far a tie is stretched.
Vec3d stretchOf(const Tie& tie, const Cells& cells, std::span<const Vec3d> x);

// Those that do something in a shape.
std::vector<Tie> activeTies(std::span<const Tie> ties, const Cells& cells, std::span<const Vec3d> x);

// The ties of a level, by tie and by node.
class Ties {
  public:
    Ties() = default;
    Ties(std::span<const Tie> ties, const Cells& cells);

    bool isEmpty() const { return stiffness_.empty(); }
    std::uint32_t count() const { return static_cast<std::uint32_t>(stiffness_.size()); }

    // Readies forceAt(): how the ties pull where nodes are displaced by x.
    void stretch(const NodeVector* x, const Jobs& jobs);
    // On a node, with the sign of a gradient.
    NodeVector forceAt(std::uint32_t node) const;
    NodeVector diagonalAt(std::uint32_t node) const;
    bool touches(std::uint32_t node) const {
        return !isEmpty() && firstOfNode_[node] != firstOfNode_[node + 1];
    }

  private:
    struct End {
        std::uint32_t node;
        float weight;
    };
    struct Pull {
        std::uint32_t tie;
        float weight;
    };
    std::vector<Mat3f> stiffness_;
    std::vector<std::uint32_t> firstEnd_, firstOfNode_;
    std::vector<End> ends_;
    std::vector<Pull> pulls_;
    std::vector<NodeVector> force_;
};

}  // namespace sinew::lattice
