#include "NormalJump.h"

#include <gtest/gtest.h>

#include <map>

#include "Asset/Writer.h"
#include "Math/Quat.h"
#include "Support/Characters/Meshes.h"
#include "Support/Runtime/AssetSamples.h"

namespace sinew {
namespace {

constexpr std::uint32_t kAcross = 8, kAlong = 5, kSeam = 4;  // vertices; the first of the second domain

// A sheet in the plane z = 0, seen from +z, folded up by `angle` beyond column `at`.
test::MeshArrays sheet(std::uint32_t at = 0, double angle = 0) {
    test::MeshArrays mesh;
    for (std::uint32_t r = 0; r < kAlong; ++r) {
        for (std::uint32_t c = 0; c < kAcross; ++c) {
            const double beyond = c > at ? double(c) - at : 0, flat = double(c) - beyond;
            mesh.positions.push_back({flat + beyond * std::cos(angle), double(r), beyond * std::sin(angle)});
            if (r + 1 == kAlong || c + 1 == kAcross) continue;
            const std::uint32_t a = r * kAcross + c, up = a + kAcross;
            mesh.triangles.push_back({a, a + 1, up + 1});
            mesh.triangles.push_back({a, up + 1, up});
        }
    }
    return mesh;
}

std::vector<std::uint32_t> halves(std::uint32_t first = 0, std::uint32_t second = 1) {
    std::vector<std::uint32_t> domains;
    for (std::uint32_t i = 0; i < kAcross * kAlong; ++i)
        domains.push_back(i % kAcross < kSeam ? first : second);
    return domains;
}

// Edges of the strip between columns kSeam − 1 and kSeam: two borders and diagonals of kAlong − 1 pieces, and
// kAlong − 2 edges from border to border that are no rim.
constexpr double kBorder = kAlong - 1, kEdges = 3 * kBorder + kAlong - 2;

TEST(NormalJump, IsTheAngleOfAFoldAtTheSeam) {
    const NormalJump jump(halves(), sheet().view());
    ASSERT_EQ(jump.edges(), kEdges);
    for (const double angle : {0.3, -0.3, 2.5}) {
        for (const std::uint32_t at : {kSeam - 1, kSeam}) {
            const double expected = std::abs(angle) * std::sqrt(kBorder / kEdges);
            EXPECT_NEAR(jump(sheet(at, angle).positions), expected, 1e-12);
        }
    }
}

TEST(NormalJump, IsNoneAwayFromSeamsAndOfRigidMotion) {
    const NormalJump jump(halves(), sheet().view());
    EXPECT_NEAR(jump(sheet(kSeam - 2, 0.5).positions), 0, 1e-12);
    EXPECT_NEAR(jump(sheet(kSeam + 1, 0.5).positions), 0, 1e-12);
    EXPECT_EQ(NormalJump(halves(0, 0), sheet().view()).edges(), 0u);
    EXPECT_EQ(NormalJump(halves(0, kNoSeams), sheet().view())(sheet(kSeam, 0.5).positions), 0);
    const NormalJump folded(halves(), sheet(kSeam, 0.5).view());
    std::vector<Vec3d> moved = sheet(kSeam, 0.5).positions;
    for (Vec3d& p : moved) p = toMatrix(fromAxisAngle(Vec3d{0.6, 0, 0.8}, 2.0)) * p + Vec3d{1, 2, 3};
    EXPECT_NEAR(folded(moved), 0, 1e-12);
}

TEST(NormalJump, CountsFromTheBindPoseAndTellsHollowsFromRidges) {
    const NormalJump jump(halves(), sheet(kSeam, 0.5).view());
    const double share = std::sqrt(kBorder / kEdges);
    EXPECT_NEAR(jump(sheet(kSeam, 0.8).positions), 0.3 * share, 1e-12);
    EXPECT_NEAR(jump(sheet(kSeam, -0.5).positions), 1.0 * share, 1e-12);
}

// The slow twin: unit normals of all pairs of triangles that share an edge, found by trying all.
TEST(NormalJump, IsWhatAllPairsOfTrianglesSay) {
    const test::MeshArrays mesh = test::sphere({}, {1, 1, 1});
    std::vector<std::uint32_t> domains;
    for (const Vec3d& p : mesh.positions) domains.push_back(p.y > 0.1 ? 0 : p.x > 0 ? 1 : 2);
    std::vector<Vec3d> moved = mesh.positions;
    test::Random random(3);
    for (Vec3d& p : moved) p += random.point(-0.02, 0.02);  // too little to turn a ridge into a hollow
    const auto normal = [&](const std::vector<Vec3d>& x, const Triangle& t) {
        return normalized(cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]));
    };
    const auto mixed = [&](const Triangle& t) {
        return domains[t[0]] != domains[t[1]] || domains[t[1]] != domains[t[2]];
    };
    double squares = 0, count = 0;
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const Triangle &a = mesh.triangles[i], &b = mesh.triangles[j];
            if (sharedVertices(a, b) != 2 || !(mixed(a) || mixed(b))) continue;
            const auto angle = [&](const std::vector<Vec3d>& x) {
                const Vec3d apart = (x[b[0]] + x[b[1]] + x[b[2]]) - (x[a[0]] + x[a[1]] + x[a[2]]);
                const double size = std::acos(std::min(1.0, dot(normal(x, a), normal(x, b))));
                return dot(normal(x, b) - normal(x, a), apart) < 0 ? -size : size;
            };
            squares += std::pow(angle(moved) - angle(mesh.positions), 2);
            ++count;
        }
    }
    const NormalJump jump(domains, mesh.view());
    EXPECT_EQ(jump.edges(), count);
    EXPECT_NEAR(jump(moved), std::sqrt(squares / count), 1e-6);
}

TEST(NormalJump, AVertexBelongsToTheDomainWithTheLargestSay) {
    const test::SampleAsset sample = test::sampleAsset({.ranks = {3, 2, 4, 0}, .vertices = 200});
    const AssetBytes bytes = packAsset(sample.content);
    AssetView view;
    ASSERT_TRUE(viewAsset(bytes.bytes(), view).ok());
    const SurfaceContent& surface = sample.content.surface;
    const std::vector<std::uint32_t> domains = domainsOfSkin(view, surface.weldedOfFile);
    ASSERT_EQ(domains.size(), surface.positions.size());
    std::map<std::uint32_t, int> seen;
    for (std::size_t v = 0; v < domains.size(); ++v) {
        BindingContent best;
        for (std::uint32_t i = surface.firstBinding[v]; i < surface.firstBinding[v + 1]; ++i) {
            if (surface.bindings[i].weight > best.weight) best = surface.bindings[i];
        }
        EXPECT_EQ(domains[v], best.domain == 3 ? kNoSeams : best.domain) << v;
        ++seen[domains[v]];
    }
    EXPECT_EQ(seen.size(), 4u);
}

}  // namespace
}  // namespace sinew
