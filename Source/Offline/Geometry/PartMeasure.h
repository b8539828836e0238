// Size and shape of the connected parts of a surface.
#pragma once

#include <vector>

#include "Offline/Geometry/Box.h"
#include "Offline/Geometry/Topology.h"

namespace sinew {

struct PartMeasure {
    double area = 0;
    double volume = 0;    // signed; an open part is closed towards the centre of its box
    double openSpan = 0;  // m², area of fans over its open borders
    Box box;
    std::uint32_t triangle = 0, vertex = 0;  // any triangle of the part, and one of its corners

    // Open borders whose area is nearly that of the surface: a cape, not a body with a hole.
    bool isSheet() const { return openSpan > 0.4 * area; }
};

std::vector<PartMeasure> measureParts(const TriangleMesh& mesh, const EdgeTable& edges, const Parts& parts);

}  // namespace sinew
