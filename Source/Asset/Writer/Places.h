// The arrangement of the surface vertices: vertices that are moved by the same domains are adjacent, so that
// a kernel processes whole blocks with one set of coordinates in registers.
#pragma once

#include <vector>

#include "Asset/Writer/Content.h"

namespace sinew {

// A binding with a weight above 0.
struct Bound {
    std::uint32_t domain = 0;
    float weight = 0;
    std::size_t firstRow = 0;  // index in SurfaceContent::rows
};

struct Places {
    std::vector<std::vector<Bound>> bound;  // per vertex, sorted by domain, without zero weights
    std::vector<std::uint32_t> order;       // vertices in the order of runs
    std::vector<std::uint32_t> firstOfRun;  // runs + 1 entries, into `order`
    std::vector<std::uint32_t> placeOf;     // vertex → block · kAssetLanes + lane
};

// Throws Error(Failed) if the arrays of the surface do not match.
Places placesOf(const AssetContent& content);

}  // namespace sinew
