#include "Limits.h"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "Math/KernelTable.h"
#include "Offline/Workers.h"

namespace sinew::bench {
namespace {

using FmaFloatKernel = float(std::size_t);
using FmaDoubleKernel = double(std::size_t);
using FloatLanesKernel = std::size_t();
using TriadKernel = void(float*, const float*, const float*, float, std::size_t);

}  // namespace

SINEW_KERNEL_TABLE(FmaFloatKernel, fmaFloat)
SINEW_KERNEL_TABLE(FmaDoubleKernel, fmaDouble)
SINEW_KERNEL_TABLE(FloatLanesKernel, floatLanes)
SINEW_KERNEL_TABLE(TriadKernel, triad)

float fmaFloat(InstructionSet set, std::size_t rounds) {
    return fmaFloatTable[set](rounds);
}

double fmaDouble(InstructionSet set, std::size_t rounds) {
    return fmaDoubleTable[set](rounds);
}

std::size_t floatLanes(InstructionSet set) {
    return floatLanesTable[set]();
}

void triad(InstructionSet set, float* a, const float* b, const float* c, float scale, std::size_t count) {
    triadTable[set](a, b, c, scale, count);
}

namespace {

constexpr std::size_t kRounds = 1'000'000;
constexpr std::uint32_t kPieces = 16;                        // of equal work, for the workers to share
constexpr std::size_t kTriadBytes = std::size_t{256} << 20;  // per array; far beyond any cache

void setRate(benchmark::State& state, const char* name, double perIteration) {
    state.counters[name] = benchmark::Counter(perIteration * 1e-9 * static_cast<double>(state.iterations()),
                                              benchmark::Counter::kIsRate);
}

void fmaFloatLimit(benchmark::State& state, const Jobs& jobs) {
    const InstructionSet set = bestInstructionSet();
    for ([[maybe_unused]] auto _ : state) {
        parallelFor(jobs, kPieces,
                    [&](std::uint32_t) { benchmark::DoNotOptimize(fmaFloat(set, kRounds / kPieces)); });
    }
    setRate(state, "GFLOP/s", 2.0 * kRounds * kFmaPerRound * static_cast<double>(floatLanes(set)));
}

void fmaDoubleLimit(benchmark::State& state, const Jobs& jobs) {
    const InstructionSet set = bestInstructionSet();
    for ([[maybe_unused]] auto _ : state) {
        parallelFor(jobs, kPieces,
                    [&](std::uint32_t) { benchmark::DoNotOptimize(fmaDouble(set, kRounds / kPieces)); });
    }
    setRate(state, "GFLOP/s", static_cast<double>(kRounds * kFmaPerRound * floatLanes(set)));
}

struct alignas(64) Line {
    float values[16];
};

void triadLimit(benchmark::State& state, const Jobs& jobs) {
    constexpr std::size_t kLines = kTriadBytes / sizeof(Line), kPiece = kLines / kPieces;
    const std::unique_ptr<Line[]> a(new Line[kLines]), b(new Line[kLines]), c(new Line[kLines]);
    for (std::size_t i = 0; i < kLines; ++i) a[i] = b[i] = c[i] = Line{{1.0f}};
    const InstructionSet set = bestInstructionSet();
    for ([[maybe_unused]] auto _ : state) {
        parallelFor(jobs, kPieces, [&](std::uint32_t piece) {
            const std::size_t begin = piece * kPiece;
            triad(set, a[begin].values, b[begin].values, c[begin].values, 0.5f, kPiece * 16);
        });
    }
    setRate(state, "GB/s", 3.0 * kTriadBytes);
}

using Limit = void (*)(benchmark::State&, const Jobs&);

void runAlone(benchmark::State& state, Limit limit) {
    limit(state, Jobs{});
}

void runOnAll(benchmark::State& state, Limit limit) {
    const Workers workers;
    limit(state, workers.jobs());
}

const bool kRegistered = [] {
    const std::pair<std::string, Limit> limits[] = {{"Limits/fma_float", fmaFloatLimit},
                                                    {"Limits/fma_double", fmaDoubleLimit},
                                                    {"Limits/triad", triadLimit}};
    for (const auto& [name, limit] : limits) {
        benchmark::RegisterBenchmark((name + "/1").c_str(), runAlone, limit)->UseRealTime();
        benchmark::RegisterBenchmark((name + "/all").c_str(), runOnAll, limit)->UseRealTime();
    }
    return true;
}();

}  // namespace
}  // namespace sinew::bench
