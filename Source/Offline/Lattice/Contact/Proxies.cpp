#include "Offline/Lattice/Contact/Proxies.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace sinew::lattice {

namespace {

constexpr double kApart = 0.5;  // cells between proxies, about

// Of a triangle: corners, and as many points between them as leave no gap wider than `apart`.
template <class Visit>
void forEachSample(const TrianglePoints& t, double apart, Visit&& visit) {
    const double longest = std::max({length(t[1] - t[0]), length(t[2] - t[1]), length(t[0] - t[2])});
    const int steps = std::max(1, static_cast<int>(std::ceil(longest / apart)));
    for (int i = 0; i <= steps; ++i) {
        for (int j = 0; i + j <= steps; ++j) {
            const double a = static_cast<double>(i) / steps, b = static_cast<double>(j) / steps;
            visit(t[0] * (1 - a - b) + t[1] * a + t[2] * b);
        }
    }
}

// The first sample of every little cube, with the triangles' normal there.
struct Samples {
    std::vector<Vec3d> points, normals;
};

std::uint64_t cubeOf(Vec3d p, double side) {
    const auto index = [&](double x) {
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(x / side)) + (1 << 20)) &
               0x1FFFFF;
    };
    return index(p.x) << 42 | index(p.y) << 21 | index(p.z);
}

// Sides of a thin sheet that look apart are apart.
std::uint64_t sideOf(Vec3d normal) {
    const double x = std::abs(normal.x), y = std::abs(normal.y), z = std::abs(normal.z);
    if (x >= y && x >= z) return normal.x > 0 ? 0 : 1;
    if (y >= z) return normal.y > 0 ? 2 : 3;
    return normal.z > 0 ? 4 : 5;
}

Samples samplesOf(const TriangleMesh& surface, double apart) {
    Samples samples;
    std::unordered_set<std::uint64_t> taken[6];
    for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
        const TrianglePoints points = surface.points(t);
        const Vec3d normal = normalized(cross(points[1] - points[0], points[2] - points[0]));
        if (normal == Vec3d{}) continue;
        forEachSample(points, apart, [&](Vec3d p) {
            if (!taken[sideOf(normal)].insert(cubeOf(p, apart)).second) return;
            samples.points.push_back(p);
            samples.normals.push_back(normal);
        });
    }
    return samples;
}

}  // namespace

std::vector<Proxy> proxiesOf(const FleshCells& flesh, const TriangleMesh& surface, double offset,
                             const Jobs& jobs) {
    const Cells& cells = flesh.cells();
    const Samples samples = samplesOf(surface, kApart * cells.width);
    const std::vector<FleshCells::Found> found = flesh.find(samples.points, samples.normals, jobs);
    std::vector<Proxy> proxies;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i].distance > cells.width) continue;  // too thin to be flesh
        const std::uint32_t cell = found[i].point.cell;
        const Vec3d off = samples.points[i] + samples.normals[i] * offset;
        const Vec3d place = (off - cells.position(cells.cells[cell].place)) / cells.width;
        proxies.push_back({{cell, trilinearWeights(place)}, samples.normals[i]});
    }
    return proxies;
}

Vec3d restPosition(const CellPoint& point, const Cells& cells) {
    return cells.position(cells.cells[point.cell].place) + placeOf(point.weights) * cells.width;
}

Mat3d deformationGradient(const Cells& cells, std::uint32_t cell, std::span<const Vec3d> x) {
    Mat3d f;
    for (int axis = 0; axis < 3; ++axis) {
        Vec3d sum;
        for (std::uint32_t c = 0; c < 8; ++c) {
            const Vec3d& corner = x[cells.nodesOfCell[cell][c]];
            sum += (c >> axis & 1) != 0 ? corner : -corner;
        }
        f.column[axis] = sum / (4 * cells.width);
    }
    return f;
}

}  // namespace sinew::lattice
