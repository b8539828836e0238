#include "Offline/Tets/Tissue.h"

#include <optional>

#include "Offline/Geometry/Measure.h"
#include "Offline/Geometry/Spatial.h"
#include "Offline/Tets/Mesh/Quadratic.h"

namespace sinew::tets {

namespace {

// The faces that flesh ends at, which are the skin as far as the tets know it.
class Boundary {
  public:
    Boundary(const TetMesh& mesh, const Jobs& jobs) : mesh_(mesh), faces_(tetTopology(mesh).boundary) {
        std::vector<Box> boxes;
        for (const TetTopology::BoundaryFace& face : faces_) {
            triangles_.push_back(face.nodes);
            boxes.emplace_back();
            for (const std::uint32_t n : face.nodes) boxes.back() = merged(boxes.back(), mesh.nodes[n]);
        }
        tree_ = BoxTree(boxes, jobs);
    }

    double distance(Vec3d p) const { return closestPoint({mesh_.nodes, triangles_}, tree_, p)->distance; }

    std::vector<SkinPatch> patches() const {
        std::vector<SkinPatch> patches;
        for (const TetTopology::BoundaryFace& face : faces_) {
            const TrianglePoints t{mesh_.nodes[face.nodes[0]], mesh_.nodes[face.nodes[1]],
                                   mesh_.nodes[face.nodes[2]]};
            patches.push_back({face.tet, (t[0] + t[1] + t[2]) / 3.0, normalized(areaVector(t)), area(t)});
        }
        return patches;
    }

  private:
    const TetMesh& mesh_;
    std::vector<TetTopology::BoundaryFace> faces_;
    std::vector<Triangle> triangles_;
    BoxTree tree_;
};

// The points at which quadratic tets evaluate their energy stand for the flesh of linear ones, too.
ElementSamples samplesOf(const TetMesh& mesh) {
    ElementSamples samples;
    for (const Tet& tet : mesh.tets) {
        const Vec3d sum = mesh.nodes[tet[0]] + mesh.nodes[tet[1]] + mesh.nodes[tet[2]] + mesh.nodes[tet[3]];
        for (const std::uint32_t corner : tet) {
            samples.add(sum * kFar + mesh.nodes[corner] * (kNear - kFar),
                        tetVolume(mesh, tet) / kQuadraticPoints);
        }
        samples.endElement();
    }
    return samples;
}

}  // namespace

Tissue tissueOf(const Character& character, const Volume& volume, const Flesh& material,
                const StiffnessRegions& regions, const TissueSettings& settings, const Jobs& jobs) {
    if (regions.empty() && settings.empty()) return {};
    std::optional<Boundary> boundary;
    if (!settings.empty()) boundary.emplace(volume.tets, jobs);
    FleshOfElements flesh;
    flesh.bones = volume.bones;
    flesh.middles = tetMiddles(volume.tets);
    flesh.samples = samplesOf(volume.tets);
    flesh.fibresAtSamples = volume.tets.isQuadratic();
    flesh.fibrePlaces = flesh.middles;
    flesh.distanceToSkin = [&](Vec3d p) { return boundary->distance(p); };
    flesh.patches = [&] { return boundary->patches(); };
    return sinew::tissueOf(character, flesh, material, regions, settings, jobs);
}

}  // namespace sinew::tets
