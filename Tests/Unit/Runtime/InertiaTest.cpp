#include "Runtime/Tick/Inertia.h"

#include <gtest/gtest.h>

#include "Support/Runtime/AssetSamples.h"
#include "Support/Runtime/RuntimeBodies.h"

namespace sinew {
namespace {

using test::Dice;
using test::SampleNodes;

FrameMotion anyMotion(Dice& dice) {
    FrameMotion motion;
    motion.at = {expMap(dice.vector(2)), dice.vector(1)};
    motion.acceleration = dice.vector(10);
    motion.spin = dice.vector(5);
    motion.spinRate = dice.vector(50);
    return motion;
}

// −Σ m Uᵀ ( Rᵀ(a − pull) + ω×(ω×r) + ω̇×r + 2 ω×ṙ ), r = p + U q: what a node feels in the moving frame.
std::vector<double> plainInertia(const SampleNodes& nodes, const FrameMotion& motion, Vec3d pull,
                                 const float* q, const float* v) {
    std::vector<double> load(nodes.rank());
    for (std::size_t k = 0; k < nodes.p.size(); ++k) {
        Vec3d r = nodes.p[k], moved;
        for (std::uint32_t j = 0; j < nodes.rank(); ++j) {
            r += nodes.modes[j][k] * static_cast<double>(q[j]);
            moved += nodes.modes[j][k] * static_cast<double>(v[j]);
        }
        const Vec3d felt = rotate(conjugate(motion.at.rotation), motion.acceleration - pull) +
                           cross(motion.spin, cross(motion.spin, r)) + cross(motion.spinRate, r) +
                           cross(motion.spin, moved) * 2.0;
        for (std::uint32_t j = 0; j < nodes.rank(); ++j)
            load[j] -= nodes.weight[k] * dot(nodes.modes[j][k], felt);
    }
    return load;
}

TEST(Inertia, IsTheSumOverNodes) {
    test::SampleSize size;
    size.ranks = {20, 8, 0, 33};
    const test::SampleAsset sample = test::sampleAsset(size);
    const test::HeldBody body(sample.content);
    Dice dice(5);
    for (const std::uint32_t d : {0u, 1u, 3u}) {
        const FrameMotion motion = anyMotion(dice);
        const Vec3d pull = dice.vector(10);
        alignas(64) float q[kMaxRank]{}, v[kMaxRank]{}, load[kMaxRank]{};
        for (std::uint32_t j = 0; j < size.ranks[d]; ++j) {
            q[j] = static_cast<float>(dice.between(-1, 1));
            v[j] = static_cast<float>(dice.between(-1, 1));
        }
        addInertia(body.body, body.body.domains[d], d, motion, pull, q, v, load);
        const std::vector<double> plain = plainInertia(sample.masses[d], motion, pull, q, v);
        double size2 = 0, off2 = 0;
        for (std::size_t j = 0; j < plain.size(); ++j) {
            size2 += plain[j] * plain[j];
            off2 += (plain[j] - static_cast<double>(load[j])) * (plain[j] - static_cast<double>(load[j]));
        }
        EXPECT_LT(std::sqrt(off2), 1e-5 * std::sqrt(size2)) << d;
        for (std::uint32_t j = size.ranks[d]; j < kMaxRank; ++j) EXPECT_EQ(load[j], 0.0f);
    }
}

TEST(Inertia, WhoFallsFreelyFeelsNothing) {
    const test::SampleAsset sample = test::sampleAsset();
    const test::HeldBody body(sample.content);
    FrameMotion motion;
    motion.acceleration = {0, -9.81, 0};
    alignas(64) float q[kMaxRank]{}, load[kMaxRank]{};
    addInertia(body.body, body.body.domains[0], 0, motion, {0, -9.81, 0}, q, q, load);
    for (const float value : load) EXPECT_EQ(value, 0.0f);
}

}  // namespace
}  // namespace sinew
