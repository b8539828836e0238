// The data fit in the L2 cache, so what is measured is arithmetic. Beside the time stand the errors of the
// very results that were timed and their hash: speed bought with wrong numbers shows.
#include "Math/Svd3.h"

#include <benchmark/benchmark.h>

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "Base/Hash.h"
#include "Fastest.h"
#include "Support/Svd3Errors.h"

namespace sinew::bench {
namespace {

constexpr std::size_t kBlocks = 128, kMatrices = kBlocks * kBlockLanes;  // 240 kB in and out

std::vector<Mat3f> matrices() {
    UniformSource random(11);
    std::vector<Mat3f> result(kMatrices);
    for (Mat3f& m : result) m = convert<float>(random.mat3());
    return result;
}

struct Blocks {
    std::vector<Mat3Block> a, u, v;
    std::vector<Vec3Block> sigma;

    explicit Blocks(const std::vector<Mat3f>& matrices) : a(kBlocks), u(kBlocks), v(kBlocks), sigma(kBlocks) {
        for (std::size_t i = 0; i < kMatrices; ++i) setMatrixAt(a, i, matrices[i]);
    }
};

void report(benchmark::State& state, const Fastest& fastest, const std::vector<Mat3f>& a,
            const std::vector<Svd3<float>>& result) {
    Svd3Errors errors;
    for (std::size_t i = 0; i < kMatrices; ++i) errors.add(a[i], result[i]);
    state.counters["reconstruction"] = errors.reconstruction;
    state.counters["orthogonality"] = errors.orthogonality;
    char hash[32];
    std::snprintf(
        hash, sizeof(hash), "hash %016llx",
        static_cast<unsigned long long>(hashBytes(result.data(), result.size() * sizeof(result[0]))));
    state.SetLabel(hash);
    state.counters["ns_per_matrix"] = fastest.nanosecondsPer(kMatrices);
}

void svdSimd(benchmark::State& state, InstructionSet set) {
    const std::vector<Mat3f> a = matrices();
    Blocks blocks(a);
    Fastest fastest;
    for ([[maybe_unused]] auto _ : state)
        fastest.time([&] { svd3(blocks.a, blocks.u, blocks.sigma, blocks.v, set); });
    std::vector<Svd3<float>> result(kMatrices);
    for (std::size_t i = 0; i < kMatrices; ++i) {
        result[i] = {matrixAt(blocks.u, i), vectorAt(blocks.sigma, i), matrixAt(blocks.v, i)};
    }
    report(state, fastest, a, result);
}

void svdScalar(benchmark::State& state) {
    const std::vector<Mat3f> a = matrices();
    std::vector<Svd3<float>> result(kMatrices);
    Fastest fastest;
    for ([[maybe_unused]] auto _ : state) {
        fastest.time([&] {
            for (std::size_t i = 0; i < kMatrices; ++i) result[i] = svd3Scalar(a[i]);
        });
    }
    report(state, fastest, a, result);
}

// As its singular vectors come, except that mirrored frames are turned into rotations outside the timing.
void svdEigen(benchmark::State& state) {
    const std::vector<Mat3f> a = matrices();
    std::vector<Eigen::JacobiSVD<Eigen::Matrix3f>> svds(kMatrices);
    Fastest fastest;
    for ([[maybe_unused]] auto _ : state) {
        fastest.time([&] {
            for (std::size_t i = 0; i < kMatrices; ++i) {
                const Eigen::Map<const Eigen::Matrix3f> m(&a[i].column[0].x);
                svds[i].compute(m, Eigen::ComputeFullU | Eigen::ComputeFullV);
            }
        });
    }
    std::vector<Svd3<float>> result(kMatrices);
    for (std::size_t i = 0; i < kMatrices; ++i) {
        Eigen::Map<Eigen::Matrix3f> u(&result[i].u.column[0].x), v(&result[i].v.column[0].x);
        Eigen::Map<Eigen::Vector3f> sigma(&result[i].sigma.x);
        u = svds[i].matrixU(), v = svds[i].matrixV(), sigma = svds[i].singularValues();
        if (determinant(result[i].u) < 0) u.col(2) *= -1.0f, sigma(2) *= -1.0f;
        if (determinant(result[i].v) < 0) v.col(2) *= -1.0f, sigma(2) *= -1.0f;
    }
    report(state, fastest, a, result);
}

void polarSimd(benchmark::State& state, bool withStretch) {
    Blocks blocks(matrices());
    Fastest fastest;
    for ([[maybe_unused]] auto _ : state) {
        fastest.time(
            [&] { withStretch ? polar3(blocks.a, blocks.u, blocks.v) : polar3(blocks.a, blocks.u); });
    }
    double orthogonality = 0;
    for (std::size_t i = 0; i < kMatrices; ++i) {
        Svd3Errors::raise(orthogonality, orthogonalityError(matrixAt(blocks.u, i)));
    }
    state.counters["orthogonality"] = orthogonality;
    state.counters["ns_per_matrix"] = fastest.nanosecondsPer(kMatrices);
}

const bool kRegistered = [] {
    benchmark::RegisterBenchmark("Svd3/simd", svdSimd, bestInstructionSet());
    for (const InstructionSet set : supportedInstructionSets()) {
        benchmark::RegisterBenchmark((std::string("Svd3/simd/") + instructionSetName(set)).c_str(), svdSimd,
                                     set);
    }
    benchmark::RegisterBenchmark("Svd3/scalar", svdScalar);
    benchmark::RegisterBenchmark("Svd3/eigen_jacobi", svdEigen);
    benchmark::RegisterBenchmark("Polar3/simd", polarSimd, false);
    benchmark::RegisterBenchmark("Polar3/simd/stretch", polarSimd, true);
    return true;
}();

}  // namespace
}  // namespace sinew::bench
