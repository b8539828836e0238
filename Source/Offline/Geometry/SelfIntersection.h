// Finds the self-intersections of a surface.
#pragma once

#include <vector>

#include "Base/Jobs.h"
#include "Offline/Geometry/BoxTree.h"
#include "Offline/Geometry/TriangleMesh.h"

namespace sinew {

// The definition of an intersecting pair. Triangles are neighbours if they share a vertex index, so the mesh
// must be welded. Counts in reports and in reference numbers use Piercing unless they state otherwise.
enum class PairRule {
    Piercing,    // no neighbours; an edge of one passes through the interior of the other
    Touching,    // no neighbours; any common point: also coplanar layers and edges that only touch
    Everything,  // Touching, and neighbours that intersect beyond what they share (meshTrianglesIntersect)
};

BoxTree triangleTree(const TriangleMesh& mesh, const Jobs& jobs = {});

// Pairs first < second of intersecting triangles, sorted. Collapsed triangles are ignored.
std::vector<BoxTree::ItemPair> selfIntersections(const TriangleMesh& mesh, const Jobs& jobs,
                                                 PairRule rule = PairRule::Piercing);
std::vector<BoxTree::ItemPair> selfIntersections(const TriangleMesh& mesh, const BoxTree& tree,
                                                 const Jobs& jobs, PairRule rule = PairRule::Piercing);

// The same, but limited to a few seconds of work for surfaces that intersect everywhere, such as random
// triangles. Which pairs are found depends only on the surface. Modelled characters do not reach the limit.
BoxTree::Pairs someSelfIntersections(const TriangleMesh& mesh, const BoxTree& tree, const Jobs& jobs,
                                     PairRule rule = PairRule::Piercing);

}  // namespace sinew
