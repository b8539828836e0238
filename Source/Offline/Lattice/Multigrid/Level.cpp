#include "Offline/Lattice/Multigrid/Level.h"

#include <algorithm>
#include <cmath>

#include "Base/Check.h"

namespace sinew::lattice {

namespace {

constexpr std::uint32_t kNodeGrain = 2048;

template <class Visit>
void forEachNode(std::uint32_t nodes, const Jobs& jobs, Visit&& visit) {
    parallelForRanges(jobs, nodes, kNodeGrain, [&](std::uint32_t begin, std::uint32_t end) {
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
    return gather(gradient, jobs, [&](const BrickRange& range, NodeVector* sums) {
        evaluateBricks(range, x.data(), moduli_.data(), kind_,
                       {gradients_.data(), tangents_.data(), sums, energies_.data()});
    });
}

void Level::linearise(const Jobs& jobs) {
    const NodeVectors none(nodes());
    const Bricks level = bricks();
    map_.forEachRange(jobs, [&](std::uint32_t begin, std::uint32_t end) {
        evaluateBricks({level, begin, end}, none.data(), moduli_.data(), gradients_.data(), kind_,
                       {nullptr, tangents_.data(), nullptr, nullptr});
    });
}

double Level::evaluate(std::span<const Vec3d> x, NodeVectors& gradient, const Jobs& jobs) {
    return gather(gradient, jobs, [&](const BrickRange& range, NodeVector* sums) {
        evaluateBricks(range, x.data(), moduli_.data(), kind_, {nullptr, nullptr, sums, energies_.data()});
    });
}

double Level::evaluate(const NodeVectors& u, NodeVectors& gradient, bool tangents, const Jobs& jobs) {
    if (tangents) moved_.resize(map_.groups());
    return gather(gradient, jobs, [&](const BrickRange& range, NodeVector* sums) {
        evaluateBricks(range, u.data(), moduli_.data(), gradients_.data(), kind_,
                       {tangents ? moved_.data() : nullptr, tangents ? tangents_.data() : nullptr, sums,
                        energies_.data()});
    });
}

double Level::addHolds(const NodeVectors& u, NodeVectors& gradient, const Jobs& jobs) {
    ties_.stretch(u.data(), jobs);
    return sumOfRanges(nodes(), jobs, [&](std::uint32_t begin, std::uint32_t end) {
        double twice = 0;
        for (std::uint32_t n = begin; n < end; ++n) {
            const float shift = shift_.empty() ? 0 : shift_[n];
            NodeVector pull{shift * u[n].x, shift * u[n].y, shift * u[n].z, 0};
            if (ties_.touches(n)) {
                const NodeVector more = ties_.forceAt(n);
                pull = {pull.x + more.x, pull.y + more.y, pull.z + more.z, 0};
            }
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
        const float shift = shift_.empty() ? 0 : shift_[node];
        inverseDiagonal_[node] = {inverse(d.x + shift), inverse(d.y + shift), inverse(d.z + shift), 0};
    });
    if (spectrum) estimateSpectrum(jobs);
}

template <class Visit>
void Level::forEachProduct(const NodeVectors& x, const Jobs& jobs, Visit&& visit) {
    ties_.stretch(x.data(), jobs);
    const Bricks level = bricks();
    const bool shifted = !shift_.empty(), tied = !ties_.isEmpty();
    map_.forEachSum(
        shared_, jobs,
        [&](std::uint32_t begin, std::uint32_t end, NodeVector* sums) {
            applyBricks({level, begin, end}, tangents_.data(), x.data(), sums);
        },
        [&](std::uint32_t node, NodeVector sum) {
            if (shifted) sum = sum + shift_[node] * x[node];
            if (tied && ties_.touches(node)) sum = sum + ties_.forceAt(node);
            visit(node, sum);
        });
}

void Level::apply(const NodeVectors& x, NodeVectors& y, const Jobs& jobs) {
    y.resize(nodes());
    forEachProduct(x, jobs, [&](std::uint32_t node, const NodeVector& product) {
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

}  // namespace sinew::lattice
