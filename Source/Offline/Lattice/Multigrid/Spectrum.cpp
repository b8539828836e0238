#include <Eigen/Eigenvalues>
#include <cmath>

#include "Offline/Lattice/Multigrid/Level.h"

namespace sinew::lattice {

namespace {

constexpr int kFewSteps = 6, kManySteps = 12;
constexpr std::uint32_t kSmall = 4096;  // nodes: of fewer, many steps cost nothing
// Above what is seen. An estimate that falls short makes sweeps blow up what they should smooth.
constexpr double kMargin = 1.03;
constexpr double kWider = 1.2, kMaxMargin = 2;  // after one did

// Anything but an eigenvector: −1 to 1, by a hash of the node.
NodeVector randomAt(std::uint32_t node) {
    auto next = [state = node * 3u]() mutable {
        std::uint32_t h = ++state * 0x9E3779B9u;
        h = (h ^ h >> 16) * 0x85EBCA6Bu;
        h = (h ^ h >> 13) * 0xC2B2AE35u;
        return static_cast<float>((h ^ h >> 16) >> 8) / 8388608.0f - 1;
    };
    const float x = next(), y = next();
    return {x, y, next(), 0};
}

NodeVector scaled(const NodeVector& v, float s) {
    return {v.x * s, v.y * s, v.z * s, 0};
}

// Σ v²/inverse, by components; 0 where nodes are fixed.
double squaredIn(const NodeVector& v, const NodeVector& inverse) {
    const auto part = [](float a, float i) { return i > 0 ? a / i * a : 0; };
    return static_cast<double>(part(v.x, inverse.x) + part(v.y, inverse.y) + part(v.z, inverse.z));
}

// The largest eigenvalue of the tridiagonal matrix, and the residual of its vector on top: an upper bound of
// the operator's in practice (Zhou and Li, Bounding the spectrum of large Hermitian matrices, 2011).
double endOf(std::span<const double> alpha, std::span<const double> beta) {
    const auto n = static_cast<Eigen::Index>(alpha.size());
    Eigen::MatrixXd t = Eigen::MatrixXd::Zero(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
        t(i, i) = alpha[static_cast<std::size_t>(i)];
        if (i + 1 < n) t(i, i + 1) = t(i + 1, i) = beta[static_cast<std::size_t>(i)];
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(t);
    return solver.eigenvalues()(n - 1) + beta.back() * std::abs(solver.eigenvectors()(n - 1, n - 1));
}

}  // namespace

// Lanczos steps on D⁻¹A, which is symmetric in the inner product of D.
void Level::estimateSpectrum(const Jobs& jobs) {
    const NodeVectors& inverse = inverseDiagonal_;
    probe_.resize(nodes());
    lastProbe_.assign(nodes(), NodeVector{});
    const int steps = nodes() < kSmall ? kManySteps : kFewSteps;
    std::vector<double> alpha, beta;
    double size = sumOfRanges(nodes(), jobs, [&](std::uint32_t begin, std::uint32_t end) {
        double sum = 0;
        for (std::uint32_t n = begin; n < end; ++n) {
            probe_[n] = inverse[n].x > 0 ? randomAt(n) : NodeVector{};
            sum += squaredIn(probe_[n], inverse[n]);
        }
        return sum;
    });
    largestEigenvalue_ = 1;  // nothing to smooth
    double last = 0;
    while (size > 0 && static_cast<int>(alpha.size()) < steps) {
        const auto unit = static_cast<float>(1 / std::sqrt(size));
        parallelForRanges(jobs, nodes(), kNodeGrain, [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t n = begin; n < end; ++n) probe_[n] = scaled(probe_[n], unit);
        });
        apply(probe_, probed_, jobs);
        alpha.push_back(dotProduct(probe_, probed_, jobs));
        const auto a = static_cast<float>(alpha.back()), b = static_cast<float>(last);
        size = sumOfRanges(nodes(), jobs, [&](std::uint32_t begin, std::uint32_t end) {
            double sum = 0;
            for (std::uint32_t n = begin; n < end; ++n) {
                const NodeVector &w = probed_[n], &v = probe_[n], &i = inverse[n];
                const NodeVector u = lastProbe_[n];
                lastProbe_[n] = {w.x * i.x - a * v.x - b * u.x, w.y * i.y - a * v.y - b * u.y,
                                 w.z * i.z - a * v.z - b * u.z, 0};
                sum += squaredIn(lastProbe_[n], i);
            }
            return sum;
        });
        std::swap(probe_, lastProbe_);
        beta.push_back(last = std::sqrt(size));
        if (!std::isfinite(alpha.back()) || !(last > 1e-4 * alpha.back())) break;
    }
    if (!alpha.empty() && std::isfinite(alpha.back()) && std::isfinite(beta.back()))
        largestEigenvalue_ = kMargin * spectrumMargin_ * endOf(alpha, beta);
}

bool Level::widenSpectrum() {
    if (spectrumMargin_ > kMaxMargin) return false;
    spectrumMargin_ *= kWider;
    largestEigenvalue_ *= kWider;
    return true;
}

}  // namespace sinew::lattice
