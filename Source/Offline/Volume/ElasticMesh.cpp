#include "Offline/Volume/ElasticMesh.h"

namespace sinew {

double ElasticMesh::volume() const {
    double sum = 0;
    for (const Element& element : elements) sum += element.volume;
    return sum;
}

// Relative to the first node, since the gradients sum to 0: large coordinates cost no digits.
Mat3d deformationGradient(const ElasticMesh& mesh, std::uint32_t element, std::span<const Vec3d> x) {
    const std::span<const std::uint32_t> nodes = mesh.nodesOf(element);
    const std::span<const Vec3d> gradients = mesh.gradientsOf(element);
    const Vec3d first = x[nodes[0]];
    Mat3d f = outer(x[nodes[1]] - first, gradients[1]);
    for (std::size_t n = 2; n < nodes.size(); ++n) f = f + outer(x[nodes[n]] - first, gradients[n]);
    return f;
}

void addElementForces(const ElasticMesh& mesh, std::uint32_t element, const Mat3d& stress,
                      std::span<Vec3d> f) {
    const std::span<const std::uint32_t> nodes = mesh.nodesOf(element);
    const std::span<const Vec3d> gradients = mesh.gradientsOf(element);
    Vec3d others = stress * gradients[1] * mesh.elements[element].volume;
    f[nodes[1]] -= others;
    for (std::size_t n = 2; n < nodes.size(); ++n) {
        const Vec3d force = stress * gradients[n] * mesh.elements[element].volume;
        f[nodes[n]] -= force;
        others += force;
    }
    f[nodes[0]] += others;
}

std::vector<bool> heldNodes(const ElasticMesh& mesh) {
    std::vector<bool> held;
    for (const std::int32_t bone : mesh.boneOfNode) held.push_back(mesh.heldExactly && bone >= 0);
    return held;
}

std::vector<Vec3d> skinPositions(const ElasticMesh& mesh, std::span<const Vec3d> nodes,
                                 std::span<const Vec3d> skinned) {
    std::vector<Vec3d> positions(mesh.skin.rows());
    for (std::size_t v = 0; v < positions.size(); ++v) {
        const std::span<const std::uint32_t> of = mesh.skin.nodesOf(v);
        const std::span<const double> weights = mesh.skin.weightsOf(v);
        for (std::size_t k = 0; k < of.size(); ++k) positions[v] += nodes[of[k]] * weights[k];
        if (v < skinned.size()) {
            positions[v] = lerp(positions[v], skinned[v], static_cast<double>(mesh.followsSkeleton[v]));
        }
    }
    return positions;
}

}  // namespace sinew
