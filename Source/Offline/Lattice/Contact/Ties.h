// Springs that tie points of the flesh to fixed positions or to each other. They hold flesh, push it, or keep
// it apart. On coarser levels a tie acts on the nodes around the same material points, with the same
// stiffness.
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

// energy = ½ dᵀ stiffness d, with d = x_point − target, or d = x_point − x_partner if the tie has a partner.
struct Tie {
    CellPoint point, partner;
    Vec3d target;
    Mat3f stiffness;  // N/m, symmetric
    // If not zero, the tie only pushes in this direction and is inactive if d has a component along it.
    Vec3d pushes = {};
    std::uint32_t id = 0;  // identifies the tie for the code that creates it

    bool isActive(Vec3d d) const { return pushes == Vec3d{} || dot(d, pushes) < 0; }
};

// The stiffness of a spring that acts along a normal only (McAdams et al. 2011, section 7, with α = 0).
Mat3f springAlong(Vec3d normal, double stiffness);

// The extension d of a tie.
Vec3d stretchOf(const Tie& tie, const Cells& cells, std::span<const Vec3d> x);

// The ties that are active for the node positions x.
std::vector<Tie> activeTies(std::span<const Tie> ties, const Cells& cells, std::span<const Vec3d> x);

// The ties of a level, indexed by tie and by node.
class Ties {
  public:
    Ties() = default;
    Ties(std::span<const Tie> ties, const Cells& cells);

    bool isEmpty() const { return stiffness_.empty(); }
    std::uint32_t count() const { return static_cast<std::uint32_t>(stiffness_.size()); }

    // Prepares forceAt() for nodes that are displaced by x.
    void stretch(const NodeVector* x, const Jobs& jobs);
    // The force of all ties on a node, with the sign of a gradient.
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
