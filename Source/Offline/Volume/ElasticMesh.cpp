#include "Offline/Volume/ElasticMesh.h"

#include <algorithm>

namespace sinew {

namespace {

// A point with the nodes of an element, and with the element's centre, so that the flesh and the skin of an
// element are never divided between domains.
std::uint32_t addPoint(ElasticMesh& mesh, std::uint32_t like, std::span<const Vec3d> gradients,
                       double volume) {
    const std::uint32_t point = mesh.elementCount();
    mesh.elements.push_back({volume, {}, mesh.elements[like].centre});
    const std::vector<std::uint32_t> nodes(mesh.nodesOf(like).begin(), mesh.nodesOf(like).end());
    mesh.elementNodes.insert(mesh.elementNodes.end(), nodes.begin(), nodes.end());
    mesh.gradients.insert(mesh.gradients.end(), gradients.begin(), gradients.end());
    mesh.elementMasses.resize(mesh.elementNodes.size(), 0.0);  // the flesh has all of it
    mesh.firstOfElement.push_back(static_cast<std::uint32_t>(mesh.elementNodes.size()));
    mesh.faces.push_back({like, point, 0});
    mesh.faceAreas.endRow();
    return point;
}

}  // namespace

std::span<const ElasticMesh::FibreOfElement> ElasticMesh::fibresOf(std::uint32_t element) const {
    const auto [begin, end] = std::equal_range(
        fibres.begin(), fibres.end(), FibreOfElement{element, {}, {}},
        [](const FibreOfElement& a, const FibreOfElement& b) { return a.element < b.element; });
    return {begin, end};
}

void addFibres(ElasticMesh& mesh, std::span<const Fibre> fibres, const FibrePlaces& places) {
    const Fibre* before = nullptr;
    std::uint32_t element = FibrePlaces::kNone;
    for (const Fibre& fibre : fibres) {
        const bool isHere =
            before != nullptr && before->element == fibre.element && before->place == fibre.place;
        if (!isHere) element = places.elementAt(fibre);
        if (element == FibrePlaces::kNone)
            element = addPoint(mesh, places.elementWith(fibre), places.gradientsAt(fibre), fibre.volume);
        const double share = fibre.volume / mesh.elements[element].volume;
        mesh.fibres.push_back({element, fibre.direction, {fibre.law.stiffness, fibre.law.toe}});
        before = &fibre;
    }
    std::stable_sort(mesh.fibres.begin(), mesh.fibres.end(),
                     [](const auto& a, const auto& b) { return a.element < b.element; });
}

double ElasticMesh::volume() const {
    double sum = 0;
    for (const Element& element : elements) sum += element.isFlesh() ? element.volume : 0;
    return sum;
}

double fibreEnergy(const ElasticMesh& mesh, std::uint32_t element, const Mat3d& f) {
    double sum = 0;
    for (const ElasticMesh::FibreOfElement& fibre : mesh.fibresOf(element))
        sum += fibreEnergyDensity(f, fibre.direction, fibre.law);
    return sum;
}

Mat3d fibreStress(const ElasticMesh& mesh, std::uint32_t element, const Mat3d& f) {
    Mat3d sum;
    for (const ElasticMesh::FibreOfElement& fibre : mesh.fibresOf(element))
        sum = sum + fibrePiola(f, fibre.direction, fibre.law);
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
