// How large an asset will be, before anything is computed for it.
#pragma once

#include <cstdint>
#include <vector>

#include "Asset/Layout.h"

namespace sinew {

// Of all domains alike; rank 0 adds next to nothing.
struct AssetPlan {
    std::uint32_t joints = 0;
    std::uint32_t domains = 0, rank = 0, cubatureTets = 0;  // the last two of each domain
    std::uint32_t interfaces = 0;
    std::uint32_t surfaceVertices = 0, fileVertices = 0, triangles = 0;
    double bindings = 1;     // domains per vertex, on average
    std::uint32_t runs = 0;  // different sets of domains that vertices blend
    std::uint32_t samples = 0;
    bool textured = true;  // UVs and tangents
};

struct ChunkBytes {
    ChunkId id;
    std::uint64_t bytes;
};

// Chunks of names and of a few records are left out: they are a few kilobytes.
std::vector<ChunkBytes> estimateChunks(const AssetPlan& plan);
std::uint64_t estimateBytes(const AssetPlan& plan);

}  // namespace sinew
