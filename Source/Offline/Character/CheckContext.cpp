#include "Offline/Character/CheckContext.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "Offline/Geometry/Measure.h"
#include "Offline/Geometry/SelfIntersection.h"

namespace sinew {

namespace {

// What each rim spans: the length of its vector area about its middle.
void addRims(const CheckContext& context, std::vector<PartMeasure>& measures) {
    const std::vector<std::vector<std::uint32_t>> rims = openRims(context.edges);
    std::vector<std::uint32_t> rimOf(context.mesh.positions.size(), CheckContext::kNone);
    std::vector<Vec3d> middle(rims.size()), span(rims.size());
    for (std::uint32_t r = 0; r < rims.size(); ++r) {
        for (const std::uint32_t v : rims[r]) {
            rimOf[v] = r;
            middle[r] += context.mesh.positions[v] / static_cast<double>(rims[r].size());
        }
    }
    std::vector<std::uint32_t> partOf(rims.size());
    for (const Edge& edge : context.edges.edges) {
        if (edge.kind != EdgeKind::Open) continue;
        const EdgeTable::Use& use = context.edges.uses[edge.firstUse];
        const std::uint32_t r = rimOf[edge.low];
        const Vec3d low = context.mesh.positions[edge.low] - middle[r],
                    high = context.mesh.positions[edge.high] - middle[r];
        span[r] += cross(low, high) * (use.forward ? 0.5 : -0.5);
        partOf[r] = context.parts.partOfTriangle[use.triangle];
    }
    for (std::size_t r = 0; r < rims.size(); ++r) measures[partOf[r]].openSpan += length(span[r]);
}

std::vector<PartMeasure> measureParts(const CheckContext& context) {
    std::vector<PartMeasure> measures(context.parts.count);
    const std::vector<std::uint32_t>& partOf = context.parts.partOfTriangle;
    const auto count = static_cast<std::uint32_t>(partOf.size());
    for (std::uint32_t t = 0; t < count; ++t) {
        if (partOf[t] == Parts::kNone) continue;
        PartMeasure& part = measures[partOf[t]];
        part.box = merged(part.box, boxOf(context.mesh.points(t)));
        part.area += area(context.mesh.points(t));
        part.vertex = context.mesh.triangles[t][0];
    }
    for (std::uint32_t t = 0; t < count; ++t) {
        if (partOf[t] == Parts::kNone) continue;
        PartMeasure& part = measures[partOf[t]];
        const TrianglePoints p = context.mesh.points(t);
        const Vec3d middle = center(part.box);
        part.volume += dot(p[0] - middle, cross(p[1] - middle, p[2] - middle)) / 6;
    }
    addRims(context, measures);
    return measures;
}

std::vector<std::uint32_t> mainJoints(const Character& character) {
    const SkinWeights& weights = character.weights;
    if (weights.firstOfVertex.size() != character.surface.positions.size() + 1) return {};
    std::vector<std::uint32_t> joints(character.surface.positions.size(), CheckContext::kNone);
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

CheckContext::CheckContext(const Character& of, const Jobs& with)
    : character(of),
      jobs(with),
      mesh{of.surface.positions, of.surface.triangles},
      box(boxOf(of.surface.positions)),
      size(length(extent(box))),
      tree(triangleTree(mesh, with)),
      edges(edgeTable(mesh.triangles)),
      parts(connectedParts(mesh.triangles)),
      topologies(partTopologies(mesh.triangles, edges, parts)),
      measures(measureParts(*this)),
      largestPart(largestOf(measures)),
      crossings(selfIntersections(mesh, tree, with)),
      mainJoint(mainJoints(of)),
      verticesOf(movedVertices(of)) {}

std::string CheckContext::place(std::uint32_t vertex) const {
    if (hasRig() && mainJoint[vertex] != kNone) return "near joint " + quoted(jointName(mainJoint[vertex]));
    const Vec3d p = mesh.positions[vertex];
    return "at (" + rounded(p.x) + ", " + rounded(p.y) + ", " + rounded(p.z) + ") m";
}

std::string counted(std::size_t count, std::string_view noun, std::string_view plural) {
    std::string text = std::to_string(count) + " ";
    if (count == 1) return text.append(noun);
    return plural.empty() ? text.append(noun) + "s" : text.append(plural);
}

std::string rounded(double value, int digits) {
    std::array<char, 40> text{};
    const bool whole = std::abs(value) >= std::pow(10.0, digits) && std::abs(value) < 1e12;
    if (whole) {
        std::snprintf(text.data(), text.size(), "%.0f", value);
    } else {
        std::snprintf(text.data(), text.size(), "%.*g", digits, value);
    }
    return text.data();
}

std::string quoted(std::string_view name) {
    return '"' + std::string(name) + '"';
}

std::string listed(const std::vector<std::string>& names, std::size_t most) {
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i == 0 ? "" : ", ") + names[i];
    return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

}  // namespace sinew
