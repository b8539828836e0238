#include "Offline/Character/Check/Context.h"

#include <algorithm>

#include "Offline/Geometry/SelfIntersection.h"

namespace sinew::check {

namespace {

std::vector<std::uint32_t> mainJoints(const Character& character) {
    const SkinWeights& weights = character.weights;
    if (weights.firstOfVertex.size() != character.surface.positions.size() + 1) return {};
    std::vector<std::uint32_t> joints(character.surface.positions.size(), Context::kNone);
    for (std::size_t v = 0; v < joints.size(); ++v) {
        const std::uint32_t first = weights.firstOfVertex[v];
        if (first < weights.firstOfVertex[v + 1]) joints[v] = weights.influences[first].joint;
    }
    return joints;
}

std::vector<std::uint32_t> movedVertices(const Character& character) {
    std::vector<std::uint32_t> moved(character.skeleton.joints.size(), 0);
    for (const SkinWeights::Influence& influence : character.weights.influences) {
        if (influence.weight > 0) ++moved[influence.joint];
    }
    return moved;
}

std::uint32_t largestOf(const std::vector<PartMeasure>& measures) {
    const auto largest =
        std::max_element(measures.begin(), measures.end(),
                         [](const PartMeasure& a, const PartMeasure& b) { return a.area < b.area; });
    return static_cast<std::uint32_t>(largest - measures.begin());
}

}  // namespace

Context::Context(const Character& of, const Jobs& with)
    : character(of),
      jobs(with),
      mesh{of.surface.positions, of.surface.triangles},
      box(boxOf(of.surface.positions)),
      size(length(extent(box))),
      tree(triangleTree(mesh, with)),
      edges(edgeTable(mesh.triangles)),
      parts(connectedParts(mesh.triangles)),
      topologies(partTopologies(mesh.triangles, edges, parts)),
      measures(measureParts(mesh, edges, parts)),
      largestPart(largestOf(measures)),
      crossings(someSelfIntersections(mesh, tree, with)),
      mainJoint(mainJoints(of)),
      verticesOf(movedVertices(of)) {}

std::string Context::place(std::uint32_t vertex) const {
    if (hasRig() && mainJoint[vertex] != kNone) return "near joint " + inQuotes(jointName(mainJoint[vertex]));
    const Vec3d p = mesh.positions[vertex];
    return "at (" + rounded(p.x) + ", " + rounded(p.y) + ", " + rounded(p.z) + ") m";
}

}  // namespace sinew::check
