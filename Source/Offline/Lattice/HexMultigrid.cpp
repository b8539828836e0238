#include "Offline/Lattice/HexMultigrid.h"

#include <algorithm>

namespace sinew {

namespace {

constexpr std::uint32_t kFewestNodes = 64;  // below, one more level saves nothing
constexpr double kFewer = 0.7;  // of the nodes: where coarser levels have more, pieces are single cells

// A cell's own diagonal entry at rest, times this: found by counting iterations, and flat about its best.
constexpr float kHold = 0.7f;

// Fixed nodes that lie between the nodes of coarser levels are no boundary there, but what they do must not
// be lost: they resist with the stiffness of the cells about them that move.
std::vector<float> holdOfFixed(const HexLevel& level) {
    const HexCells& cells = level.cells();
    std::vector<float> hold(cells.nodeCount(), 0);
    for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
        const HexCells::Corners& corners = cells.nodesOfCell[c];
        const bool moves =
            std::any_of(corners.begin(), corners.end(), [&](auto n) { return !level.isFixed(n); });
        if (!moves) continue;
        const HexStiffness s = level.stiffnessOf(c);
        const float stiffness = kHold * static_cast<float>(cells.width) * (1.375f * s.mu + s.lambda / 16);
        for (const std::uint32_t n : corners) {
            if (level.isFixed(n)) hold[n] += stiffness;
        }
    }
    return hold;
}

// a += b; an empty one is all 0.
void addTo(std::vector<float>& a, std::span<const float> b) {
    a.resize(std::max(a.size(), b.size()), 0);
    for (std::size_t i = 0; i < b.size(); ++i) a[i] += b[i];
}

}  // namespace

HexMultigrid::HexMultigrid(const HexCells& cells, std::span<const HexStiffness> stiffness,
                           std::vector<bool> fixed, int mostLevels) {
    levels_.emplace_back();
    levels_.back().level = std::make_unique<HexLevel>(cells, stiffness, std::move(fixed));
    std::vector<float> hold = holdOfFixed(finest());
    while (static_cast<int>(levels_.size()) < mostLevels && levels_.back().level->nodes() > kFewestNodes) {
        const HexLevel& fine = *levels_.back().level;
        std::vector<std::uint32_t> parents;
        auto coarse = std::make_unique<const HexCells>(coarsened(fine.cells(), parents));
        if (coarse->nodeCount() > kFewer * fine.nodes()) break;
        auto transfer = std::make_unique<HexTransfer>(fine.cells(), *coarse, std::move(parents));
        std::vector<bool> still = transfer->fixed(fine.fixed());
        if (std::find(still.begin(), still.end(), false) == still.end()) break;
        Level next;
        next.level = std::make_unique<HexLevel>(*coarse, transfer->stiffness(fine), std::move(still));
        next.cells = std::move(coarse);
        next.hold = hold = transfer->restricted(hold);
        levels_.back().toCoarser = std::move(transfer);
        levels_.push_back(std::move(next));
    }
    setShift({});
}

void HexMultigrid::setTies(std::span<const HexTie> ties) {
    std::vector<HexTie> here(ties.begin(), ties.end());
    for (Level& at : levels_) {
        const HexCells& cells = at.level->cells();
        at.level->setTies(HexTies(here, cells));
        if (!at.toCoarser) break;
        for (HexTie& tie : here) {
            tie.point = coarsened(tie.point, cells, at.toCoarser->parents());
            if (tie.partner.isThere()) tie.partner = coarsened(tie.partner, cells, at.toCoarser->parents());
        }
    }
}

void HexMultigrid::setShift(std::vector<float> shift) {
    for (Level& at : levels_) {
        std::vector<float> next;
        if (at.toCoarser && !shift.empty()) next = at.toCoarser->restricted(shift);
        addTo(shift, at.hold);
        at.level->setShift(std::move(shift));
        shift = std::move(next);
    }
}

void HexMultigrid::setLinearisation(HexLinearisation kind) {
    for (Level& at : levels_) at.level->setLinearisation(kind);
}

double HexMultigrid::linearise(std::span<const Vec3d> x, HexVectors& gradient, const Jobs& jobs) {
    const double energy = finest().linearise(x, gradient, jobs);
    for (std::size_t i = 0; i + 1 < levels_.size(); ++i) {
        levels_[i].toCoarser->gradients(*levels_[i].level, *levels_[i + 1].level, jobs);
        levels_[i + 1].level->linearise(jobs);
    }
    return energy;
}

void HexMultigrid::update(const Jobs& jobs) {
    for (Level& at : levels_) at.level->updateDiagonal(jobs);
}

bool HexMultigrid::widenSpectra() {
    bool isWider = true;
    for (Level& at : levels_) isWider = at.level->widenSpectrum() && isWider;
    return isWider;
}

void HexMultigrid::forgetWidening() {
    for (Level& at : levels_) at.level->forgetWidening();
}

void HexMultigrid::cycle(const HexVectors& b, HexVectors& x, const HexCycle& settings, bool fromZero,
                         const Jobs& jobs) {
    cycle(0, b, x, settings, fromZero, jobs);
}

void HexMultigrid::cycle(std::size_t i, const HexVectors& b, HexVectors& x, const HexCycle& settings,
                         bool fromZero, const Jobs& jobs) {
    Level& at = levels_[i];
    const auto smoothed = [&](const HexSweeps& sweeps, bool zero) {
        smooth(*at.level, b, x, at.direction, sweeps, zero, jobs);
    };
    if (!at.toCoarser) {
        const HexSweeps bottom{HexSmoother::Chebyshev, settings.bottomSweeps, settings.bottomSmoothed};
        return smoothed(bottom, fromZero);
    }
    Level& coarse = levels_[i + 1];
    const HexSweeps sweeps{settings.smoother, settings.sweeps, settings.smoothed};
    smoothed(sweeps, fromZero);
    at.level->residual(b, x, at.residual, jobs);
    at.toCoarser->restrictTo(at.residual, *coarse.level, coarse.right, jobs);
    cycle(i + 1, coarse.right, coarse.solution, settings, true, jobs);
    at.toCoarser->prolongateTo(coarse.solution, *at.level, x, jobs);
    smoothed(sweeps, false);
}

}  // namespace sinew
