// What an editor waits for: the frames of a clip, one after the other, each solved from the one before.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>

#include "Base/Hash.h"
#include "Fastest.h"
#include "Offline/Character/Pose.h"
#include "Offline/Lattice/LiveSolver.h"
#include "Offline/Lattice/Volume.h"
#include "Offline/Workers.h"
#include "Support/Characters/PosedCharacters.h"

namespace sinew::bench {
namespace {

constexpr std::size_t kFrames = 33;

std::vector<std::vector<Affined>> walk() {
    const Character& character = test::mannequin();
    const auto clip = std::find_if(character.clips.begin(), character.clips.end(),
                                   [](const Clip& c) { return c.name == "walk"; });
    std::vector<std::vector<Affined>> frames;
    for (std::size_t i = 0; i < kFrames; ++i) {
        frames.push_back(jointFrames(character.skeleton,
                                     samplePose(character.skeleton, *clip, static_cast<double>(i) / 30)));
    }
    return frames;
}

// Counters: of each frame the fastest run, the mean and the largest of these.
void preview(benchmark::State& state, bool selfContact) {
    const Workers workers;
    lattice::LiveSettings settings;
    settings.volume.cells.count = static_cast<double>(state.range(0));
    settings.selfContact = selfContact;
    lattice::LiveSolver live(test::mannequin(), settings, workers.jobs());
    const std::vector<std::vector<Affined>> frames = walk();
    std::vector<Fastest> fastest(kFrames);
    std::vector<Vec3d> nodes;
    int steps = 0, finished = 0, runs = 0;
    for ([[maybe_unused]] auto _ : state) {
        for (std::size_t i = 0; i < kFrames; ++i) {
            lattice::LiveInput input;
            input.jointFrames = frames[i];
            input.restart = i == 0;  // every run goes the same way
            lattice::LiveReport report;
            fastest[i].time([&] {
                report = live.advance(input, workers.jobs());
                nodes = live.nodesIn(frames[i], workers.jobs());
            });
            steps += i > 0 ? report.iterations : 0;
            finished += report.finished ? 1 : 0;
        }
        ++runs;
    }
    double sum = 0, largest = 0;
    for (std::size_t i = 1; i < kFrames; ++i) {
        sum += fastest[i].nanosecondsPer(1) * 1e-9;
        largest = std::max(largest, fastest[i].nanosecondsPer(1) * 1e-9);
    }
    state.counters["cells"] = live.volume().cells().cellCount();
    state.counters["s_per_frame"] = sum / (kFrames - 1);
    state.counters["s_largest"] = largest;
    state.counters["steps_per_frame"] = static_cast<double>(steps) / ((kFrames - 1) * runs);
    state.counters["finished"] = static_cast<double>(finished) / (static_cast<double>(kFrames) * runs);
    char text[32];
    std::snprintf(text, sizeof text, "hash %016llx",
                  static_cast<unsigned long long>(hashBytes(nodes.data(), nodes.size() * sizeof nodes[0])));
    state.SetLabel(text);
}

const bool kRegistered = [] {
    for (const bool selfContact : {false, true}) {
        benchmark::RegisterBenchmark(selfContact ? "Lattice/frame/preview_contact" : "Lattice/frame/preview",
                                     preview, selfContact)
            ->Arg(10000)
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
    }
    return true;
}();

}  // namespace
}  // namespace sinew::bench
