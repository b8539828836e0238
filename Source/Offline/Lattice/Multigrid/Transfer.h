// Between a level and the next coarser one, by trilinear interpolation.
#pragma once

#include <span>
#include <vector>

#include "Offline/Lattice/Multigrid/Level.h"

namespace sinew::lattice {

class Transfer {
  public:
    // `parents`: as coarsened() gives them.
    Transfer(const Cells& fine, const Cells& coarse, std::vector<std::uint32_t> parents);

    std::span<const std::uint32_t> parents() const { return parents_; }

    // Nodes that do not move: those whose surroundings mostly do not.
    std::vector<bool> fixed(const std::vector<bool>& fine) const;
    // Σ of the cells' stiffness over 8.
    std::vector<CellModuli> stiffness(const Level& fine) const;
    // Averages of the fine cells' gradients, by their stiffness.
    void gradients(const Level& fine, Level& coarse, const Jobs& jobs) const {
        gradients(fine, fine.gradients(), coarse, jobs);
    }
    void gradients(const Level& fine, std::span<const GroupGradient> ofFine, Level& coarse,
                   const Jobs& jobs) const;

    // coarse = Pᵀ fine, 0 at fixed nodes.
    void restrictTo(const NodeVectors& fine, const Level& coarseLevel, NodeVectors& coarse,
                    const Jobs& jobs) const;
    std::vector<float> restricted(std::span<const float> fine) const;
    // fine += P coarse, at nodes that move.
    void prolongateTo(const NodeVectors& coarse, const Level& fineLevel, NodeVectors& fine,
                      const Jobs& jobs) const;

  private:
    struct Share {
        std::uint32_t node;
        float weight;
    };
    void listCoarseOfFine(const Cells& fine, const Cells& coarse);
    void listFineOfCoarse(std::uint32_t coarseNodes);

    std::vector<std::uint32_t> parents_;
    std::vector<std::uint32_t> firstCoarse_, coarseNodes_;  // of a fine node; all with the same weight
    std::vector<std::uint32_t> firstFine_;
    std::vector<Share> fineNodes_;  // of a coarse node
    std::vector<std::uint32_t> firstChild_, children_;
};

}  // namespace sinew::lattice
