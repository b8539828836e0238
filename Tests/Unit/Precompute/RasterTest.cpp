#include "Render/Raster.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "Offline/Workers.h"
#include "Support/Characters/Meshes.h"

namespace sinew {
namespace {

struct Scene {
    std::vector<Projected> points;
    std::vector<Triangle> triangles;
};

// Triangles of any size, many reaching beyond the picture.
Scene randomScene(std::uint32_t seed, std::uint32_t count, double size) {
    test::Random random(seed);
    Scene scene;
    for (std::uint32_t t = 0; t < count; ++t) {
        const Vec3d middle = random.point(-20, 120);
        for (int k = 0; k < 3; ++k) {
            const Vec3d p = middle + random.point(-size, size);
            scene.points.push_back({p.x, p.y, 200 + p.z});
        }
        scene.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    return scene;
}

VisibilityBuffer drawn(const Scene& scene, bool perspective, const Jobs& jobs = {}) {
    VisibilityBuffer buffer(101, 97);
    rasterise(buffer, scene.points, scene.triangles, 7, perspective, jobs);
    return buffer;
}

double edge(const Projected& a, const Projected& b, double x, double y) {
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

// The slow and obvious twin: every triangle asked at every pixel.
void drawSlowly(VisibilityBuffer& buffer, const Scene& scene, std::uint32_t t, bool perspective) {
    const auto& [ia, ib, ic] = scene.triangles[t];
    const Projected &a = scene.points[ia], &b = scene.points[ib], &c = scene.points[ic];
    const double area = edge(a, b, c.x, c.y);
    for (int at = 0; at < buffer.width * buffer.height; ++at) {
        const int column = at % buffer.width, row = at / buffer.width;
        const double x = column + 0.5, y = row + 0.5;
        const double wa = edge(b, c, x, y) / area, wb = edge(c, a, x, y) / area, wc = edge(a, b, x, y) / area;
        if (wa < 0 || wb < 0 || wc < 0) continue;
        const double depth = perspective ? 1 / (wa / a.depth + wb / b.depth + wc / c.depth)
                                         : wa * a.depth + wb * b.depth + wc * c.depth;
        if (static_cast<float>(depth) >= buffer.depth[at]) continue;
        buffer.depth[at] = static_cast<float>(depth);
        buffer.triangle[at] = 7 + t;
        buffer.weights[at] = {static_cast<float>(perspective ? wb * depth / b.depth : wb),
                              static_cast<float>(perspective ? wc * depth / c.depth : wc)};
    }
}

TEST(Raster, EveryPixelIsThatOfTheSlowTwin) {
    for (const bool perspective : {false, true}) {
        for (const double size : {2.0, 15.0, 90.0}) {
            const Scene scene = randomScene(3, 120, size);
            VisibilityBuffer slow(101, 97);
            for (std::uint32_t t = 0; t < scene.triangles.size(); ++t)
                drawSlowly(slow, scene, t, perspective);
            const VisibilityBuffer fast = drawn(scene, perspective);
            EXPECT_EQ(fast.triangle, slow.triangle);
            EXPECT_NE(std::count(fast.triangle.begin(), fast.triangle.end(), kNoTriangle), 101 * 97);
            for (std::size_t i = 0; i < fast.depth.size(); ++i) {
                ASSERT_NEAR(fast.depth[i] / slow.depth[i], 1, 1e-6f);
                ASSERT_NEAR(fast.weights[i][0], slow.weights[i][0], 1e-6f);
                ASSERT_NEAR(fast.weights[i][1], slow.weights[i][1], 1e-6f);
            }
        }
    }
}

TEST(Raster, SamePixelsForAnyWorkerCount) {
    const Scene scene = randomScene(4, 400, 40);
    const VisibilityBuffer alone = drawn(scene, true);
    for (const unsigned threads : {2u, 3u, 8u}) {
        const Workers workers(threads);
        const VisibilityBuffer shared = drawn(scene, true, workers.jobs());
        EXPECT_EQ(shared.triangle, alone.triangle);
        EXPECT_EQ(shared.depth, alone.depth);
        EXPECT_EQ(shared.weights, alone.weights);
    }
}

// Corners on pixel centres and edges along rows, columns and diagonals of them: where rounding would tear.
TEST(Raster, TrianglesThatShareEdgesLeaveNoHoles) {
    for (const double angle : {0.0, 0.1, 0.7, 1.3}) {
        Scene fan;
        fan.points.push_back({50.5, 48.5, 1});
        constexpr std::uint32_t kSpokes = 16;
        for (std::uint32_t i = 0; i < kSpokes; ++i) {
            const double at = angle + 2 * 3.14159265358979 * i / kSpokes;
            fan.points.push_back({50.5 + 46 * std::cos(at), 48.5 + 46 * std::sin(at), 1});
            fan.triangles.push_back({0, i + 1, (i + 1) % kSpokes + 1});
        }
        const VisibilityBuffer buffer = drawn(fan, true);
        for (int y = 0; y < 97; ++y) {
            for (int x = 0; x < 101; ++x) {
                const bool inside = std::hypot(x - 50, y - 48) < 45;
                EXPECT_TRUE(!inside || buffer.triangle[y * 101 + x] != kNoTriangle) << x << " " << y;
            }
        }
    }
}

TEST(Raster, WhatIsNotFiniteOrHasNoAreaOrLiesBehindIsNotDrawn) {
    const double huge = 1e200, nan = std::nan("");
    for (const std::vector<Projected>& points :
         std::vector<std::vector<Projected>>{{{nan, 0, 1}, {90, 0, 1}, {0, 90, 1}},
                                             {{huge, 0, 1}, {-huge, huge, 1}, {0, -huge, 1}},
                                             {{1, 1, 1}, {50, 50, 1}, {90, 90, 1}},
                                             {{0, 0, -1}, {90, 0, 1}, {0, 90, 1}}}) {
        const VisibilityBuffer buffer = drawn({points, {{0, 1, 2}}}, true);
        EXPECT_EQ(std::count(buffer.triangle.begin(), buffer.triangle.end(), kNoTriangle), 101 * 97);
    }
}

}  // namespace
}  // namespace sinew
