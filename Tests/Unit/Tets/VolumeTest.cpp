#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "Offline/Error.h"
#include "Offline/Geometry/Spatial.h"
#include "Offline/Tets/Mesh/Stuffing.h"
#include "Offline/Tets/Volume.h"
#include "Offline/Workers.h"
#include "Support/Bodies/FleshSamples.h"
#include "Support/Bodies/TetBoxes.h"

namespace sinew::test {
namespace {

tets::VolumeSettings ofTets(double tets) {
    tets::VolumeSettings settings;
    settings.tets = tets;
    return settings;
}

tets::VolumeSettings ofEdge(double length) {
    tets::VolumeSettings settings;
    settings.edgeLength = length;
    return settings;
}

BonePlan planFor(const Character& character, double resolution) {
    const FleshParts parts = decideParts(character);
    return planBones(character, parts, Solid(character.surface.positions, parts.triangles), resolution);
}

TEST(Bones, RunAlongTheSkeletonAndLeaveTheJointFree) {
    const BonePlan plan = planFor(fleshArm(), 0.05);
    ASSERT_EQ(plan.bones.size(), 2u);
    const Bone &upper = plan.bones[0], &lower = plan.bones[1];
    // The elbow has 0.3 of flesh around it, and as much stays free on either side; a third of the bone at
    // most.
    EXPECT_NEAR(upper.tail.x, -0.3, 0.005);
    EXPECT_GT(lower.head.x, 0.2);
    EXPECT_GT(lower.tail.x, 0.7);
    for (const Bone& bone : plan.bones) {
        EXPECT_GT(bone.radius, 0.03);
        EXPECT_LT(bone.radius, 0.3 * 0.5);
    }
}

TEST(Bones, JointsWithoutSkinAndTwistJointsAreMerged) {
    Character character = fleshArm();
    addJoint(character, "tip", 1, {1, 0, 0});
    const std::uint32_t twist = addJoint(character, "somewhere", 0, {-0.5, 0, 0});
    for (SkinWeights::Influence& influence : character.weights.influences) {
        if (influence.joint == 0 && influence.weight == 1) influence.joint = twist;
    }
    const BonePlan plan = planFor(character, 0.05);
    EXPECT_EQ(plan.decisions[2].carrier, 1u);
    EXPECT_EQ(plan.decisions[2].reason, "moves no skin");
    EXPECT_EQ(plan.decisions[twist].carrier, 0u);
    EXPECT_NE(plan.decisions[twist].reason.find("twist"), std::string::npos);
}

// Hand tracking gives such rigs: every joint hangs on a root that moves nothing.
TEST(Bones, OfAFlatRigLieWhereTheirSkinIsAndLeaveTheJointFree) {
    Character character;
    addJoint(character, "root", -1, {-1, 0, 0});
    addJoint(character, "upper", 0, {-1, 0, 0});
    addJoint(character, "lower", 0, {0, 0, 0});
    addJoint(character, "tip", 0, {1, 0, 0});
    addShape(character, sphere({}, {1.05, 0.3, 0.3}, 32, 31), 1, 2);
    const BonePlan plan = planFor(character, 0.05);
    ASSERT_EQ(plan.bones.size(), 2u);
    EXPECT_EQ(plan.bones[0].joint, 1u);
    EXPECT_LT(plan.bones[0].tail.x, -0.1);
    EXPECT_EQ(plan.bones[1].joint, 2u);
    EXPECT_GT(plan.bones[1].head.x, 0.1);
    EXPECT_GT(plan.bones[1].tail.x, 0.6);
}

TEST(Bones, WhatTheLatticeDoesNotResolveGoesToTheParent) {
    Character character = fleshArm();
    const std::uint32_t small = addJoint(character, "wart", 1, {0.5, 0.2, 0});
    character.weights.influences[character.weights.firstOfVertex[200]] = {small, 1};
    const BonePlan plan = planFor(character, 0.05);
    EXPECT_EQ(plan.decisions[small].carrier, 1u);
    EXPECT_EQ(plan.decisions[0].carrier, 0u);
}

TEST(Bones, AreAsThickAsTheThinFleshAlongThemAllows) {
    const Character character = fleshArm();
    const Solid solid(character.surface.positions, character.surface.triangles);
    for (const Bone& bone : planFor(character, 0.02).bones) {
        int shallow = 0;
        for (int i = 0; i <= 32; ++i) {
            shallow += solid.depth(lerp(bone.head, bone.tail, i / 32.0)) < bone.radius / 0.4 - 1e-9 ? 1 : 0;
        }
        EXPECT_LE(shallow, 4);  // an eighth
        EXPECT_GT(shallow, 0);
    }
}

TEST(Bones, TooThinToHoldANodeGoToTheParent) {
    Character character = fleshArm();
    const std::uint32_t finger = addJoint(character, "finger", 1, {1, 0, 0});
    addShape(character, cube({0.9, -0.06, -0.06}, {2.1, 0.06, 0.06}), finger, finger);
    const FleshParts parts = decideParts(character, std::vector<PartOverride>{{1, PartRole::Flesh}});
    const Solid solid(character.surface.positions, parts.triangles);
    EXPECT_EQ(planBones(character, parts, solid, 0.05).decisions[finger].carrier, finger);
    const BonePlan coarse = planBones(character, parts, solid, 0.3);
    EXPECT_EQ(coarse.decisions[finger].carrier, coarse.decisions[1].carrier);
    EXPECT_NE(coarse.decisions[finger].reason.find("thin"), std::string::npos);
    for (const Bone& bone : coarse.bones) EXPECT_NE(bone.joint, finger);
}

TEST(Bones, AMuscleOfAFaceIsNoBoneWhereTheSameOfALimbIs) {
    for (const bool face : {false, true}) {
        Character character = fleshArm();
        character.skeleton.joints[1].name = face ? "Head" : "ForeArm";
        const std::uint32_t cheek = addJoint(character, "cheek", 1, {0.5, 0.1, 0});
        for (std::size_t v = 0; v < character.surface.positions.size(); ++v) {
            const Vec3d p = character.surface.positions[v];
            if (p.x < 0.4 || p.x > 0.6 || p.y < 0.1) continue;
            character.weights.influences[character.weights.firstOfVertex[v]].joint = cheek;
        }
        EXPECT_EQ(planFor(character, 0.08).decisions[cheek].carrier, face ? 1u : cheek);
    }
}

TEST(Bones, AHeadHasASkullAndSoftTissueNoBone) {
    Character character = fleshArm();
    character.skeleton.joints[1].name = "Head";
    const Solid solid(character.surface.positions, character.surface.triangles);
    const BonePlan head = planFor(character, 0.05);
    const auto skull = std::find_if(head.bones.begin(), head.bones.end(),
                                    [](const Bone& bone) { return bone.head == bone.tail; });
    ASSERT_NE(skull, head.bones.end());
    EXPECT_EQ(skull->joint, 1u);
    EXPECT_NEAR(skull->radius, 0.7 * solid.depth(skull->head), 1e-12);

    for (const bool soft : {false, true}) {
        Character other = fleshArm();
        const std::uint32_t added = addJoint(other, soft ? "Breast_L" : "Extra_L", 1, {0.5, 0.1, 0});
        for (std::size_t v = 0; v < other.surface.positions.size(); ++v) {
            if (other.surface.positions[v].x < 0.4) continue;
            other.weights.influences[other.weights.firstOfVertex[v]].joint = added;
        }
        EXPECT_EQ(planFor(other, 0.05).decisions[added].carrier, soft ? 1u : added);
    }
}

TEST(Bones, ABoneWhoseJointLiesOutsideKeepsWhatOfItIsInside) {
    Character character = fleshArm();
    const std::uint32_t outside = addJoint(character, "stray", 1, {0.5, 3, 0});
    for (std::size_t v = 0; v < character.surface.positions.size(); ++v) {
        if (character.surface.positions[v].x < 0.3) continue;
        character.weights.influences[character.weights.firstOfVertex[v]].joint = outside;
    }
    const BonePlan plan = planFor(character, 0.02);
    const Solid solid(character.surface.positions, character.surface.triangles);
    ASSERT_EQ(plan.decisions[outside].carrier, outside);
    for (const Bone& bone : plan.bones) {
        EXPECT_TRUE(solid.inside(bone.head));
        EXPECT_TRUE(solid.inside(bone.tail));
        EXPECT_LT(bone.radius, solid.depth((bone.head + bone.tail) / 2.0));
    }
}

Solid solidOf(const Character& character) {
    return Solid(character.surface.positions, character.surface.triangles);
}

TEST(Attachment, HoldsTheNodesInTheCapsulesAndNoOthers) {
    const tets::Volume volume = tets::buildVolume(fleshArm(), ofEdge(0.05));
    std::uint32_t held = 0;
    for (std::size_t n = 0; n < volume.tets.nodes.size(); ++n) {
        const std::int32_t b = volume.attachment.boneOfNode[n];
        if (b == Attachment::kFree) continue;
        ++held;
        const Bone& bone = volume.bones[static_cast<std::size_t>(b)];
        ASSERT_LE(distanceToBone(bone, volume.tets.nodes[n]), bone.radius);
    }
    EXPECT_EQ(held, volume.attachment.nodesOfBone[0] + volume.attachment.nodesOfBone[1]);
    EXPECT_GT(volume.attachment.nodesOfBone[0], 20u);
    EXPECT_GT(volume.attachment.nodesOfBone[1], 20u);
}

// How many tets have nodes of two joints.
int tornTets(const TetMesh& mesh, std::span<const Bone> bones, const Attachment& attachment) {
    int torn = 0;
    for (const Tet& tet : mesh.tets) {
        std::set<std::uint32_t> joints;
        for (const std::uint32_t n : tet) {
            const std::int32_t b = attachment.boneOfNode[n];
            if (b != Attachment::kFree) joints.insert(bones[static_cast<std::size_t>(b)].joint);
        }
        torn += joints.size() > 1 ? 1 : 0;
    }
    return torn;
}

TEST(Attachment, NoTetHasNodesOfTwoJointsAlsoWhereBonesTouch) {
    const tets::Volume volume = tets::buildVolume(fleshArm(), ofEdge(0.05));
    const std::vector<Bone> touching{{0, {-1, 0, 0}, {0, 0, 0}, 0.12}, {1, {0, 0, 0}, {1, 0, 0}, 0.12}};
    const Attachment attachment = attach(volume.tets, touching, solidOf(fleshArm()), 0.05);
    EXPECT_EQ(tornTets(volume.tets, touching, attachment), 0);
    EXPECT_GT(attachment.nodesOfBone[0], 10u);
    EXPECT_GT(attachment.nodesOfBone[1], 10u);
    // The planted fault: every node with its nearest bone.
    Attachment naive = attachment;
    for (std::size_t n = 0; n < volume.tets.nodes.size(); ++n) {
        const Vec3d p = volume.tets.nodes[n];
        if (distanceToBone(touching[0], p) < 0.12) naive.boneOfNode[n] = 0;
        if (p.x > 0 && distanceToBone(touching[1], p) < 0.12) naive.boneOfNode[n] = 1;
    }
    EXPECT_GT(tornTets(volume.tets, touching, naive), 0);
}

TEST(Attachment, ABoneThinnerThanTheLatticeStillGetsNodes) {
    const tets::Volume volume = tets::buildVolume(fleshArm(), ofEdge(0.1));
    const std::vector<Bone> thin{{0, {-0.6, 0, 0}, {-0.4, 0, 0}, 1e-6}};
    EXPECT_EQ(attach(volume.tets, thin, solidOf(fleshArm()), 0.1, 0).nodesOfBone[0], 0u);
    EXPECT_EQ(attach(volume.tets, thin, solidOf(fleshArm()), 0.1, 4).nodesOfBone[0], 4u);
}

// Nodes in one line would let the flesh spin about the bone.
TEST(Attachment, ABoneHoldsItsFleshAgainstTurning) {
    TetMesh tets = boxOfTets(8, 4, 4, 0.05);
    for (Vec3d& p : tets.nodes) p -= Vec3d{0.8, 0.1, 0.1};
    const std::vector<Bone> bones{{0, {-0.79, 0, 0}, {-0.41, 0, 0}, 0.01}};
    const Attachment attachment = attach(tets, bones, solidOf(fleshArm()), 0.05);
    double off = 0;
    for (std::uint32_t n = 0; n < tets.nodes.size(); ++n) {
        if (attachment.boneOfNode[n] == 0) {
            off = std::max(off, std::hypot(tets.nodes[n].y, tets.nodes[n].z));
        }
    }
    EXPECT_GE(attachment.nodesOfBone[0], 8u);  // seven on the line
    EXPECT_GT(off, 0.04);
}

TEST(Attachment, NodesTakenForThinBonesTearNoTetEither) {
    const tets::Volume volume = tets::buildVolume(fleshArm(), ofEdge(0.05));
    const std::vector<Bone> thin{{0, {-0.2, 0, 0}, {-0.01, 0, 0}, 1e-6},
                                 {1, {0.01, 0, 0}, {0.2, 0, 0}, 1e-6}};
    const Attachment attachment = attach(volume.tets, thin, solidOf(fleshArm()), 0.05, 60);
    EXPECT_EQ(tornTets(volume.tets, thin, attachment), 0);
    EXPECT_GT(attachment.nodesOfBone[0], 4u);
    EXPECT_GT(attachment.nodesOfBone[1], 4u);
}

TEST(Attachment, ABoneTakesNoNodesAcrossAGap) {
    MeshArrays mesh = cube({0, 0, 0}, {1, 1, 1});
    append(mesh, cube({1.04, 0, 0}, {2, 1, 1}));
    const Solid solid(mesh.positions, mesh.triangles);
    const TetMesh tets = tets::stuff(solid, 0.035).mesh;
    // In the right one, but so near to the gap that many of the left one's nodes are among the nearest.
    const std::vector<Bone> bones{{0, {1.041, 0.4, 0.5}, {1.041, 0.6, 0.5}, 1e-6}};
    const Attachment attachment = attach(tets, bones, solid, 0.2, 80);
    EXPECT_EQ(attachment.nodesOfBone[0], 80u);
    double farthest = 0, acrossTheGap = 1;
    for (std::size_t n = 0; n < tets.nodes.size(); ++n) {
        const double distance = distanceToBone(bones[0], tets.nodes[n]);
        if (tets.nodes[n].x < 1.02) acrossTheGap = std::min(acrossTheGap, distance);
        if (attachment.boneOfNode[n] == Attachment::kFree) continue;
        EXPECT_GT(tets.nodes[n].x, 1.03);
        farthest = std::max(farthest, distance);
    }
    EXPECT_LT(acrossTheGap, farthest);  // else no gap had to be minded
}

TEST(Embedding, ReproducesLinearFieldsToRoundingInsideAndOutside) {
    const tets::Volume volume = tets::buildVolume(fleshArm(), ofEdge(0.1));
    const std::vector<Vec3d> points = fleshArm().surface.positions;
    const Affined field{{{{1.5, 0.2, -0.3}, {0.1, 0.7, 0.4}, {-0.6, 0.2, 1.1}}}, {3, -2, 1}};
    std::vector<Vec3d> moved;
    for (const Vec3d& n : volume.tets.nodes) moved.push_back(transformPoint(field, n));
    const std::vector<Vec3d> skin = tets::embeddedPositions(volume.skin, volume.tets, moved);
    int outside = 0;
    for (std::size_t v = 0; v < points.size(); ++v) {
        ASSERT_LT(length(skin[v] - transformPoint(field, points[v])), 1e-12);
        outside += volume.skin.outside[v] > 0 ? 1 : 0;
    }
    EXPECT_GT(outside, 100);  // otherwise the fallback was not tried
    // The planted fault: weights clamped to the tet do not reproduce it.
    tets::Embedding clamped = volume.skin;
    for (auto& weights : clamped.weights) {
        double sum = 0;
        for (double& w : weights) sum += w = std::max(w, 0.0);
        for (double& w : weights) w /= sum;
    }
    double worst = 0;
    const std::vector<Vec3d> wrong = tets::embeddedPositions(clamped, volume.tets, moved);
    for (std::size_t v = 0; v < points.size(); ++v) {
        worst = std::max(worst, length(wrong[v] - transformPoint(field, points[v])));
    }
    EXPECT_GT(worst, 1e-3);
}

TEST(Embedding, TheClosestPointOfATetIsTheNearestOfItsFaces) {
    TetMesh mesh;
    mesh.nodes = {{0, 0, 0}, {1, 0.1, 0}, {0.2, 0.9, 0.1}, {1.4, 0.3, 0.8}};
    mesh.tets = {{0, 1, 2, 3}};
    ASSERT_GT(tetQuality(mesh).minVolume, 0);
    const std::vector<Triangle> faces{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    Random random(2);
    for (int i = 0; i < 500; ++i) {
        const Vec3d p = random.point(-1, 2), closest = tets::closestPoint(mesh, mesh.tets[0], p);
        const std::array<double, 4> weights = tets::barycentric(mesh, mesh.tets[0], p);
        double nearest = *std::min_element(weights.begin(), weights.end()) >= 0 ? 0 : 1e9;
        for (std::uint32_t f = 0; f < 4 && nearest > 0; ++f) {
            const Vec3d onFace = closestPoint(TriangleMesh{mesh.nodes, faces}.points(f), p);
            nearest = std::min(nearest, length(onFace - p));
        }
        ASSERT_NEAR(length(closest - p), nearest, 1e-12);
    }
}

// Two fingers side by side, the gap narrower than what is missing of their tets: each skin stays with its
// own.
TEST(Embedding, AVertexBetweenTwoFingersBelongsToItsOwn) {
    TetMesh mesh;
    const auto addBox = [&](double low, double high) {
        const auto base = static_cast<std::uint32_t>(mesh.nodes.size());
        for (const Vec3d& p : cube({low, 0, 0}, {high, 1, 1}).positions) mesh.nodes.push_back(p);
        for (const Tet& t :
             {Tet{0, 1, 2, 4}, Tet{3, 2, 1, 7}, Tet{5, 1, 4, 7}, Tet{6, 2, 7, 4}, Tet{1, 2, 4, 7}}) {
            mesh.tets.push_back({t[0] + base, t[1] + base, t[2] + base, t[3] + base});
        }
    };
    addBox(0, 1);
    addBox(1.1, 2);
    ASSERT_GT(tetQuality(mesh).minVolume, 0);
    // The skin of the first reaches over more than half of the gap.
    const std::vector<Vec3d> points{{1.07, 0.4, 0.5}};
    EXPECT_LT(tets::embed(mesh, points, std::vector<Vec3d>{{1, 0, 0}}).tetOfVertex[0], 5u);
    // The planted fault: without the normal the nearer one would win.
    EXPECT_GE(tets::embed(mesh, points, std::vector<Vec3d>{{0, 0, 0}}).tetOfVertex[0], 5u);
}

TEST(Embedding, APointInsideATetBelongsToItWhateverTheNormal) {
    const tets::Volume volume = tets::buildVolume(fleshArm(), ofEdge(0.1));
    const Tet& tet = volume.tets.tets[100];
    Vec3d middle;
    for (const std::uint32_t n : tet) middle += volume.tets.nodes[n] / 4.0;
    for (const Vec3d normal : {Vec3d{1, 0, 0}, Vec3d{-1, 0, 0}, Vec3d{0, 0, 0}}) {
        const tets::Embedding embedding = tets::embed(volume.tets, std::vector{middle}, std::vector{normal});
        EXPECT_EQ(embedding.tetOfVertex[0], 100u);
        EXPECT_EQ(embedding.outside[0], 0);
    }
}

TEST(Volume, ReachesTheNumberOfTetsAskedForWithinFivePercent) {
    for (const double tets : {3000.0, 20000.0}) {
        const tets::Volume volume = tets::buildVolume(fleshArm(), ofTets(tets));
        EXPECT_NEAR(static_cast<double>(volume.tets.tets.size()), tets, 0.05 * tets);
    }
}

TEST(Volume, SameBitsForAnyWorkerCount) {
    const tets::Volume serial = tets::buildVolume(fleshArm(), ofTets(5000));
    for (const unsigned threads : {2u, 3u}) {
        const Workers workers(threads);
        const tets::Volume parallel = tets::buildVolume(fleshArm(), ofTets(5000), workers.jobs());
        EXPECT_EQ(parallel.tets.nodes, serial.tets.nodes);
        EXPECT_EQ(parallel.tets.tets, serial.tets.tets);
        EXPECT_EQ(parallel.attachment.boneOfNode, serial.attachment.boneOfNode);
        EXPECT_EQ(parallel.skin.tetOfVertex, serial.skin.tetOfVertex);
        EXPECT_EQ(parallel.skin.weights, serial.skin.weights);
        EXPECT_EQ(parallel.followsSkeleton, serial.followsSkeleton);
    }
}

TEST(Volume, ALoosePieceWithoutABoneIsLeftOutAndReported) {
    Character character = fleshArm();
    addShape(character, sphere({0, 1, 0}, {0.4, 0.25, 0.25}), 0, 1);
    const tets::Volume volume = tets::buildVolume(character, ofEdge(0.08));
    EXPECT_EQ(tetTopology(volume.tets).components, 1u);
    ASSERT_EQ(volume.report.dropped.size(), 1u);
    EXPECT_NEAR(volume.report.dropped[0].volume, 0.1, 0.02);
    EXPECT_FALSE(volume.report.dropped[0].where.empty());
    // Its skin hangs far from all flesh and follows the skeleton.
    EXPECT_EQ(volume.followsSkeleton.back(), 1);
}

TEST(Volume, WhatIsTooThinForTheLatticeIsNamed) {
    Character character = fleshArm();
    const std::uint32_t finger = addJoint(character, "finger", 1, {1, 0, 0});
    addShape(character, cube({0.9, -0.06, -0.06}, {2.1, 0.06, 0.06}), finger, finger);
    const std::vector<PartOverride> flesh{{1, PartRole::Flesh}};
    tets::VolumeSettings settings = ofEdge(0.2);
    settings.parts = flesh;
    const tets::Volume volume = tets::buildVolume(character, settings);
    ASSERT_FALSE(volume.report.lost.empty());
    EXPECT_EQ(volume.report.lost[0].where, "finger");
    // Fine enough, nothing is lost.
    settings.edgeLength = 0.04;
    EXPECT_TRUE(tets::buildVolume(character, settings).report.lost.empty());
}

TEST(Volume, RigidPartsFollowTheSkeletonAndTheBodyDoesNot) {
    Character character = fleshArm();
    addShape(character, sphere({0.5, 0.25, 0}, {0.05, 0.05, 0.05}), 1, 1);
    const tets::Volume volume = tets::buildVolume(character, ofEdge(0.08));
    EXPECT_EQ(volume.followsSkeleton.back(), 1);
    EXPECT_EQ(volume.followsSkeleton.front(), 0);
    const std::vector<Vec3d> skinned(character.surface.positions.size(), Vec3d{9, 9, 9});
    const std::vector<Vec3d> skin = skinPositions(volume, volume.tets.nodes, skinned);
    EXPECT_EQ(skin.back(), (Vec3d{9, 9, 9}));
    EXPECT_LT(length(skin.front() - character.surface.positions.front()), 1e-12);
}

TEST(Volume, WorksWithoutARig) {
    Character character = fleshArm();
    character.skeleton = {};
    character.weights = {};
    const tets::Volume volume = tets::buildVolume(character, ofEdge(0.1));
    EXPECT_TRUE(volume.bones.empty());
    EXPECT_GT(volume.tets.tets.size(), 1000u);
}

TEST(Volume, StopsWhenAsked) {
    for (int last = 1; last < 6; ++last) {
        int calls = 0;
        EXPECT_THROW(tets::buildVolume(fleshArm(), ofEdge(0.1), {}, [&](double) { return ++calls < last; }),
                     Stopped);
        EXPECT_EQ(calls, last);
    }
}

TEST(Volume, ProgressRisesFromNothingToAll) {
    double last = 0;
    tets::buildVolume(fleshArm(), ofTets(5000), {}, [&](double done) {
        EXPECT_GE(done, last);
        EXPECT_LE(done, 1);
        last = done;
        return true;
    });
    EXPECT_EQ(last, 1);
}

TEST(Volume, RefusesAnEdgeLengthThatFindsNothingInside) {
    EXPECT_THROW(tets::buildVolume(fleshArm(), ofEdge(50)), Error);
    EXPECT_THROW(tets::buildVolume(fleshArm(), ofTets(0)), Error);
}

}  // namespace
}  // namespace sinew::test
