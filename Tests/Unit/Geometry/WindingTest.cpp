#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "Offline/Geometry/SelfIntersection.h"
#include "Offline/Geometry/Spatial.h"
#include "Offline/Geometry/Winding.h"
#include "Offline/Workers.h"
#include "Support/Characters/Meshes.h"

namespace sinew::test {
namespace {

std::vector<Vec3d> pointsAround(const MeshArrays& mesh, int count) {
    const Box box = inflated(boxOf(mesh.positions), 0.3 * length(extent(boxOf(mesh.positions))));
    Random random(5);
    std::vector<Vec3d> points;
    points.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) points.push_back(box.low + scaled(extent(box), random.point(0, 1)));
    return points;
}

// The largest difference from the exact sum.
double worstError(const MeshArrays& mesh, double opening) {
    const BoxTree tree = triangleTree(mesh.view());
    const WindingField field(mesh.view(), tree);
    double worst = 0;
    for (const Vec3d& p : pointsAround(mesh, 200)) {
        worst = std::max(worst, std::abs(field.at(p, opening) - windingNumber(mesh.view(), p)));
    }
    return worst;
}

// Closed, open, soup.
std::vector<MeshArrays> samples() {
    MeshArrays open = sphere({}, {1, 1.5, 0.7}, 48, 31);
    open.triangles.resize(open.triangles.size() * 2 / 3);
    return {torus(0.7, 0.3, 64, 32), open, triangleSoup(3, 2000, 0.1)};
}

TEST(Winding, FastSumStaysWithinItsErrorBoundOnClosedOpenAndSoup) {
    for (const MeshArrays& mesh : samples()) {
        const BoxTree tree = triangleTree(mesh.view());
        const WindingField field(mesh.view(), tree);
        for (const double opening : {1.5, 2.0, 4.0, 8.0}) {
            for (const Vec3d& p : pointsAround(mesh, 100)) {
                const double error = std::abs(field.at(p, opening) - windingNumber(mesh.view(), p));
                ASSERT_LE(error, field.errorBound(p, opening) + 1e-12);
            }
        }
    }
}

TEST(Winding, FastSumIsGoodToAFewThousandthsAtTheUsualOpening) {
    for (const MeshArrays& mesh : samples()) EXPECT_LT(worstError(mesh, WindingField::kOpening), 5e-3);
}

TEST(Winding, ErrorFallsWithAtLeastTheThirdPowerOfTheOpening) {
    for (const MeshArrays& mesh : samples()) {
        const double slope = std::log(worstError(mesh, 2) / worstError(mesh, 8)) / std::log(4.0);
        EXPECT_GT(slope, 3);
    }
}

// The planted fault: a field over a surface with one triangle turned must not pass the same comparison.
TEST(Winding, AComparisonWithAnotherSurfaceFails) {
    const MeshArrays mesh = torus(0.7, 0.3, 64, 32);
    MeshArrays turned = mesh;
    std::swap(turned.triangles[100][0], turned.triangles[100][1]);
    const BoxTree tree = triangleTree(turned.view());
    const WindingField field(turned.view(), tree);
    const TrianglePoints t = mesh.view().points(100);
    const Vec3d p = (t[0] + t[1] + t[2]) / 3.0 * 1.001;
    EXPECT_GT(std::abs(field.at(p) - windingNumber(mesh.view(), p)), field.errorBound(p) + 0.1);
}

TEST(Winding, BatchHasTheSameBitsForAnyWorkerCount) {
    const MeshArrays mesh = torus(0.7, 0.3, 64, 32);
    const BoxTree tree = triangleTree(mesh.view());
    const WindingField field(mesh.view(), tree);
    const std::vector<Vec3d> points = pointsAround(mesh, 3000);
    const std::vector<double> serial = windingNumbers(field, points);
    for (const unsigned threads : {2u, 3u}) {
        const Workers workers(threads);
        EXPECT_EQ(windingNumbers(field, points, workers.jobs()), serial);
    }
    EXPECT_EQ(serial[17], field.at(points[17]));
}

TEST(Winding, NothingWindsAroundAnEmptySurface) {
    const MeshArrays mesh;
    const BoxTree tree;
    EXPECT_EQ(WindingField(mesh.view(), tree).at({1, 2, 3}), 0);
    EXPECT_EQ(WindingField().at({1, 2, 3}), 0);
}

}  // namespace
}  // namespace sinew::test
