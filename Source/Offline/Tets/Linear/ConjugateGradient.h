// Conjugate gradients with any symmetric preconditioner.
#pragma once

#include <cmath>

#include "Offline/Full/Reports.h"
#include "Offline/Tets/Linear/BlockMatrix.h"

namespace sinew::tets {

// Solves A x = b from x = 0; precondition(r, z) sets z ≈ A⁻¹ r.
template <class T, class Precondition>
LinearStats conjugateGradient(const BlockMatrix<T>& a, std::span<const Vec3<T>> b, std::span<Vec3<T>> x,
                              Precondition&& precondition, const LinearSettings& settings, const Jobs& jobs) {
    const auto n = static_cast<std::uint32_t>(b.size());
    std::vector<Vec3<T>> r(b.begin(), b.end()), z(n), p(n), q(n);
    std::fill(x.begin(), x.end(), Vec3<T>{});
    LinearStats stats;
    const double size = std::sqrt(dotProduct<T>(b, b, jobs));
    if (!(size > 0)) {
        stats.residual = 0;
        return stats;
    }
    double rz = 0;
    while (stats.residual > settings.tolerance && stats.iterations < settings.maxIterations) {
        report(settings.progress, static_cast<double>(stats.iterations) / settings.maxIterations);
        precondition(std::span<const Vec3<T>>(r), std::span<Vec3<T>>(z));
        const double before = rz;
        rz = dotProduct<T>(r, z, jobs);
        if (!(rz > 0)) return stats;  // the preconditioner is not definite, or there is a NaN
        const T beta = stats.iterations == 0 ? T(0) : static_cast<T>(rz / before);
        parallelForRanges(jobs, n, kNodeGrain, [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t i = begin; i < end; ++i) p[i] = z[i] + p[i] * beta;
        });
        multiply<T>(a, p, q, jobs);
        const double curvature = dotProduct<T>(p, q, jobs);
        if (!(curvature > 0)) return stats;  // A is not definite: x is the last iterate before
        const T alpha = static_cast<T>(rz / curvature);
        parallelForRanges(jobs, n, kNodeGrain, [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t i = begin; i < end; ++i) {
                x[i] += p[i] * alpha;
                r[i] -= q[i] * alpha;
            }
        });
        ++stats.iterations;
        stats.residual = std::sqrt(dotProduct<T>(r, r, jobs)) / size;
    }
    return stats;
}

}  // namespace sinew::tets
