#include <algorithm>
#include <cmath>
#include <numeric>

#include "Offline/Geometry/Trigonometry.h"
#include "Offline/Geometry/Unwrap.h"

namespace sinew {

namespace {

using Point = std::array<double, 2>;

constexpr int kCells = 512;  // of the packing grid along v

// Which cells of the packing grid a chart covers, its gutter included.
struct Mask {
    int width = 0, height = 0;
    std::vector<char> cells;

    char& at(int x, int y) { return cells[static_cast<std::size_t>(y) * width + x]; }
    char at(int x, int y) const { return cells[static_cast<std::size_t>(y) * width + x]; }
};

Point extentOf(const std::vector<Point>& points) {
    Point largest{0, 0};
    for (const Point& p : points) largest = {std::max(largest[0], p[0]), std::max(largest[1], p[1])};
    return largest;
}

std::vector<Point> turned(const std::vector<Point>& points, double angle) {
    const double c = cosine(angle), s = sine(angle);
    std::vector<Point> out;
    Point low{1e300, 1e300};
    for (const Point& p : points) {
        out.push_back({c * p[0] - s * p[1], s * p[0] + c * p[1]});
        low = {std::min(low[0], out.back()[0]), std::min(low[1], out.back()[1])};
    }
    for (Point& p : out) p = {p[0] - low[0], p[1] - low[1]};
    return out;
}

// Upright in the smallest rectangle, taller than wide.
void straightenUp(Chart& chart) {
    std::vector<Point> best;
    double smallest = 1e300;
    for (int step = 0; step < 36; ++step) {
        std::vector<Point> now = turned(chart.uvs, degrees(5.0 * step));
        const Point e = extentOf(now);
        if (e[1] < e[0] || e[0] * e[1] >= smallest) continue;
        smallest = e[0] * e[1];
        best = std::move(now);
    }
    chart.uvs = std::move(best);
}

void cover(Mask& mask, const std::array<Point, 3>& t, double margin) {
    Point low = t[0], high = t[0];
    for (const Point& p : t) {
        low = {std::min(low[0], p[0]), std::min(low[1], p[1])};
        high = {std::max(high[0], p[0]), std::max(high[1], p[1])};
    }
    for (int y = static_cast<int>(low[1]); y <= static_cast<int>(high[1] + 2 * margin); ++y) {
        for (int x = static_cast<int>(low[0]); x <= static_cast<int>(high[0] + 2 * margin); ++x) {
            if (x < mask.width && y < mask.height) mask.at(x, y) = 1;
        }
    }
}

// In cells; the chart stands `margin` cells inside the mask. Boxes of the small triangles stand for them.
Mask maskOf(const Chart& chart, double scale, double margin) {
    const Point e = extentOf(chart.uvs);
    Mask mask;
    mask.width = static_cast<int>(e[0] * scale + 2 * margin) + 1;
    mask.height = static_cast<int>(e[1] * scale + 2 * margin) + 1;
    mask.cells.assign(static_cast<std::size_t>(mask.width) * mask.height, 0);
    for (const Triangle& t : chart.triangles) {
        std::array<Point, 3> p;
        for (std::size_t c = 0; c < 3; ++c) p[c] = {chart.uvs[t[c]][0] * scale, chart.uvs[t[c]][1] * scale};
        cover(mask, p, margin);
    }
    return mask;
}

bool fits(const Mask& sheet, const Mask& mask, int x0, int y0) {
    for (int y = 0; y < mask.height; ++y) {
        for (int x = 0; x < mask.width; ++x) {
            if (mask.at(x, y) != 0 && sheet.at(x0 + x, y0 + y) != 0) return false;
        }
    }
    return true;
}

// Lowest, then leftmost, free place.
bool place(Mask& sheet, const Mask& mask, int& x0, int& y0) {
    for (y0 = 0; y0 + mask.height <= sheet.height; y0 += 2) {
        for (x0 = 0; x0 + mask.width <= sheet.width; x0 += 2) {
            if (!fits(sheet, mask, x0, y0)) continue;
            for (int y = 0; y < mask.height; ++y) {
                for (int x = 0; x < mask.width; ++x) sheet.at(x0 + x, y0 + y) |= mask.at(x, y);
            }
            return true;
        }
    }
    return false;
}

bool tryPack(const std::vector<Chart>& charts, const std::vector<std::size_t>& order, double width,
             double gutter, double scale, std::vector<Point>& offsets) {
    Mask sheet{static_cast<int>(width * kCells), kCells, {}};
    sheet.cells.assign(static_cast<std::size_t>(sheet.width) * sheet.height, 0);
    const double margin = gutter / 2 * kCells;
    for (const std::size_t c : order) {
        const Mask mask = maskOf(charts[c], scale * kCells, margin);
        int x = 0, y = 0;
        if (!place(sheet, mask, x, y)) return false;
        offsets[c] = {(x + margin) / kCells, (y + margin) / kCells};
    }
    return true;
}

}  // namespace

double pack(std::vector<Chart>& charts, double width, double gutter) {
    for (Chart& chart : charts) straightenUp(chart);
    std::vector<std::size_t> order(charts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return extentOf(charts[a].uvs)[1] > extentOf(charts[b].uvs)[1];
    });
    std::vector<Point> offsets(charts.size()), found;
    double low = 0, high = 4;
    for (int step = 0; step < 12; ++step) {
        const double middle = (low + high) / 2;
        if (tryPack(charts, order, width, gutter, middle, offsets)) {
            low = middle;
            found = offsets;
        } else {
            high = middle;
        }
    }
    for (std::size_t c = 0; c < charts.size(); ++c) {
        for (Point& p : charts[c].uvs) p = {p[0] * low + found[c][0], p[1] * low + found[c][1]};
    }
    return low;
}

}  // namespace sinew
