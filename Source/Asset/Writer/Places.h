// Where the writer puts the surface's vertices: those that blend the same domains side by side, so that a
// kernel runs over whole blocks with one set of coordinates in its registers.
#pragma once

#include <vector>

#include "Asset/Writer/Content.h"

namespace sinew {

// A binding that moves its vertex.
struct Bound {
    std::uint32_t domain = 0;
    float weight = 0;
    std::size_t firstRow = 0;  // in SurfaceContent::rows
};

struct Places {
    std::vector<std::vector<Bound>> bound;  // per vertex, rising by domain, without weights of zero
    std::vector<std::uint32_t> order;       // vertices, run after run
    std::vector<std::uint32_t> firstOfRun;  // runs + 1 entries, into `order`
    std::vector<std::uint32_t> placeOf;     // vertex → block · kAssetLanes + lane
};

// Throws Error(Failed) where the surface's arrays do not fit together.
Places placesOf(const AssetContent& content);

}  // namespace sinew
