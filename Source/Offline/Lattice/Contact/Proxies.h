// Sample points of the skin for contact.
#pragma once

#include <span>
#include <vector>

#include "Math/Mat3.h"
#include "Offline/Geometry/TriangleMesh.h"
#include "Offline/Lattice/Cells/FleshCells.h"

namespace sinew::lattice {

struct Proxy {
    CellPoint point;  // the point that collides, slightly off the skin
    Vec3d normal;     // outward normal in the bind pose
};

// Proxies about half a cell apart on the whole surface, whatever the size of its triangles: the density that
// the cells can resolve. `offset` is the distance from the skin in metres.
std::vector<Proxy> proxiesOf(const FleshCells& flesh, const TriangleMesh& surface, double offset,
                             const Jobs& jobs = {});

// The position of a material point in the bind pose.
Vec3d restPosition(const CellPoint& point, const Cells& cells);

// The deformation gradient at the centre of a cell.
Mat3d deformationGradient(const Cells& cells, std::uint32_t cell, std::span<const Vec3d> x);

}  // namespace sinew::lattice
