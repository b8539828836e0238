#include "Offline/Geometry/TriangleIntersection.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "Offline/Geometry/Predicates.h"
#include "Offline/Geometry/SelfIntersection.h"
#include "Offline/Workers.h"
#include "Support/Characters/Meshes.h"

namespace sinew::test {
namespace {

__extension__ typedef __int128 Wide;  // NOLINT(modernize-use-using): an extension is marked in this way only
using Wide3 = std::array<Wide, 3>;

Wide3 wide(Vec3d p) {
    return {static_cast<std::int64_t>(p.x), static_cast<std::int64_t>(p.y), static_cast<std::int64_t>(p.z)};
}

Wide3 operator-(const Wide3& a, const Wide3& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

Wide dot(const Wide3& a, const Wide3& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Wide3 cross(const Wide3& a, const Wide3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

int sign(Wide x) {
    return (x > 0 ? 1 : 0) - (x < 0 ? 1 : 0);
}

int integerOrientation(Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
    return sign(dot(cross(wide(b) - wide(a), wide(c) - wide(a)), wide(d) - wide(a)));
}

TEST(Predicates, SignsEqualIntegerArithmetic) {
    Random random(1);
    for (int i = 0; i < 200000; ++i) {
        const int reach = i % 2 == 0 ? 3 : 1 << 26;
        const Vec3d a = random.gridPoint(-reach, reach), b = random.gridPoint(-reach, reach),
                    c = random.gridPoint(-reach, reach), d = random.gridPoint(-reach, reach);
        ASSERT_EQ(orientation(a, b, c, d), integerOrientation(a, b, c, d));
    }
}

// Points on a plane, moved by at most one unit, with coordinates too long for a product to be exact.
TEST(Predicates, SignsEqualIntegerArithmeticNextToThePlane) {
    Random random(2);
    int zeros = 0, disagreements = 0;
    for (int i = 0; i < 100000; ++i) {
        const Vec3d a = random.gridPoint(-(1 << 24), 1 << 24), u = random.gridPoint(-(1 << 23), 1 << 23),
                    v = random.gridPoint(-(1 << 23), 1 << 23);
        const Vec3d d = a + u * random.integer(-9, 9) + v * random.integer(-9, 9) + random.gridPoint(0, 1);
        const int expected = integerOrientation(a, a + u, a + v, d);
        ASSERT_EQ(orientation(a, a + u, a + v, d), expected);
        zeros += expected == 0 ? 1 : 0;
        const double rounded = dot(cross(u, v), d - a);
        disagreements += sign(static_cast<Wide>(rounded)) != expected ? 1 : 0;
    }
    EXPECT_GT(zeros, 1000);
    EXPECT_GT(disagreements, 0) << "the points are not near enough to the plane to prove anything";
}

TEST(Predicates, ScalingByPowersOfTwoKeepsSigns) {
    Random random(3);
    for (int i = 0; i < 20000; ++i) {
        const Vec3d a = random.gridPoint(-9, 9), b = random.gridPoint(-9, 9), c = random.gridPoint(-9, 9),
                    d = random.gridPoint(-9, 9);
        const int expected = integerOrientation(a, b, c, d);
        for (const double s : {0x1p-200, 0x1p-60, 0x1p+200}) {
            ASSERT_EQ(orientation(a * s, b * s, c * s, d * s), expected);
        }
    }
}

TEST(Predicates, OrientationAlongIsTheNormalsComponent) {
    Random random(4);
    for (int i = 0; i < 50000; ++i) {
        const int reach = i % 2 == 0 ? 2 : 1 << 28;
        const Vec3d a = random.gridPoint(-reach, reach), b = random.gridPoint(-reach, reach),
                    c = random.gridPoint(-reach, reach);
        const Wide3 normal = cross(wide(b) - wide(a), wide(c) - wide(a));
        for (int axis = 0; axis < 3; ++axis) {
            ASSERT_EQ(orientationAlong(axis, a, b, c), sign(normal[static_cast<std::size_t>(axis)]));
        }
    }
}

bool separatedAlong(const Wide3& axis, const std::array<Wide3, 3>& a, const std::array<Wide3, 3>& b) {
    const std::array<Wide, 3> pa{dot(axis, a[0]), dot(axis, a[1]), dot(axis, a[2])};
    const std::array<Wide, 3> pb{dot(axis, b[0]), dot(axis, b[1]), dot(axis, b[2])};
    return *std::max_element(pa.begin(), pa.end()) < *std::min_element(pb.begin(), pb.end()) ||
           *std::max_element(pb.begin(), pb.end()) < *std::min_element(pa.begin(), pa.end());
}

// The twin: separating axes in integers. More axes than needed, so that degenerate triangles have theirs.
bool intersectBySeparation(const TrianglePoints& ta, const TrianglePoints& tb) {
    const std::array<Wide3, 3> a{wide(ta[0]), wide(ta[1]), wide(ta[2])};
    const std::array<Wide3, 3> b{wide(tb[0]), wide(tb[1]), wide(tb[2])};
    std::vector<Wide3> lines;
    for (std::size_t i = 0; i < 3; ++i) {
        lines.push_back(a[(i + 1) % 3] - a[i]);
        lines.push_back(b[(i + 1) % 3] - b[i]);
        for (std::size_t j = 0; j < 3; ++j) lines.push_back(a[i] - b[j]);
    }
    for (const Wide3& u : lines) {
        if (separatedAlong(u, a, b)) return false;
        for (const Wide3& v : lines) {
            const Wide3 normal = cross(u, v);
            if (separatedAlong(normal, a, b) || separatedAlong(cross(normal, u), a, b)) return false;
        }
    }
    return true;
}

TrianglePoints gridTriangle(Random& random, int reach) {
    const Vec3d a = random.gridPoint(0, reach), b = random.gridPoint(0, reach);
    return {a, b, random.gridPoint(0, reach)};
}

// Coordinates 0 to 3 make every special position common: coplanar, touching, collapsed.
TEST(TriangleIntersection, EqualsSeparatingAxesOnASmallGrid) {
    Random random(5);
    int meeting = 0;
    for (int i = 0; i < 40000; ++i) {
        const int reach = 2 + i % 4;
        const TrianglePoints a = gridTriangle(random, reach), b = gridTriangle(random, reach);
        const bool expected = intersectBySeparation(a, b);
        meeting += expected ? 1 : 0;
        ASSERT_EQ(trianglesIntersect(a, b), expected) << i;
        ASSERT_EQ(trianglesIntersect(b, a), expected) << i;
    }
    EXPECT_GT(meeting, 4000);
    EXPECT_LT(meeting, 36000);
}

// Cramer's rule in integers: strictly inside the segment and strictly inside the triangle.
bool edgePiercesInIntegers(Vec3d p, Vec3d q, const TrianglePoints& t) {
    const Wide3 along = wide(p) - wide(q), u = wide(t[1]) - wide(t[0]), v = wide(t[2]) - wide(t[0]),
                from = wide(p) - wide(t[0]);
    Wide det = dot(along, cross(u, v));
    Wide s = dot(from, cross(u, v)), b1 = dot(along, cross(from, v)), b2 = dot(along, cross(u, from));
    if (det < 0) {
        det = -det;
        s = -s;
        b1 = -b1;
        b2 = -b2;
    }
    return s > 0 && s < det && b1 > 0 && b2 > 0 && b1 + b2 < det;
}

TEST(TriangleIntersection, PiercingEqualsCramersRuleOnASmallGrid) {
    Random random(6);
    int piercing = 0;
    for (int i = 0; i < 100000; ++i) {
        const TrianglePoints a = gridTriangle(random, 3 + i % 4), b = gridTriangle(random, 3 + i % 4);
        bool expected = false;
        for (std::size_t k = 0; k < 3; ++k) {
            expected = expected || edgePiercesInIntegers(a[k], a[(k + 1) % 3], b) ||
                       edgePiercesInIntegers(b[k], b[(k + 1) % 3], a);
        }
        piercing += expected ? 1 : 0;
        ASSERT_EQ(trianglesPierce(a, b), expected) << i;
        if (expected) {
            ASSERT_TRUE(trianglesIntersect(a, b)) << i;
        }
    }
    EXPECT_GT(piercing, 1000);
}

TEST(TriangleIntersection, NeighboursMeetOnlyBeyondWhatTheyShare) {
    const std::vector<Vec3d> p{{0, 0, 0}, {2, 0, 0}, {0, 2, 0},  {-2, 0, 0}, {0, -2, 0},
                               {1, 1, 0}, {2, 2, 0}, {1, 1, -1}, {1, 1, 1},  {0.5, 0.5, 3}};
    const auto meet = [&](Triangle a, Triangle b) {
        const std::vector<Triangle> triangles{a, b};
        return meshTrianglesIntersect({p, triangles}, 0, 1);
    };
    EXPECT_FALSE(meet({0, 1, 2}, {0, 3, 4}));  // a fan in one plane
    EXPECT_TRUE(meet({0, 1, 2}, {0, 5, 3}));   // one vertex shared, overlapping in one plane
    EXPECT_TRUE(meet({0, 1, 2}, {0, 7, 8}));   // one vertex shared, cut through
    EXPECT_FALSE(meet({0, 1, 2}, {0, 8, 9}));  // one vertex shared, standing on it
    EXPECT_FALSE(meet({0, 1, 2}, {1, 0, 4}));  // one edge shared, lying flat
    EXPECT_FALSE(meet({0, 1, 2}, {1, 0, 8}));  // one edge shared, at an angle
    EXPECT_TRUE(meet({0, 1, 2}, {1, 0, 6}));   // one edge shared, folded onto the other
    EXPECT_TRUE(meet({0, 1, 2}, {2, 1, 0}));   // the same triangle twice
}

std::vector<BoxTree::ItemPair> bruteForcePairs(const TriangleMesh& mesh, PairRule rule) {
    std::vector<BoxTree::ItemPair> pairs;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
        for (std::uint32_t j = i + 1; j < mesh.triangles.size(); ++j) {
            const bool neighbours = sharedVertices(mesh.triangles[i], mesh.triangles[j]) > 0;
            const bool meet = rule == PairRule::Piercing ? trianglesPierce(mesh.points(i), mesh.points(j))
                                                         : meshTrianglesIntersect(mesh, i, j);
            if (meet && (rule == PairRule::Everything || !neighbours)) pairs.push_back({i, j});
        }
    }
    return pairs;
}

TEST(SelfIntersection, FindsThePairsOfAllAgainstAll) {
    MeshArrays mesh = triangleSoup(7, 600, 0.2);
    append(mesh, sphere({0.5, 0.5, 0.5}, {0.3, 0.3, 0.3}));
    append(mesh, cube({0.5, 0.5, 0.5}, {1.5, 1, 1}));
    for (const PairRule rule : {PairRule::Piercing, PairRule::Touching, PairRule::Everything}) {
        const std::vector<BoxTree::ItemPair> expected = bruteForcePairs(mesh.view(), rule);
        EXPECT_GT(expected.size(), 100u);
        EXPECT_EQ(selfIntersections(mesh.view(), {}, rule), expected);
    }
}

TEST(SelfIntersection, SamePairsForAnyWorkerCount) {
    const MeshArrays mesh = triangleSoup(8, 20000, 0.05);
    const std::vector<BoxTree::ItemPair> serial = selfIntersections(mesh.view(), {});
    EXPECT_GT(serial.size(), 1000u);
    for (const unsigned threads : {2u, 3u, 7u}) {
        const Workers workers(threads);
        EXPECT_EQ(selfIntersections(mesh.view(), workers.jobs()), serial) << threads;
    }
}

TEST(SelfIntersection, CleanSurfacesHaveNone) {
    for (const MeshArrays& mesh : {sphere({}, {1, 1, 1}), torus(2, 0.5), cube({-1, -1, -1}, {1, 1, 1})}) {
        EXPECT_TRUE(selfIntersections(mesh.view(), {}, PairRule::Everything).empty());
    }
}

TEST(SelfIntersection, ATorusFatterThanItsRingCutsItself) {
    EXPECT_FALSE(selfIntersections(torus(0.5, 1.0).view(), {}).empty());
}

TEST(SelfIntersection, CollapsedTrianglesTakeNoPart) {
    MeshArrays mesh = cube({0, 0, 0}, {1, 1, 1});
    mesh.triangles.push_back({0, 7, 7});
    EXPECT_TRUE(selfIntersections(mesh.view(), {}, PairRule::Everything).empty());
}

TEST(SelfIntersection,
     CountingIsGivenUpOnlyWhereTrianglesCutEachOtherAllOverAndInTheSameWayForAnyWorkerCount) {
    const MeshArrays knot = torus(0.5, 1.0), soup = triangleSoup(8, 6000, 1.0);
    const BoxTree::Pairs few = someSelfIntersections(knot.view(), triangleTree(knot.view()), {});
    EXPECT_TRUE(few.complete);
    EXPECT_EQ(few.pairs, selfIntersections(knot.view(), {}));
    const BoxTree::Pairs many = someSelfIntersections(soup.view(), triangleTree(soup.view()), {});
    EXPECT_FALSE(many.complete);
    EXPECT_GT(many.pairs.size(), 10'000u);
    EXPECT_LT(many.pairs.size(), 6000u * 6000 / 2);
    for (const unsigned threads : {2u, 5u}) {
        const Workers workers(threads);
        EXPECT_EQ(someSelfIntersections(soup.view(), triangleTree(soup.view()), workers.jobs()).pairs,
                  many.pairs);
    }
}

}  // namespace
}  // namespace sinew::test
