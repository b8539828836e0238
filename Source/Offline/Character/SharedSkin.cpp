#include "Offline/Character/SharedSkin.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "Offline/Geometry/Measure.h"

namespace sinew {

namespace {

std::vector<double> vertexAreas(const Surface& surface) {
    std::vector<double> areas(surface.positions.size(), 0);
    const TriangleMesh mesh{surface.positions, surface.triangles};
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const double third = area(mesh.points(t)) / 3;
        for (const std::uint32_t v : mesh.triangles[t]) areas[v] += third;
    }
    return areas;
}

}  // namespace

std::vector<SkinWeights::Influence> carrierWeights(const SkinWeights& weights, std::size_t vertex,
                                                   std::span<const std::uint32_t> carrierOf) {
    std::vector<SkinWeights::Influence> merged;
    for (std::uint32_t i = weights.firstOfVertex[vertex]; i < weights.firstOfVertex[vertex + 1]; ++i) {
        SkinWeights::Influence influence = weights.influences[i];
        if (!carrierOf.empty()) influence.joint = carrierOf[influence.joint];
        if (influence.joint == SharedSkin::kNobody || influence.weight <= 0) continue;
        const auto known = std::find_if(merged.begin(), merged.end(),
                                        [&](const auto& other) { return other.joint == influence.joint; });
        if (known == merged.end()) {
            merged.push_back(influence);
        } else {
            known->weight += influence.weight;
        }
    }
    return merged;
}

SharedSkin shareSkin(const Character& character, std::span<const std::uint32_t> carrierOf) {
    SharedSkin share;
    share.vertexArea = vertexAreas(character.surface);
    share.jointArea.assign(character.skeleton.joints.size(), 0);
    std::map<std::pair<std::uint32_t, std::uint32_t>, SharedPatch> pairs;
    const std::size_t vertices = character.weights.firstOfVertex.empty() ? 0 : share.vertexArea.size();
    for (std::size_t v = 0; v < vertices; ++v) {
        const auto influences = carrierWeights(character.weights, v, carrierOf);
        for (std::size_t i = 0; i < influences.size(); ++i) {
            const double weight = share.vertexArea[v] * static_cast<double>(influences[i].weight);
            share.jointArea[influences[i].joint] += weight;
            for (std::size_t k = 0; k < i; ++k) {
                const auto [low, high] = std::minmax(influences[i].joint, influences[k].joint);
                SharedPatch& pair = pairs[{low, high}];
                const double shared = 4 * weight * static_cast<double>(influences[k].weight);
                pair.area += shared;
                const Vec3d& place = character.surface.positions[v];
                pair.middle += place * shared;
                // A vertex stands for a disc of its area.
                pair.radius += (dot(place, place) + share.vertexArea[v] / (2 * std::numbers::pi)) * shared;
            }
        }
    }
    for (auto& [joints, pair] : pairs) {
        if (pair.area <= 0) continue;
        const Vec3d middle = pair.middle / pair.area;
        const double squared = pair.radius / pair.area - dot(middle, middle);
        share.pairs.push_back(
            {joints.first, joints.second, pair.area, middle, std::sqrt(std::max(0.0, squared))});
    }
    return share;
}

}  // namespace sinew
