#include "Offline/Tets/ElasticMesh.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "Offline/Geometry/Measure.h"
#include "Offline/Tets/ElasticBody.h"
#include "Offline/Tets/Volume.h"

namespace sinew::tets {

namespace {

// Points have the middle of their tet, so that the flesh of a tet is never divided between domains.
void addElements(const ElasticBody& body, ElasticMesh& mesh) {
    for (std::uint32_t p = 0; p < body.points(); ++p) {
        const std::uint32_t t = body.tetOf(p);
        const std::span<const std::uint32_t> nodes = body.elements()[t];
        const double volume = body.volumes()[p];
        mesh.elements.push_back({volume, body.lame(p), tetMiddle(body.rest(), body.rest().tets[t])});
        const Gradients gradients = body.gradients(p);
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            mesh.elementNodes.push_back(nodes[n]);
            mesh.gradients.push_back(gradients[n]);
            mesh.elementMasses.push_back(body.flesh().density * volume * body.massShares()[n]);
        }
        mesh.firstOfElement.push_back(static_cast<std::uint32_t>(mesh.elementNodes.size()));
    }
}

// The middle between two corners of a tet.
std::uint32_t middleOf(const TetMesh& tets, std::uint32_t tet, std::uint32_t a, std::uint32_t b) {
    const Tet& corners = tets.tets[tet];
    const auto place = [&](std::uint32_t node) {
        return static_cast<std::size_t>(std::find(corners.begin(), corners.end(), node) - corners.begin());
    };
    return tets.middles[tet][kBetween[place(a)][place(b)] - std::size_t{4}];
}

// The faces of quadratic tets count as four triangles each.
void addAreas(const TetMesh& tets, const InnerFace& face, double whole, NodeSums& areas) {
    const double ofCorner = whole / (tets.isQuadratic() ? 12 : 3), ofMiddle = whole / 4;
    for (const std::uint32_t node : face.nodes) areas.add(node, ofCorner);
    for (std::size_t k = 0; k < 3 && tets.isQuadratic(); ++k) {
        areas.add(middleOf(tets, face.a, face.nodes[k], face.nodes[(k + 1) % 3]), ofMiddle);
    }
    areas.endRow();
}

void addFaces(const ElasticBody& body, ElasticMesh& mesh) {
    const TetMesh& tets = body.rest();
    const std::uint32_t points = body.pointsPerTet();
    for (const InnerFace& face : innerFaces(tets)) {
        const auto corner = [&](std::size_t k) { return tets.nodes[face.nodes[k]]; };
        const double whole = area({corner(0), corner(1), corner(2)});
        mesh.faces.push_back({points * face.a, points * face.b, whole});
        addAreas(tets, face, whole, mesh.faceAreas);
    }
    for (std::uint32_t p = 1; p < body.points(); ++p) {  // the points of a tet are connected, too
        if (body.tetOf(p) != body.tetOf(p - 1)) continue;
        mesh.faces.push_back({p - 1, p, 0});
        mesh.faceAreas.endRow();
    }
}

void addSkin(const Volume& volume, std::uint32_t pointsPerTet, ElasticMesh& mesh) {
    const Embedding& skin = volume.skin;
    for (std::size_t v = 0; v < skin.tetOfVertex.size(); ++v) {
        const std::uint32_t t = skin.tetOfVertex[v];
        for (std::size_t k = 0; k < 4; ++k) mesh.skin.add(volume.tets.tets[t][k], skin.weights[v][k]);
        for (std::size_t k = 0; k < 6 && volume.tets.isQuadratic(); ++k) {
            mesh.skin.add(volume.tets.middles[t][k], skin.middleWeights[v][k]);
        }
        mesh.skin.endRow();
        mesh.elementOfVertex.push_back(pointsPerTet * t);
    }
    mesh.inElement = mesh.skin;
    mesh.followsSkeleton = volume.followsSkeleton;
}

void addFibres(const ElasticBody& body, ElasticMesh& mesh) {
    constexpr double kSamePlace = 1e-6;  // barycentric
    const auto elementAt = [&](const Fibre& fibre) -> std::uint32_t {
        if (!body.isQuadratic()) return fibre.element;
        const std::array<double, 4> at = body.barycentric(fibre.element, fibre.place);
        for (std::uint32_t q = 0; q < body.pointsPerTet(); ++q) {
            double away = 0;
            for (std::uint32_t i = 0; i < 4; ++i) away += std::abs(at[i] - (i == q ? kNear : kFar));
            if (away < kSamePlace) return body.pointsPerTet() * fibre.element + q;
        }
        return FibrePlaces::kNone;
    };
    const auto gradientsAt = [&](const Fibre& fibre) {
        const Gradients gradients = body.gradientsAt(fibre.element, fibre.place);
        std::vector<Vec3d> all;
        for (std::size_t n = 0; n < gradients.size(); ++n) all.push_back(gradients[n]);
        return all;
    };
    sinew::addFibres(
        mesh, body.fibres().all(),
        {elementAt, [&](const Fibre& fibre) { return body.pointsPerTet() * fibre.element; }, gradientsAt});
}

}  // namespace

ElasticMesh elasticMesh(const ElasticBody& body) {
    ElasticMesh mesh;
    mesh.flesh = body.flesh();
    mesh.spacing = body.spacing();
    mesh.rest = body.rest().nodes;
    mesh.masses.assign(body.masses().begin(), body.masses().end());
    addElements(body, mesh);
    addFaces(body, mesh);
    addFibres(body, mesh);
    return mesh;
}

ElasticMesh elasticMesh(const Volume& volume, const ElasticBody& body) {
    ElasticMesh mesh = elasticMesh(body);
    mesh.boneOfNode = volume.attachment.boneOfNode;
    mesh.bones = volume.bones;
    mesh.joints = volume.report.joints;
    addSkin(volume, body.pointsPerTet(), mesh);
    return mesh;
}

}  // namespace sinew::tets
