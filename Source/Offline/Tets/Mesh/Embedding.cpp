#include "Offline/Tets/Mesh/Embedding.h"

#include <algorithm>
#include <cmath>

#include "Offline/Geometry/BoxTree.h"
#include "Offline/Geometry/Spatial.h"
#include "Offline/Tets/Mesh/Quadratic.h"

namespace sinew::tets {

namespace {

constexpr std::uint32_t kEmbeddedPerRange = 256;
// How much farther what lies sideways of a point counts; outwards, twice as much. The search goes so much
// farther too.
constexpr double kSideways = 1;

// Weights of the ten nodes of a quadratic tet.
void setQuadraticWeights(const TetMesh& mesh, Vec3d p, std::size_t vertex, Embedding& embedding) {
    const Tet& tet = mesh.tets[embedding.tetOfVertex[vertex]];
    const std::array<double, 4> at = barycentric(mesh, tet, closestPoint(mesh, tet, p));
    std::array<double, 4> beyond = barycentric(mesh, tet, p);
    for (std::size_t k = 0; k < 4; ++k) beyond[k] -= at[k];
    const std::array<double, kQuadraticNodes> shape = quadraticShape(at, beyond);
    std::copy_n(shape.begin(), 4, embedding.weights[vertex].begin());
    std::copy_n(shape.begin() + 4, 6, embedding.middleWeights[vertex].begin());
}

}  // namespace

std::array<double, 4> barycentric(const TetMesh& mesh, const Tet& tet, Vec3d p) {
    const Vec3d a = mesh.nodes[tet[0]];
    const Vec3d u = mesh.nodes[tet[1]] - a, v = mesh.nodes[tet[2]] - a, w = mesh.nodes[tet[3]] - a, d = p - a;
    const double volume = dot(u, cross(v, w));
    std::array<double, 4> weights{0, dot(d, cross(v, w)) / volume, dot(d, cross(w, u)) / volume,
                                  dot(d, cross(u, v)) / volume};
    weights[0] = 1 - weights[1] - weights[2] - weights[3];
    return weights;
}

Vec3d closestPoint(const TetMesh& mesh, const Tet& tet, Vec3d p) {
    const std::array<double, 4> weights = barycentric(mesh, tet, p);
    if (*std::min_element(weights.begin(), weights.end()) >= 0) return p;
    Vec3d best;
    double squared = Box::kInfinity;
    for (std::size_t corner = 0; corner < 4; ++corner) {
        if (weights[corner] >= 0) continue;  // the point lies on the inner side of this face
        TrianglePoints face;
        for (std::size_t k = 0, n = 0; k < 4; ++k) {
            if (k != corner) face[n++] = mesh.nodes[tet[k]];
        }
        const Vec3d here = closestPoint(face, p);
        if (dot(here - p, here - p) < squared) {
            squared = dot(here - p, here - p);
            best = here;
        }
    }
    return best;
}

Embedding embed(const TetMesh& mesh, std::span<const Vec3d> points, std::span<const Vec3d> normals,
                const Jobs& jobs) {
    std::vector<Box> boxes(mesh.tets.size());
    for (std::size_t t = 0; t < boxes.size(); ++t) {
        for (const std::uint32_t n : mesh.tets[t]) boxes[t] = merged(boxes[t], mesh.nodes[n]);
    }
    const BoxTree tree(boxes, jobs);
    Embedding embedding;
    embedding.tetOfVertex.resize(points.size());
    embedding.weights.resize(points.size());
    embedding.outside.resize(points.size());
    if (mesh.isQuadratic()) embedding.middleWeights.resize(points.size());
    const auto embedOne = [&](std::uint32_t i) {
        const Vec3d p = points[i], inward = -normals[i];
        const auto measure = [&](std::uint32_t t) {
            const Vec3d to = closestPoint(mesh, mesh.tets[t], p) - p;
            const double squared = dot(to, to);
            if (squared == 0) return 0.0;
            const double factor = 1 + kSideways * (1 - dot(to, inward) / std::sqrt(squared));
            return squared * factor * factor;
        };
        const BoxTree::Nearest nearest =
            tree.nearest([&](const Box& box) { return squaredDistance(box, p); }, measure);
        const Tet& tet = mesh.tets[nearest.item];
        embedding.tetOfVertex[i] = nearest.item;
        embedding.weights[i] = barycentric(mesh, tet, p);
        if (mesh.isQuadratic()) setQuadraticWeights(mesh, p, i, embedding);
        embedding.outside[i] = length(closestPoint(mesh, tet, p) - p);
    };
    parallelForRanges(jobs, static_cast<std::uint32_t>(points.size()), kEmbeddedPerRange,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          for (std::uint32_t i = begin; i < end; ++i) embedOne(i);
                      });
    return embedding;
}

std::vector<Vec3d> embeddedPositions(const Embedding& embedding, const TetMesh& mesh,
                                     std::span<const Vec3d> nodes) {
    std::vector<Vec3d> positions(embedding.tetOfVertex.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::uint32_t t = embedding.tetOfVertex[i];
        for (std::size_t k = 0; k < 4; ++k) positions[i] += nodes[mesh.tets[t][k]] * embedding.weights[i][k];
        if (!mesh.isQuadratic()) continue;
        for (std::size_t k = 0; k < 6; ++k) {
            positions[i] += nodes[mesh.middles[t][k]] * embedding.middleWeights[i][k];
        }
    }
    return positions;
}

}  // namespace sinew::tets
