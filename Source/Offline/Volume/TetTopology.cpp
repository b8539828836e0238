#include "Offline/Volume/TetTopology.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace sinew {

namespace {

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

std::vector<Face> sortedFaces(const std::vector<Tet>& tets) {
    std::vector<Face> faces;
    faces.reserve(tets.size() * 4);
    for (std::uint32_t t = 0; t < tets.size(); ++t) {
        for (std::uint8_t corner = 0; corner < 4; ++corner) {
            Face face{{}, t, corner};
            for (std::size_t k = 0; k < 3; ++k) face.sorted[k] = tets[t][kFaces[corner][k]];
            std::sort(face.sorted.begin(), face.sorted.end());
            faces.push_back(face);
        }
    }
    std::sort(faces.begin(), faces.end());
    return faces;
}

std::uint32_t rootOf(std::vector<std::uint32_t>& parent, std::uint32_t x) {
    while (parent[x] != x) x = parent[x] = parent[parent[x]];
    return x;
}

double dihedral(Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
    const Vec3d along = b - a, n0 = cross(along, c - a), n1 = cross(along, d - a);
    return std::atan2(length(cross(n0, n1)), dot(n0, n1)) * 180 / std::numbers::pi;
}

}  // namespace

TetTopology tetTopology(const TetMesh& mesh) {
    TetTopology topology;
    const std::vector<Face> faces = sortedFaces(mesh.tets);
    std::vector<std::uint32_t> parent(mesh.tets.size());
    std::iota(parent.begin(), parent.end(), 0u);
    for (std::size_t i = 0; i < faces.size();) {
        std::size_t end = i + 1;
        while (end < faces.size() && faces[end].sorted == faces[i].sorted) {
            const std::uint32_t a = rootOf(parent, faces[i].tet), b = rootOf(parent, faces[end].tet);
            parent[std::max(a, b)] = std::min(a, b);
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
        const std::uint32_t root = rootOf(parent, t);
        topology.componentOfTet[t] = root == t ? topology.components++ : topology.componentOfTet[root];
    }
    return topology;
}

double tetVolume(const TetMesh& mesh, const Tet& tet) {
    const Vec3d a = mesh.nodes[tet[0]];
    return dot(mesh.nodes[tet[1]] - a, cross(mesh.nodes[tet[2]] - a, mesh.nodes[tet[3]] - a)) / 6;
}

TetQuality tetQuality(const TetMesh& mesh) {
    TetQuality quality;
    if (mesh.tets.empty()) return quality;
    quality.leastVolume = tetVolume(mesh, mesh.tets[0]);
    for (const Tet& tet : mesh.tets) {
        const double volume = tetVolume(mesh, tet);
        quality.volume += volume;
        quality.leastVolume = std::min(quality.leastVolume, volume);
        for (std::size_t i = 0; i < 4; ++i) {
            for (std::size_t j = i + 1; j < 4; ++j) {
                std::size_t k = 0;
                while (k == i || k == j) ++k;
                const double angle = dihedral(mesh.nodes[tet[i]], mesh.nodes[tet[j]], mesh.nodes[tet[k]],
                                              mesh.nodes[tet[6 - i - j - k]]);
                quality.leastDihedral = std::min(quality.leastDihedral, angle);
                quality.largestDihedral = std::max(quality.largestDihedral, angle);
            }
        }
    }
    return quality;
}

}  // namespace sinew
