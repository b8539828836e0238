#include <algorithm>
#include <cmath>
#include <map>

#include "Offline/Error.h"
#include "Offline/Geometry/Sparse.h"
#include "Offline/Geometry/Trigonometry.h"
#include "Offline/Geometry/Unwrap.h"

namespace sinew {

namespace {

using Point = std::array<double, 2>;

// The border once around, in the triangles' direction.
std::vector<std::uint32_t> borderOf(const Chart& chart) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    for (const Triangle& t : chart.triangles) {
        for (std::size_t c = 0; c < 3; ++c) edges[{t[c], t[(c + 1) % 3]}] = 1;
    }
    std::map<std::uint32_t, std::uint32_t> next;
    for (const auto& [edge, one] : edges) {
        if (edges.count({edge.second, edge.first}) == 0) next[edge.first] = edge.second;
    }
    std::vector<std::uint32_t> loop{next.begin()->first};
    while (next.at(loop.back()) != loop.front() && loop.size() <= next.size())
        loop.push_back(next.at(loop.back()));
    if (loop.size() != next.size()) {
        throw Error(ErrorKind::Failed, "a chart has more than one border",
                    "Assign the labels so that every chart is a disc.");
    }
    return loop;
}

// A Laplacian whose rows of held vertices are the identity: they stay where the start puts them.
struct Held {
    Sparse matrix;
    std::vector<SparseEntry> toHeld;  // what moved to the right-hand side
    std::vector<bool> held;
};

Held holding(std::size_t count, const std::vector<SparseEntry>& entries,
             const std::vector<std::uint32_t>& which) {
    Held out;
    out.held.assign(count, false);
    for (const std::uint32_t v : which) out.held[v] = true;
    out.matrix = laplacianFrom(count, entries);
    Sparse& m = out.matrix;
    for (std::uint32_t r = 0; r < count; ++r) {
        if (out.held[r]) m.diagonal[r] = 1;
        for (std::uint32_t k = m.firstOfRow[r]; k < m.firstOfRow[r + 1]; ++k) {
            if (!out.held[r] && out.held[m.column[k]]) out.toHeld.push_back({r, m.column[k], m.value[k]});
            if (out.held[r] || out.held[m.column[k]]) m.value[k] = 0;
        }
    }
    return out;
}

void solveHolding(const Held& system, std::vector<std::vector<double>> rightSide, std::vector<Point>& points,
                  int steps) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
        std::vector<double> x(points.size());
        for (std::size_t v = 0; v < x.size(); ++v) x[v] = points[v][axis];
        for (const SparseEntry& e : system.toHeld) rightSide[axis][e.row] -= e.value * x[e.column];
        for (std::size_t v = 0; v < x.size(); ++v) {
            if (system.held[v]) rightSide[axis][v] = x[v];
        }
        solve(system.matrix, rightSide[axis], x, steps, 1e-10);
        for (std::size_t v = 0; v < x.size(); ++v) points[v][axis] = x[v];
    }
}

// Tutte: border on a circle by arc length, every other vertex in the mean of its neighbours. Never overlaps.
std::vector<Point> circleEmbedding(std::span<const Vec3d> positions, const Chart& chart, double radius) {
    const std::vector<std::uint32_t> border = borderOf(chart);
    const auto gap = [&](std::size_t i) {
        return length(positions[chart.vertexOf[border[i]]] -
                      positions[chart.vertexOf[border[(i + 1) % border.size()]]]);
    };
    double around = 0, travelled = 0;
    for (std::size_t i = 0; i < border.size(); ++i) around += gap(i);
    std::vector<Point> points(chart.vertexOf.size());
    for (std::size_t i = 0; i < border.size(); ++i) {
        const double angle = 2 * kPi * travelled / around;
        points[border[i]] = {radius * cosine(angle), radius * sine(angle)};
        travelled += gap(i);
    }
    std::vector<SparseEntry> entries;
    for (const Triangle& t : chart.triangles) {
        for (std::size_t c = 0; c < 3; ++c) {
            entries.push_back({t[c], t[(c + 1) % 3], -1});
            entries.push_back({t[(c + 1) % 3], t[c], -1});
        }
    }
    const Held system = holding(points.size(), entries, border);
    solveHolding(system, {std::vector<double>(points.size()), std::vector<double>(points.size())}, points,
                 2000);
    return points;
}

struct FlatTriangle {
    std::array<Point, 3> corner;   // the triangle laid flat, in metres
    std::array<double, 3> weight;  // of the edge from corner c to the next
};

FlatTriangle flatTriangle(Vec3d a, Vec3d b, Vec3d c) {
    const std::array<double, 3> cot = halfCotangents(a, b, c);
    const Vec3d x = normalized(b - a), y = normalized((c - a) - x * dot(c - a, x));
    FlatTriangle out;
    out.corner = {Point{0, 0}, Point{length(b - a), 0}, Point{dot(c - a, x), dot(c - a, y)}};
    // Weights of slivers are lifted above zero, which keeps the system positive.
    out.weight = {std::max(cot[2], 0.02), std::max(cot[0], 0.02), std::max(cot[1], 0.02)};
    return out;
}

// The rotation that turns the flat triangle closest onto its place, as cosine and sine.
Point bestTurn(const FlatTriangle& f, const std::array<Point, 3>& now) {
    double c = 0, s = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        const double ax = f.corner[j][0] - f.corner[i][0], ay = f.corner[j][1] - f.corner[i][1];
        const double bx = now[j][0] - now[i][0], by = now[j][1] - now[i][1];
        c += f.weight[i] * (ax * bx + ay * by);
        s += f.weight[i] * (ax * by - ay * bx);
    }
    const double size = std::sqrt(c * c + s * s);
    return size > 0 ? Point{c / size, s / size} : Point{1, 0};
}

}  // namespace

void flatten(std::span<const Vec3d> positions, Chart& chart) {
    std::vector<FlatTriangle> flat;
    std::vector<SparseEntry> entries;
    double area = 0;
    for (const Triangle& t : chart.triangles) {
        const Vec3d a = positions[chart.vertexOf[t[0]]], b = positions[chart.vertexOf[t[1]]],
                    c = positions[chart.vertexOf[t[2]]];
        flat.push_back(flatTriangle(a, b, c));
        area += length(cross(b - a, c - a)) / 2;
        for (std::size_t i = 0; i < 3; ++i) {
            entries.push_back({t[i], t[(i + 1) % 3], -flat.back().weight[i]});
            entries.push_back({t[(i + 1) % 3], t[i], -flat.back().weight[i]});
        }
    }
    std::vector<Point> points = circleEmbedding(positions, chart, std::sqrt(area / kPi));
    const Held system = holding(points.size(), entries, {0});
    for (int round = 0; round < 100; ++round) {
        std::vector<std::vector<double>> pull(2, std::vector<double>(points.size()));
        for (std::size_t n = 0; n < flat.size(); ++n) {
            const Triangle& t = chart.triangles[n];
            const FlatTriangle& f = flat[n];
            const Point turn = bestTurn(f, {points[t[0]], points[t[1]], points[t[2]]});
            for (std::size_t i = 0; i < 3; ++i) {
                const std::size_t j = (i + 1) % 3;
                const double ax = f.corner[j][0] - f.corner[i][0], ay = f.corner[j][1] - f.corner[i][1];
                const double x = f.weight[i] * (turn[0] * ax - turn[1] * ay);
                const double y = f.weight[i] * (turn[1] * ax + turn[0] * ay);
                pull[0][t[j]] += x;
                pull[1][t[j]] += y;
                pull[0][t[i]] -= x;
                pull[1][t[i]] -= y;
            }
        }
        solveHolding(system, std::move(pull), points, 60);
    }
    chart.uvs = std::move(points);
}

}  // namespace sinew
