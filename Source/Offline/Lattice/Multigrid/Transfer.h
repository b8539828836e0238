// Transfer between a level and the next coarser one by trilinear interpolation.
#pragma once

#include <span>
#include <vector>

#include "Offline/Lattice/Multigrid/Level.h"

namespace sinew::lattice {

class Transfer {
  public:
    // `parents` is the result of coarsened().
    Transfer(const Cells& fine, const Cells& coarse, std::vector<std::uint32_t> parents);

    std::span<const std::uint32_t> parents() const { return parents_; }

    // The fixed nodes of the coarse level: those around which most fine nodes are fixed.
    std::vector<bool> fixed(const std::vector<bool>& fine) const;
    // The stiffness of a coarse cell: the sum of its fine cells divided by 8.
    std::vector<CellModuli> stiffness(const Level& fine) const;
    // The gradients of a coarse cell: averages of its fine cells, weighted by stiffness.
    void gradients(const Level& fine, Level& coarse, const Jobs& jobs) const {
        gradients(fine, fine.gradients(), coarse, jobs);
    }
    void gradients(const Level& fine, std::span<const GroupGradient> ofFine, Level& coarse,
                   const Jobs& jobs) const;
    // The pressures of a coarse cell, averaged in the same way.
    PressureVectors pressures(const Level& fine, const Level& coarse, const Jobs& jobs) const;

    // coarse = Pᵀ fine, 0 at fixed nodes.
    void restrictTo(const NodeVectors& fine, const Level& coarseLevel, NodeVectors& coarse,
                    const Jobs& jobs) const;
    std::vector<float> restricted(std::span<const float> fine) const;
    // fine += P coarse, at nodes that are not fixed.
    void prolongateTo(const NodeVectors& coarse, const Level& fineLevel, NodeVectors& fine,
                      const Jobs& jobs) const;

  private:
    // Sets every coarse cell's `count` numbers to the averages of its fine cells', weighted by stiffness.
    // read(group, lane, numbers) and write() likewise.
    template <int count, class Read, class Write>
    void average(const Level& fine, const Level& coarse, const Jobs& jobs, Read&& read, Write&& write) const;
    struct Share {
        std::uint32_t node;
        float weight;
    };
    void listCoarseOfFine(const Cells& fine, const Cells& coarse);
    void listFineOfCoarse(std::uint32_t coarseNodes);

    std::vector<std::uint32_t> parents_;
    // The coarse nodes of a fine node, all with the same weight.
    std::vector<std::uint32_t> firstCoarse_, coarseNodes_;
    std::vector<std::uint32_t> firstFine_;
    std::vector<Share> fineNodes_;  // the fine nodes of a coarse node
    std::vector<std::uint32_t> firstChild_, children_;
};

}  // namespace sinew::lattice
