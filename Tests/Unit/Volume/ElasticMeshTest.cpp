// What is trained on is what is solved: the mesh of the reduction has the energy of either full solver.
#include "Offline/Volume/ElasticMesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "Offline/Lattice/Contact/SlidingBones.h"
#include "Offline/Lattice/ElasticMesh.h"
#include "Offline/Lattice/Multigrid/Level.h"
#include "Offline/Lattice/PoseSolver.h"
#include "Offline/Lattice/Volume.h"
#include "Offline/Tets/ElasticBody.h"
#include "Offline/Tets/ElasticMesh.h"
#include "Offline/Tets/Volume.h"
#include "Samples/Limb.h"
#include "Support/Bodies/ElasticMeshTwin.h"
#include "Support/Bodies/HeldBodies.h"

namespace sinew {
namespace {

using test::energyOf;
using test::forcesOf;

const Character& limb() {
    static const Character character = makeLimb();
    return character;
}

// Factors on Young's modulus, each other.
std::vector<double> someFactors(std::size_t elements) {
    std::vector<double> factors;
    for (std::size_t e = 0; e < elements; ++e) factors.push_back(1 + 0.5 * static_cast<double>(e % 3));
    return factors;
}

struct OfTets {
    tets::Volume volume;
    tets::ElasticBody body;
    ElasticMesh mesh;

    static tets::Volume volumeOfLimb(tets::TetOrder order) {
        tets::VolumeSettings settings;
        settings.tets = 800;
        settings.order = order;
        return tets::buildVolume(limb(), settings);
    }
    explicit OfTets(tets::TetOrder order, MaterialKind kind = MaterialKind::StableNeoHookean)
        : volume(volumeOfLimb(order)),
          body(volume.tets, Flesh{.kind = kind}, someFactors(volume.tets.tets.size())),
          mesh(tets::elasticMesh(volume, body)) {}
};

struct OfCells {
    lattice::Volume volume;
    Flesh flesh;
    std::vector<double> factors;
    ElasticMesh mesh;

    static lattice::Volume volumeOfLimb() {
        lattice::VolumeSettings settings;
        settings.cells.count = 800;
        return lattice::buildVolume(limb(), settings);
    }
    OfCells()
        : volume(volumeOfLimb()),
          factors(someFactors(volume.cells().cells.size())),
          mesh(lattice::elasticMesh(limb(), volume, flesh, {}, factors)) {}
};

const OfTets& tetsOfLimb() {
    static const OfTets made(tets::TetOrder::Linear);
    return made;
}
const OfTets& quadraticTetsOfLimb() {
    static const OfTets made(tets::TetOrder::Quadratic);
    return made;
}
const OfCells& cellsOfLimb() {
    static const OfCells made;
    return made;
}

// Bent and twisted along x, and squeezed on the way.
std::vector<Vec3d> bent(std::span<const Vec3d> rest) {
    std::vector<Vec3d> x;
    for (const Vec3d& p : rest) {
        const Mat3d turn = toMatrix(fromAxisAngle(normalized(Vec3d{1, 0.2, 0.4}), 2 * p.x));
        x.push_back(turn * (p * (1 - 0.3 * p.x * p.x)) + Vec3d{3, 1, -2});
    }
    return x;
}

// From hardly moved to bent and shaken, by parts of a spacing.
std::vector<std::vector<Vec3d>> shapesOf(const ElasticMesh& mesh) {
    return {shaken(mesh.rest, 1e-3 * mesh.spacing, 1), shaken(mesh.rest, 0.04 * mesh.spacing, 2),
            bent(mesh.rest), shaken(bent(mesh.rest), 0.02 * mesh.spacing, 3)};
}

TEST(ElasticMesh, OfTetsHasTheEnergyAndTheForcesOfTheFullSolver) {
    const OfTets corotated(tets::TetOrder::Linear, MaterialKind::Corotated);
    for (const OfTets* const made : {&tetsOfLimb(), &quadraticTetsOfLimb(), &corotated}) {
        const OfTets& of = *made;
        const tets::Elasticity elasticity(of.body);
        for (const std::vector<Vec3d>& x : shapesOf(of.mesh)) {
            const double expected = elasticity.energy(x, {});
            EXPECT_NEAR(energyOf(of.mesh, x), expected, 1e-9 * expected);
            std::vector<Vec3d> f(x.size());
            elasticity.addForces(x, f, {});
            EXPECT_LT(largestDistance(forcesOf(of.mesh, x), f),
                      1e-9 * largestDistance(f, std::vector<Vec3d>(f.size())));
        }
    }
}

// To what single precision leaves.
TEST(ElasticMesh, OfCellsHasTheEnergyAndTheForcesOfTheFullSolver) {
    const OfCells& of = cellsOfLimb();
    lattice::Level level(of.volume.cells(), lattice::cellModuli(of.volume.cells(), of.flesh, of.factors),
                         heldNodes(of.mesh));
    level.setExtension(lattice::fleshShear(of.volume.cells(), of.flesh, of.factors),
                       lattice::Extension::kStrength);
    for (const std::vector<Vec3d>& x : shapesOf(of.mesh)) {
        lattice::NodeVectors gradient;
        const double expected = level.evaluate(x, gradient, {});
        const double noise = level.energyNoise(expected);
        EXPECT_NEAR(energyOf(of.mesh, x), expected, 20 * noise);
        EXPECT_LT(20 * noise, 2e-3 * expected);
        std::vector<Vec3d> f;
        for (const lattice::NodeVector& g : gradient) f.push_back(-lattice::asVec3(g));
        const double size = largestDistance(f, std::vector<Vec3d>(f.size()));
        EXPECT_LT(largestDistance(forcesOf(of.mesh, x), f), 1e-3 * size);
    }
}

// The sums of the elements come first, then those that reach into the next.
TEST(ElasticMesh, StabilisationSeesNoLinearFieldButEveryHourglass) {
    const ElasticMesh& mesh = cellsOfLimb().mesh;
    const NodeSums& sums = mesh.stabilisation.sums;
    EXPECT_GT(sums.rows(), 4 * mesh.elementCount());
    EXPECT_EQ(tetsOfLimb().mesh.stabilisation.sums.rows(), 0u);
    const Mat3d any{{{0.3, -0.2, 0.9}, {0.1, 0.8, -0.7}, {0.6, 0.5, 0.4}}};
    std::vector<Vec3d> linear;
    for (const Vec3d& p : mesh.rest) linear.push_back(any * p + Vec3d{1, 2, 3});
    for (std::uint32_t k = 0; k < sums.rows(); ++k) {
        EXPECT_LT(length(test::sumOf(sums, k, linear)), 1e-12);
        if (k >= 4 * mesh.elementCount()) {
            EXPECT_EQ(sums.nodesOf(k).size(), 3u);
            continue;
        }
        // Its own shape, corner by corner, has no F, and only this sum of the element's four sees it.
        const std::uint32_t element = mesh.stabilisation.elementOfSum[k];
        std::vector<Vec3d> own(mesh.nodeCount());
        for (std::size_t a = 0; a < 8; ++a) own[sums.nodesOf(k)[a]] = Vec3d{1, 0, 0} * sums.weightsOf(k)[a];
        EXPECT_LT(squaredNorm(deformationGradient(mesh, element, own)), 1e-20);
        for (std::uint32_t other = 4 * element; other < 4 * element + 4; ++other) {
            EXPECT_NEAR(length(test::sumOf(sums, other, own)), other == k ? 8 : 0, 1e-12);
        }
    }
}

// J, of the springs to bones that are as bound.
double springEnergy(const ElasticMesh& mesh, std::span<const Vec3d> x) {
    double energy = 0;
    const ElasticMesh::Stabilisation& all = mesh.stabilisation;
    for (std::uint32_t k = 0; k < all.count(); ++k) {
        if (all.jointOfSum[k] == ElasticMesh::Stabilisation::kAnyFrame) continue;
        const Vec3d u = test::sumOf(all.sums, k, x) - test::sumOf(all.sums, k, mesh.rest);
        energy += all.stiffness[k] * dot(u, u) / 2;
    }
    return energy;
}

// Far from its place, too: of each piece of flesh on a bone the second tie is the one that pulls it back.
TEST(ElasticMesh, FleshThatSlidesIsPulledBackAsTheSolverDoesIt) {
    PoseSettings pose;
    pose.hold = Hold::Sliding;
    lattice::VolumeSettings settings;
    settings.cells.count = 1500;
    settings.hollowBones = true;
    const lattice::Volume volume = lattice::buildVolume(limb(), settings);
    const ElasticMesh mesh = lattice::elasticMesh(limb(), volume, {}, pose);
    const Carriers carriers = carriersOf(volume.bones, volume.attachment);
    const lattice::SlidingBones bones(volume, carriers, Flesh{}.young, {}, pose);
    const std::vector<Vec3d> x = shaken(mesh.rest, mesh.spacing, 5);
    std::vector<lattice::Tie> ties;
    bones.addTies(x, std::vector<Affined>(carriers.joints.size()), ties);
    double expected = 0;
    for (std::size_t i = 1; i < ties.size(); i += 2) {
        const Vec3d off = lattice::positionOf(ties[i].point, volume.cells(), x) - ties[i].target;
        expected += dot(off, convert<double>(ties[i].stiffness) * off) / 2;
    }
    EXPECT_GT(ties.size(), 100u);
    EXPECT_NEAR(springEnergy(mesh, x), expected, 1e-5 * expected);
    const std::vector<bool> held = heldNodes(mesh);
    EXPECT_EQ(std::count(held.begin(), held.end(), true), 0);
}

TEST(ElasticMesh, FleshThatIsHeldSoftlyHasASpringAtEveryNodeWithABone) {
    PoseSettings pose;
    pose.hold = Hold::Soft;
    const OfCells& of = cellsOfLimb();
    const ElasticMesh mesh = lattice::elasticMesh(limb(), of.volume, of.flesh, pose, of.factors);
    const std::vector<Vec3d> x = shaken(mesh.rest, mesh.spacing, 6);
    double expected = 0;
    for (std::uint32_t n = 0; n < mesh.nodeCount(); ++n) {
        if (mesh.boneOfNode[n] < 0) continue;
        double factor = 0;  // of the stiffest cell about the node
        for (std::uint32_t c = 0; c < mesh.elementCount(); ++c) {
            const auto own = mesh.nodesOf(c);
            if (std::find(own.begin(), own.end(), n) != own.end()) factor = std::max(factor, of.factors[c]);
        }
        const Vec3d u = x[n] - mesh.rest[n];
        expected += pose.springStiffness * of.flesh.young * mesh.spacing * factor * dot(u, u) / 2;
    }
    EXPECT_GT(expected, 0);
    EXPECT_NEAR(springEnergy(mesh, x), expected, 1e-5 * expected);
    EXPECT_EQ(springEnergy(of.mesh, x), 0);
}

TEST(ElasticMesh, DeformationGradientsAndForcesAreThoseOfTheTwin) {
    for (const ElasticMesh* mesh : {&tetsOfLimb().mesh, &quadraticTetsOfLimb().mesh, &cellsOfLimb().mesh}) {
        const std::vector<Vec3d> x = bent(mesh->rest);
        const Mat3d stress{{{3, -2, 1}, {4, 5, -6}, {-7, 8, 9}}};
        for (std::uint32_t e = 0; e < mesh->elementCount(); e += 7) {
            EXPECT_LT(squaredNorm(deformationGradient(*mesh, e, x) - test::gradientOf(*mesh, e, x)), 1e-18);
            std::vector<Vec3d> f(x.size()), slow(x.size());
            addElementForces(*mesh, e, stress, f);
            for (std::size_t a = 0; a < mesh->nodesOf(e).size(); ++a) {
                slow[mesh->nodesOf(e)[a]] -= stress * mesh->gradientsOf(e)[a] * mesh->elements[e].volume;
            }
            EXPECT_LT(largestDistance(f, slow), 1e-12 * length(stress.column[2]));
        }
    }
}

TEST(ElasticMesh, MassesAreThoseOfTheElementsAndOfTheFlesh) {
    for (const ElasticMesh* mesh : {&tetsOfLimb().mesh, &quadraticTetsOfLimb().mesh, &cellsOfLimb().mesh}) {
        std::vector<double> sums(mesh->nodeCount(), 0);
        double whole = 0;
        for (std::uint32_t e = 0; e < mesh->elementCount(); ++e) {
            for (std::size_t a = 0; a < mesh->nodesOf(e).size(); ++a) {
                sums[mesh->nodesOf(e)[a]] += mesh->massesOf(e)[a];
                whole += mesh->massesOf(e)[a];
            }
        }
        EXPECT_NEAR(whole, mesh->flesh.density * mesh->volume(), 1e-12 * whole);
        for (std::uint32_t n = 0; n < mesh->nodeCount(); ++n)
            EXPECT_NEAR(sums[n], mesh->masses[n], 1e-12 * sums[n]);
    }
    // Coarse tets are inside of the skin, cells are where it cuts them.
    EXPECT_NEAR(cellsOfLimb().mesh.volume(), tetsOfLimb().mesh.volume(), 0.1 * tetsOfLimb().mesh.volume());
}

// Faces join elements that share their nodes; those of cells have the area of the flesh in them.
TEST(ElasticMesh, FacesLieBetweenElementsThatHaveTheirNodes) {
    for (const ElasticMesh* mesh : {&tetsOfLimb().mesh, &quadraticTetsOfLimb().mesh, &cellsOfLimb().mesh}) {
        for (std::size_t f = 0; f < mesh->faces.size(); ++f) {
            const ElasticMesh::Face& face = mesh->faces[f];
            EXPECT_LT(face.a, face.b);
            double area = 0;
            for (const double share : mesh->faceAreas.weightsOf(f)) area += share;
            EXPECT_NEAR(area, face.area, 1e-12 * area);
            for (const std::uint32_t node : mesh->faceAreas.nodesOf(f)) {
                for (const std::uint32_t e : {face.a, face.b}) {
                    const auto own = mesh->nodesOf(e);
                    EXPECT_NE(std::find(own.begin(), own.end(), node), own.end());
                }
            }
        }
    }
}

TEST(ElasticMesh, TheSkinIsThatOfTheVolume) {
    const std::vector<Vec3d> skinned(limb().surface.positions.size());
    const OfCells& onCells = cellsOfLimb();
    for (const OfTets* const onTets : {&tetsOfLimb(), &quadraticTetsOfLimb()}) {
        EXPECT_EQ(skinPositions(onTets->mesh, bent(onTets->mesh.rest), skinned),
                  skinPositions(onTets->volume, bent(onTets->mesh.rest), skinned));
    }
    EXPECT_EQ(skinPositions(onCells.mesh, bent(onCells.mesh.rest), skinned),
              skinPositions(onCells.volume, bent(onCells.mesh.rest), skinned));
    for (const ElasticMesh* mesh : {&tetsOfLimb().mesh, &quadraticTetsOfLimb().mesh, &onCells.mesh}) {
        for (std::uint32_t v = 0; v < mesh->skin.rows(); ++v) {
            const auto own = mesh->inElement.nodesOf(v), nodes = mesh->nodesOf(mesh->elementOfVertex[v]);
            EXPECT_TRUE(std::equal(own.begin(), own.end(), nodes.begin(), nodes.end()));
            EXPECT_LT(length(test::sumOf(mesh->inElement, v, mesh->rest) - limb().surface.positions[v]),
                      1e-6);
        }
    }
}

}  // namespace
}  // namespace sinew
