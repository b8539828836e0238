// Frames of real bodies with self contact, each solved from the one before, to the full tolerance.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "Base/Hash.h"
#include "Fastest.h"
#include "Offline/Character/Import.h"
#include "Offline/Character/Motion/Motion.h"
#include "Offline/Character/Motion/Retarget.h"
#include "Offline/Character/Skinning.h"
#include "Offline/Full/FullDynamics.h"
#include "Offline/Geometry/SelfIntersection.h"
#include "Offline/Lattice/Contact/SelfContact.h"
#include "Offline/Lattice/Contact/Ties.h"
#include "Offline/Lattice/Solver.h"
#include "Offline/Lattice/Volume.h"
#include "Offline/Workers.h"
#include "Support/Characters/Fist.h"
#include "Support/Data.h"

namespace sinew::bench {
namespace {

constexpr int kFrames = 16;
constexpr double kFrom = 0.7;  // seconds of a recording
constexpr const char* kHand = "babylon_hand/r_hand_rhs.glb";
constexpr const char* kBody = "makehuman_human/human_body.glb";

using Frames = std::vector<std::vector<Affined>>;

Frames fistFrames(const Character& hand) {
    Frames frames;
    for (int i = 1; i <= kFrames; ++i) frames.push_back(test::fist(hand, static_cast<double>(i) / kFrames));
    return frames;
}

Clip recorded(const Character& body, const char* motion) {
    std::vector<Finding> findings;
    const motion::RetargetOptions options{motion::findNameMap("cmu-to-makehuman"), true};
    return motion::retarget(motion::readMotion(*test::dataPath(motion)), body, options, findings);
}

Frames recordedFrames(const Character& body, const char* motion) {
    constexpr double kPerSecond = 30;
    const Clip clip = recorded(body, motion);
    Frames frames;
    for (int i = 0; i < kFrames; ++i) {
        const Pose pose = samplePose(body.skeleton, clip, kFrom + i / kPerSecond);
        frames.push_back(jointFrames(body.skeleton, pose));
    }
    return frames;
}

struct Subject {
    Character character;
    Frames frames;
    Workers workers;
    lattice::Volume volume;

    // `motion`: null for the fist.
    Subject(const char* file, const char* motion, double cells)
        : character(importCharacter(*test::dataPath(file))) {
        frames = motion == nullptr ? fistFrames(character) : recordedFrames(character, motion);
        lattice::VolumeSettings settings;
        settings.cells.count = cells;
        volume = lattice::buildVolume(character, settings, workers.jobs());
    }
    std::size_t pairs(std::span<const Vec3d> skin) const {
        return selfIntersections({skin, character.surface.triangles}, workers.jobs()).size();
    }
};

// Counters: seconds of a frame, the mean and the largest, without the first, which is far from how the body
// is bound; intersecting pairs of triangles, of all frames, beside those of linear blend skinning.
void frame(benchmark::State& state, const char* file, const char* motion) {
    const Subject subject(file, motion, static_cast<double>(state.range(0)));
    double sum = 0, largest = 0, steps = 0, pairs = 0, linearBlend = 0, converged = 0;
    std::vector<Vec3d> skin;
    for ([[maybe_unused]] auto _ : state) {
        lattice::Solver solver(subject.character, subject.volume, Flesh{}, {}, {}, subject.workers.jobs());
        for (std::size_t i = 0; i < subject.frames.size(); ++i) {
            Fastest time;
            PoseReport report;
            time.time([&] { report = solver.moveTo(subject.frames[i]); });
            skin = solver.skin();
            converged += report.converged ? 1 : 0;
            pairs += static_cast<double>(subject.pairs(skin));
            const auto matrices = skinMatrices(subject.character.skeleton, subject.frames[i]);
            linearBlend += static_cast<double>(
                subject.pairs(skinPositions(subject.character, matrices, SkinMethod::LinearBlend)));
            if (i == 0) continue;
            sum += time.nanosecondsPer(1) * 1e-9;
            largest = std::max(largest, time.nanosecondsPer(1) * 1e-9);
            steps += report.newton.iterations;
        }
    }
    state.counters["cells"] = subject.volume.cells().cellCount();
    state.counters["s_per_frame"] = sum / (kFrames - 1);
    state.counters["s_largest"] = largest;
    state.counters["steps_per_frame"] = steps / (kFrames - 1);
    state.counters["converged"] = converged / kFrames;
    state.counters["pairs"] = pairs;
    state.counters["pairs_lbs"] = linearBlend;
    char text[32];
    std::snprintf(text, sizeof text, "hash %016llx",
                  static_cast<unsigned long long>(hashBytes(skin.data(), skin.size() * sizeof skin[0])));
    state.SetLabel(text);
}

// A fifth of a second of motion over time. Counters: seconds and Newton iterations of a time step.
void motionOverTime(benchmark::State& state, const char* file, const char* motion) {
    constexpr double kSeconds = 0.2;
    const Subject subject(file, motion, static_cast<double>(state.range(0)));
    const Clip clip = recorded(subject.character, motion);
    Flesh flesh;
    flesh.poisson = static_cast<double>(state.range(1)) / 100;
    PoseReport report;
    double seconds = 0;
    for ([[maybe_unused]] auto _ : state) {
        lattice::Solver solver(subject.character, subject.volume, flesh, {}, {}, subject.workers.jobs());
        FullDynamics dynamics(solver, {.massDamping = 1, .stiffnessDamping = 0.004}, [&](double t) {
            return jointFrames(subject.character.skeleton, samplePose(subject.character.skeleton, clip, t));
        });
        dynamics.start(kFrom);
        Fastest time;
        time.time([&] { report = dynamics.advanceTo(kFrom + kSeconds); });
        seconds = time.nanosecondsPer(1) * 1e-9;
    }
    const double steps = report.substeps + report.failedSubsteps;
    state.counters["cells"] = subject.volume.cells().cellCount();
    state.counters["s_per_step"] = seconds / steps;
    state.counters["newton_per_step"] = report.newton.iterations / steps;
    state.counters["linear_per_newton"] =
        static_cast<double>(report.newton.linearIterations) / report.newton.iterations;
    state.counters["failed"] = report.failedSubsteps;
    state.counters["converged"] = report.converged ? 1 : 0;
}

// One look for what touches, in the last frame's shape.
void selfCollision(benchmark::State& state, const char* file, const char* motion) {
    const Subject subject(file, motion, static_cast<double>(state.range(0)));
    const Jobs jobs = subject.workers.jobs();
    lattice::Solver solver(subject.character, subject.volume, Flesh{}, {}, {}, jobs);
    solver.moveTo(subject.frames.back());
    lattice::SelfContact contact(subject.volume.flesh, *subject.volume.solid, Flesh{}.young, {}, jobs);
    std::vector<lattice::Tie> ties;
    Fastest fastest;
    for ([[maybe_unused]] auto _ : state) {
        ties.clear();
        fastest.time([&] { contact.addTies(solver.shape().x, ties, jobs); });
    }
    state.counters["ms"] = fastest.nanosecondsPer(1) * 1e-6;
    state.counters["proxies"] = static_cast<double>(contact.proxies().size());
    state.counters["ties"] = static_cast<double>(ties.size());
}

const bool kRegistered = [] {
    const auto add = [](const std::string& name, auto body, const char* file, const char* motion, int cells) {
        if (!test::dataPath(file) || (motion != nullptr && !test::dataPath(motion))) return;
        auto* const made = benchmark::RegisterBenchmark(name.c_str(), body, file, motion);
        made->Arg(cells)->Unit(benchmark::kMillisecond)->UseRealTime();
        if (body == frame) made->Iterations(1);
    };
    constexpr const char* kDance = "cmu_mocap_open/05_04.bvh";
    add("Lattice/frame/body_dance", frame, kBody, kDance, 106567);
    add("Lattice/frame/body_jump", frame, kBody, "cmu_mocap_open/16_01.bvh", 106567);
    add("Lattice/frame/body_walk", frame, kBody, "cmu_mocap_open/02_01.bvh", 106567);
    add("Lattice/frame/hand_fist", frame, kHand, nullptr, 117607);
    for (const int poisson : {45, 49}) {
        if (!test::dataPath(kBody) || !test::dataPath("cmu_mocap_open/16_01.bvh")) continue;
        benchmark::RegisterBenchmark("Lattice/time_step/body_jump", motionOverTime, kBody,
                                     "cmu_mocap_open/16_01.bvh")
            ->Args({106567, poisson})
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime()
            ->Iterations(1);
    }
    add("Lattice/self_collision/body_dance", selfCollision, kBody, kDance, 106567);
    add("Lattice/self_collision/hand_fist", selfCollision, kHand, nullptr, 117607);
    return true;
}();

}  // namespace
}  // namespace sinew::bench
