#include "Offline/Tets/ElasticMesh.h"

#include "Offline/Geometry/Measure.h"
#include "Offline/Tets/ElasticBody.h"
#include "Offline/Tets/Volume.h"

namespace sinew::tets {

namespace {

void addElements(const ElasticBody& body, ElasticMesh& mesh) {
    for (std::uint32_t t = 0; t < body.tets(); ++t) {
        const Tet& tet = body.rest().tets[t];
        const double volume = body.volumes()[t];
        mesh.elements.push_back({volume, body.lame(t), tetMiddle(body.rest(), tet)});
        const std::array<Vec3d, 4> gradients = shapeGradients(body.restInverse(t));
        mesh.elementNodes.insert(mesh.elementNodes.end(), tet.begin(), tet.end());
        mesh.gradients.insert(mesh.gradients.end(), gradients.begin(), gradients.end());
        mesh.elementMasses.insert(mesh.elementMasses.end(), 4, body.flesh().density * volume / 4);
        mesh.firstOfElement.push_back(static_cast<std::uint32_t>(mesh.elementNodes.size()));
    }
}

void addFaces(const TetMesh& tets, ElasticMesh& mesh) {
    for (const InnerFace& face : innerFaces(tets)) {
        const auto corner = [&](std::size_t k) { return tets.nodes[face.nodes[k]]; };
        const double whole = area({corner(0), corner(1), corner(2)});
        mesh.faces.push_back({face.a, face.b, whole});
        for (const std::uint32_t node : face.nodes) mesh.faceAreas.add(node, whole / 3);
        mesh.faceAreas.endRow();
    }
}

void addSkin(const Volume& volume, ElasticMesh& mesh) {
    for (std::size_t v = 0; v < volume.skin.tetOfVertex.size(); ++v) {
        const Tet& tet = volume.tets.tets[volume.skin.tetOfVertex[v]];
        for (std::size_t k = 0; k < 4; ++k) mesh.skin.add(tet[k], volume.skin.weights[v][k]);
        mesh.skin.endRow();
    }
    mesh.inElement = mesh.skin;
    mesh.elementOfVertex = volume.skin.tetOfVertex;
    mesh.followsSkeleton = volume.followsSkeleton;
}

}  // namespace

ElasticMesh elasticMesh(const ElasticBody& body) {
    ElasticMesh mesh;
    mesh.flesh = body.flesh();
    mesh.spacing = body.spacing();
    mesh.rest = body.rest().nodes;
    mesh.masses.assign(body.masses().begin(), body.masses().end());
    addElements(body, mesh);
    addFaces(body.rest(), mesh);
    return mesh;
}

ElasticMesh elasticMesh(const Volume& volume, const ElasticBody& body) {
    ElasticMesh mesh = elasticMesh(body);
    mesh.boneOfNode = volume.attachment.boneOfNode;
    mesh.bones = volume.bones;
    mesh.joints = volume.report.joints;
    addSkin(volume, mesh);
    return mesh;
}

}  // namespace sinew::tets
