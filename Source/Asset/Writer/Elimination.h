// In which order the tick eliminates domains, and which blocks its Cholesky factor has.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "Asset/Chunks.h"

namespace sinew {

struct Elimination {
    std::vector<std::uint32_t> order;  // domains with modes
    std::vector<AssetFill> fill;       // by column, then row
};

// Minimum fill, weighed by ranks: next is the domain whose neighbours need the fewest new numbers among each
// other; among equals the one with the smallest index. The coupling graph of a body is nearly a tree, of
// which this finds an order without fill.
Elimination eliminationOf(const std::vector<std::uint32_t>& ranks,
                          const std::vector<std::pair<std::uint32_t, std::uint32_t>>& interfaces);

}  // namespace sinew
