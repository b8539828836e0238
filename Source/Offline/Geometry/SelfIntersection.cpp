#include "Offline/Geometry/SelfIntersection.h"

#include "Offline/Geometry/TriangleIntersection.h"

namespace sinew {

namespace {

// Of one share of the work. Clean surfaces test a dozen pairs per triangle, spread over some 500 shares, so
// that they stay a factor of ten below; modelled characters that cut themselves have a few pairs in each.
BoxTree::PairLimit maxPairs(const TriangleMesh& mesh) {
    return {.tested = 50'000 + mesh.triangles.size() / 4, .found = 2'000};
}

bool intersect(const TriangleMesh& mesh, std::uint32_t a, std::uint32_t b, PairRule rule) {
    const Triangle& ta = mesh.triangles[a];
    const Triangle& tb = mesh.triangles[b];
    if (isCollapsed(ta) || isCollapsed(tb)) return false;
    if (rule == PairRule::Everything) return meshTrianglesIntersect(mesh, a, b);
    if (sharedVertices(ta, tb) > 0) return false;
    return rule == PairRule::Piercing ? trianglesPierce(mesh.points(a), mesh.points(b))
                                      : trianglesIntersect(mesh.points(a), mesh.points(b));
}

}  // namespace

BoxTree triangleTree(const TriangleMesh& mesh, const Jobs& jobs) {
    std::vector<Box> boxes(mesh.triangles.size());
    parallelForRanges(jobs, static_cast<std::uint32_t>(boxes.size()), 4096,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          for (std::uint32_t t = begin; t < end; ++t) boxes[t] = boxOf(mesh.points(t));
                      });
    return BoxTree(boxes, jobs);
}

std::vector<BoxTree::ItemPair> selfIntersections(const TriangleMesh& mesh, const BoxTree& tree,
                                                 const Jobs& jobs, PairRule rule) {
    return tree.selfPairs(jobs,
                          [&](std::uint32_t a, std::uint32_t b) { return intersect(mesh, a, b, rule); });
}

BoxTree::Pairs someSelfIntersections(const TriangleMesh& mesh, const BoxTree& tree, const Jobs& jobs,
                                     PairRule rule) {
    return tree.selfPairs(jobs, maxPairs(mesh),
                          [&](std::uint32_t a, std::uint32_t b) { return intersect(mesh, a, b, rule); });
}

std::vector<BoxTree::ItemPair> selfIntersections(const TriangleMesh& mesh, const Jobs& jobs, PairRule rule) {
    return selfIntersections(mesh, triangleTree(mesh, jobs), jobs, rule);
}

}  // namespace sinew
