#include "Offline/Geometry/Measure.h"

#include <algorithm>
#include <numbers>

#include "Offline/Geometry/Box.h"
#include "Offline/Geometry/Predicates.h"

namespace sinew {

namespace {

std::array<double, 3> squaredEdges(const TrianglePoints& t) {
    const Vec3d a = t[1] - t[0], b = t[2] - t[1], c = t[0] - t[2];
    return {dot(a, a), dot(b, b), dot(c, c)};
}

}  // namespace

double triangleFlatness(const TrianglePoints& t) {
    const std::array<double, 3> edges = squaredEdges(t);
    const double longest = *std::max_element(edges.begin(), edges.end());
    return longest > 0 ? 2 * area(t) / longest : 0;
}

bool isDegenerate(const TrianglePoints& t) {
    for (int axis = 0; axis < 3; ++axis) {
        if (orientationAlong(axis, t[0], t[1], t[2]) != 0) return false;
    }
    return true;
}

double surfaceArea(const TriangleMesh& mesh) {
    double sum = 0;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) sum += area(mesh.points(t));
    return sum;
}

double signedVolume(const TriangleMesh& mesh) {
    const Vec3d middle = mesh.positions.empty() ? Vec3d{} : center(boxOf(mesh.positions));
    double sum = 0;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const TrianglePoints p = mesh.points(t);
        sum += dot(p[0] - middle, cross(p[1] - middle, p[2] - middle));
    }
    return sum / 6;
}

std::vector<Vec3d> vertexNormals(const TriangleMesh& mesh) {
    std::vector<Vec3d> normals(mesh.positions.size());
    for (const Triangle& t : mesh.triangles) {
        for (std::size_t c = 0; c < 3; ++c) {
            const Vec3d p = mesh.positions[t[c]];
            const Vec3d u = normalized(mesh.positions[t[(c + 1) % 3]] - p);
            const Vec3d v = normalized(mesh.positions[t[(c + 2) % 3]] - p);
            // |u×v| stands for the angle: close enough, and the same bits with every mathematical library.
            normals[t[c]] += cross(u, v);
        }
    }
    for (Vec3d& n : normals) n = normalized(n, {0, 1, 0});
    return normals;
}

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
