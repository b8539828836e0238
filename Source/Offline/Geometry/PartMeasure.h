// Size and shape of the connected pieces of a surface.
#pragma once

#include <vector>

#include "Offline/Geometry/Box.h"
#include "Offline/Geometry/Topology.h"

namespace sinew {

struct PartMeasure {
    double area = 0;
    double volume = 0;    // signed; of an open part: as if closed towards the middle of its box
    double openSpan = 0;  // area that its rims span, m²
    Box box;
    std::uint32_t triangle = 0, vertex = 0;  // one of it, with one of its corners

    // Rims that span nearly as much as the surface has: a cape, not a body with a hole.
    bool isSheet() const { return openSpan > 0.4 * area; }
};

std::vector<PartMeasure> measureParts(const TriangleMesh& mesh, const EdgeTable& edges, const Parts& parts);

}  // namespace sinew
