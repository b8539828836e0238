#include <gtest/gtest.h>

#include <cmath>

#include "Offline/Character/Import.h"
#include "Offline/Character/Pose.h"
#include "Offline/Character/Skinning.h"
#include "Samples/MannequinClips.h"
#include "Support/Data.h"

namespace sinew {
namespace {

Character committed(const char* file) {
    return importCharacter(test::sourcePath(std::string("Content/") + file));
}

const Character& mannequin() {
    static const Character read = committed("Mannequin.glb");
    return read;
}

const Clip& clipNamed(const std::string& name) {
    for (const Clip& clip : mannequin().clips) {
        if (clip.name == name) return clip;
    }
    throw std::runtime_error("no clip " + name);
}

std::size_t jointNamed(const std::string& name) {
    const auto& joints = mannequin().skeleton.joints;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        if (joints[j].name == name) return j;
    }
    throw std::runtime_error("no joint " + name);
}

std::vector<Affined> framesAt(const Clip& clip, double time) {
    return jointFrames(mannequin().skeleton, samplePose(mannequin().skeleton, clip, time));
}

int frameCount(const Clip& clip) {
    return static_cast<int>(std::lround(clip.duration * 30));
}

std::vector<Vec3d> skinAt(const Clip& clip, int frame) {
    const Character& c = mannequin();
    return skinPositions(c, skinMatrices(c.skeleton, samplePose(c.skeleton, clip, frame / 30.0)),
                         SkinMethod::LinearBlend);
}

// How fast each joint of a planted foot moves against `ground`, metres per second; the largest.
double footSlide(const Clip& clip, const std::string& side, Vec3d ground, double from, double to) {
    double largest = 0;
    for (int k = static_cast<int>(std::ceil(from * 30)); (k + 1) / 30.0 <= to; ++k) {
        const auto a = framesAt(clip, k / 30.0), b = framesAt(clip, (k + 1) / 30.0);
        const std::size_t toe = jointNamed("toe_" + side);
        const Vec3d velocity = (b[toe].translation - a[toe].translation) * 30.0 - ground;
        largest = std::max(largest, std::hypot(velocity.x, velocity.z));
    }
    return largest;
}

TEST(SampleClips, TheFiveMotionsAreThere) {
    std::vector<std::string> names;
    for (const Clip& clip : mannequin().clips) names.push_back(clip.name);
    EXPECT_EQ(names, (std::vector<std::string>{"idle", "walk", "squat", "jumping_jack", "twist"}));
}

TEST(SampleClips, EveryClipLoops) {
    for (const Clip& clip : mannequin().clips) {
        const auto first = framesAt(clip, 0), last = framesAt(clip, clip.duration);
        for (std::size_t j = 0; j < first.size(); ++j) {
            EXPECT_LT(length(first[j].translation - last[j].translation), 1e-6) << clip.name;
            EXPECT_LT(squaredNorm(first[j].linear - last[j].linear), 1e-12) << clip.name;
        }
    }
}

// The first and last steps of a loop count too: 30 Hz keys of a body do not jump.
TEST(SampleClips, NothingJumpsBetweenKeys) {
    for (const Clip& clip : mannequin().clips) {
        for (int k = 0; k < frameCount(clip); ++k) {
            const auto a = framesAt(clip, k / 30.0), b = framesAt(clip, (k + 1) / 30.0);
            for (std::size_t j = 0; j < a.size(); ++j) {
                EXPECT_LT(length(b[j].translation - a[j].translation), 0.26)
                    << clip.name << " " << mannequin().skeleton.joints[j].name << " key " << k;
            }
        }
    }
}

TEST(SampleClips, StandingFeetStayWhereTheyAre) {
    for (const char* name : {"idle", "squat", "twist"}) {
        const Clip& clip = clipNamed(name);
        for (const char* side : {"l", "r"}) {
            EXPECT_LT(footSlide(clip, side, {}, 0, clip.duration), 0.002) << name;
            for (int k = 0; k <= frameCount(clip); ++k) {
                const Vec3d p = framesAt(clip, k / 30.0)[jointNamed(std::string("foot_") + side)].translation;
                EXPECT_NEAR(p.y, 0.085, 0.001) << name << " key " << k;
            }
        }
    }
}

TEST(SampleClips, WalkingFeetMoveWithTheTreadmill) {
    const Clip& walk = clipNamed("walk");
    const Vec3d ground{0, 0, -kMannequinWalkSpeed};
    const double period = walk.duration;
    EXPECT_LT(footSlide(walk, "l", ground, 0.12 * period, 0.60 * period), 0.03);
    EXPECT_LT(footSlide(walk, "r", ground, 0, 0.10 * period), 0.03);
    EXPECT_LT(footSlide(walk, "r", ground, 0.62 * period, period), 0.03);
    // The same question about a foot in the air must fail.
    EXPECT_GT(footSlide(walk, "l", ground, 0.70 * period, 0.90 * period), 0.5);
}

TEST(SampleClips, SkinStaysAboveTheFloorAndTouchesIt) {
    for (const Clip& clip : mannequin().clips) {
        double lowest = 1, highestLow = -1;
        for (int k = 0; k < frameCount(clip); k += 3) {
            double low = 1;
            for (const Vec3d p : skinAt(clip, k)) low = std::min(low, p.y);
            lowest = std::min(lowest, low);
            highestLow = std::max(highestLow, low);
        }
        EXPECT_GT(lowest, -0.012) << clip.name;
        EXPECT_LT(highestLow, clip.name == "jumping_jack" ? 0.10 : 0.012) << clip.name;
    }
}

TEST(SampleClips, KneesAndElbowsBendOneWayOnly) {
    for (const Clip& clip : mannequin().clips) {
        for (int k = 0; k <= frameCount(clip); ++k) {
            const auto f = framesAt(clip, k / 30.0);
            for (const std::string side : {"l", "r"}) {
                const auto at = [&](const char* name) {
                    return f[jointNamed(name + ("_" + side))].translation;
                };
                // The knee lies in front of the line from hip to ankle, seen by the thigh.
                const Vec3d thigh = at("shin") - at("thigh"), shin = at("foot") - at("shin");
                const Vec3d left = f[jointNamed("thigh_" + side)].linear.column[0];
                EXPECT_GT(dot(cross(thigh, shin), left * (left.x > 0 ? 1.0 : -1.0)), 0)
                    << clip.name << " key " << k;
                const Vec3d upper = at("forearm") - at("upperarm"), fore = at("hand") - at("forearm");
                const double flexion = std::atan2(length(cross(upper, fore)), dot(upper, fore));
                EXPECT_LT(flexion, 2.4) << clip.name << " key " << k;
            }
        }
    }
}

TEST(SampleClips, MotionsReachTheirExtremes) {
    const auto largest = [](const std::string& name, auto measure) {
        const Clip& clip = clipNamed(name);
        double value = -1e9;
        for (int k = 0; k <= frameCount(clip); ++k)
            value = std::max(value, measure(framesAt(clip, k / 30.0)));
        return value;
    };
    const double toDegrees = 180 / 3.14159265358979;
    EXPECT_GT(largest("squat",
                      [&](const auto& f) {
                          const Vec3d a =
                              f[jointNamed("shin_l")].translation - f[jointNamed("thigh_l")].translation;
                          const Vec3d b =
                              f[jointNamed("foot_l")].translation - f[jointNamed("shin_l")].translation;
                          return std::atan2(length(cross(a, b)), dot(a, b)) * toDegrees;
                      }),
              105);
    EXPECT_GT(largest("jumping_jack", [&](const auto& f) { return f[jointNamed("hand_l")].translation.y; }),
              1.85);
    EXPECT_GT(largest("jumping_jack", [&](const auto& f) { return f[jointNamed("foot_l")].translation.x; }),
              0.33);
    const auto yaw = [&](const auto& f) {
        const Vec3d across =
            f[jointNamed("upperarm_l")].translation - f[jointNamed("upperarm_r")].translation;
        return std::atan2(-across.z, across.x) * toDegrees;
    };
    EXPECT_NEAR(largest("twist", yaw), 60, 4);
    EXPECT_NEAR(largest("twist", [&](const auto& f) { return -yaw(f); }), 60, 4);
}

TEST(SampleClips, LimbBendsAndTwists) {
    const Character c = committed("Limb.glb");
    ASSERT_EQ(c.clips.size(), 2u);
    EXPECT_EQ(c.clips[0].name, "bend");
    EXPECT_EQ(c.clips[1].name, "twist");
    const auto angleAt = [&](const Clip& clip, double time) {
        return length(logMap(samplePose(c.skeleton, clip, time)[1].rotation)) * 180 / 3.14159265358979;
    };
    EXPECT_NEAR(angleAt(c.clips[0], 1), 110, 1e-4);
    EXPECT_NEAR(angleAt(c.clips[0], 2), 0, 1e-4);
    EXPECT_NEAR(angleAt(c.clips[1], 0.75), 120, 1);
}

}  // namespace
}  // namespace sinew
