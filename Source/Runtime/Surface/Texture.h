// Stage 10: how far the skin is from linear blend skinning, as a texture: for engines that skin by themselves
// and add to it.
#pragma once

#include "Runtime/Surface/Surface.h"

namespace sinew {

// A texel's place on the skin; in the gutter around a chart, that of the nearest texel within it.
struct TexelPlace {
    std::uint32_t texel;
    std::uint32_t corner[3];  // places
    float u, v;               // weights of the second and the third
};

struct SkinTexture {
    const Body* body = nullptr;
    std::uint32_t width = 0, height = 0;
    std::span<TexelPlace> texels;  // room for all; `count` are used
    std::uint32_t count = 0;
    std::span<std::uint32_t> texelAt;  // per texel, which of them; only for filling
    std::span<Affinef> skin;           // per joint
    std::span<Place4> now, before;     // per place: displacements
    bool written = false;
    std::uint64_t breaks = 0;
};

// The asset must have UVs and skin weights.
bool allocateTexture(const Body& body, std::uint32_t width, std::uint32_t height, Arena& arena,
                     SkinTexture& texture) noexcept;
void fillTexture(SkinTexture& texture) noexcept;

enum class TexelFormat : std::uint32_t { Half4, Float4 };

// x y z of the displacement in the character's space, metres, and 1 where there is skin; nothing is written
// elsewhere.
struct TextureOutput {
    TexelFormat format = TexelFormat::Half4;
    void* pixels = nullptr;
    std::uint32_t rowBytes = 0;
    void* before = nullptr;  // as the last call wrote it, or null
    std::uint32_t beforeRowBytes = 0;
};

// Of a surface that was written for this instance as it is.
void writeTexture(SkinTexture& texture, const ShownSurface& surface, const Instance& instance,
                  const TextureOutput& output, const Jobs& jobs) noexcept;

// IEEE binary16, to the nearest; what is too large becomes infinite.
std::uint16_t toHalf(float value) noexcept;

}  // namespace sinew
