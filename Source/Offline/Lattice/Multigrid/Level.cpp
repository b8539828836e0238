#include "Offline/Lattice/Multigrid/Level.h"

#include <algorithm>
#include <cstdlib>
#include <cmath>

#include <Eigen/Eigenvalues>
#include "Base/Check.h"

namespace sinew::lattice {

namespace {

constexpr std::uint32_t kLevelGrain = 2048;

template <class Visit>
void forEachNode(std::uint32_t nodes, const Jobs& jobs, Visit&& visit) {
    parallelForRanges(jobs, nodes, kLevelGrain, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t node = begin; node < end; ++node) visit(node);
    });
}

float inverse(float value) {
    return value > 0 ? 1 / value : 0;
}

}  // namespace

Level::Level(const Cells& cells, std::span<const CellModuli> stiffness, std::vector<bool> fixed)
    : cells_(&cells),
      map_(cells),
      fixed_(std::move(fixed)),
      moduli_(map_.groups()),
      gradients_(map_.groups()),
      tangents_(map_.groups()),
      inverseDiagonal_(map_.nodes()),
      energies_(map_.bricks()) {
    SINEW_CHECK(stiffness.size() == cells.cells.size() && fixed_.size() == cells.nodeCount());
    for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
        const std::uint32_t lane = map_.laneOfCell()[c];
        GroupModuli& moduli = moduli_[lane / kGroupLanes];
        moduli.mu[lane % kGroupLanes] = stiffness[c].mu;
        moduli.lambda[lane % kGroupLanes] = stiffness[c].lambda;
        unitEnergy_ += static_cast<double>(stiffness[c].mu) * cells.width * cells.width * cells.width;
    }
    for (GroupGradient& g : gradients_) {
        for (int entry = 0; entry < 9; entry += 4) std::fill_n(g.f[entry], kGroupLanes, 1.0f);
    }
}

void Level::setPoints(std::span<const CellModuli> flesh) {
    SINEW_CHECK(flesh.size() == cells_->points.size() && flesh.size() == cells_->cells.size());
    const auto half = static_cast<float>(cells_->width / 2);
    points_.assign(map_.groups(), {});
    pointTangents_.resize(map_.groups());
    for (std::uint32_t c = 0; c < cells_->cellCount(); ++c) {
        const std::uint32_t group = map_.laneOfCell()[c] / kGroupLanes,
                            lane = map_.laneOfCell()[c] % kGroupLanes;
        GroupPoints& to = points_[group];
        const FourPoints& from = cells_->points[c];
        for (std::uint32_t q = 0; q < kPoints; ++q) {
            for (int axis = 0; axis < 3; ++axis) to.at[q][axis][lane] = static_cast<float>(from.at[q][axis]);
            to.volume[q][lane] = static_cast<float>(8 * from.weight[q]) * half * half * half;
        }
        to.mu[lane] = flesh[c].mu;
        to.lambda[lane] = flesh[c].lambda;
        static const float hc = std::getenv("HC") ? float(std::atof(std::getenv("HC"))) : kHoldOfCut; to.hold[lane] = hc * static_cast<float>(1 - from.volume());
    }
}

CellModuli Level::stiffnessOf(std::uint32_t cell) const {
    const std::uint32_t lane = map_.laneOfCell()[cell];
    const GroupModuli& moduli = moduli_[lane / kGroupLanes];
    return {moduli.mu[lane % kGroupLanes], moduli.lambda[lane % kGroupLanes]};
}

double Level::energyNoise(double energy) const {
    constexpr double kRelative = 1e-6, kStrain = 1e-7;
    return kRelative * std::abs(energy) + kStrain * std::sqrt(unitEnergy_ * std::abs(energy));
}

template <class Evaluate>
double Level::gather(NodeVectors& gradient, const Jobs& jobs, Evaluate&& evaluate) {
    gradient.resize(nodes());
    const Bricks level = bricks();
    map_.forEachSum(
        shared_, jobs,
        [&](std::uint32_t begin, std::uint32_t end, NodeVector* sums) {
            evaluate(BrickRange{level, begin, end}, sums);
        },
        [&](std::uint32_t node, const NodeVector& sum) { gradient[node] = sum; });
    double energy = 0;
    for (const double e : energies_) energy += e;
    return energy;
}

double Level::linearise(std::span<const Vec3d> x, NodeVectors& gradient, const Jobs& jobs) {
    if (!pressures_.empty()) couplings_.resize(map_.groups());
    const double energy = evaluateCells(x, gradient, true, jobs) + addExtension(x, gradient, jobs);
    if (hasPoints()) linearise(jobs);
    return energy;
}

double Level::addExtension(std::span<const Vec3d> x, NodeVectors& gradient, const Jobs& jobs) {
    const double energy = extension_.bend(x, jobs);
    parallelForRanges(jobs, nodes(), kNodeGrain, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t n = begin; n < end; ++n) {
            if (extension_.touches(n)) gradient[n] = gradient[n] + extension_.forceAt(n);
        }
    });
    return energy;
}

void Level::linearise(const Jobs& jobs) {
    const NodeVectors none(nodes());
    const Bricks level = bricks();
    map_.forEachRange(jobs, [&](std::uint32_t begin, std::uint32_t end) {
        evaluateBricks({level, begin, end}, none.data(), statesOnTop(), law_,
                       {nullptr, tangents_.data(), nullptr, nullptr});
    });
}

double Level::evaluateCells(std::span<const Vec3d> x, NodeVectors& gradient, bool tangents,
                            const Jobs& jobs) {
    GroupGradient* const gradients = tangents ? gradients_.data() : nullptr;
    GroupCoupling* const couplings = tangents ? couplingsOrNone() : nullptr;
    const PointStates points{points_.data(), states().pressures};
    return gather(gradient, jobs, [&](const BrickRange& range, NodeVector* sums) {
        if (hasPoints()) {
            GroupPointTangents* const to = tangents ? pointTangents_.data() : nullptr;
            evaluatePoints(range, x.data(), points, law_, {gradients, to, sums, energies_.data(), couplings});
        } else {
            GroupTangent* const to = tangents ? tangents_.data() : nullptr;
            evaluateBricks(range, x.data(), states(), law_,
                           {gradients, to, sums, energies_.data(), couplings});
        }
    });
}

double Level::evaluate(std::span<const Vec3d> x, NodeVectors& gradient, const Jobs& jobs) {
    return evaluateCells(x, gradient, false, jobs) + addExtension(x, gradient, jobs);
}

double Level::evaluate(const NodeVectors& u, NodeVectors& gradient, bool tangents, const Jobs& jobs) {
    if (tangents) moved_.resize(map_.groups());
    return gather(gradient, jobs, [&](const BrickRange& range, NodeVector* sums) {
        evaluateBricks(range, u.data(), statesOnTop(), law_,
                       {tangents ? moved_.data() : nullptr, tangents ? tangents_.data() : nullptr, sums,
                        energies_.data()});
    });
}

double Level::addHolds(const NodeVectors& u, NodeVectors& gradient, const Jobs& jobs) {
    ties_.stretch(u.data(), jobs);
    extension_.bend(u, jobs);
    return sumOfRanges(nodes(), jobs, [&](std::uint32_t begin, std::uint32_t end) {
        double twice = 0;
        for (std::uint32_t n = begin; n < end; ++n) {
            const float shift = shift_.empty() ? 0 : shift_[n];
            NodeVector pull{shift * u[n].x, shift * u[n].y, shift * u[n].z, 0};
            if (ties_.touches(n)) {
                const NodeVector more = ties_.forceAt(n);
                pull = {pull.x + more.x, pull.y + more.y, pull.z + more.z, 0};
            }
            if (extension_.touches(n)) pull = pull + extension_.forceAt(n);
            twice += static_cast<double>(pull.x * u[n].x + pull.y * u[n].y + pull.z * u[n].z);
            gradient[n] = {gradient[n].x + pull.x, gradient[n].y + pull.y, gradient[n].z + pull.z, 0};
        }
        return twice / 2;
    });
}

void Level::updateDiagonal(const Jobs& jobs, bool spectrum) {
    const Bricks level = bricks();
    const auto work = [&](std::uint32_t begin, std::uint32_t end, NodeVector* sums) {
        diagonalOfBricks({level, begin, end}, tangents_.data(), sums);
    };
    map_.forEachSum(shared_, jobs, work, [&](std::uint32_t node, NodeVector d) {
        if (fixed_[node]) return;  // stays 0
        if (ties_.touches(node)) d = d + ties_.diagonalAt(node);
        float shift = shift_.empty() ? 0 : shift_[node];
        if (extension_.touches(node)) shift += extension_.diagonalAt(node);
        inverseDiagonal_[node] = {inverse(d.x + shift), inverse(d.y + shift), inverse(d.z + shift), 0};
    });
    if (spectrum) estimateSpectrum(jobs);
}

template <class Apply, class Visit>
void Level::forEachProductBy(const NodeVectors& x, const Jobs& jobs, Apply&& apply, Visit&& visit) {
    ties_.stretch(x.data(), jobs);
    extension_.bend(x, jobs);
    const Bricks level = bricks();
    const bool shifted = !shift_.empty(), tied = !ties_.isEmpty(), extended = !extension_.lines().empty();
    map_.forEachSum(
        shared_, jobs,
        [&](std::uint32_t begin, std::uint32_t end, NodeVector* sums) {
            apply(BrickRange{level, begin, end}, sums);
        },
        [&](std::uint32_t node, NodeVector sum) {
            if (shifted) sum = sum + shift_[node] * x[node];
            if (tied && ties_.touches(node)) sum = sum + ties_.forceAt(node);
            if (extended && extension_.touches(node)) sum = sum + extension_.forceAt(node);
            visit(node, sum);
        });
}

template <class Visit>
void Level::forEachProduct(const NodeVectors& x, const Jobs& jobs, Visit&& visit) {
    forEachProductBy(
        x, jobs,
        [&](const BrickRange& range, NodeVector* sums) {
            applyBricks(range, tangents_.data(), x.data(), sums);
        },
        visit);
}

void Level::applyMixed(const NodeVectors& x, const PressureVectors& p, NodeVectors& y, PressureVectors& q,
                       const Jobs& jobs) {
    y.resize(nodes());
    q.resize(map_.groups());
    forEachProductBy(
        x, jobs,
        [&](const BrickRange& range, NodeVector* sums) {
            if (hasPoints()) {
                applyMixedPoints(range, points_.data(), pointTangents_.data(), couplings_.data(), x.data(),
                                 p.data(), sums, q.data());
            } else {
                applyMixedBricks(range, tangents_.data(), couplings_.data(), x.data(), p.data(), sums,
                                 q.data());
            }
        },
        [&](std::uint32_t node, const NodeVector& product) {
            y[node] = fixed_[node] ? NodeVector{} : product;
        });
}

void Level::applyCells(const NodeVectors& x, NodeVectors& y, const Jobs& jobs) {
    y.resize(nodes());
    forEachProduct(x, jobs, [&](std::uint32_t node, const NodeVector& product) {
        y[node] = fixed_[node] ? NodeVector{} : product;
    });
}

void Level::apply(const NodeVectors& x, NodeVectors& y, const Jobs& jobs) {
    if (!hasPoints()) return applyCells(x, y, jobs);
    y.resize(nodes());
    forEachProductBy(
        x, jobs,
        [&](const BrickRange& range, NodeVector* sums) {
            applyPoints(range, points_.data(), pointTangents_.data(), x.data(), sums);
        },
        [&](std::uint32_t node, const NodeVector& product) {
            y[node] = fixed_[node] ? NodeVector{} : product;
        });
}

void Level::residual(const NodeVectors& b, const NodeVectors& x, NodeVectors& r, const Jobs& jobs) {
    r.resize(nodes());
    forEachProduct(x, jobs, [&](std::uint32_t node, const NodeVector& product) {
        r[node] = fixed_[node] ? NodeVector{} : b[node] - product;
    });
}

void Level::sweep(const NodeVectors& b, NodeVectors& x, NodeVectors& d, float keep, float gain,
                  const Jobs& jobs) {
    forEachProduct(x, jobs, [&](std::uint32_t node, const NodeVector& product) {
        // In place: see LevelMap::forEachSum().
        d[node] = keep * d[node] + gain * inverseDiagonal_[node] * (b[node] - product);
        x[node] = x[node] + d[node];
    });
}

void Level::firstSweep(const NodeVectors& b, NodeVectors& x, NodeVectors& d, float gain,
                       const Jobs& jobs) const {
    x.resize(nodes());
    d.resize(nodes());
    forEachNode(nodes(), jobs, [&](std::uint32_t node) {
        const NodeVector &inv = inverseDiagonal_[node], &right = b[node];
        x[node] = d[node] = gain * inv * right;
    });
}

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
        applyCells(probe_, probed_, jobs);
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
