// UVs: charts are cut along labels, flattened one by one and packed.
#pragma once

#include <span>
#include <vector>

#include "Offline/Geometry/TriangleMesh.h"

namespace sinew {

// A piece of surface with a border of its own: vertices on seams stand in several charts.
struct Chart {
    std::vector<std::uint32_t> vertexOf;    // chart vertex → mesh vertex
    std::vector<Triangle> triangles;        // of chart vertices
    std::vector<std::uint32_t> triangleOf;  // chart triangle → mesh triangle
    std::vector<std::array<double, 2>> uvs;
};

// One chart per connected patch of triangles with the same label. Patches smaller than `smallest` triangles
// join their neighbours, ragged borders are straightened. Throws Error(Failed) where a chart is not a disc.
std::vector<Chart> cutCharts(std::span<const Vec3d> positions, std::span<const Triangle> triangles,
                             std::vector<std::uint32_t> labels, std::size_t smallest);

// Flattens with as little stretch as can be: Tutte's embedding on a circle, then as rigid as possible (Liu et
// al. 2008, section 4). UVs come out in metres.
void flatten(std::span<const Vec3d> positions, Chart& chart);

// Moves and turns the charts, without overlap, into the rectangle from (0, 0) to (width, 1), scaled alike.
// Charts keep `gutter` free around them. Returns the scale, UV units per metre.
double pack(std::vector<Chart>& charts, double width, double gutter);

}  // namespace sinew
