// The inner part of a grid tetrahedron that the surface cuts: at most three tetrahedra whose corners are
// nodes and points on edges. After Labelle and Shewchuk 2007, "Isosurface Stuffing".
#pragma once

#include <array>
#include <cstdint>

#include "Offline/Tets/Mesh/BccGrid.h"

namespace sinew::tets {

enum class BccSide : std::int8_t { Outside = -1, Surface = 0, Inside = 1 };

// A corner of a cut tetrahedron: one of its nodes (a = b), or the point on its edge from a to b.
struct StencilCorner {
    std::uint8_t a, b;
};

struct Stencil {
    std::array<std::array<StencilCorner, 4>, 3> tets{};
    int count = 0;
};

// `places` is a positively oriented grid tetrahedron; the results are positively oriented too. A face that
// two tetrahedra share is cut in the same way in both, because the choice of its diagonal depends only on the
// face.
Stencil stencilOf(const std::array<BccGrid::Place, 4>& places, const std::array<BccSide, 4>& sides);

}  // namespace sinew::tets
