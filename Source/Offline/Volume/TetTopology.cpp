#include "Offline/Volume/TetTopology.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "Offline/Geometry/DisjointSets.h"

namespace sinew {

namespace {

constexpr std::uint32_t kFacesPerRange = 4096;

struct Face {
    std::array<std::uint32_t, 3> sorted;
    std::uint32_t tet;
    std::uint8_t opposite;  // the corner that the face lacks
    friend bool operator<(const Face& a, const Face& b) {
        return a.sorted != b.sorted ? a.sorted < b.sorted : a.tet < b.tet;
    }
};

// Outward faces of a positively oriented tet, by the corner they lack.
constexpr std::array<std::array<std::uint8_t, 3>, 4> kFaces{{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};

// Sorted: first into buckets by the smallest node, then each of these few by itself.
std::vector<Face> sortedFaces(const TetMesh& mesh) {
    const auto faceOf = [&](std::uint32_t t, std::uint8_t corner) {
        Face face{{}, t, corner};
        for (std::size_t k = 0; k < 3; ++k) face.sorted[k] = mesh.tets[t][kFaces[corner][k]];
        std::sort(face.sorted.begin(), face.sorted.end());
        return face;
    };
    const auto count = static_cast<std::uint32_t>(mesh.tets.size());
    std::vector<std::uint32_t> bucket(mesh.nodes.size() + 1, 0);
    for (std::uint32_t t = 0; t < count; ++t) {
        for (std::uint8_t c = 0; c < 4; ++c) ++bucket[faceOf(t, c).sorted[0] + 1];
    }
    std::partial_sum(bucket.begin(), bucket.end(), bucket.begin());
    std::vector<std::uint32_t> next(bucket.begin(), bucket.end() - 1);
    std::vector<Face> faces(std::size_t{4} * count);
    for (std::uint32_t t = 0; t < count; ++t) {
        for (std::uint8_t c = 0; c < 4; ++c) {
            const Face face = faceOf(t, c);
            faces[next[face.sorted[0]]++] = face;
        }
    }
    for (std::size_t n = 0; n + 1 < bucket.size(); ++n) {
        std::sort(faces.begin() + bucket[n], faces.begin() + bucket[n + 1]);
    }
    return faces;
}

double dihedral(Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
    const Vec3d along = b - a, n0 = cross(along, c - a), n1 = cross(along, d - a);
    return std::atan2(length(cross(n0, n1)), dot(n0, n1)) * 180 / std::numbers::pi;
}

}  // namespace

TetTopology tetTopology(const TetMesh& mesh) {
    TetTopology topology;
    const std::vector<Face> faces = sortedFaces(mesh);
    DisjointSets components(mesh.tets.size());
    for (std::size_t i = 0; i < faces.size();) {
        std::size_t end = i + 1;
        while (end < faces.size() && faces[end].sorted == faces[i].sorted) {
            components.join(faces[i].tet, faces[end].tet);
            ++end;
        }
        if (end == i + 1) {
            const Tet& tet = mesh.tets[faces[i].tet];
            const auto& corners = kFaces[faces[i].opposite];
            topology.boundary.push_back({{tet[corners[0]], tet[corners[1]], tet[corners[2]]}, faces[i].tet});
        }
        i = end;
    }
    std::stable_sort(topology.boundary.begin(), topology.boundary.end(),
                     [](const auto& a, const auto& b) { return a.tet < b.tet; });
    topology.componentOfTet.resize(mesh.tets.size());
    for (std::uint32_t t = 0; t < mesh.tets.size(); ++t) {
        const std::uint32_t root = components.find(t);
        topology.componentOfTet[t] = root == t ? topology.components++ : topology.componentOfTet[root];
    }
    return topology;
}

double tetVolume(const TetMesh& mesh, const Tet& tet) {
    const Vec3d a = mesh.nodes[tet[0]];
    return dot(mesh.nodes[tet[1]] - a, cross(mesh.nodes[tet[2]] - a, mesh.nodes[tet[3]] - a)) / 6;
}

namespace {

void add(TetQuality& quality, const TetMesh& mesh, const Tet& tet) {
    const double volume = tetVolume(mesh, tet);
    quality.volume += volume;
    quality.minVolume = std::min(quality.minVolume, volume);
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = i + 1; j < 4; ++j) {
            std::size_t k = 0;
            while (k == i || k == j) ++k;
            const double angle = dihedral(mesh.nodes[tet[i]], mesh.nodes[tet[j]], mesh.nodes[tet[k]],
                                          mesh.nodes[tet[6 - i - j - k]]);
            quality.minDihedral = std::min(quality.minDihedral, angle);
            quality.maxDihedral = std::max(quality.maxDihedral, angle);
        }
    }
}

}  // namespace

std::vector<InnerFace> innerFaces(const TetMesh& mesh) {
    const std::vector<Face> faces = sortedFaces(mesh);
    std::vector<InnerFace> inner;
    for (std::size_t i = 1; i < faces.size(); ++i) {
        if (faces[i].sorted != faces[i - 1].sorted) continue;
        const std::uint32_t s = faces[i - 1].tet, t = faces[i].tet;
        inner.push_back({faces[i].sorted, std::min(s, t), std::max(s, t)});
    }
    return inner;
}

TetQuality tetQuality(const TetMesh& mesh, const Jobs& jobs) {
    TetQuality whole;
    if (mesh.tets.empty()) return whole;
    whole.minVolume = tetVolume(mesh, mesh.tets[0]);
    const auto count = static_cast<std::uint32_t>(mesh.tets.size());
    std::vector<TetQuality> parts((count + kFacesPerRange - 1) / kFacesPerRange, whole);
    parallelForRanges(jobs, count, kFacesPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t t = begin; t < end; ++t) add(parts[begin / kFacesPerRange], mesh, mesh.tets[t]);
    });
    for (const TetQuality& part : parts) {
        whole.volume += part.volume;
        whole.minVolume = std::min(whole.minVolume, part.minVolume);
        whole.minDihedral = std::min(whole.minDihedral, part.minDihedral);
        whole.maxDihedral = std::max(whole.maxDihedral, part.maxDihedral);
    }
    return whole;
}

Vec3d tetMiddle(const TetMesh& mesh, const Tet& tet) {
    return (mesh.nodes[tet[0]] + mesh.nodes[tet[1]] + mesh.nodes[tet[2]] + mesh.nodes[tet[3]]) * 0.25;
}

std::vector<Vec3d> tetMiddles(const TetMesh& mesh) {
    std::vector<Vec3d> middles;
    middles.reserve(mesh.tets.size());
    for (const Tet& tet : mesh.tets) middles.push_back(tetMiddle(mesh, tet));
    return middles;
}

}  // namespace sinew
