// Small meshes with known answers.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

#include "Offline/Geometry/TriangleMesh.h"

namespace sinew::test {

struct MeshArrays {
    std::vector<Vec3d> positions;
    std::vector<Triangle> triangles;

    TriangleMesh view() const { return {positions, triangles}; }
};

// Raw generator output only: the distributions of the standard library differ between implementations.
class Random {
  public:
    explicit Random(std::uint32_t seed) : generator_(seed) {}
    double uniform(double low, double high) { return low + (high - low) * (bits() * 0x1p-32); }
    int integer(int low, int high) {
        return low + static_cast<int>(bits() % static_cast<std::uint32_t>(high - low + 1));
    }
    Vec3d point(double low, double high) {
        const double x = uniform(low, high), y = uniform(low, high);
        return {x, y, uniform(low, high)};
    }
    Vec3d gridPoint(int low, int high) {
        const int x = integer(low, high), y = integer(low, high);
        return {double(x), double(y), double(integer(low, high))};
    }

  private:
    std::uint32_t bits() { return static_cast<std::uint32_t>(generator_()); }
    std::mt19937 generator_;
};

// A grid wrapped both ways; `point(u, v)` with u, v in [0, 1).
template <class Point>
MeshArrays wrappedGrid(std::uint32_t columns, std::uint32_t rows, Point&& point) {
    MeshArrays mesh;
    for (std::uint32_t r = 0; r < rows; ++r) {
        for (std::uint32_t c = 0; c < columns; ++c) {
            mesh.positions.push_back(point(double(c) / columns, double(r) / rows));
            const std::uint32_t a = r * columns + c, b = r * columns + (c + 1) % columns;
            const std::uint32_t up = (r + 1) % rows * columns, d = up + c, e = up + (c + 1) % columns;
            mesh.triangles.push_back({a, b, e});
            mesh.triangles.push_back({a, e, d});
        }
    }
    return mesh;
}

inline MeshArrays torus(double ring, double tube, std::uint32_t columns = 24, std::uint32_t rows = 12) {
    return wrappedGrid(columns, rows, [&](double u, double v) {
        const double a = 2 * std::numbers::pi * u, b = 2 * std::numbers::pi * v;
        const double r = ring + tube * std::cos(b);
        return Vec3d{r * std::cos(a), tube * std::sin(b), -r * std::sin(a)};
    });
}

inline MeshArrays cube(Vec3d low, Vec3d high) {
    MeshArrays mesh;
    for (int i = 0; i < 8; ++i) {
        mesh.positions.push_back(
            {(i & 1) != 0 ? high.x : low.x, (i & 2) != 0 ? high.y : low.y, (i & 4) != 0 ? high.z : low.z});
    }
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

// A closed sphere: rings between two poles on the Y axis.
inline MeshArrays sphere(Vec3d middle, Vec3d radii, std::uint32_t columns = 24, std::uint32_t rings = 11) {
    MeshArrays mesh;
    mesh.positions.push_back(middle + Vec3d{0, radii.y, 0});
    for (std::uint32_t r = 1; r <= rings; ++r) {
        const double b = std::numbers::pi * r / (rings + 1);
        for (std::uint32_t c = 0; c < columns; ++c) {
            const double a = 2 * std::numbers::pi * c / columns;
            const Vec3d unit{std::sin(b) * std::cos(a), std::cos(b), -std::sin(b) * std::sin(a)};
            mesh.positions.push_back(middle + scaled(radii, unit));
        }
    }
    mesh.positions.push_back(middle - Vec3d{0, radii.y, 0});
    const auto last = static_cast<std::uint32_t>(mesh.positions.size() - 1);
    for (std::uint32_t c = 0; c < columns; ++c) {
        const std::uint32_t next = (c + 1) % columns;
        mesh.triangles.push_back({0, 1 + c, 1 + next});
        for (std::uint32_t r = 0; r + 1 < rings; ++r) {
            const std::uint32_t above = 1 + r * columns, below = above + columns;
            mesh.triangles.push_back({above + c, below + c, below + next});
            mesh.triangles.push_back({above + c, below + next, above + next});
        }
        const std::uint32_t bottom = 1 + (rings - 1) * columns;
        mesh.triangles.push_back({bottom + c, last, bottom + next});
    }
    return mesh;
}

inline void append(MeshArrays& mesh, const MeshArrays& other) {
    const auto base = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.insert(mesh.positions.end(), other.positions.begin(), other.positions.end());
    for (const Triangle& t : other.triangles) {
        mesh.triangles.push_back({t[0] + base, t[1] + base, t[2] + base});
    }
}

// Unconnected triangles in a unit cube, edges up to about `size`.
inline MeshArrays triangleSoup(std::uint32_t seed, std::uint32_t count, double size) {
    Random random(seed);
    MeshArrays mesh;
    for (std::uint32_t t = 0; t < count; ++t) {
        const Vec3d middle = random.point(0, 1);
        for (int k = 0; k < 3; ++k) mesh.positions.push_back(middle + random.point(-size / 2, size / 2));
        mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    return mesh;
}

}  // namespace sinew::test
