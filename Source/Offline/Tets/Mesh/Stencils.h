// How a grid tetrahedron is cut by the surface: the part inside, as at most three tetrahedra whose corners
// are nodes and points on edges. After Labelle and Shewchuk 2007, "Isosurface Stuffing".
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

// `places` of a positively oriented grid tetrahedron; the stencil's are positively oriented too. Faces
// that two tetrahedra share are cut alike, because the choice of diagonals looks at nothing but the face.
Stencil stencilOf(const std::array<BccGrid::Place, 4>& places, const std::array<BccSide, 4>& sides);

}  // namespace sinew::tets
