// Which grid nodes are inside the solid, and where the surface cuts the edges between inside and outside.
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "Offline/Progress.h"
#include "Offline/Tets/Mesh/Stencils.h"
#include "Offline/Volume/Solid.h"

namespace sinew::tets {

// One side per node.
std::vector<BccSide> gridSides(const Solid& solid, const BccGrid& grid, const Jobs& jobs = {},
                               const ProgressCallback& progress = {});

class BccCuts {
  public:
    // The position of the cut on the segment from an inside to an outside point, from 0 to 1.
    using Exit = std::function<double(Vec3d in, Vec3d out)>;

    // `grid` must outlive the cuts.
    BccCuts(const BccGrid& grid, std::vector<BccSide> sides, const Exit& exit, const Jobs& jobs = {},
            const ProgressCallback& progress = {});

    // Moves nodes that are too near to a cut onto it. They become part of the surface, and their edges are no
    // longer cut. Nodes are processed in order.
    void warp(double alphaLong, double alphaShort);

    const std::vector<BccSide>& sides() const { return sides_; }

    // The position of a node, after warping, or of the cut on an edge.
    Vec3d position(BccGrid::Place place) const;

  private:
    struct WarpedNode {
        std::uint32_t node;
        Vec3d position;
    };
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    bool isCut(std::uint32_t a, std::uint32_t b) const {
        return static_cast<int>(sides_[a]) * static_cast<int>(sides_[b]) < 0;
    }
    std::uint32_t startOf(std::uint32_t cell, const BccEdge& edge) const {
        return 2 * cell + (edge.fromCentre ? 1 : 0);
    }
    std::uint32_t endOf(std::uint32_t cell, const BccEdge& edge) const {
        return grid_.nodeAt(grid_.placeOfNode(startOf(cell, edge)) + edge.step);
    }
    void findActiveCells();
    void findCuts(std::size_t active, const Exit& exit);
    BccGrid::Place placeOfEdgeStart(EdgeName name) const;
    Vec3d cutPosition(EdgeName name) const;
    void warpNode(std::uint32_t node, double alphaLong, double alphaShort);

    const BccGrid& grid_;
    std::vector<BccSide> sides_;
    std::vector<std::uint32_t> activeOfCell_;  // into cuts_, or kNone
    std::vector<std::uint32_t> activeCells_;
    // Position of the cut on the edge, from 0 to 1; unused for edges without a cut.
    std::vector<std::array<double, BccGrid::kEdgesPerCell>> cuts_;
    std::vector<WarpedNode> warped_;  // sorted by node
};

}  // namespace sinew::tets
