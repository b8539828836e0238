// Which joints share skin: what turning one joint against another strains. Skin that one joint carries alone
// only rides along.
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
    double area = 0;    // m²: 4·w₁·w₂ of each vertex's area, all of it where both hold it equally
    Vec3d middle;       // of that area, in the bind pose
    double radius = 0;  // metres: root mean square distance of that area from its middle
};

struct SharedSkin {
    static constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();
    std::vector<double> vertexArea;  // m², a third of each triangle around it
    std::vector<double> jointArea;   // m², by weight
    std::vector<SharedPatch> pairs;  // by first, then second joint
};

// `carrierOf`: per joint the one that carries its skin instead of it, kNobody for none; empty where every
// joint carries its own.
SharedSkin shareSkin(const Character& character, std::span<const std::uint32_t> carrierOf = {});

// The same for one vertex: influences of merged joints go to their carriers.
std::vector<SkinWeights::Influence> carrierWeights(const SkinWeights& weights, std::size_t vertex,
                                                   std::span<const std::uint32_t> carrierOf);

}  // namespace sinew
