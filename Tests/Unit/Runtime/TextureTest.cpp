#include "Runtime/Surface/Texture.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <map>

#include "Support/Runtime/AssetSamples.h"
#include "Support/Runtime/RuntimeBodies.h"

namespace sinew {
namespace {

using test::HeldBody;
using test::HeldInstance;

// A square of skin on two triangles, over the middle of the texture, carried by a domain without modes.
AssetContent square() {
    AssetContent content;
    content.programVersion = "0";
    content.characterName = "Square";
    content.joints.push_back({"root", kNoParent, kNoDomain, {}});
    content.domains.push_back({});
    SurfaceContent& s = content.surface;
    s.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    s.normals.assign(4, {0, 0, 1});
    for (std::uint32_t v = 0; v < 4; ++v) {
        s.firstBinding.push_back(v);
        s.bindings.push_back({0, 1});
        s.influences.push_back({{{0, 1}}});
        s.weldedOfFile.push_back(v);
        s.uvs.push_back({0.25f + 0.5f * s.positions[v].x, 0.25f + 0.5f * s.positions[v].y});
    }
    s.firstBinding.push_back(4);
    s.fileTriangles = {{0, 1, 2}, {0, 2, 3}};
    s.slotOf = {0, 0};
    s.slots = {"skin"};
    return content;
}

struct Textured {
    HeldBody body{square()};
    HeldInstance held{body.body};
    SkinMesh skin;
    BoundMesh mesh;
    ShownSurface surface;
    SkinTexture texture;
    test::HeldMemory memory;
    std::vector<float> positions = std::vector<float>(12);

    explicit Textured(std::uint32_t side) {
        EXPECT_TRUE(memory.place([&](Arena& arena) {
            allocateSkinMesh(body.body, arena, skin);
            allocateMesh(skin, ownMesh(body.body.view), arena, mesh);
            allocateSurface(mesh, arena, surface);
            allocateTexture(body.body, side, side, arena, texture);
        }));
        fillSkinMesh(skin);
        fillMesh(ownMesh(body.body.view), nullptr, mesh);
        resetSurface(surface);
        fillTexture(texture);
        held.instance.weight = 1;
    }
    // The domain moved away from where skinning has it.
    void move(Vec3d by) {
        held.instance.frames[0] = {{}, by};
        writeSurface(surface, held.instance, {{positions.data(), 12}, {}, {}, {}}, {});
    }
};

TEST(SkinTexture, CoversTheSkinAndAGutterAroundIt) {
    Textured t(16);
    std::map<std::uint32_t, int> covered;
    for (std::uint32_t i = 0; i < t.texture.count; ++i) ++covered[t.texture.texels[i].texel];
    for (const auto& [texel, times] : covered) EXPECT_EQ(times, 1);
    const auto has = [&](std::uint32_t x, std::uint32_t y) { return covered.contains(y * 16 + x); };
    for (std::uint32_t y = 0; y < 16; ++y) {
        for (std::uint32_t x = 0; x < 16; ++x) {
            const auto outside = [](std::uint32_t i) { return i < 4 ? 4 - i : i > 11 ? i - 11 : 0u; };
            EXPECT_EQ(has(x, y), outside(x) + outside(y) <= 2) << x << " " << y;
        }
    }
}

TEST(SkinTexture, HoldsHowFarTheSkinIsFromSkinning) {
    Textured t(8);
    t.move({0.5, -0.25, 2});
    std::vector<float> pixels(8 * 8 * 4, -7);
    writeTexture(t.texture, t.surface, t.held.instance, {TexelFormat::Float4, pixels.data(), 8 * 16}, {});
    const float* const middle = &pixels[4 * (8 * 4 + 4)];
    EXPECT_NEAR(middle[0], 0.5, 1e-6);
    EXPECT_NEAR(middle[1], -0.25, 1e-6);
    EXPECT_NEAR(middle[2], 2, 1e-6);
    EXPECT_EQ(middle[3], 1.0f);
    std::size_t untouched = 0;
    for (std::size_t i = 3; i < pixels.size(); i += 4) untouched += pixels[i] == -7 ? 1 : 0;
    EXPECT_EQ(untouched, 64 - t.texture.count);
}

// Turned about a corner, every texel is as far off as its place on the skin is.
TEST(SkinTexture, TexelsAreWhereTheirUvsSay) {
    constexpr std::uint32_t kSide = 32;
    Textured t(kSide);
    const Frame turn{expMap(Vec3d{0.2, -0.1, 0.4}), {0.1, 0.2, 0.3}};
    t.held.instance.frames[0] = turn;
    writeSurface(t.surface, t.held.instance, {{t.positions.data(), 12}, {}, {}, {}}, {});
    std::vector<float> pixels(kSide * kSide * 4);
    writeTexture(t.texture, t.surface, t.held.instance, {TexelFormat::Float4, pixels.data(), kSide * 16}, {});
    for (std::uint32_t y = kSide / 4; y < kSide * 3 / 4; ++y) {
        for (std::uint32_t x = kSide / 4; x < kSide * 3 / 4; ++x) {
            const Vec3d at{((x + 0.5) / kSide - 0.25) * 2, ((y + 0.5) / kSide - 0.25) * 2, 0};
            const Vec3d expected = rotate(turn.rotation, at) + turn.translation - at;
            for (int c = 0; c < 3; ++c)
                EXPECT_NEAR(static_cast<double>(pixels[4 * (kSide * y + x) + static_cast<std::uint32_t>(c)]),
                            expected[c], 1e-5)
                    << x << " " << y;
        }
    }
}

TEST(SkinTexture, RemembersTheLastOne) {
    Textured t(8);
    std::vector<float> pixels(256), before(256);
    const TextureOutput output{TexelFormat::Float4, pixels.data(), 128, before.data(), 128};
    t.move({1, 0, 0});
    writeTexture(t.texture, t.surface, t.held.instance, output, {});
    EXPECT_EQ(pixels, before);
    const std::vector<float> first = pixels;
    t.move({2, 0, 0});
    writeTexture(t.texture, t.surface, t.held.instance, output, {});
    EXPECT_EQ(before, first);
    EXPECT_NE(pixels, first);
}

// Every value of 16 bits comes back, and what lies between two goes to the nearer one, to the even one of
// equals.
TEST(SkinTexture, HalvesAreRoundedToTheNearest) {
    const auto value = [](std::uint32_t half) {
        const int exponent = static_cast<int>(half >> 10 & 31u);
        const double fraction = (half & 1023u) / 1024.0;
        return exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15);
    };
    for (std::uint32_t half = 0; half < 0x7c00u; ++half) {
        ASSERT_EQ(toHalf(static_cast<float>(value(half))), half);
        ASSERT_EQ(toHalf(-static_cast<float>(value(half))), half | 0x8000u);
        if (half == 0x7bffu) break;
        const double middle = (value(half) + value(half + 1)) / 2;
        ASSERT_EQ(toHalf(static_cast<float>(middle)), half % 2 == 0 ? half : half + 1);
        ASSERT_EQ(toHalf(std::nextafterf(static_cast<float>(middle), 0)), half);
    }
    EXPECT_EQ(toHalf(1e6f), 0x7c00u);
    EXPECT_EQ(toHalf(65504), 0x7bffu);
    EXPECT_EQ(toHalf(std::numeric_limits<float>::infinity()), 0x7c00u);
    EXPECT_EQ(toHalf(std::numeric_limits<float>::quiet_NaN()) & 0x7e00u, 0x7e00u);
}

}  // namespace
}  // namespace sinew
