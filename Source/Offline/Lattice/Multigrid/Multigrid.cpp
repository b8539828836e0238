#include "Offline/Lattice/Multigrid/Multigrid.h"

#include <algorithm>
#include <cstdlib>

namespace sinew::lattice {

namespace {

constexpr std::uint32_t kFewestNodes = 64;  // below, one more level saves nothing
constexpr double kFewer = 0.7;  // of the nodes: where coarser levels have more, pieces are single cells

// A cell's own diagonal entry at rest, times this: found by counting iterations, and flat about its best.
constexpr float kHold = 0.7f;

// The stiffness of hourglasses with which cells approximate their points best, as a factor on that of
// one-point quadrature: found by counting iterations.
constexpr float kHourglassesOfPoints = 0.25f;

// Fixed nodes that lie between the nodes of coarser levels are no boundary there, but what they do must not
// be lost: they resist with the stiffness of the cells about them that move.
std::vector<float> holdOfFixed(const Level& level) {
    const Cells& cells = level.cells();
    std::vector<float> hold(cells.nodeCount(), 0);
    for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
        const Cells::Corners& corners = cells.nodesOfCell[c];
        const bool moves =
            std::any_of(corners.begin(), corners.end(), [&](auto n) { return !level.isFixed(n); });
        if (!moves) continue;
        const float stiffness = kHold * cornerStiffness(level.stiffnessOf(c), cells.width);
        for (const std::uint32_t n : corners) {
            if (level.isFixed(n)) hold[n] += stiffness;
        }
    }
    return hold;
}

// A property of flesh, averaged over the flesh of a coarse cell.
std::vector<float> coarsened(std::span<const float> fine, const Cells& cells,
                             std::span<const std::uint32_t> parents) {
    std::vector<float> sum, weight;
    for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
        const std::uint32_t parent = parents[c];
        if (parent >= sum.size()) {
            sum.resize(parent + 1, 0);
            weight.resize(parent + 1, 0);
        }
        sum[parent] += cells.cells[c].coverage * fine[c];
        weight[parent] += cells.cells[c].coverage;
    }
    for (std::size_t p = 0; p < sum.size(); ++p) sum[p] = weight[p] > 0 ? sum[p] / weight[p] : 0;
    return sum;
}

// a += b; an empty one is all 0.
void addTo(std::vector<float>& a, std::span<const float> b) {
    a.resize(std::max(a.size(), b.size()), 0);
    for (std::size_t i = 0; i < b.size(); ++i) a[i] += b[i];
}

}  // namespace

Multigrid::Multigrid(const Cells& cells, std::span<const CellModuli> stiffness, std::vector<bool> fixed,
                     int maxLevels) {
    levels_.emplace_back();
    levels_.back().level = std::make_unique<Level>(cells, stiffness, std::move(fixed));
    std::vector<float> hold = holdOfFixed(finest());
    while (static_cast<int>(levels_.size()) < maxLevels && levels_.back().level->nodes() > kFewestNodes) {
        const Level& fine = *levels_.back().level;
        std::vector<std::uint32_t> parents;
        auto coarse = std::make_unique<const Cells>(coarsened(fine.cells(), parents));
        if (coarse->nodeCount() > kFewer * fine.nodes()) break;
        auto transfer = std::make_unique<Transfer>(fine.cells(), *coarse, std::move(parents));
        std::vector<bool> still = transfer->fixed(fine.fixed());
        if (std::find(still.begin(), still.end(), false) == still.end()) break;
        LevelParts next;
        next.level = std::make_unique<Level>(*coarse, transfer->stiffness(fine), std::move(still));
        next.cells = std::move(coarse);
        next.hold = hold = transfer->restricted(hold);
        levels_.back().toCoarser = std::move(transfer);
        levels_.push_back(std::move(next));
    }
    setShift({});
}

void Multigrid::setTies(std::span<const Tie> ties) {
    std::vector<Tie> here(ties.begin(), ties.end());
    for (LevelParts& at : levels_) {
        const Cells& cells = at.level->cells();
        at.level->setTies(Ties(here, cells));
        if (!at.toCoarser) break;
        for (Tie& tie : here) {
            tie.point = coarsened(tie.point, cells, at.toCoarser->parents());
            if (tie.partner.isThere()) tie.partner = coarsened(tie.partner, cells, at.toCoarser->parents());
        }
    }
}

void Multigrid::setShift(std::vector<float> shift) {
    for (LevelParts& at : levels_) {
        std::vector<float> next;
        if (at.toCoarser && !shift.empty()) next = at.toCoarser->restricted(shift);
        addTo(shift, at.hold);
        at.level->setShift(std::move(shift));
        shift = std::move(next);
    }
}

void Multigrid::setLaw(const CellLaw& law) {
    CellLaw ofCells = law;
    if (finest().hasPoints()) ofCells.hourglass = kHourglassesOfPoints;
    if (finest().hasPoints() && std::getenv("HG")) ofCells.hourglass = float(std::atof(std::getenv("HG")));
    for (LevelParts& at : levels_) at.level->setLaw(ofCells);
}

// On a coarser level, a jump of the gradient is twice as wide and half as often seen: Galerkin's product has
// half of the strength.
void Multigrid::setExtension(std::vector<float> shear, double strength) {
    if (std::getenv("XT")) strength = std::atof(std::getenv("XT"));
    for (LevelParts& at : levels_) {
        at.level->setExtension(shear, strength);
        if (!at.toCoarser) break;
        shear = coarsened(shear, at.level->cells(), at.toCoarser->parents());
        strength /= 2;
    }
}

double Multigrid::linearise(std::span<const Vec3d> x, NodeVectors& gradient, const Jobs& jobs) {
    const double energy = finest().linearise(x, gradient, jobs);
    for (std::size_t i = 0; i + 1 < levels_.size(); ++i) {
        const Level& fine = *levels_[i].level;
        Level& coarse = *levels_[i + 1].level;
        levels_[i].toCoarser->gradients(fine, coarse, jobs);
        coarse.setPressures(fine.pressures().empty() ? PressureVectors()
                                                     : levels_[i].toCoarser->pressures(fine, coarse, jobs));
        coarse.linearise(jobs);
    }
    return energy;
}

void Multigrid::update(const Jobs& jobs) {
    for (LevelParts& at : levels_) at.level->updateDiagonal(jobs);
}

bool Multigrid::widenSpectra() {
    bool isWider = true;
    for (LevelParts& at : levels_) isWider = at.level->widenSpectrum() && isWider;
    return isWider;
}

void Multigrid::forgetWidening() {
    for (LevelParts& at : levels_) at.level->forgetWidening();
}

void Multigrid::cycle(const NodeVectors& b, NodeVectors& x, const Cycle& settings, bool fromZero,
                      const Jobs& jobs) {
    cycle(0, b, x, settings, fromZero, jobs);
}

void Multigrid::cycle(std::size_t i, const NodeVectors& b, NodeVectors& x, const Cycle& settings,
                      bool fromZero, const Jobs& jobs) {
    LevelParts& at = levels_[i];
    const auto smoothed = [&](const Sweeps& sweeps, bool zero) {
        smooth(*at.level, b, x, at.direction, sweeps, zero, jobs);
    };
    if (!at.toCoarser) {
        const Sweeps bottom{Smoother::Chebyshev, settings.bottomSweeps, settings.bottomSmoothed};
        return smoothed(bottom, fromZero);
    }
    LevelParts& coarse = levels_[i + 1];
    const Sweeps sweeps{settings.smoother, settings.sweeps, settings.smoothed};
    smoothed(sweeps, fromZero);
    at.level->residual(b, x, at.residual, jobs);
    at.toCoarser->restrictTo(at.residual, *coarse.level, coarse.right, jobs);
    cycle(i + 1, coarse.right, coarse.solution, settings, true, jobs);
    at.toCoarser->prolongateTo(coarse.solution, *at.level, x, jobs);
    smoothed(sweeps, false);
}

}  // namespace sinew::lattice
