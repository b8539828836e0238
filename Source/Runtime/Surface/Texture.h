// Stage 10: the displacement of the skin from linear blend skinning as a texture, for engines that skin on
// the GPU and add it.
#pragma once

#include "Runtime/Surface/Surface.h"

namespace sinew {

// The point of the skin that a texel shows. A texel in the gutter around a chart shows that of the nearest
// texel inside the chart.
struct TexelPlace {
    std::uint32_t texel;
    std::uint32_t corner[3];  // places
    float u, v;               // barycentric weights of the second and third corner
};

struct SkinTexture {
    const Body* body = nullptr;
    std::uint32_t width = 0, height = 0;
    std::span<TexelPlace> texels;  // capacity for all texels; the first `count` are used
    std::uint32_t count = 0;
    std::span<std::uint32_t> texelAt;  // per texel: index into `texels`; used only while the texture is built
    std::span<Affinef> skin;           // per joint
    std::span<Place4> now, before;     // displacement per place
    bool written = false;
    std::uint64_t breaks = 0;
};

// The asset must have UVs and skin weights.
bool allocateTexture(const Body& body, std::uint32_t width, std::uint32_t height, Arena& arena,
                     SkinTexture& texture) noexcept;
void fillTexture(SkinTexture& texture) noexcept;

enum class TexelFormat : std::uint32_t { Half4, Float4 };

// A texel is x, y, z of the displacement (metres, character space) and 1 where there is skin. Texels without
// skin are not written.
struct TextureOutput {
    TexelFormat format = TexelFormat::Half4;
    void* pixels = nullptr;
    std::uint32_t rowBytes = 0;
    void* before = nullptr;  // the texture of the previous call, or null
    std::uint32_t beforeRowBytes = 0;
};

// `surface` must have been written for the current state of `instance`.
void writeTexture(SkinTexture& texture, const ShownSurface& surface, const Instance& instance,
                  const TextureOutput& output, const Jobs& jobs) noexcept;

// Converts to IEEE binary16 with rounding to nearest. Values out of range become infinite.
std::uint16_t toHalf(float value) noexcept;

}  // namespace sinew
