#include "Offline/Lattice/HexLevel.h"

#include <algorithm>
#include <cmath>

#include "Base/Check.h"

namespace sinew {

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

HexLevel::HexLevel(const HexCells& cells, std::span<const HexStiffness> stiffness, std::vector<bool> fixed)
    : cells_(&cells),
      map_(cells),
      fixed_(std::move(fixed)),
      moduli_(map_.groups()),
      gradients_(map_.groups()),
      tangents_(map_.groups()),
      inverseDiagonal_(map_.nodes()),
      sums_(map_.slots()),
      energies_(map_.bricks()) {
    SINEW_CHECK(stiffness.size() == cells.cells.size() && fixed_.size() == cells.nodeCount());
    for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
        const std::uint32_t lane = map_.laneOfCell()[c];
        HexModuli& moduli = moduli_[lane / kGroupLanes];
        moduli.mu[lane % kGroupLanes] = stiffness[c].mu;
        moduli.lambda[lane % kGroupLanes] = stiffness[c].lambda;
        unitEnergy_ += static_cast<double>(stiffness[c].mu) * cells.width * cells.width * cells.width;
    }
    for (HexGradient& g : gradients_) {
        for (int entry = 0; entry < 9; entry += 4) std::fill_n(g.f[entry], kGroupLanes, 1.0f);
    }
}

HexStiffness HexLevel::stiffnessOf(std::uint32_t cell) const {
    const std::uint32_t lane = map_.laneOfCell()[cell];
    const HexModuli& moduli = moduli_[lane / kGroupLanes];
    return {moduli.mu[lane % kGroupLanes], moduli.lambda[lane % kGroupLanes]};
}

double HexLevel::energyNoise(double energy) const {
    constexpr double kRelative = 1e-6, kStrain = 1e-7;
    return kRelative * std::abs(energy) + kStrain * std::sqrt(unitEnergy_ * std::abs(energy));
}

double HexLevel::finish(HexVectors& gradient, const Jobs& jobs) {
    gradient.resize(nodes());
    forEachNode(nodes(), jobs, [&](std::uint32_t node) { gradient[node] = map_.sumAt(node, sums_.data()); });
    double energy = 0;
    for (const double e : energies_) energy += e;
    return energy;
}

double HexLevel::linearise(std::span<const Vec3d> x, HexVectors& gradient, const Jobs& jobs) {
    hexEvaluate({bricks(), map_.bricks(), jobs}, x.data(), moduli_.data(), kind_,
                {gradients_.data(), tangents_.data(), sums_.data(), energies_.data()});
    return finish(gradient, jobs);
}

void HexLevel::linearise(const Jobs& jobs) {
    const HexVectors none(nodes());
    hexEvaluate({bricks(), map_.bricks(), jobs}, none.data(), moduli_.data(), gradients_.data(), kind_,
                {nullptr, tangents_.data(), nullptr, nullptr});
}

double HexLevel::evaluate(std::span<const Vec3d> x, HexVectors& gradient, const Jobs& jobs) {
    hexEvaluate({bricks(), map_.bricks(), jobs}, x.data(), moduli_.data(), kind_,
                {nullptr, nullptr, sums_.data(), energies_.data()});
    return finish(gradient, jobs);
}

double HexLevel::evaluate(const HexVectors& u, HexVectors& gradient, bool tangents, const Jobs& jobs) {
    if (tangents) moved_.resize(map_.groups());
    hexEvaluate({bricks(), map_.bricks(), jobs}, u.data(), moduli_.data(), gradients_.data(), kind_,
                {tangents ? moved_.data() : nullptr, tangents ? tangents_.data() : nullptr, sums_.data(),
                 energies_.data()});
    return finish(gradient, jobs);
}

double HexLevel::addHolds(const HexVectors& u, HexVectors& gradient, const Jobs& jobs) {
    ties_.stretch(u.data(), jobs);
    return sumOfRanges(nodes(), jobs, [&](std::uint32_t begin, std::uint32_t end) {
        double twice = 0;
        for (std::uint32_t n = begin; n < end; ++n) {
            const float shift = shift_.empty() ? 0 : shift_[n];
            HexVector pull{shift * u[n].x, shift * u[n].y, shift * u[n].z, 0};
            if (ties_.touches(n)) {
                const HexVector more = ties_.forceAt(n);
                pull = {pull.x + more.x, pull.y + more.y, pull.z + more.z, 0};
            }
            twice += static_cast<double>(pull.x * u[n].x + pull.y * u[n].y + pull.z * u[n].z);
            gradient[n] = {gradient[n].x + pull.x, gradient[n].y + pull.y, gradient[n].z + pull.z, 0};
        }
        return twice / 2;
    });
}

void HexLevel::updateDiagonal(const Jobs& jobs, bool spectrum) {
    hexDiagonal({bricks(), map_.bricks(), jobs}, tangents_.data(), sums_.data());
    forEachNode(nodes(), jobs, [&](std::uint32_t node) {
        if (fixed_[node]) return;  // stays 0
        HexVector d = map_.sumAt(node, sums_.data());
        if (ties_.touches(node)) {
            const HexVector more = ties_.diagonalAt(node);
            d = {d.x + more.x, d.y + more.y, d.z + more.z, 0};
        }
        const float shift = shift_.empty() ? 0 : shift_[node];
        inverseDiagonal_[node] = {inverse(d.x + shift), inverse(d.y + shift), inverse(d.z + shift), 0};
    });
    if (spectrum) estimateSpectrum(jobs);
}

template <class Visit>
void HexLevel::forEachProduct(const HexVectors& x, const Jobs& jobs, Visit&& visit) {
    hexApply({bricks(), map_.bricks(), jobs}, tangents_.data(), x.data(), sums_.data());
    ties_.stretch(x.data(), jobs);
    forEachNode(nodes(), jobs, [&](std::uint32_t node) {
        HexVector sum = map_.sumAt(node, sums_.data());
        if (!shift_.empty()) {
            const float shift = shift_[node];
            sum = {sum.x + shift * x[node].x, sum.y + shift * x[node].y, sum.z + shift * x[node].z, 0};
        }
        if (ties_.touches(node)) {
            const HexVector more = ties_.forceAt(node);
            sum = {sum.x + more.x, sum.y + more.y, sum.z + more.z, 0};
        }
        visit(node, sum);
    });
}

void HexLevel::apply(const HexVectors& x, HexVectors& y, const Jobs& jobs) {
    y.resize(nodes());
    forEachProduct(x, jobs, [&](std::uint32_t node, const HexVector& product) {
        y[node] = fixed_[node] ? HexVector{} : product;
    });
}

void HexLevel::residual(const HexVectors& b, const HexVectors& x, HexVectors& r, const Jobs& jobs) {
    r.resize(nodes());
    forEachProduct(x, jobs, [&](std::uint32_t node, const HexVector& product) {
        const HexVector& right = b[node];
        r[node] = fixed_[node] ? HexVector{}
                               : HexVector{right.x - product.x, right.y - product.y, right.z - product.z, 0};
    });
}

void HexLevel::sweep(const HexVectors& b, HexVectors& x, HexVectors& d, float keep, float gain,
                     const Jobs& jobs) {
    forEachProduct(x, jobs, [&](std::uint32_t node, const HexVector& product) {
        const HexVector &inv = inverseDiagonal_[node], &right = b[node];
        HexVector& step = d[node];
        step = {keep * step.x + gain * inv.x * (right.x - product.x),
                keep * step.y + gain * inv.y * (right.y - product.y),
                keep * step.z + gain * inv.z * (right.z - product.z), 0};
        x[node] = {x[node].x + step.x, x[node].y + step.y, x[node].z + step.z, 0};
    });
}

void HexLevel::firstSweep(const HexVectors& b, HexVectors& x, HexVectors& d, float gain,
                          const Jobs& jobs) const {
    x.resize(nodes());
    d.resize(nodes());
    forEachNode(nodes(), jobs, [&](std::uint32_t node) {
        const HexVector &inv = inverseDiagonal_[node], &right = b[node];
        x[node] = d[node] = {gain * inv.x * right.x, gain * inv.y * right.y, gain * inv.z * right.z, 0};
    });
}

}  // namespace sinew
