#include "Offline/Tets/Volume.h"

#include <gtest/gtest.h>

#include "Offline/Error.h"
#include "Support/Bodies/FleshSamples.h"

namespace sinew::test {
namespace {

struct Arm {
    Character character = fleshArm();
    tets::Volume volume;

    Arm() {
        tets::VolumeSettings settings;
        settings.tets = 3000;
        const auto vertices = static_cast<std::uint32_t>(character.surface.positions.size());
        for (std::uint32_t v = 0; v < vertices; ++v) character.surface.weldedOfFile.push_back(v);
        volume = tets::buildVolume(character, settings);
    }
    Vec3d middle(std::size_t t) const {
        Vec3d sum;
        for (const std::uint32_t node : volume.tets.tets[t]) sum += volume.tets.nodes[node] * 0.25;
        return sum;
    }
};

TEST(Regions, NoRegionsMeanNoFactors) {
    const Arm arm;
    EXPECT_TRUE(tets::tetStiffness(arm.character, arm.volume, {}).empty());
}

TEST(Regions, AJointsFleshIsWhatItsBonesAreNearestTo) {
    const Arm arm;
    const std::vector<double> factors =
        tets::tetStiffness(arm.character, arm.volume, {.joints = {{"lower", 5}}});
    for (std::size_t t = 0; t < factors.size(); ++t) {
        if (arm.middle(t).x > 0.4) {
            EXPECT_EQ(factors[t], 5);
        }
        if (arm.middle(t).x < -0.4) {
            EXPECT_EQ(factors[t], 1);
        }
    }
}

TEST(Regions, FallsOffWithTheDistanceFromTheBone) {
    const Arm arm;
    const std::vector<double> factors =
        tets::tetStiffness(arm.character, arm.volume, {.distances = {{0, 10}, {0.1, 1}}});
    for (std::size_t t = 0; t < factors.size(); ++t) {
        double nearest = 1e300;
        for (const Bone& bone : arm.volume.bones) {
            nearest = std::min(nearest, distanceToBone(bone, arm.middle(t)) - bone.radius);
        }
        EXPECT_NEAR(factors[t], 10 - 90 * std::clamp(nearest, 0.0, 0.1), 1e-9);
    }
}

TEST(Regions, TakesWhatIsPaintedOnTheSkinNearby) {
    Arm arm;
    for (const Vec3d& p : arm.character.surface.positions) {
        arm.character.surface.colours.push_back({0, p.x > 0 ? 1.0F : 0.0F, 0, 1});
    }
    const std::vector<double> factors = tets::tetStiffness(
        arm.character, arm.volume, {.painted = {{.channel = 1, .atZero = 0.5, .atOne = 2}}});
    for (std::size_t t = 0; t < factors.size(); ++t) {
        if (std::abs(arm.middle(t).x) > 0.3) {
            EXPECT_NEAR(factors[t], arm.middle(t).x > 0 ? 2 : 0.5, 1e-12);
        }
    }
}

TEST(Regions, NamesTheJointThatIsNotThereAndTheColoursThatAreMissing) {
    const Arm arm;
    try {
        tets::tetStiffness(arm.character, arm.volume, {.joints = {{"lowr", 5}}});
        FAIL();
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("lowr"), std::string::npos);
        EXPECT_NE(std::string(e.what()).find("lower"), std::string::npos);
    }
    EXPECT_THROW(tets::tetStiffness(arm.character, arm.volume, {.painted = {{}}}), Error);
}

}  // namespace
}  // namespace sinew::test
