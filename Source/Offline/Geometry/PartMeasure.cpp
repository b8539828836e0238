#include "Offline/Geometry/PartMeasure.h"

#include "Offline/Geometry/Measure.h"

namespace sinew {

namespace {

// What each rim spans: the length of its vector area about its middle.
void addRims(const TriangleMesh& mesh, const EdgeTable& edges, const Parts& parts,
             std::vector<PartMeasure>& measures) {
    const std::vector<std::vector<std::uint32_t>> rims = openRims(edges);
    std::vector<std::uint32_t> rimOf(mesh.positions.size(), Parts::kNone);
    std::vector<Vec3d> middle(rims.size()), span(rims.size());
    for (std::uint32_t r = 0; r < rims.size(); ++r) {
        for (const std::uint32_t v : rims[r]) {
            rimOf[v] = r;
            middle[r] += mesh.positions[v] / static_cast<double>(rims[r].size());
        }
    }
    std::vector<std::uint32_t> partOf(rims.size());
    for (const Edge& edge : edges.edges) {
        if (edge.kind != EdgeKind::Open) continue;
        const EdgeTable::Use& use = edges.uses[edge.firstUse];
        const std::uint32_t r = rimOf[edge.low];
        const Vec3d low = mesh.positions[edge.low] - middle[r], high = mesh.positions[edge.high] - middle[r];
        span[r] += cross(low, high) * (use.forward ? 0.5 : -0.5);
        partOf[r] = parts.partOfTriangle[use.triangle];
    }
    for (std::size_t r = 0; r < rims.size(); ++r) measures[partOf[r]].openSpan += length(span[r]);
}

}  // namespace

std::vector<PartMeasure> measureParts(const TriangleMesh& mesh, const EdgeTable& edges, const Parts& parts) {
    std::vector<PartMeasure> measures(parts.count);
    const std::vector<std::uint32_t>& partOf = parts.partOfTriangle;
    const auto count = static_cast<std::uint32_t>(partOf.size());
    for (std::uint32_t t = 0; t < count; ++t) {
        if (partOf[t] == Parts::kNone) continue;
        PartMeasure& part = measures[partOf[t]];
        part.box = merged(part.box, boxOf(mesh.points(t)));
        part.area += area(mesh.points(t));
        part.triangle = t;
        part.vertex = mesh.triangles[t][0];
    }
    for (std::uint32_t t = 0; t < count; ++t) {
        if (partOf[t] == Parts::kNone) continue;
        PartMeasure& part = measures[partOf[t]];
        const TrianglePoints p = mesh.points(t);
        const Vec3d middle = center(part.box);
        part.volume += dot(p[0] - middle, cross(p[1] - middle, p[2] - middle)) / 6;
    }
    addRims(mesh, edges, parts, measures);
    return measures;
}

}  // namespace sinew
