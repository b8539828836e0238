// Where on the skin, in the bind pose, a point belongs: to bind other meshes to it.
#pragma once

#include <span>

#include "Asset/View.h"
#include "Base/Arena.h"

namespace sinew {

Vec3f restPlace(const AssetView& view, std::uint32_t place) noexcept;
Vec3f restNormal(const AssetView& view, std::uint32_t place) noexcept;

// Places by cells of space, and triangles by their corners.
struct SkinSearch {
    const AssetView* view = nullptr;
    Vec3f low;
    float cell = 1;                          // metres
    std::span<std::uint32_t> firstInCell;    // hashed; a place, or kNoPlace
    std::span<std::uint32_t> nextInCell;     // per place
    std::span<std::uint32_t> firstTriangle;  // per place and one more, into trianglesOf
    std::span<std::uint32_t> trianglesOf;
};

bool allocateSkinSearch(const AssetView& view, Arena& arena, SkinSearch& search) noexcept;
void fillSkinSearch(SkinSearch& search) noexcept;

// (1−u−v) x₀ + u x₁ + v x₂ of a triangle.
struct OnSkin {
    std::uint32_t triangle = ~0u;  // none where the skin has no triangles
    float u = 0, v = 0;
    float distance = 0;  // metres
};

// The nearest point of the skin that faces as `normal` does, so that thin parts are not bound to their other
// side; of all the skin where nothing near faces so, or the normal is zero.
OnSkin findOnSkin(const SkinSearch& search, Vec3f point, Vec3f normal) noexcept;

}  // namespace sinew
