#include "Samples/HeatWeights.h"

#include <algorithm>
#include <cmath>

#include "Offline/Geometry/Sparse.h"

namespace sinew {

namespace {

struct HeatSystem {
    Sparse matrix;
    std::vector<double> pull;            // area times H
    std::vector<std::uint32_t> jointOf;  // of the nearest bone
};

HeatSystem assemble(std::span<const Vec3d> positions, std::span<const Triangle> triangles,
                    std::span<const Bone> bones, double reach) {
    std::vector<double> area(positions.size());
    std::vector<SparseEntry> entries;
    for (const Triangle& t : triangles) {
        const std::array<double, 3> cot = halfCotangents(positions[t[0]], positions[t[1]], positions[t[2]]);
        const double third =
            length(cross(positions[t[1]] - positions[t[0]], positions[t[2]] - positions[t[0]])) / 6;
        for (std::size_t c = 0; c < 3; ++c) {
            const std::uint32_t a = t[(c + 1) % 3], b = t[(c + 2) % 3];
            entries.push_back({a, b, -cot[c]});
            entries.push_back({b, a, -cot[c]});
            area[t[c]] += third;
        }
    }
    HeatSystem system{laplacianFrom(positions.size(), std::move(entries)), {}, {}};
    for (std::size_t v = 0; v < positions.size(); ++v) {
        const Bone& bone = *nearestBone(bones, positions[v]).bone;
        // Fingers and toes are thin; narrower transitions than this the mesh cannot show.
        const double d = std::max(distanceToBone(bone, positions[v]), 0.03) * reach;
        system.pull.push_back(area[v] / (d * d));
        system.jointOf.push_back(bone.joint);
        system.matrix.diagonal[v] += system.pull[v];
    }
    return system;
}

std::vector<double> heatOf(const HeatSystem& system, std::uint32_t joint) {
    std::vector<double> heat(system.pull.size()), w(system.pull.size());
    for (std::size_t v = 0; v < heat.size(); ++v) {
        heat[v] = system.jointOf[v] == joint ? system.pull[v] : 0;
        w[v] = system.jointOf[v] == joint ? 1 : 0;
    }
    solve(system.matrix, heat, w, 400, 1e-9);
    return w;
}

// The largest few, as multiples of 1/65536 that sum to exactly one. They are counted from the largest that is
// left out, so that nothing jumps where two joints change places in the order.
std::vector<SkinWeights::Influence> quantised(const std::vector<double>& weights, std::size_t most) {
    std::vector<std::pair<double, std::uint32_t>> order;
    for (std::uint32_t j = 0; j < weights.size(); ++j) order.emplace_back(-weights[j], j);
    std::sort(order.begin(), order.end());
    const double least = std::max(order.size() > most ? -order[most].first : 0.0, 0.002);
    order.resize(std::min(order.size(), most));
    for (auto& [weight, joint] : order) weight = std::min(weight + least, 0.0);
    double total = 0;
    for (const auto& [weight, joint] : order) total -= weight;
    std::vector<SkinWeights::Influence> out;
    double left = 65536;
    for (const auto& [weight, joint] : order) {
        const double share = std::floor(-weight / total * 65536 + 0.5);
        if (share == 0) continue;
        left -= share;
        out.push_back({joint, static_cast<float>(share / 65536)});
    }
    out.front().weight += static_cast<float>(left / 65536);
    return out;
}

}  // namespace

SkinWeights heatWeights(std::span<const Vec3d> positions, std::span<const Triangle> triangles,
                        std::span<const Bone> bones, const WeightSettings& settings) {
    const HeatSystem system = assemble(positions, triangles, bones, settings.reach);
    std::vector<std::vector<double>> ofVertex(positions.size(), std::vector<double>(settings.joints));
    for (std::uint32_t j = 0; j < settings.joints; ++j) {
        const std::uint32_t twin = settings.mirrorOfJoint.empty() ? j : settings.mirrorOfJoint[j];
        if (twin < j) continue;  // solved with its counterpart
        const std::vector<double> w = heatOf(system, j);
        for (std::uint32_t v = 0; v < positions.size(); ++v) {
            const std::uint32_t across = settings.mirrorOfVertex.empty() ? v : settings.mirrorOfVertex[v];
            if (twin == j) {
                ofVertex[v][j] = (w[v] + w[across]) / 2;
            } else {
                ofVertex[v][j] = w[v];
                ofVertex[across][twin] = w[v];
            }
        }
    }
    SkinWeights out;
    out.firstOfVertex.push_back(0);
    for (const std::vector<double>& weights : ofVertex) {
        for (const SkinWeights::Influence& i : quantised(weights, settings.influences))
            out.influences.push_back(i);
        out.firstOfVertex.push_back(static_cast<std::uint32_t>(out.influences.size()));
    }
    return out;
}

}  // namespace sinew
