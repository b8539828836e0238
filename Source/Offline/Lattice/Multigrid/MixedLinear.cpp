#include "Offline/Lattice/Multigrid/MixedLinear.h"

#include <cmath>
#include <limits>

namespace sinew::lattice {

namespace {

// The pressures as numbers, eight to a group.
template <class Visit>
void forEachGroup(std::size_t groups, const Jobs& jobs, Visit&& visit) {
    parallelForRanges(jobs, static_cast<std::uint32_t>(groups), kNodeGrain,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          for (std::uint32_t g = begin; g < end; ++g) visit(g);
                      });
}

double dotProduct(const PressureVectors& a, const PressureVectors& b, const Jobs& jobs) {
    return sumOfRanges(static_cast<std::uint32_t>(a.size()), jobs,
                       [&](std::uint32_t begin, std::uint32_t end) {
                           double sum = 0;
                           for (std::uint32_t g = begin; g < end; ++g) {
                               for (std::uint32_t i = 0; i < kGroupLanes; ++i)
                                   sum += static_cast<double>(a[g].p[i]) * static_cast<double>(b[g].p[i]);
                           }
                           return sum;
                       });
}

double dotProduct(const MixedVector& a, const MixedVector& b, const Jobs& jobs) {
    return sinew::lattice::dotProduct(a.x, b.x, jobs) + dotProduct(a.p, b.p, jobs);
}

// to = a·x + b·y + c·to.
void combine(double a, const MixedVector& x, double b, const MixedVector& y, double c, MixedVector& to,
             const Jobs& jobs) {
    const auto fa = static_cast<float>(a), fb = static_cast<float>(b), fc = static_cast<float>(c);
    parallelForRanges(jobs, static_cast<std::uint32_t>(to.x.size()), kNodeGrain,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          for (std::uint32_t n = begin; n < end; ++n)
                              to.x[n] = fa * x.x[n] + fb * y.x[n] + fc * to.x[n];
                      });
    forEachGroup(to.p.size(), jobs, [&](std::uint32_t g) {
        for (std::uint32_t i = 0; i < kGroupLanes; ++i)
            to.p[g].p[i] = fa * x.p[g].p[i] + fb * y.p[g].p[i] + fc * to.p[g].p[i];
    });
}

MixedVector zerosLike(const MixedVector& v) {
    return {NodeVectors(v.x.size()), PressureVectors(v.p.size())};
}

}  // namespace

LinearStats MixedSolver::solve(const MixedVector& b, MixedVector& x, const LinearSettings& settings,
                               const Jobs& jobs, const Cycle& cycle) {
    LinearStats stats;
    while (!iterate(b, x, settings, jobs, cycle, stats)) {
        if (!levels_.widenSpectra()) break;  // as in LinearSolver
    }
    return stats;
}

double MixedSolver::precondition(const MixedVector& v, MixedVector& z, const Cycle& cycle, const Jobs& jobs) {
    levels_.cycle(v.x, z.x, cycle, true, jobs);
    z.p.resize(v.p.size());
    const std::span<const GroupCoupling> couplings = levels_.finest().couplings();
    forEachGroup(v.p.size(), jobs, [&](std::uint32_t g) {
        for (std::uint32_t i = 0; i < kGroupLanes; ++i) {
            const float schur = couplings[g].schur[i];
            z.p[g].p[i] = schur > 0 ? v.p[g].p[i] / schur : 0;
        }
    });
    const double square = dotProduct(v, z, jobs);
    return square >= 0 ? std::sqrt(square) : std::numeric_limits<double>::quiet_NaN();
}

bool MixedSolver::iterate(const MixedVector& b, MixedVector& x, const LinearSettings& settings,
                          const Jobs& jobs, const Cycle& cycle, LinearStats& stats) {
    Level& level = levels_.finest();
    x = zerosLike(b);
    v_ = b;
    lastV_ = w_ = lastW_ = zerosLike(b);
    double gamma = precondition(v_, z_, cycle, jobs), lastGamma = 1;
    if (std::isnan(gamma)) return false;
    stats.residual = gamma > 0 ? 1 : 0;
    double eta = gamma, sine = 0, lastSine = 0, cosine = 1, lastCosine = 1;
    const double first = gamma;
    while (stats.residual > settings.tolerance && stats.iterations < settings.maxIterations) {
        report(settings.progress, static_cast<double>(stats.iterations) / settings.maxIterations);
        // Lanczos: the next v is A z less its parts along this v and the last. z is scaled here, v is not.
        combine(0, z_, 0, z_, 1 / gamma, z_, jobs);
        level.applyMixed(z_.x, z_.p, az_.x, az_.p, jobs);
        const double delta = dotProduct(az_, z_, jobs);
        combine(1, az_, -delta / gamma, v_, -gamma / lastGamma, lastV_, jobs);
        std::swap(v_, lastV_);
        // The rotation that makes the tridiagonal matrix of the steps triangular.
        const double before = gamma;
        MixedVector& unit = az_;  // z of this step; what it was is in v
        std::swap(unit, z_);
        gamma = precondition(v_, z_, cycle, jobs);
        if (std::isnan(gamma)) return false;
        const double a0 = cosine * delta - lastCosine * sine * before, a1 = std::hypot(a0, gamma),
                     a2 = sine * delta + lastCosine * cosine * before, a3 = lastSine * before;
        lastGamma = before;
        lastCosine = cosine;
        lastSine = sine;
        cosine = a0 / a1;
        sine = gamma / a1;
        combine(1 / a1, unit, -a2 / a1, w_, -a3 / a1, lastW_, jobs);
        std::swap(w_, lastW_);
        combine(cosine * eta, w_, 0, w_, 1, x, jobs);
        eta *= -sine;
        stats.residual = std::abs(eta) / first;
        ++stats.iterations;
        if (!(gamma > 0)) return true;  // solved exactly
    }
    return true;
}

}  // namespace sinew::lattice
