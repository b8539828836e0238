// Where a surface cuts through itself.
#pragma once

#include <vector>

#include "Base/Jobs.h"
#include "Offline/Geometry/BoxTree.h"
#include "Offline/Geometry/TriangleMesh.h"

namespace sinew {

// What counts as an intersecting pair. Triangles are neighbours when they share a vertex by index, so weld
// first. Counts given without a rule, in reports and in the project's reference numbers, are of Piercing.
enum class PairRule {
    Piercing,    // no neighbours; an edge of one passes through the inside of the other
    Touching,    // no neighbours; any point in common: also coplanar layers and edges that only meet
    Everything,  // Touching, and neighbours that meet beyond what they share (meshTrianglesIntersect)
};

BoxTree triangleTree(const TriangleMesh& mesh, const Jobs& jobs = {});

// Pairs first < second of intersecting triangles, sorted. Collapsed triangles do not take part.
std::vector<BoxTree::ItemPair> selfIntersections(const TriangleMesh& mesh, const Jobs& jobs,
                                                 PairRule rule = PairRule::Piercing);
std::vector<BoxTree::ItemPair> selfIntersections(const TriangleMesh& mesh, const BoxTree& tree,
                                                 const Jobs& jobs, PairRule rule = PairRule::Piercing);

// The same, but for surfaces that cut themselves all over, such as random triangles, only as many pairs as
// take a few seconds. Which those are depends on the surface alone. No modelled character comes near the
// limit.
BoxTree::Pairs someSelfIntersections(const TriangleMesh& mesh, const BoxTree& tree, const Jobs& jobs,
                                     PairRule rule = PairRule::Piercing);

}  // namespace sinew
