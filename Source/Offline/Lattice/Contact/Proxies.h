// Points that stand for the skin where flesh touches something.
#pragma once

#include <span>
#include <vector>

#include "Math/Mat3.h"
#include "Offline/Geometry/TriangleMesh.h"
#include "Offline/Lattice/Cells/FleshCells.h"

namespace sinew::lattice {

struct Proxy {
    CellPoint point;  // where it collides, a little off the skin
    Vec3d normal;     // outward, as bound
};

// About half a cell apart all over the surface; as dense as the cells can tell apart, however fine or coarse
// the triangles are. `offset`: metres off the skin.
std::vector<Proxy> proxiesOf(const FleshCells& flesh, const TriangleMesh& surface, double offset,
                             const Jobs& jobs = {});

// Where a material point is in the bind pose.
Vec3d restPosition(const CellPoint& point, const Cells& cells);

// How the flesh about a cell's middle is deformed.
Mat3d deformationGradient(const Cells& cells, std::uint32_t cell, std::span<const Vec3d> x);

}  // namespace sinew::lattice
