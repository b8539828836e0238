#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "Offline/Geometry/Measure.h"
#include "Offline/Geometry/SelfIntersection.h"
#include "Offline/Geometry/Spatial.h"
#include "Offline/Geometry/Topology.h"
#include "Support/Bodies/Parity.h"
#include "Support/Characters/Meshes.h"

namespace sinew::test {
namespace {

PartTopology topologyOf(const MeshArrays& mesh) {
    const EdgeTable table = edgeTable(mesh.triangles);
    return partTopologies(mesh.triangles, table, connectedParts(mesh.triangles)).at(0);
}

TEST(Topology, SphereAndTorusAreClosedWithTheirGenus) {
    EXPECT_TRUE(topologyOf(sphere({}, {1, 1, 1})).isClosed());
    EXPECT_EQ(topologyOf(sphere({}, {1, 1, 1})).genus(), 0);
    EXPECT_EQ(topologyOf(torus(2, 0.5)).genus(), 1);
    EXPECT_EQ(topologyOf(cube({0, 0, 0}, {1, 1, 1})).eulerCharacteristic(), 2);
}

TEST(Topology, AMissingTriangleLeavesThreeOpenEdgesInOneRim) {
    MeshArrays mesh = sphere({}, {1, 1, 1});
    mesh.triangles.erase(mesh.triangles.begin() + 100);
    const PartTopology part = topologyOf(mesh);
    EXPECT_EQ(part.openEdges, 3u);
    EXPECT_FALSE(part.isClosed());
    EXPECT_EQ(part.genus(), -1);
    const auto rims = openRims(edgeTable(mesh.triangles));
    ASSERT_EQ(rims.size(), 1u);
    EXPECT_EQ(rims[0].size(), 3u);
}

TEST(Topology, ATurnedTriangleDisagreesWithItsThreeNeighbours) {
    MeshArrays mesh = torus(2, 0.5);
    std::swap(mesh.triangles[50][0], mesh.triangles[50][1]);
    EXPECT_EQ(topologyOf(mesh).flippedEdges, 3u);
    EXPECT_EQ(topologyOf(mesh).genus(), -1);
}

TEST(Topology, AFinMakesANonManifoldEdge) {
    MeshArrays mesh = cube({0, 0, 0}, {1, 1, 1});
    mesh.positions.push_back({2, 2, 2});
    mesh.triangles.push_back({0, 2, 8});
    EXPECT_EQ(topologyOf(mesh).nonManifoldEdges, 1u);
    EXPECT_EQ(topologyOf(mesh).openEdges, 2u);
}

TEST(Topology, PartsHangTogetherThroughSharedVertices) {
    MeshArrays mesh = cube({0, 0, 0}, {1, 1, 1});
    append(mesh, cube({5, 0, 0}, {6, 1, 1}));
    const Parts parts = connectedParts(mesh.triangles);
    EXPECT_EQ(parts.count, 2u);
    EXPECT_EQ(parts.partOfTriangle.front(), 0u);
    EXPECT_EQ(parts.partOfTriangle.back(), 1u);
    mesh.triangles.push_back({3, 3, 9});  // collapsed: joins nothing
    EXPECT_EQ(connectedParts(mesh.triangles).count, 2u);
    EXPECT_EQ(connectedParts(mesh.triangles).partOfTriangle.back(), Parts::kNone);
    mesh.triangles.push_back({0, 3, 9});
    EXPECT_EQ(connectedParts(mesh.triangles).count, 1u);
}

TEST(Topology, DuplicatesAreFoundInAnyOrderOfTheirVertices) {
    const std::vector<Triangle> triangles{{0, 1, 2}, {3, 4, 5}, {2, 1, 0}, {1, 2, 0}, {3, 3, 4}};
    EXPECT_EQ(duplicateTriangles(triangles), (std::vector<std::uint32_t>{2, 3}));
}

TEST(Measure, VolumeAndAreaOfACubeAlsoFarFromTheOrigin) {
    EXPECT_DOUBLE_EQ(signedVolume(cube({0, 0, 0}, {1, 2, 3}).view()), 6);
    EXPECT_DOUBLE_EQ(surfaceArea(cube({0, 0, 0}, {1, 2, 3}).view()), 22);
    const Vec3d far{0x1p+30, -0x1p+30, 0x1p+31};
    EXPECT_DOUBLE_EQ(signedVolume(cube(far, far + Vec3d{1, 2, 3}).view()), 6);
    MeshArrays insideOut = cube({0, 0, 0}, {1, 2, 3});
    for (Triangle& t : insideOut.triangles) std::swap(t[0], t[1]);
    EXPECT_DOUBLE_EQ(signedVolume(insideOut.view()), -6);
}

TEST(Measure, OnlyExactLinesAreDegenerate) {
    const TrianglePoints line{Vec3d{0, 0, 0}, {1, 1, 1}, {3, 3, 3}};
    EXPECT_TRUE(isDegenerate(line));
    EXPECT_FALSE(isDegenerate({Vec3d{0, 0, 0}, {1, 1, 1}, {3, 3, 3 + 1e-15}}));
    EXPECT_NEAR(triangleFlatness({Vec3d{0, 0, 0}, {10, 0, 0}, {5, 1, 0}}), 0.1, 1e-15);
}

TEST(Spatial, ClosestPointOnATriangleIsOnItAndNoSampleIsNearer) {
    Random random(1);
    for (int i = 0; i < 300; ++i) {
        const TrianglePoints t{random.point(-1, 1), random.point(-1, 1),
                               i % 10 == 0 ? random.point(-1, 1) * 1e-9 : random.point(-1, 1)};
        const Vec3d p = random.point(-2, 2), c = closestPoint(t, p);
        EXPECT_LT(length(closestPoint(t, c) - c), 1e-12);
        const double flatness = std::abs(dot(c - t[0], normalized(areaVector(t))));
        EXPECT_LT(flatness, 1e-12);
        for (int a = 0; a <= 20; ++a) {
            for (int b = 0; a + b <= 20; ++b) {
                const Vec3d sample = t[0] + (t[1] - t[0]) * (a / 20.0) + (t[2] - t[0]) * (b / 20.0);
                ASSERT_LE(length(c - p), length(sample - p) + 1e-12);
            }
        }
    }
}

TEST(Spatial, ClosestPointOnADegenerateTriangleIsOnItsLine) {
    const TrianglePoints line{Vec3d{0, 0, 0}, {1, 0, 0}, {3, 0, 0}};
    EXPECT_EQ(closestPoint(line, {2, 1, 0}), (Vec3d{2, 0, 0}));
    const TrianglePoints point{Vec3d{1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
    EXPECT_EQ(closestPoint(point, {2, 1, 0}), (Vec3d{1, 1, 1}));
}

TEST(Spatial, ClosestPointThroughTheTreeEqualsAllTriangles) {
    const MeshArrays mesh = triangleSoup(2, 800, 0.2);
    const BoxTree tree = triangleTree(mesh.view());
    Random random(3);
    for (int i = 0; i < 200; ++i) {
        const Vec3d p = random.point(-0.5, 1.5);
        double best = Box::kInfinity;
        for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
            best = std::min(best, length(closestPoint(mesh.view().points(t), p) - p));
        }
        const auto found = closestPoint(mesh.view(), tree, p);
        ASSERT_TRUE(found);
        EXPECT_NEAR(found->distance, best, 1e-14);
        EXPECT_FALSE(closestPoint(mesh.view(), tree, p, best * 0.999));
    }
}

TEST(Spatial, ARayHitsATriangleWhereItGoesThroughIt) {
    Random random(5);
    int hits = 0;
    for (int i = 0; i < 20000; ++i) {
        const TrianglePoints t{random.point(-1, 1), random.point(-1, 1), random.point(-1, 1)};
        const Ray ray{random.point(-2, 2), random.point(-1, 1)};
        const Vec3d far = ray.origin + ray.direction * 1000.0;
        const std::optional<double> hit = rayHit(t, ray);
        ASSERT_EQ(hit.has_value(), crossing(ray.origin, far, t) == Crossing::Yes);
        if (!hit) continue;
        const Vec3d at = ray.origin + ray.direction * *hit;
        EXPECT_LT(length(closestPoint(t, at) - at), 1e-10);
        ++hits;
    }
    EXPECT_GT(hits, 100);
}

TEST(Spatial, WindingNumberCountsTheShellsAround) {
    MeshArrays mesh = sphere({0, 0, 0}, {1, 1, 1});
    EXPECT_NEAR(windingNumber(mesh.view(), {0.3, 0.1, 0}), 1, 1e-12);
    EXPECT_NEAR(windingNumber(mesh.view(), {1.3, 0.1, 0}), 0, 1e-12);
    append(mesh, sphere({0.5, 0, 0}, {1, 1, 1}));
    EXPECT_NEAR(windingNumber(mesh.view(), {0.3, 0.1, 0}), 2, 1e-12);
    mesh.triangles.resize(mesh.triangles.size() / 4);  // half a sphere: an open sheet
    const double half = windingNumber(mesh.view(), {0, 0, 0});
    EXPECT_GT(half, 0.2);
    EXPECT_LT(half, 0.8);
}

TEST(Spatial, ParityAgreesWithTheWindingNumber) {
    for (const MeshArrays& mesh :
         {sphere({}, {1, 0.7, 0.4}), torus(0.7, 0.3), cube({-1, -1, -1}, {1, 1, 1})}) {
        Random random(6);
        int inside = 0;
        for (int i = 0; i < 400; ++i) {
            const Vec3d p = random.point(-1.2, 1.2);
            const auto parity = insideByParity(mesh.view(), p);
            ASSERT_TRUE(parity);
            ASSERT_EQ(*parity, windingNumber(mesh.view(), p) > 0.5);
            inside += *parity ? 1 : 0;
        }
        EXPECT_GT(inside, 10);
        EXPECT_LT(inside, 390);
    }
}

TEST(Spatial, ParityHasNoAnswerOnTheSurface) {
    const MeshArrays mesh = cube({-1, -1, -1}, {1, 1, 1});
    EXPECT_FALSE(insideByParity(mesh.view(), {1, 0.25, 0.5}));
}

}  // namespace
}  // namespace sinew::test
