// Holds the nodes of cells that contain little flesh.
//
// Next to nothing holds a node whose cells are nearly empty. Where flesh folds, such nodes move by whole
// cells, drag the skin into wrinkles, and take Newton's method hundreds of steps. A ghost penalty (Burman
// 2010, "Ghost penalty") lets the fuller one of two neighbouring cells extend into the emptier one: the
// gradient along the axis from one to the other shall not jump at the face between them. For each line of
// nodes a, b, c that crosses the face, with b on it, the energy is
//
//     ½ k |x_a − 2 x_b + x_c|²,   k = strength · √|difference of coverage| · μ · width/4 for each such face.
//
// It is 0 where the gradient is constant, and otherwise smaller than the error of the cells by a power of
// their width. Unlike in Burman's analysis, faces between cells that are equally full have none, so that skin
// along the grid bends freely.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Lattice/Cells/Cells.h"
#include "Offline/Lattice/Multigrid/NodeVectors.h"

namespace sinew::lattice {

class Extension {
  public:
    // On the finest level. A tenth of it leaves creases that take many steps; ten times as much has no
    // further effect but bends thin limbs less.
    static constexpr double kStrength = 2;

    struct Line {
        std::array<std::uint32_t, 3> nodes{};
        float stiffness = 0;  // k, N/m
    };

    Extension() = default;
    // `shear`: μ of the flesh in each cell, in Pa, however much of it there is.
    Extension(const Cells& cells, std::span<const float> shear, const std::vector<bool>& fixed,
              double strength);

    std::span<const Line> lines() const { return lines_; }

    // Prepares forceAt() for nodes that are displaced by x.
    void bend(const NodeVectors& x, const Jobs& jobs);
    // The same for nodes at x. Returns the energy in J.
    double bend(std::span<const Vec3d> x, const Jobs& jobs);
    bool touches(std::uint32_t node) const {
        return !lines_.empty() && firstOfNode_[node] != firstOfNode_[node + 1];
    }
    // The force of all lines on a node, with the sign of a gradient.
    NodeVector forceAt(std::uint32_t node) const;
    float diagonalAt(std::uint32_t node) const;

  private:
    struct Pull {
        std::uint32_t line;
        float weight;
    };
    std::vector<Line> lines_;
    std::vector<std::uint32_t> firstOfNode_;
    std::vector<Pull> pulls_;
    std::vector<NodeVector> force_;  // per line, on its first node
};

}  // namespace sinew::lattice
