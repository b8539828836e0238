#include "Offline/Lattice/Cells/Attachment.h"

#include <algorithm>
#include <bit>

#include "Offline/Lattice/Cells/CellsOfNodes.h"
#include "Offline/Volume/Solid.h"

namespace sinew::lattice {

namespace {

Vec3d nearestFlesh(const FleshCells& flesh, std::uint32_t cell, Vec3d p) {
    Vec3d best;
    double smallest = Box::kInfinity;
    for (SubMask rest = flesh.subVoxels(cell); rest != 0; rest &= rest - 1) {
        const Vec3d here = flesh.subVoxelMiddle(cell, std::countr_zero(rest));
        if (dot(here - p, here - p) < smallest) {
            smallest = dot(here - p, here - p);
            best = here;
        }
    }
    return best;
}

}  // namespace

Attachment attach(const FleshCells& flesh, std::span<const Bone> bones, const Solid& solid,
                  std::uint32_t minNodes, const Jobs& jobs) {
    const Cells& cells = flesh.cells();
    const CellsOfNodes around(cells);
    const auto sharesFlesh = [&](std::uint32_t node, const Bone& bone) {
        const Vec3d onBone = closestOnBone(bone, cells.nodePosition(node));
        const auto uses = around.of(node);
        return std::any_of(uses.begin(), uses.end(), [&](const CellsOfNodes::Use& use) {
            return !solid.crossesGap(onBone, nearestFlesh(flesh, use.cell, onBone));
        });
    };
    std::vector<Vec3d> nodes(cells.nodeCount());
    for (std::uint32_t n = 0; n < cells.nodeCount(); ++n) nodes[n] = cells.nodePosition(n);
    return attach<8>(nodes, cells.nodesOfCell, bones, sharesFlesh, cells.width, minNodes, jobs);
}

}  // namespace sinew::lattice
