#include "Runtime/Surface/Texture.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace sinew {

namespace {

constexpr std::uint32_t kNone = ~0u;
constexpr int kGutter = 2;  // texels around charts, so that filtering does not mix in what is no skin
constexpr std::uint32_t kTexelsPerRange = 4096, kPlacesPerRange = 2048;

struct Texel2 {
    float x, y;
};

// A triangle in the texture, and how to find barycentric weights in it.
struct Flat {
    Texel2 a, b, c;
    float doubleArea;

    // Weights of b and c at a place.
    void weights(float x, float y, float& u, float& v) const {
        u = ((x - a.x) * (c.y - a.y) - (y - a.y) * (c.x - a.x)) / doubleArea;
        v = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / doubleArea;
    }
};

bool flatten(const SkinTexture& t, const AssetTriangle& file, Flat& flat) {
    Texel2 corner[3];
    for (int i = 0; i < 3; ++i) {
        const AssetUv& uv = t.body->view.uvs[file.corner[i]];
        if (!(uv.u >= 0 && uv.u <= 1 && uv.v >= 0 && uv.v <= 1)) return false;
        corner[i] = {uv.u * static_cast<float>(t.width), uv.v * static_cast<float>(t.height)};
    }
    flat = {corner[0], corner[1], corner[2], 0};
    flat.doubleArea =
        (flat.b.x - flat.a.x) * (flat.c.y - flat.a.y) - (flat.b.y - flat.a.y) * (flat.c.x - flat.a.x);
    return std::abs(flat.doubleArea) > 1e-9f;
}

std::uint32_t clampedTexel(float value, std::uint32_t size) {
    const float last = static_cast<float>(size - 1);
    return static_cast<std::uint32_t>(value < 0 ? 0 : value > last ? last : value);
}

void addTexel(SkinTexture& t, std::uint32_t texel, const std::uint32_t (&corner)[3], float u, float v) {
    t.texelAt[texel] = t.count;
    t.texels[t.count++] = {texel, {corner[0], corner[1], corner[2]}, u, v};
}

void coverTriangle(SkinTexture& t, std::size_t triangle) {
    const AssetView& view = t.body->view;
    Flat flat{};
    if (!flatten(t, view.fileTriangles[triangle], flat)) return;
    const auto low = [](float a, float b, float c) { return a < b ? (a < c ? a : c) : (b < c ? b : c); };
    const auto high = [](float a, float b, float c) { return a > b ? (a > c ? a : c) : (b > c ? b : c); };
    const std::uint32_t left = clampedTexel(low(flat.a.x, flat.b.x, flat.c.x) - 0.5f, t.width);
    const std::uint32_t right = clampedTexel(high(flat.a.x, flat.b.x, flat.c.x), t.width);
    const std::uint32_t top = clampedTexel(low(flat.a.y, flat.b.y, flat.c.y) - 0.5f, t.height);
    const std::uint32_t bottom = clampedTexel(high(flat.a.y, flat.b.y, flat.c.y), t.height);
    for (std::uint32_t y = top; y <= bottom; ++y) {
        for (std::uint32_t x = left; x <= right; ++x) {
            const std::uint32_t texel = y * t.width + x;
            float u = 0, v = 0;
            flat.weights(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, u, v);
            constexpr float kEdge = -1e-5f;
            if (u < kEdge || v < kEdge || u + v > 1 - kEdge || t.texelAt[texel] != kNone) continue;
            addTexel(t, texel, view.triangles[triangle].corner, u, v);
        }
    }
}

// Texels beside covered ones show what those show. Those of this round are not grown from in it.
void growOnce(SkinTexture& t) {
    const std::uint32_t covered = t.count;
    for (std::uint32_t i = 0; i < covered; ++i) {
        const TexelPlace known = t.texels[i];
        const std::int64_t x = known.texel % t.width, y = known.texel / t.width;
        const std::int64_t beside[4][2] = {{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}};
        for (const auto& [nx, ny] : beside) {
            if (nx < 0 || ny < 0 || nx >= t.width || ny >= t.height) continue;
            const auto texel = static_cast<std::uint32_t>(ny * t.width + nx);
            if (t.texelAt[texel] == kNone) addTexel(t, texel, known.corner, known.u, known.v);
        }
    }
}

void findDisplacements(SkinTexture& t, const ShownSurface& surface, const Jobs& jobs) {
    const AssetView& view = t.body->view;
    parallelForRanges(jobs, static_cast<std::uint32_t>(t.now.size()), kPlacesPerRange,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          for (std::uint32_t p = begin; p < end; ++p) {
                              const Place4 skinned = skinnedPlace(view, t.skin, p);
                              const Place4& shown = surface.now[p];
                              t.now[p] = {shown.x - skinned.x, shown.y - skinned.y, shown.z - skinned.z, 0};
                          }
                      });
}

void put(void* pixels, std::uint32_t rowBytes, TexelFormat format, std::uint32_t width,
         const TexelPlace& texel, const Place4& value) {
    auto* const row = static_cast<std::byte*>(pixels) + std::size_t{rowBytes} * (texel.texel / width);
    const float all[4] = {value.x, value.y, value.z, 1};
    const std::size_t x = texel.texel % width;
    if (format == TexelFormat::Float4) {
        std::memcpy(row + x * sizeof all, all, sizeof all);
        return;
    }
    std::uint16_t half[4];
    for (int i = 0; i < 4; ++i) half[i] = toHalf(all[i]);
    std::memcpy(row + x * sizeof half, half, sizeof half);
}

Place4 at(const TexelPlace& texel, std::span<const Place4> places) {
    const Place4 &a = places[texel.corner[0]], &b = places[texel.corner[1]], &c = places[texel.corner[2]];
    const float w = 1 - texel.u - texel.v;
    return {w * a.x + texel.u * b.x + texel.v * c.x, w * a.y + texel.u * b.y + texel.v * c.y,
            w * a.z + texel.u * b.z + texel.v * c.z, 0};
}

}  // namespace

bool allocateTexture(const Body& body, std::uint32_t width, std::uint32_t height, Arena& arena,
                     SkinTexture& texture) noexcept {
    texture.body = &body;
    texture.width = width;
    texture.height = height;
    const AssetView& view = body.view;
    const std::size_t texels = std::size_t{width} * height, places = view.blocks.size() * kAssetLanes;
    texture.texels = arena.take<TexelPlace>(texels);
    texture.texelAt = arena.take<std::uint32_t>(texels);
    texture.skin = arena.take<Affinef>(view.joints.size());
    texture.now = arena.take<Place4>(places);
    texture.before = arena.take<Place4>(places);
    return arena.ok();
}

void fillTexture(SkinTexture& texture) noexcept {
    for (std::uint32_t& at : texture.texelAt) at = kNone;
    texture.count = 0;
    texture.written = false;
    for (std::size_t i = 0; i < texture.body->view.triangles.size(); ++i) coverTriangle(texture, i);
    for (int i = 0; i < kGutter; ++i) growOnce(texture);
}

void writeTexture(SkinTexture& texture, const ShownSurface& surface, const Instance& instance,
                  const TextureOutput& output, const Jobs& jobs) noexcept {
    const AssetView& view = texture.body->view;
    const std::span<Place4> last = texture.now;
    texture.now = texture.before;
    texture.before = last;
    for (std::size_t j = 0; j < texture.skin.size(); ++j) {
        texture.skin[j] = instance.joints[j] * view.joints[j].inverseBind;
    }
    findDisplacements(texture, surface, jobs);
    if (!texture.written || texture.breaks != instance.breaks) {
        for (std::size_t i = 0; i < texture.now.size(); ++i) texture.before[i] = texture.now[i];
    }
    parallelForRanges(jobs, texture.count, kTexelsPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i) {
            const TexelPlace& texel = texture.texels[i];
            put(output.pixels, output.rowBytes, output.format, texture.width, texel, at(texel, texture.now));
            if (output.before == nullptr) continue;
            put(output.before, output.beforeRowBytes, output.format, texture.width, texel,
                at(texel, texture.before));
        }
    });
    texture.written = true;
    texture.breaks = instance.breaks;
}

std::uint16_t toHalf(float value) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000u);
    const std::uint32_t size = bits & 0x7fffffffu;
    if (size > 0x7f800000u) return static_cast<std::uint16_t>(sign | 0x7e00u);   // not a number
    if (size >= 0x477ff000u) return static_cast<std::uint16_t>(sign | 0x7c00u);  // 65520 and more
    // Below 2⁻¹⁴ steps are of equal size: adding one half lets the rounding of float do the work.
    if (size < 0x38800000u) {
        const float shifted = std::bit_cast<float>(size) + 0.5f;
        return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3f000000u));
    }
    const std::uint32_t odd = size >> 13 & 1u;
    return static_cast<std::uint16_t>(sign | ((size - 0x38000000u + 0xfffu + odd) >> 13));
}

}  // namespace sinew
