#include <algorithm>
#include <map>
#include <string>

#include "Offline/Error.h"
#include "Offline/Geometry/Unwrap.h"

namespace sinew {

namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

// Per triangle and corner c: the triangle across the edge from corner c to the next.
std::vector<Triangle> neighboursOf(std::span<const Triangle> triangles) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> ofEdge;
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        for (std::size_t c = 0; c < 3; ++c) ofEdge[{triangles[t][c], triangles[t][(c + 1) % 3]}] = t;
    }
    std::vector<Triangle> out(triangles.size());
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        for (std::size_t c = 0; c < 3; ++c) {
            const auto across = ofEdge.find({triangles[t][(c + 1) % 3], triangles[t][c]});
            out[t][c] = across == ofEdge.end() ? kNone : across->second;
        }
    }
    return out;
}

// A triangle goes with its neighbours where two of them agree against it.
void straighten(const std::vector<Triangle>& neighbours, std::vector<std::uint32_t>& labels) {
    for (int pass = 0; pass < 6; ++pass) {
        for (std::size_t t = 0; t < labels.size(); ++t) {
            const Triangle& n = neighbours[t];
            for (std::size_t c = 0; c < 3; ++c) {
                const std::uint32_t a = n[c], b = n[(c + 1) % 3];
                if (a != kNone && b != kNone && labels[a] == labels[b]) labels[t] = labels[a];
            }
        }
    }
}

// Patch of each triangle, numbered in order of appearance.
std::vector<std::uint32_t> patchesOf(const std::vector<Triangle>& neighbours,
                                     const std::vector<std::uint32_t>& labels, std::uint32_t& count) {
    std::vector<std::uint32_t> patch(labels.size(), kNone);
    count = 0;
    for (std::uint32_t seed = 0; seed < labels.size(); ++seed) {
        if (patch[seed] != kNone) continue;
        std::vector<std::uint32_t> open{seed};
        patch[seed] = count;
        while (!open.empty()) {
            const std::uint32_t t = open.back();
            open.pop_back();
            for (const std::uint32_t n : neighbours[t]) {
                if (n == kNone || patch[n] != kNone || labels[n] != labels[t]) continue;
                patch[n] = count;
                open.push_back(n);
            }
        }
        ++count;
    }
    return patch;
}

// Small patches take the label of the neighbour with which they share most edges.
void dissolveSmall(const std::vector<Triangle>& neighbours, std::vector<std::uint32_t>& labels,
                   std::size_t smallest) {
    std::uint32_t count = 0;
    const std::vector<std::uint32_t> patch = patchesOf(neighbours, labels, count);
    std::vector<std::size_t> size(count);
    for (const std::uint32_t p : patch) ++size[p];
    std::vector<std::map<std::uint32_t, int>> shared(count);
    for (std::size_t t = 0; t < labels.size(); ++t) {
        for (const std::uint32_t n : neighbours[t]) {
            if (n != kNone && patch[n] != patch[t] && size[patch[n]] >= smallest)
                ++shared[patch[t]][labels[n]];
        }
    }
    for (std::size_t t = 0; t < labels.size(); ++t) {
        if (size[patch[t]] >= smallest || shared[patch[t]].empty()) continue;
        const auto& options = shared[patch[t]];
        labels[t] = std::max_element(options.begin(), options.end(), [](const auto& a, const auto& b) {
                        return a.second < b.second;
                    })->first;
    }
}

void requireDisc(const Chart& chart, std::size_t number) {
    const std::vector<Triangle> neighbours = neighboursOf(chart.triangles);
    std::size_t border = 0;
    for (const Triangle& n : neighbours)
        border += static_cast<std::size_t>(std::count(n.begin(), n.end(), kNone));
    const auto faces = static_cast<long>(chart.triangles.size());
    const long edges = (3 * faces + static_cast<long>(border)) / 2;
    const long euler = static_cast<long>(chart.vertexOf.size()) - edges + faces;
    if (euler != 1) {
        throw Error(ErrorKind::Failed,
                    "chart " + std::to_string(number) + " is not a disc (Euler characteristic " +
                        std::to_string(euler) + ")",
                    "Assign the labels so that every chart is a disc.");
    }
}

}  // namespace

std::vector<Chart> cutCharts(std::span<const Vec3d> positions, std::span<const Triangle> triangles,
                             std::vector<std::uint32_t> labels, std::size_t smallest) {
    const std::vector<Triangle> neighbours = neighboursOf(triangles);
    straighten(neighbours, labels);
    dissolveSmall(neighbours, labels, smallest);
    straighten(neighbours, labels);
    std::uint32_t count = 0;
    const std::vector<std::uint32_t> patch = patchesOf(neighbours, labels, count);
    std::vector<Chart> charts(count);
    std::vector<std::vector<std::uint32_t>> number(count,
                                                   std::vector<std::uint32_t>(positions.size(), kNone));
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        Chart& chart = charts[patch[t]];
        Triangle local{};
        for (std::size_t c = 0; c < 3; ++c) {
            std::uint32_t& n = number[patch[t]][triangles[t][c]];
            if (n == kNone) {
                n = static_cast<std::uint32_t>(chart.vertexOf.size());
                chart.vertexOf.push_back(triangles[t][c]);
            }
            local[c] = n;
        }
        chart.triangles.push_back(local);
        chart.triangleOf.push_back(t);
    }
    for (std::size_t c = 0; c < charts.size(); ++c) requireDisc(charts[c], c);
    return charts;
}

}  // namespace sinew
