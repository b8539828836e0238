// The connections between nodes: the sparsity pattern of all matrices that are assembled from elements.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "Offline/Volume/ElementNodes.h"

namespace sinew::tets {

// Compressed sparse rows. Columns are in ascending order, and the diagonal is always present.
struct Graph {
    std::vector<std::uint32_t> rowStart{0};  // rows + 1 entries, into `column`
    std::vector<std::uint32_t> column;

    std::uint32_t rows() const { return static_cast<std::uint32_t>(rowStart.size() - 1); }
    std::span<const std::uint32_t> row(std::uint32_t r) const {
        return {column.data() + rowStart[r], column.data() + rowStart[r + 1]};
    }
    // The index of the entry (row, column), which must exist.
    std::uint32_t find(std::uint32_t row, std::uint32_t column) const;
};

// The nodes that are solved for, numbered in the order of the mesh; the others are held.
struct FreeNodes {
    static constexpr std::uint32_t kHeld = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> freeOfNode;
    std::vector<std::uint32_t> nodeOfFree;

    std::uint32_t count() const { return static_cast<std::uint32_t>(nodeOfFree.size()); }
    bool isHeld(std::uint32_t node) const { return freeOfNode[node] == kHeld; }
};

FreeNodes freeNodes(const std::vector<bool>& held);

// Edges between the free nodes of each element.
Graph nodeGraph(const ElementNodes& elements, const FreeNodes& free);

}  // namespace sinew::tets
