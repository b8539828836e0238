// Real characters through real poses: every frame converges.
#include <gtest/gtest.h>

#include "Offline/Character/Import.h"
#include "Offline/Character/Pose.h"
#include "Offline/Tets/Settings.h"
#include "Offline/Tets/Solver.h"
#include "Offline/Tets/Volume.h"
#include "Offline/Workers.h"
#include "Support/Characters/Fist.h"
#include "Support/Characters/PosedCharacters.h"
#include "Support/Data.h"

namespace sinew::test {
namespace {

struct Solving {
    Workers workers;
    Character character;
    tets::Volume volume;
    tets::Solver solver;

    Solving(const std::filesystem::path& file, double tets)
        : character(importCharacter(file)),
          volume(tets::buildVolume(character, withTets(tets), workers.jobs())),
          solver(character, volume, Flesh{}, {}, workers.jobs()) {}

    static tets::VolumeSettings withTets(double tets) {
        tets::VolumeSettings settings;
        settings.tets = tets;
        return settings;
    }
    PoseReport moveTo(const Clip& clip, double time) {
        const PoseReport report =
            solver.moveTo(jointFrames(character.skeleton, samplePose(character.skeleton, clip, time)));
        EXPECT_TRUE(report.converged) << clip.name << " at " << time << " s stopped at " << report.reached;
        EXPECT_NEAR(report.volumeRatio, 1, 0.05) << clip.name << " at " << time << " s";
        return report;
    }
};

TEST(SolveData, HumanReachesTheTPose) {
    SINEW_DATA_OR_SKIP(body, "makehuman_human/human_body.glb");
    SINEW_DATA_OR_SKIP(pose, "makehuman_human/poses/tpose.bvh");
    Solving s(body, 20000);
    s.moveTo(motionOn(s.character, pose), 0);
    for (const Vec3d& p : s.solver.skin()) ASSERT_TRUE(isFinite(p));
}

TEST(SolveData, HumanReachesTheTPoseAndTheExtremePoseAt200kTetsLong) {
    SINEW_DATA_OR_SKIP(body, "makehuman_human/human_body.glb");
    SINEW_DATA_OR_SKIP(tpose, "makehuman_human/poses/tpose.bvh");
    SINEW_DATA_OR_SKIP(extreme, "makehuman_human/poses/benchmark.bvh");
    Solving s(body, 200000);
    s.moveTo(motionOn(s.character, tpose), 0);
    s.moveTo(motionOn(s.character, extreme), 0);
}

TEST(SolveData, HumanWalksThirtyFramesAt200kTetsLong) {
    SINEW_DATA_OR_SKIP(body, "makehuman_human/human_body.glb");
    SINEW_DATA_OR_SKIP(walk, "cmu_mocap_open/02_01.bvh");
    Solving s(body, 200000);
    const Clip clip = motionOn(s.character, walk);
    for (int frame = 0; frame < 30; ++frame) s.moveTo(clip, frame / 30.0);
}

TEST(SolveData, TheHandClosesLong) {
    SINEW_DATA_OR_SKIP(hand, "babylon_hand/r_hand_rhs.glb");
    Solving s(hand, 60000);
    for (const double closed : {0.3, 0.6, 0.9}) {
        const PoseReport report = s.solver.moveTo(fist(s.character, closed));
        EXPECT_TRUE(report.converged) << "closed by " << closed << " stopped at " << report.reached;
    }
}

const Clip& clipOf(const Character& character, std::string_view name) {
    for (const Clip& clip : character.clips) {
        if (clip.name.ends_with(name)) return clip;
    }
    throw std::runtime_error("no clip " + std::string(name));
}

TEST(SolveData, TheWolfGallopsLong) {
    SINEW_DATA_OR_SKIP(wolf, "quaternius_wolf/Wolf.glb");
    Solving s(wolf, 50000);
    for (int frame = 0; frame < 3; ++frame) s.moveTo(clipOf(s.character, "|Gallop"), frame * 0.18);
}

TEST(SolveData, TheKnightStrikesLong) {
    SINEW_DATA_OR_SKIP(knight, "kaykit_knight/Knight.glb");
    Solving s(knight, 50000);
    for (int frame = 0; frame < 3; ++frame)
        s.moveTo(clipOf(s.character, "1H_Melee_Attack_Chop"), frame * 0.3);
}

}  // namespace
}  // namespace sinew::test
