// For every node, the cells around it.
#pragma once

#include <numeric>
#include <span>
#include <vector>

#include "Offline/Lattice/Cells/Cells.h"

namespace sinew::lattice {

class CellsOfNodes {
  public:
    explicit CellsOfNodes(const Cells& cells) : first_(cells.placeOfNode.size() + 1, 0) {
        for (const Cells::Corners& corners : cells.nodesOfCell) {
            for (const std::uint32_t n : corners) ++first_[n + 1];
        }
        std::partial_sum(first_.begin(), first_.end(), first_.begin());
        uses_.resize(first_.back());
        std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
        for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
            for (std::uint32_t corner = 0; corner < 8; ++corner) {
                uses_[next[cells.nodesOfCell[c][corner]]++] = {c, corner};
            }
        }
    }

    struct Use {
        std::uint32_t cell, corner;  // the node is this corner of the cell
    };
    std::span<const Use> of(std::uint32_t node) const {
        return std::span(uses_).subspan(first_[node], first_[node + 1] - first_[node]);
    }

  private:
    std::vector<std::uint32_t> first_;  // per node, into uses_
    std::vector<Use> uses_;
};

}  // namespace sinew::lattice
