// The order in which the tick eliminates domains, and the blocks of its Cholesky factor.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "Asset/Chunks.h"

namespace sinew {

struct Elimination {
    std::vector<std::uint32_t> order;  // domains with modes
    std::vector<AssetFill> fill;       // sorted by column, then row
};

// Minimum fill, weighted by ranks: the next domain is the one whose elimination adds the fewest numbers
// between its neighbours; the smallest index wins a tie. The coupling graph of a body is nearly a tree, for
// which this finds an order without fill.
Elimination eliminationOf(const std::vector<std::uint32_t>& ranks,
                          const std::vector<std::pair<std::uint32_t, std::uint32_t>>& interfaces);

}  // namespace sinew
