// Which joints share skin. Rotating one joint relative to another strains the skin that they share. Skin that
// a single joint carries is not strained.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "Offline/Character/Character.h"

namespace sinew {

// `first` < `second`.
struct SharedPatch {
    std::uint32_t first = 0, second = 0;
    double area = 0;  // m²: Σ 4·w₁·w₂ · vertex area, which is the whole area where both weights are ½
    Vec3d middle;     // centroid of that area in the bind pose
    double radius = 0;  // metres: root mean square distance of that area from `middle`
};

struct SharedSkin {
    static constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();
    std::vector<double> vertexArea;  // m², a third of the triangles around the vertex
    std::vector<double> jointArea;   // m², weighted by the influence of the joint
    std::vector<SharedPatch> pairs;  // sorted by first, then second joint
};

// `carrierOf` has for each joint the joint that carries its skin, or kNobody; empty if every joint carries
// its own.
SharedSkin shareSkin(const Character& character, std::span<const std::uint32_t> carrierOf = {});

// The same for one vertex: influences of merged joints go to their carriers.
std::vector<SkinWeights::Influence> carrierWeights(const SkinWeights& weights, std::size_t vertex,
                                                   std::span<const std::uint32_t> carrierOf);

}  // namespace sinew
