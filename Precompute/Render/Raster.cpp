#include "Render/Raster.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

double edge(const Projected& a, const Projected& b, double x, double y) {
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

struct PixelRange {
    int begin, end;
};

PixelRange covered(double low, double high, int size) {
    const double from = std::clamp(std::ceil(low - 0.5), 0.0, static_cast<double>(size));
    const double to = std::clamp(std::floor(high - 0.5) + 1, 0.0, static_cast<double>(size));
    return {static_cast<int>(from), static_cast<int>(to)};
}

void drawTriangle(VisibilityBuffer& buffer, const Projected& a, const Projected& b, const Projected& c,
                  std::uint32_t index, bool perspective) {
    const double area = edge(a, b, c.x, c.y);
    if (!(std::abs(area) > 1e-12)) return;
    const PixelRange columns = covered(std::min({a.x, b.x, c.x}), std::max({a.x, b.x, c.x}), buffer.width);
    const PixelRange rows = covered(std::min({a.y, b.y, c.y}), std::max({a.y, b.y, c.y}), buffer.height);
    for (int row = rows.begin; row < rows.end; ++row) {
        for (int column = columns.begin; column < columns.end; ++column) {
            const double x = column + 0.5, y = row + 0.5;
            double wb = edge(c, a, x, y) / area, wc = edge(a, b, x, y) / area, wa = 1 - wb - wc;
            if (wa < 0 || wb < 0 || wc < 0) continue;
            double depth = wa * a.depth + wb * b.depth + wc * c.depth;
            if (perspective) {
                wa /= a.depth;
                wb /= b.depth;
                wc /= c.depth;
                depth = 1 / (wa + wb + wc);
                wb *= depth;
                wc *= depth;
            }
            const std::size_t at = static_cast<std::size_t>(row) * buffer.width + column;
            if (!(static_cast<float>(depth) < buffer.depth[at])) continue;
            buffer.depth[at] = static_cast<float>(depth);
            buffer.triangle[at] = index;
            buffer.weights[at] = {static_cast<float>(wb), static_cast<float>(wc)};
        }
    }
}

}  // namespace

void rasterise(VisibilityBuffer& buffer, std::span<const Projected> vertices,
               std::span<const Triangle> triangles, std::uint32_t firstIndex, bool perspective) {
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const Projected &a = vertices[triangles[t][0]], &b = vertices[triangles[t][1]],
                        &c = vertices[triangles[t][2]];
        const bool finite = std::isfinite(a.x + a.y + b.x + b.y + c.x + c.y);
        if (!finite || !(std::min({a.depth, b.depth, c.depth}) > 1e-6)) continue;
        drawTriangle(buffer, a, b, c, firstIndex + static_cast<std::uint32_t>(t), perspective);
    }
}

Projected project(const Camera& camera, Vec3d point, int width, int height) {
    const Vec3d d = point - camera.eye;
    const double depth = dot(d, camera.forward);
    const double scale = camera.focal * height / 2 / depth;
    return {width / 2.0 + dot(d, camera.right) * scale, height / 2.0 - dot(d, camera.up) * scale, depth};
}

}  // namespace sinew
