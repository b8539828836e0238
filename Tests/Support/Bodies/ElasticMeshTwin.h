// The energy and forces of an elastic mesh, slow and obvious.
#pragma once

#include <algorithm>
#include <numeric>

#include "Material/Material.h"
#include "Offline/Volume/ElasticMesh.h"

namespace sinew::test {

inline Vec3d sumOf(const NodeSums& sums, std::size_t row, std::span<const Vec3d> x) {
    Vec3d sum;
    for (std::size_t k = 0; k < sums.nodesOf(row).size(); ++k) {
        sum += x[sums.nodesOf(row)[k]] * sums.weightsOf(row)[k];
    }
    return sum;
}

// F of an element: the sum over all its nodes.
inline Mat3d gradientOf(const ElasticMesh& mesh, std::uint32_t element, std::span<const Vec3d> x) {
    Mat3d f{};
    for (std::size_t a = 0; a < mesh.nodesOf(element).size(); ++a) {
        f = f + outer(x[mesh.nodesOf(element)[a]], mesh.gradientsOf(element)[a]);
    }
    return f;
}

// J, of some elements and what stabilises them and no others; bones are as bound.
inline double energyOf(const ElasticMesh& mesh, std::span<const std::uint32_t> elements,
                       std::span<const Vec3d> x) {
    std::vector<bool> counts(mesh.elementCount(), false), inside(mesh.nodeCount(), false);
    double energy = 0;
    withMaterial<double>(mesh.flesh.kind, [&](auto material) {
        for (const std::uint32_t e : elements) {
            const ElasticMesh::Element& element = mesh.elements[e];
            energy +=
                element.volume * energyDensity<decltype(material)>(gradientOf(mesh, e, x), element.lame);
            counts[e] = true;
            for (const std::uint32_t node : mesh.nodesOf(e)) inside[node] = true;
        }
    });
    for (std::uint32_t k = 0; k < mesh.stabilisation.count(); ++k) {
        const Vec3d u = sumOf(mesh.stabilisation.sums, k, x) - sumOf(mesh.stabilisation.sums, k, mesh.rest);
        const std::span<const std::uint32_t> nodes = mesh.stabilisation.sums.nodesOf(k);
        if (counts[mesh.stabilisation.elementOfSum[k]] &&
            std::all_of(nodes.begin(), nodes.end(), [&](auto n) { return inside[n]; }))
            energy += mesh.stabilisation.stiffness[k] * dot(u, u) / 2;
    }
    return energy;
}

inline double energyOf(const ElasticMesh& mesh, std::span<const Vec3d> x) {
    std::vector<std::uint32_t> all(mesh.elementCount());
    std::iota(all.begin(), all.end(), 0u);
    return energyOf(mesh, all, x);
}

// N per node.
inline std::vector<Vec3d> forcesOf(const ElasticMesh& mesh, std::span<const Vec3d> x) {
    std::vector<Vec3d> f(x.size());
    withMaterial<double>(mesh.flesh.kind, [&](auto material) {
        for (std::uint32_t e = 0; e < mesh.elementCount(); ++e) {
            const ElasticMesh::Element& element = mesh.elements[e];
            const Mat3d stress = firstPiola<decltype(material)>(gradientOf(mesh, e, x), element.lame);
            for (std::size_t a = 0; a < mesh.nodesOf(e).size(); ++a) {
                f[mesh.nodesOf(e)[a]] -= stress * mesh.gradientsOf(e)[a] * element.volume;
            }
        }
    });
    for (std::uint32_t k = 0; k < mesh.stabilisation.count(); ++k) {
        const Vec3d u = sumOf(mesh.stabilisation.sums, k, x) - sumOf(mesh.stabilisation.sums, k, mesh.rest);
        const Vec3d pull = u * mesh.stabilisation.stiffness[k];
        for (std::size_t a = 0; a < mesh.stabilisation.sums.nodesOf(k).size(); ++a) {
            f[mesh.stabilisation.sums.nodesOf(k)[a]] -= pull * mesh.stabilisation.sums.weightsOf(k)[a];
        }
    }
    return f;
}

}  // namespace sinew::test
