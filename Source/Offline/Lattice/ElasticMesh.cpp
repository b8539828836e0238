#include "Offline/Lattice/ElasticMesh.h"

#include <algorithm>
#include <bit>

#include "Offline/Lattice/Contact/SlidingBones.h"
#include "Offline/Lattice/Multigrid/Level.h"
#include "Offline/Lattice/PoseSolver.h"
#include "Offline/Lattice/Volume.h"

namespace sinew::lattice {

namespace {

// The coefficient of a corner in a Hadamard coefficient: its sign along each axis that is a bit of `which`.
double signOf(std::uint32_t which, std::uint32_t corner) {
    return std::popcount(which & ~corner) % 2 == 0 ? 1 : -1;
}

// The moduli contain the coverage. Where they are bounded below, flesh that fills little of its cell is
// stiffer than other flesh.
Lame<double> ofFlesh(CellModuli moduli, float coverage) {
    const auto part = static_cast<double>(coverage);
    return {static_cast<double>(moduli.mu) / part, static_cast<double>(moduli.lambda) / part};
}

void addHourglasses(const Cells& cells, std::uint32_t cell, double mu,
                    ElasticMesh::Stabilisation& stabilisation) {
    for (const std::uint32_t which : {3u, 5u, 6u, 7u}) {
        for (std::uint32_t corner = 0; corner < 8; ++corner) {
            stabilisation.sums.add(cells.nodesOfCell[cell][corner], signOf(which, corner));
        }
        stabilisation.sums.endRow();
        const double weight = which == 7 ? kHourglassOfThree : kHourglassOfTwo;
        stabilisation.stiffness.push_back(2 * weight * mu * cells.width);
        stabilisation.elementOfSum.push_back(cell);
        stabilisation.jointOfSum.push_back(ElasticMesh::Stabilisation::kAnyFrame);
    }
}

void addCells(const Volume& volume, const std::vector<CellModuli>& moduli, ElasticMesh& mesh) {
    const Cells& cells = volume.cells();
    const double whole = cells.width * cells.width * cells.width;
    for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
        const float coverage = cells.cells[c].coverage;
        const double flesh = whole * static_cast<double>(coverage);
        mesh.elements.push_back({flesh, ofFlesh(moduli[c], coverage), volume.flesh.middle(c)});
        for (std::uint32_t corner = 0; corner < 8; ++corner) {
            mesh.elementNodes.push_back(cells.nodesOfCell[c][corner]);
            mesh.gradients.push_back(Vec3d{signOf(1, corner), signOf(2, corner), signOf(4, corner)} /
                                     (4 * cells.width));
            mesh.elementMasses.push_back(mesh.flesh.density * flesh / 8);
        }
        mesh.firstOfElement.push_back(static_cast<std::uint32_t>(mesh.elementNodes.size()));
        addHourglasses(cells, c, static_cast<double>(moduli[c].mu), mesh.stabilisation);
    }
}

void addExtension(const Volume& volume, std::span<const double> factors, ElasticMesh& mesh) {
    const Cells& cells = volume.cells();
    const Extension extension(cells, fleshShear(cells, mesh.flesh, factors), heldNodes(mesh),
                              Extension::kStrength);
    ElasticMesh::Stabilisation& stabilisation = mesh.stabilisation;
    std::vector<std::uint32_t> cellOfNode(cells.nodeCount());
    for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
        for (const std::uint32_t node : cells.nodesOfCell[c]) cellOfNode[node] = c;
    }
    for (const Extension::Line& line : extension.lines()) {
        for (std::size_t i = 0; i < 3; ++i) stabilisation.sums.add(line.nodes[i], i == 1 ? -2 : 1);
        stabilisation.sums.endRow();
        stabilisation.stiffness.push_back(static_cast<double>(line.stiffness));
        stabilisation.elementOfSum.push_back(cellOfNode[line.nodes[1]]);
        stabilisation.jointOfSum.push_back(ElasticMesh::Stabilisation::kAnyFrame);
    }
}

// Between a point of the flesh and the place of a joint's bone where it is as bound.
void addSpring(const Cells& cells, const CellPoint& point, double stiffness, std::uint32_t joint,
               ElasticMesh::Stabilisation& springs) {
    for (std::size_t corner = 0; corner < 8; ++corner) {
        springs.sums.add(cells.nodesOfCell[point.cell][corner], static_cast<double>(point.weights[corner]));
    }
    springs.sums.endRow();
    springs.stiffness.push_back(stiffness);
    springs.elementOfSum.push_back(point.cell);
    springs.jointOfSum.push_back(joint);
}

void addHolds(const Volume& volume, const PoseSettings& pose, std::span<const double> factors,
              ElasticMesh& mesh) {
    const Carriers carriers = carriersOf(volume.bones, volume.attachment);
    if (pose.hold == Hold::Sliding) {
        const SlidingBones bones(volume, carriers, mesh.flesh.young, factors, pose);
        for (const SlidingBones::Point& point : bones.points()) {
            addSpring(volume.cells(), point.flesh, point.drawBack, carriers.joints[point.carrier],
                      mesh.stabilisation);
        }
    } else if (pose.hold == Hold::Soft) {
        for (const SoftHold& hold :
             softHolds(volume.cells(), mesh.flesh, pose, volume.attachment.boneOfNode, factors)) {
            const auto bone = static_cast<std::size_t>(volume.attachment.boneOfNode[hold.node]);
            addSpring(volume.cells(), hold.point, static_cast<double>(hold.stiffness),
                      volume.bones[bone].joint, mesh.stabilisation);
        }
    }
}

// As large as the flesh in them, so that an interface has the cross-section of the limb, not that of cells.
void addFaces(const Volume& volume, ElasticMesh& mesh) {
    for (const Cells::Link& link : volume.cells().links) {
        const double area = volume.flesh.faceArea(link);
        mesh.faces.push_back({std::min(link.lower, link.upper), std::max(link.lower, link.upper), area});
        for (std::uint32_t corner = 0; corner < 8; ++corner) {
            if ((corner >> link.axis & 1) == 0)
                mesh.faceAreas.add(volume.cells().nodesOfCell[link.upper][corner], area / 4);
        }
        mesh.faceAreas.endRow();
    }
}

void addSkin(const Volume& volume, std::span<const Vec3d> positions, ElasticMesh& mesh) {
    const Cells& cells = volume.cells();
    const TricubicSkin& skin = volume.skin;
    mesh.skin.first = skin.firstOfVertex;
    mesh.skin.nodes = skin.nodes;
    mesh.skin.weights.assign(skin.weights.begin(), skin.weights.end());
    mesh.elementOfVertex = skin.cellOfVertex;
    for (std::size_t v = 0; v < positions.size(); ++v) {
        const std::uint32_t cell = skin.cellOfVertex[v];
        const std::array<float, 8> weights =
            trilinearWeights((positions[v] - cells.position(cells.cells[cell].place)) / cells.width);
        for (std::uint32_t corner = 0; corner < 8; ++corner) {
            mesh.inElement.add(cells.nodesOfCell[cell][corner], static_cast<double>(weights[corner]));
        }
        mesh.inElement.endRow();
    }
    mesh.followsSkeleton = volume.followsSkeleton;
}

}  // namespace

ElasticMesh elasticMesh(const Character& character, const Volume& volume, const Flesh& flesh,
                        const PoseSettings& pose, std::span<const double> factors) {
    const Cells& cells = volume.cells();
    ElasticMesh mesh;
    mesh.flesh = flesh;
    mesh.spacing = cells.width;
    for (std::uint32_t n = 0; n < cells.nodeCount(); ++n) mesh.rest.push_back(cells.nodePosition(n));
    mesh.masses = nodeMasses(cells, flesh.density);
    mesh.boneOfNode = volume.attachment.boneOfNode;
    mesh.bones = volume.bones;
    mesh.joints = volume.report.joints;
    addCells(volume, cellModuli(cells, flesh, factors), mesh);
    addFaces(volume, mesh);
    addSkin(volume, character.surface.positions, mesh);
    mesh.heldExactly = pose.hold == Hold::Hard;
    addHolds(volume, pose, factors, mesh);
    addExtension(volume, factors, mesh);
    return mesh;
}

}  // namespace sinew::lattice
