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

bool canBeDrawn(const Projected& a, const Projected& b, const Projected& c) {
    return std::isfinite(a.x + a.y + b.x + b.y + c.x + c.y) && std::min({a.depth, b.depth, c.depth}) > 1e-6;
}

// A value that changes by the same amount from column to column.
struct Stepped {
    double start, step;
    double at(int i) const { return start + i * step; }
};

// A weight this little below zero still counts as inside: neighbours must not both lose the pixels that lie
// on their common edge to rounding.
constexpr double kOnEdge = -1e-9;

// Leaves of the columns those where the weight may reach kOnEdge; one more at each end, for rounding.
PixelRange narrowed(PixelRange columns, Stepped weight) {
    if (weight.step == 0) return weight.start < kOnEdge ? PixelRange{0, 0} : columns;
    const double crossing = (kOnEdge - weight.start) / weight.step;
    const double low = columns.begin, high = columns.end;
    if (weight.step > 0)
        return {static_cast<int>(std::clamp(std::ceil(crossing) - 1, low, high)), columns.end};
    return {columns.begin, static_cast<int>(std::clamp(std::floor(crossing) + 2, low, high))};
}

// What is the same for all pixels of a triangle.
class TriangleRows {
  public:
    TriangleRows(const Projected& a, const Projected& b, const Projected& c, std::uint32_t index,
                 bool perspective)
        : a_(a),
          b_(b),
          c_(c),
          area_(edge(a, b, c.x, c.y)),
          index_(index),
          perspective_(perspective),
          left_(std::min({a.x, b.x, c.x})),
          right_(std::max({a.x, b.x, c.x})) {}

    // Every row is computed from its own first pixel, so that the order of rows does not matter.
    void draw(VisibilityBuffer& buffer, int row) const {
        const PixelRange columns = covered(left_, right_, buffer.width);
        const double x = columns.begin + 0.5, y = row + 0.5;
        const Stepped wb{edge(c_, a_, x, y) / area_, (c_.y - a_.y) / area_};
        const Stepped wc{edge(a_, b_, x, y) / area_, (a_.y - b_.y) / area_};
        const Stepped wa{1 - wb.start - wc.start, -wb.step - wc.step};
        PixelRange inside{0, columns.end - columns.begin};
        for (const Stepped& weight : {wa, wb, wc}) inside = narrowed(inside, weight);
        const std::size_t first = static_cast<std::size_t>(row) * buffer.width + columns.begin;
        for (int i = inside.begin; i < inside.end; ++i) {
            if (std::min({wa.at(i), wb.at(i), wc.at(i)}) < kOnEdge) continue;
            drawPixel(buffer, first + i, wa.at(i), wb.at(i), wc.at(i));
        }
    }

  private:
    void drawPixel(VisibilityBuffer& buffer, std::size_t at, double wa, double wb, double wc) const {
        const double depth = perspective_ ? 1 / (wa / a_.depth + wb / b_.depth + wc / c_.depth)
                                          : wa * a_.depth + wb * b_.depth + wc * c_.depth;
        if (!(static_cast<float>(depth) < buffer.depth[at])) return;
        if (perspective_) wb *= depth / b_.depth, wc *= depth / c_.depth;
        buffer.depth[at] = static_cast<float>(depth);
        buffer.triangle[at] = index_;
        buffer.weights[at] = {static_cast<float>(wb), static_cast<float>(wc)};
    }

    const Projected &a_, &b_, &c_;
    double area_;
    std::uint32_t index_;
    bool perspective_;
    double left_, right_;
};

constexpr int kBandRows = 32;

// The triangles that reach into each band of rows, in their order.
std::vector<std::vector<std::uint32_t>> trianglesOfBands(const VisibilityBuffer& buffer,
                                                         std::span<const Projected> vertices,
                                                         std::span<const Triangle> triangles) {
    std::vector<std::vector<std::uint32_t>> bands((buffer.height + kBandRows - 1) / kBandRows);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const Projected &a = vertices[triangles[t][0]], &b = vertices[triangles[t][1]],
                        &c = vertices[triangles[t][2]];
        const double area = edge(a, b, c.x, c.y);
        if (!canBeDrawn(a, b, c) || !(std::abs(area) > 1e-12) || !std::isfinite(area)) continue;
        const PixelRange rows = covered(std::min({a.y, b.y, c.y}), std::max({a.y, b.y, c.y}), buffer.height);
        if (rows.begin >= rows.end) continue;
        for (int band = rows.begin / kBandRows; band <= (rows.end - 1) / kBandRows; ++band) {
            bands[band].push_back(static_cast<std::uint32_t>(t));
        }
    }
    return bands;
}

}  // namespace

void rasterise(VisibilityBuffer& buffer, std::span<const Projected> vertices,
               std::span<const Triangle> triangles, std::uint32_t firstIndex, bool perspective,
               const Jobs& jobs) {
    const auto bands = trianglesOfBands(buffer, vertices, triangles);
    parallelFor(jobs, static_cast<std::uint32_t>(bands.size()), [&](std::uint32_t band) {
        const int top = static_cast<int>(band) * kBandRows, bottom = std::min(top + kBandRows, buffer.height);
        for (const std::uint32_t t : bands[band]) {
            const Projected &a = vertices[triangles[t][0]], &b = vertices[triangles[t][1]],
                            &c = vertices[triangles[t][2]];
            const PixelRange rows =
                covered(std::min({a.y, b.y, c.y}), std::max({a.y, b.y, c.y}), buffer.height);
            const TriangleRows triangle(a, b, c, firstIndex + t, perspective);
            for (int row = std::max(top, rows.begin); row < std::min(bottom, rows.end); ++row) {
                triangle.draw(buffer, row);
            }
        }
    });
}

Projected project(const Camera& camera, Vec3d point, int width, int height) {
    const Vec3d d = point - camera.eye;
    const double depth = dot(d, camera.forward);
    const double scale = camera.focal * height / 2 / depth;
    return {width / 2.0 + dot(d, camera.right) * scale, height / 2.0 - dot(d, camera.up) * scale, depth};
}

}  // namespace sinew
