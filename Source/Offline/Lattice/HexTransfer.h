// Between a level and the next coarser one, by trilinear interpolation.
#pragma once

#include <span>
#include <vector>

#include "Offline/Lattice/HexLevel.h"

namespace sinew {

class HexTransfer {
  public:
    // `parents`: as coarsened() gives them.
    HexTransfer(const HexCells& fine, const HexCells& coarse, std::vector<std::uint32_t> parents);

    std::span<const std::uint32_t> parents() const { return parents_; }

    // Nodes that do not move: those whose surroundings mostly do not.
    std::vector<bool> fixed(const std::vector<bool>& fine) const;
    // Σ of the cells' stiffness over 8.
    std::vector<HexStiffness> stiffness(const HexLevel& fine) const;
    // Averages of the fine cells' gradients, by their stiffness.
    void gradients(const HexLevel& fine, HexLevel& coarse, const Jobs& jobs) const {
        gradients(fine, fine.gradients(), coarse, jobs);
    }
    void gradients(const HexLevel& fine, std::span<const HexGradient> ofFine, HexLevel& coarse,
                   const Jobs& jobs) const;

    // coarse = Pᵀ fine, 0 at fixed nodes.
    void restrictTo(const HexVectors& fine, const HexLevel& coarseLevel, HexVectors& coarse,
                    const Jobs& jobs) const;
    std::vector<float> restricted(std::span<const float> fine) const;
    // fine += P coarse, at nodes that move.
    void prolongateTo(const HexVectors& coarse, const HexLevel& fineLevel, HexVectors& fine,
                      const Jobs& jobs) const;

  private:
    struct Share {
        std::uint32_t node;
        float weight;
    };
    void listCoarseOfFine(const HexCells& fine, const HexCells& coarse);
    void listFineOfCoarse(std::uint32_t coarseNodes);

    std::vector<std::uint32_t> parents_;
    std::vector<std::uint32_t> firstCoarse_, coarseNodes_;  // of a fine node; all with the same weight
    std::vector<std::uint32_t> firstFine_;
    std::vector<Share> fineNodes_;  // of a coarse node
    std::vector<std::uint32_t> firstChild_, children_;
};

}  // namespace sinew
