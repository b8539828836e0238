#include "Samples/Assemble.h"

#include <cmath>

namespace sinew {

namespace {

constexpr double kGutter = 6.0 / 1024;

double quantised(double x) {
    return std::floor(x * 1048576 + 0.5) / 1048576;
}

std::vector<Chart> unwrapHalf(const HalfMesh& half,
                              const std::function<std::uint32_t(Vec3d, Vec3d)>& patchOf) {
    std::vector<std::uint32_t> labels;
    for (const Triangle& t : half.triangles) {
        const Vec3d a = half.positions[t[0]], b = half.positions[t[1]], c = half.positions[t[2]];
        labels.push_back(patchOf((a + b + c) / 3, normalized(cross(b - a, c - a))));
    }
    std::vector<Chart> charts = cutCharts(half.positions, half.triangles, std::move(labels), 60);
    for (Chart& chart : charts) flatten(half.positions, chart);
    pack(charts, 0.5, kGutter);
    return charts;
}

}  // namespace

MirroredSurface assembleMirrored(HalfMesh half, const std::function<std::uint32_t(Vec3d, Vec3d)>& patchOf) {
    for (Vec3d& p : half.positions) p = {quantised(p.x), quantised(p.y), quantised(p.z)};
    const std::vector<Chart> charts = unwrapHalf(half, patchOf);
    MirroredMesh whole = mirrored(half);
    Surface s;
    const std::size_t halfTriangles = half.triangles.size();
    s.fileTriangles.resize(2 * halfTriangles);
    for (const bool far : {false, true}) {
        for (const Chart& chart : charts) {
            const auto first = static_cast<std::uint32_t>(s.weldedOfFile.size());
            for (std::size_t v = 0; v < chart.vertexOf.size(); ++v) {
                const std::uint32_t own = chart.vertexOf[v];
                const double u = quantised(chart.uvs[v][0]), w = quantised(chart.uvs[v][1]);
                s.weldedOfFile.push_back(far ? whole.mirrorOf[own] : own);
                s.uvs.push_back({static_cast<float>(far ? 1 - u : u), static_cast<float>(w)});
            }
            for (std::size_t t = 0; t < chart.triangles.size(); ++t) {
                Triangle c = chart.triangles[t];
                if (far) std::swap(c[1], c[2]);
                for (std::uint32_t& v : c) v += first;
                s.fileTriangles[chart.triangleOf[t] + (far ? halfTriangles : 0)] = c;
            }
        }
    }
    s.positions = std::move(whole.positions);
    for (const Triangle& t : s.fileTriangles) {
        s.triangles.push_back({s.weldedOfFile[t[0]], s.weldedOfFile[t[1]], s.weldedOfFile[t[2]]});
    }
    s.materialOf.assign(s.triangles.size(), 0);
    return {std::move(s), std::move(whole.mirrorOf)};
}

}  // namespace sinew
