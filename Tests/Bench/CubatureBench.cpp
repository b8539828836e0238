// Training of one domain's cubature: a bar of 7,680 tets, 100 poses, error 5 % and 1 %.
#include <benchmark/benchmark.h>

#include <string>

#include "Base/Hash.h"
#include "Offline/Workers.h"
#include "Support/Bodies/SmoothBar.h"

namespace sinew::bench {
namespace {

constexpr double kSize = 0.1;  // of the poses

std::string hashLabel(const reduction::Cubature& c) {
    return std::to_string(hashOf(std::span(c.weights), hashOf(std::span(c.elements))));
}

void train(benchmark::State& state, double tolerance, std::uint64_t cacheBytes) {
    const Workers workers;
    const SmoothBar bar(8, static_cast<int>(state.range(0)));
    const reduction::CubatureProblem seen = bar.equalProblem(100, kSize, 2, workers.jobs());
    reduction::Cubature cubature;
    for ([[maybe_unused]] auto _ : state) {
        cubature = reduction::trainCubature(seen, {.tolerance = tolerance, .cacheBytes = cacheBytes},
                                            workers.jobs());
    }
    state.counters["elements"] = static_cast<double>(cubature.elements.size());
    state.counters["error"] = cubature.error;
    state.counters["unseen_error"] =
        reduction::cubatureError(bar.equalProblem(50, kSize, 3, workers.jobs()), cubature);
    state.counters["steps"] = cubature.steps;
    state.SetLabel(hashLabel(cubature));
}

// The sum over all tets for all poses, which the training is given.
void target(benchmark::State& state) {
    const Workers workers;
    const SmoothBar bar(8, static_cast<int>(state.range(0)));
    reduction::CubatureProblem problem;
    for ([[maybe_unused]] auto _ : state) problem = bar.problem(100, kSize, 2, workers.jobs());
    state.SetLabel(std::to_string(hashOf(std::span<const double>(problem.target))));
}

constexpr std::uint64_t kRoom = std::uint64_t{512} << 20;
BENCHMARK(target)->Name("Cubature/Target")->Arg(12)->Arg(20)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(train, 5, 0.05, kRoom)
    ->Name("Cubature/Train5Percent")
    ->Arg(12)
    ->Arg(20)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(train, 1, 0.01, kRoom)
    ->Name("Cubature/Train1Percent")
    ->Arg(12)
    ->Arg(20)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(train, uncached, 0.05, 0)
    ->Name("Cubature/Train5PercentUncached")
    ->Arg(20)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace sinew::bench
