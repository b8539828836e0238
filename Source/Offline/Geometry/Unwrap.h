// Computes UVs: cuts charts along labels, flattens each, and packs them.
#pragma once

#include <span>
#include <vector>

#include "Offline/Geometry/TriangleMesh.h"

namespace sinew {

// A piece of the surface. Vertices on seams are in several charts.
struct Chart {
    std::vector<std::uint32_t> vertexOf;    // chart vertex → mesh vertex
    std::vector<Triangle> triangles;        // triangles of chart vertices
    std::vector<std::uint32_t> triangleOf;  // chart triangle → mesh triangle
    std::vector<std::array<double, 2>> uvs;
};

// Makes one chart per connected patch of triangles with the same label. Patches smaller than `smallest`
// triangles join their neighbours, and ragged borders are straightened. Throws Error(Failed) if a chart is
// not a disc.
std::vector<Chart> cutCharts(std::span<const Vec3d> positions, std::span<const Triangle> triangles,
                             std::vector<std::uint32_t> labels, std::size_t smallest);

// Flattens a chart with little stretch: Tutte's embedding on a circle, then as-rigid-as-possible optimisation
// (Liu et al. 2008, section 4). UVs are in metres.
void flatten(std::span<const Vec3d> positions, Chart& chart);

// Moves and rotates the charts, without overlap, into the rectangle from (0, 0) to (width, 1), with the same
// scale for all. Keeps a distance of `gutter` around charts. Returns the scale in UV units per metre.
double pack(std::vector<Chart>& charts, double width, double gutter);

}  // namespace sinew
