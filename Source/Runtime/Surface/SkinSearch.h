// Finds the nearest point of the skin in the bind pose. Meshes other than the character's own are bound with
// it.
#pragma once

#include <span>

#include "Asset/View.h"
#include "Base/Arena.h"

namespace sinew {

Vec3f restPlace(const AssetView& view, std::uint32_t place) noexcept;
Vec3f restNormal(const AssetView& view, std::uint32_t place) noexcept;

// A hash grid of places, and the triangles of each place.
struct SkinSearch {
    const AssetView* view = nullptr;
    Vec3f low;
    float cell = 1;                          // metres
    std::span<std::uint32_t> firstInCell;    // hash table: first place in a cell, or kNoPlace
    std::span<std::uint32_t> nextInCell;     // per place
    std::span<std::uint32_t> firstTriangle;  // per place and one more, into trianglesOf
    std::span<std::uint32_t> trianglesOf;
};

bool allocateSkinSearch(const AssetView& view, Arena& arena, SkinSearch& search) noexcept;
void fillSkinSearch(SkinSearch& search) noexcept;

// (1−u−v) x₀ + u x₁ + v x₂ of a triangle.
struct OnSkin {
    std::uint32_t triangle = ~0u;  // ~0u if the skin has no triangles
    float u = 0, v = 0;
    float distance = 0;  // metres
};

// The nearest point of the skin that faces the direction of `normal`, so that thin parts are not bound to
// their opposite side. If nothing near faces that way, or `normal` is zero, all of the skin is searched.
OnSkin findOnSkin(const SkinSearch& search, Vec3f point, Vec3f normal) noexcept;

}  // namespace sinew
