// Quadratic tetrahedra: four corners and the middles of six edges. They bend without locking, which linear
// ones cannot: their strain is constant.
//
// With barycentric coordinates λ the shape functions are λᵢ(2λᵢ − 1) at corner i and 4λᵢλⱼ in the middle of
// the edge ij (Zienkiewicz and Taylor 2000, "The Finite Element Method", volume 1). Edges are straight at
// rest, so the gradients of λ are constant and F is linear within a tet.
#pragma once

#include <array>

#include "Offline/Volume/TetMesh.h"

namespace sinew::tets {

inline constexpr std::size_t kQuadraticNodes = std::tuple_size_v<QuadraticTet>;

// The place among the ten nodes of the middle between two corners; of the corner itself if they are the same.
inline constexpr std::array<std::array<std::uint8_t, 4>, 4> kBetween{
    {{0, 4, 5, 6}, {4, 1, 7, 8}, {5, 7, 2, 9}, {6, 8, 9, 3}}};

// The same tets with nodes in the middle of all edges, numbered after those that are there already.
TetMesh withMiddles(TetMesh linear);

// The shape functions at λ, continued linearly by `step`: N(λ) + ∂N/∂λ step. The components of the step sum
// to 0.
std::array<double, kQuadraticNodes> quadraticShape(const std::array<double, 4>& lambda,
                                                   const std::array<double, 4>& step = {});

// Four points that integrate quadratic functions exactly, each with a quarter of the volume (Hammer, Marlowe
// and Stroud 1956). Point q has λ = kNear at corner q and kFar at the others.
inline constexpr std::size_t kQuadraticPoints = 4;
inline constexpr double kNear = 0.58541019662496845, kFar = 0.13819660112501052;  // (5 + 3√5 and 5 − √5) / 20

// At a point, a quadratic tet has the F of a linear one with corners y: F = Σₙ xₙ ⊗ ∇Nₙ = Σᵢ yᵢ ⊗ ∇λᵢ with
// yᵢ = Σₙ ∂Nₙ/∂λᵢ xₙ = Σⱼ (4λⱼ − δᵢⱼ) xᵢⱼ, where xᵢⱼ is the node between corners i and j. These are the
// weights. Forces and stiffness are those of the linear tet, passed on to the nodes by the same weights.
using CornerWeights = std::array<std::array<double, 4>, 4>;  // [i][j]

constexpr CornerWeights cornerWeightsAt(const std::array<double, 4>& lambda) {
    CornerWeights weights{};
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) weights[i][j] = 4 * lambda[j] - (i == j ? 1 : 0);
    }
    return weights;
}

inline constexpr auto kCornerWeights = [] {
    std::array<CornerWeights, kQuadraticPoints> weights{};
    for (std::size_t q = 0; q < kQuadraticPoints; ++q) {
        std::array<double, 4> lambda{kFar, kFar, kFar, kFar};
        lambda[q] = kNear;
        weights[q] = cornerWeightsAt(lambda);
    }
    return weights;
}();

}  // namespace sinew::tets
