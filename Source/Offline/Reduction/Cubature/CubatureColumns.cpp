#include "Offline/Reduction/Cubature/CubatureColumns.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "Base/Check.h"

namespace sinew::reduction {

namespace {

constexpr std::uint32_t kColumnsPerRange = 16;
constexpr double kTogether = 0.1;  // of the target: what all candidates as long as one must make

// Eight sums side by side, which fit vectors as they are.
template <class A>
double dotInLanes(const A* a, const double* b, std::size_t count) {
    constexpr std::size_t kLanes = 8;
    std::array<double, kLanes> sum{};
    std::size_t i = 0;
    for (; i + kLanes <= count; i += kLanes) {
        for (std::size_t k = 0; k < kLanes; ++k) sum[k] += static_cast<double>(a[i + k]) * b[i + k];
    }
    for (; i < count; ++i) sum[i % kLanes] += static_cast<double>(a[i]) * b[i];
    return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
}

}  // namespace

double orderedDot(std::span<const double> a, std::span<const double> b) {
    SINEW_CHECK(a.size() == b.size());
    return dotInLanes(a.data(), b.data(), a.size());
}

CubatureColumns::CubatureColumns(const CubatureProblem& problem, std::uint64_t cacheBytes)
    : problem_(problem),
      cache_(problem.candidates),
      room_(cacheBytes),
      shortest_(kTogether * std::sqrt(orderedDot(problem.target, problem.target)) /
                std::max(problem.candidates, 1U)) {}

void CubatureColumns::reserve(std::span<const std::uint32_t> candidates) {
    const std::uint64_t bytes = std::uint64_t{problem_.rows} * sizeof(float);
    for (const std::uint32_t candidate : candidates) {
        std::vector<float>& column = cache_[candidate].column;
        if (!column.empty()) continue;
        if (room_ < bytes) return;
        room_ -= bytes;
        column.resize(problem_.rows);
    }
}

void CubatureColumns::unitColumn(std::uint32_t candidate, std::span<double> exact,
                                 std::span<float> unit) const {
    problem_.column(candidate, exact);
    const double size = std::sqrt(orderedDot(exact, exact));
    const double scale = size > 0 && size >= shortest_ ? 1 / size : 0;
    for (std::size_t i = 0; i < unit.size(); ++i) unit[i] = static_cast<float>(exact[i] * scale);
}

void CubatureColumns::correlate(std::span<const std::uint32_t> candidates, std::span<const double> residual,
                                std::span<double> correlation, const Jobs& jobs) {
    reserve(candidates);
    const auto count = static_cast<std::uint32_t>(candidates.size());
    parallelForRanges(jobs, count, kColumnsPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        std::vector<double> exact(problem_.rows);
        std::vector<float> passing(problem_.rows);
        for (std::uint32_t i = begin; i < end; ++i) {
            Kept& kept = cache_[candidates[i]];
            std::vector<float>& unit = kept.column.empty() ? passing : kept.column;
            if (!kept.ready) unitColumn(candidates[i], exact, unit);
            kept.ready = !kept.column.empty();
            correlation[i] = dotInLanes(unit.data(), residual.data(), unit.size());
        }
    });
}

}  // namespace sinew::reduction
