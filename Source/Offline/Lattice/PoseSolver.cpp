#include "Offline/Lattice/PoseSolver.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>

#include "Material/Material.h"
#include "Offline/Lattice/Contact/SelfContact.h"
#include "Offline/Lattice/HarmonicWeights.h"
#include "Offline/Lattice/Newton.h"
#include "Offline/Lattice/NonlinearCycle.h"

namespace sinew::lattice {

namespace {

constexpr int kMaxLooks = 6;                        // for what touches
constexpr double kMoved = SelfContact::kReach / 2;  // cells, since the last look: two skins may do so
constexpr double kMaxPassed =
    5;  // cells that a bone moves in a step where flesh touches flesh: less than a limb
constexpr int kMaxSteps = 40;
constexpr int kStepsToStrengthen = 20;  // of Newton's method
constexpr float kMinStiff = 0.1f;       // of a cell with hardly any flesh

std::vector<bool> fixedNodes(std::span<const std::int32_t> boneOfNode, Hold hold) {
    std::vector<bool> fixed(boneOfNode.size());
    for (std::size_t i = 0; i < fixed.size(); ++i) fixed[i] = hold == Hold::Hard && boneOfNode[i] >= 0;
    return fixed;
}

// Those found now, and of those before the ones that were not: what has just come apart still must not pass.
std::vector<Tie> renewed(std::span<const Tie> before, std::vector<Tie> found) {
    const auto rising = [](const Tie& a, const Tie& b) { return a.id < b.id; };
    std::stable_sort(found.begin(), found.end(), rising);
    std::vector<Tie> all;
    std::set_union(found.begin(), found.end(), before.begin(), before.end(), std::back_inserter(all), rising);
    return all;
}

}  // namespace

bool hasPressures(const Flesh& flesh) {
    constexpr double kNearlyIncompressible = 0.46;  // Poisson's ratio
    return flesh.poisson > kNearlyIncompressible && splitsVolume(flesh.kind);
}

namespace {

template <class Part>  // part(cell) of the stiffness of flesh
std::vector<CellModuli> moduliOf(const Cells& cells, const Flesh& flesh, std::span<const double> factors,
                                 Part&& part) {
    const Lame<double> lame = lameOf(flesh.young, flesh.poisson);
    std::vector<CellModuli> moduli;
    for (std::size_t c = 0; c < cells.cells.size(); ++c) {
        const double factor = (factors.empty() ? 1 : factors[c]) * static_cast<double>(part(cells.cells[c]));
        moduli.push_back({static_cast<float>(lame.mu * factor), static_cast<float>(lame.lambda * factor)});
    }
    return moduli;
}

}  // namespace

std::vector<CellModuli> fleshModuli(const Cells& cells, const Flesh& flesh, std::span<const double> factors) {
    return moduliOf(cells, flesh, factors, [](const Cells::Cell&) { return 1; });
}

std::vector<CellModuli> cellModuli(const Cells& cells, const Flesh& flesh, std::span<const double> factors) {
    const bool hasPoints = !cells.points.empty();
    return moduliOf(cells, flesh, factors, [&](const Cells::Cell& cell) {
        return hasPoints ? std::sqrt(cell.coverage) : std::max(cell.coverage, kMinStiff);
    });
}

std::vector<float> fleshShear(const Cells& cells, const Flesh& flesh, std::span<const double> factors) {
    const double mu = lameOf(flesh.young, flesh.poisson).mu;
    std::vector<float> shear(cells.cellCount(), static_cast<float>(mu));
    for (std::size_t c = 0; c < factors.size(); ++c) shear[c] = static_cast<float>(mu * factors[c]);
    return shear;
}

std::vector<SoftHold> softHolds(const Cells& cells, const Flesh& flesh, const PoseSettings& settings,
                                std::span<const std::int32_t> boneOfNode, std::span<const double> factors) {
    const double unit = settings.springStiffness * flesh.young * cells.width;
    std::vector<SoftHold> holds;
    std::vector<std::size_t> holdOfNode(cells.nodeCount(), cells.nodeCount());
    for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
        const auto stiffness = static_cast<float>(unit * (factors.empty() ? 1 : factors[c]));
        for (std::uint32_t corner = 0; corner < 8; ++corner) {
            const std::uint32_t node = cells.nodesOfCell[c][corner];
            if (boneOfNode[node] < 0) continue;
            if (holdOfNode[node] == cells.nodeCount()) {
                holdOfNode[node] = holds.size();
                holds.push_back({node, {c, {}}, 0});
                holds.back().point.weights[corner] = 1;
            }
            float& held = holds[holdOfNode[node]].stiffness;
            held = std::max(held, stiffness);
        }
    }
    return holds;
}

std::array<double, 8> massesOfCorners(const Cells& cells, std::uint32_t cell, double density) {
    const double whole = density * cells.width * cells.width * cells.width;
    std::array<double, 8> masses{};
    if (cells.points.empty()) {
        masses.fill(whole / 8 * static_cast<double>(cells.cells[cell].coverage));
        return masses;
    }
    const FourPoints& points = cells.points[cell];
    for (std::size_t q = 0; q < 4; ++q) {
        const std::array<float, 8> weights = trilinearWeights((points.at[q] + Vec3d{1, 1, 1}) / 2.0);
        for (std::size_t i = 0; i < 8; ++i)
            masses[i] += whole * points.weight[q] * static_cast<double>(weights[i]);
    }
    return masses;
}

std::vector<double> nodeMasses(const Cells& cells, double density) {
    std::vector<double> masses(cells.nodeCount(), 0);
    for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
        const std::array<double, 8> ofCell = massesOfCorners(cells, c, density);
        for (std::size_t i = 0; i < 8; ++i) masses[cells.nodesOfCell[c][i]] += ofCell[i];
    }
    return masses;
}

PoseSolver::PoseSolver(const Cells& cells, const Flesh& flesh, std::span<const double> factors,
                       std::vector<std::int32_t> boneOfNode, std::uint32_t bones, double skinArea,
                       const PoseSettings& settings, const Jobs& jobs)
    : cells_(cells),
      flesh_(flesh),
      boneOfNode_(std::move(boneOfNode)),
      bones_(bones),
      skinArea_(skinArea),
      settings_(settings),
      jobs_(jobs),
      levels_(std::make_unique<Multigrid>(cells, cellModuli(cells, flesh, factors),
                                          fixedNodes(boneOfNode_, settings.hold))),
      weights_(harmonicBoneWeights(cells, boneOfNode_, bones, jobs, settings.newton.progress)),
      newton_(std::make_unique<NewtonSolver>(*levels_)) {
    if (!cells.points.empty()) levels_->setPoints(fleshModuli(cells, flesh, factors));
    levels_->setLaw({.material = flesh.kind});
    levels_->setExtension(fleshShear(cells, flesh, factors));
    newton_->setMixed(hasPressures(flesh));
    setGravity(settings.gravity);
    middleOfBone_.resize(bones);
    std::vector<double> count(bones, 0);
    for (std::uint32_t n = 0; n < cells.nodeCount(); ++n) {
        if (boneOfNode_[n] < 0) continue;
        const auto bone = static_cast<std::size_t>(boneOfNode_[n]);
        middleOfBone_[bone] += cells.nodePosition(n);
        ++count[bone];
    }
    for (std::uint32_t b = 0; b < bones; ++b) {
        if (count[b] > 0) middleOfBone_[b] = middleOfBone_[b] / count[b];
        hasNodes_.push_back(count[b] > 0);
    }
    if (settings.hold == Hold::Soft) softHolds_ = softHolds(cells, flesh, settings, boneOfNode_, factors);
}

PoseSolver::~PoseSolver() = default;

void PoseSolver::widenSpectra() {
    levels_->widenSpectra();
}

void PoseSolver::forget() {
    levels_->forgetWidening();
    newton_->setMixed(!cycle_ && hasPressures(flesh_));
}

PosedShape PoseSolver::restShape() const {
    PosedShape shape{std::vector<Affined>(bones_), {}};
    for (std::uint32_t node = 0; node < cells_.nodeCount(); ++node)
        shape.x.push_back(cells_.nodePosition(node));
    return shape;
}

Vec3d PoseSolver::target(std::uint32_t node, std::span<const Affined> bones) const {
    return transformPoint(bones[static_cast<std::size_t>(boneOfNode_[node])], cells_.nodePosition(node));
}

void PoseSolver::addHolds(const PosedShape& shape, std::span<const Vec3d> x, std::vector<Tie>& ties) const {
    if (holds_) holds_(x, shape.bones, ties, jobs_);
    for (const SoftHold& hold : softHolds_) {
        ties.push_back({hold.point, {}, target(hold.node, shape.bones), Mat3f::identity() * hold.stiffness});
    }
}

void PoseSolver::setGravity(Vec3d gravity) {
    gravity_.clear();
    if (gravity == Vec3d{}) return;
    for (const double mass : nodeMasses(cells_, flesh_.density)) gravity_.push_back(gravity * mass);
}

void PoseSolver::setMethod(Method method) {
    cycle_ = method == Method::NonlinearCycle ? std::make_unique<NonlinearCycle>(*levels_) : nullptr;
    forget();
}

PosedShape PoseSolver::carriedTo(const PosedShape& shape, std::vector<Affined> bones) const {
    PosedShape next{std::move(bones), {}};
    next.x = carried(weights_, motionBetween(shape.bones, next.bones), shape.x, jobs_);
    if (settings_.hold == Hold::Hard) {
        for (std::uint32_t node = 0; node < cells_.nodeCount(); ++node) {
            if (boneOfNode_[node] >= 0) next.x[node] = target(node, next.bones);
        }
    }
    return next;
}

bool PoseSolver::isTimeToLook(const Touching& touching, std::span<const Vec3d> x) const {
    if (touching.looks == 0 || touching.looks >= kMaxLooks) return touching.looks == 0;
    const double limit = kMoved * cells_.width;
    for (std::size_t n = 0; n < x.size(); ++n) {
        const Vec3d moved = x[n] - touching.lookedAt[n];
        if (dot(moved, moved) > limit * limit) return true;
    }
    return false;
}

NewtonReport PoseSolver::relax(PosedShape& shape, const TiesOf& contacts, Touching& touching,
                               const NewtonSettings& settings, const std::function<bool()>& shouldStop) {
    Loads loads;
    loads.forces = gravity_;
    loads.ties = [&](std::span<const Vec3d> x, std::vector<Tie>& ties) {
        addHolds(shape, x, ties);
        if (contacts && isTimeToLook(touching, x)) {
            std::vector<Tie> found;
            contacts(x, shape.bones, found);
            for (Tie& tie : found) tie.stiffness = tie.stiffness * static_cast<float>(touching.strength);
            touching.ties = renewed(touching.ties, std::move(found));
            touching.lookedAt.assign(x.begin(), x.end());
            ++touching.looks;
        }
        ties.insert(ties.end(), touching.ties.begin(), touching.ties.end());
    };
    const double absoluteForce = settings.absolute * flesh_.young * skinArea_;
    if (cycle_) {
        NonlinearCycleSettings cycles;
        cycles.newton = settings;
        cycles.absoluteForce = absoluteForce;
        cycles.shouldStop = shouldStop;
        return cycle_->solve(loads, shape.x, cycles, jobs_);
    }
    LatticeNewtonSettings newton;
    newton.newton = settings;
    newton.absoluteForce = absoluteForce;
    newton.shouldStop = shouldStop;
    return newton_->solve(loads, shape.x, newton, jobs_);
}

NewtonReport PoseSolver::step(PosedShape& shape, std::vector<Affined> bones, const TiesOf& contacts,
                              double strength, const NewtonSettings& settings) {
    PosedShape next = carriedTo(shape, std::move(bones));
    Touching touching;
    touching.strength = strength;
    PressureVectors before = newton_->pressures();
    const NewtonReport report = relax(next, contacts, touching, settings);
    if (report.converged) {
        shape = std::move(next);
    } else {
        newton_->setPressures(std::move(before));
    }
    return report;
}

void PoseSolver::strengthen(PosedShape& shape, const TiesOf& contacts, PoseReport& report) {
    NewtonReport& newton = report.newton;
    NewtonSettings settings = settings_.newton;
    settings.progress = part(settings.progress, 1, 1);
    settings.maxIterations = std::min(settings.maxIterations, kStepsToStrengthen);
    while (report.contactStrength < 1) {
        const double next = std::min(1.0, report.contactStrength / kWeakerAfterFailure);
        const NewtonReport tried = step(shape, shape.bones, contacts, next, settings);
        newton.iterations += tried.iterations;
        newton.linearIterations += tried.linearIterations;
        newton.halvings += tried.halvings;
        if (!tried.converged) return;
        newton.force = tried.force;
        newton.allowed = tried.allowed;
        newton.energy = tried.energy;
        report.contactStrength = next;
        report.touching = touching(shape.x);
    }
}

std::uint32_t PoseSolver::touching(std::span<const Vec3d> x) const {
    const std::span<const Tie> ties = cycle_ ? cycle_->ties() : newton_->ties();
    return static_cast<std::uint32_t>(std::count_if(ties.begin(), ties.end(), [&](const Tie& tie) {
        return tie.partner.isThere() && tie.isActive(stretchOf(tie, cells_, x));
    }));
}

void PoseSolver::measure(const PosedShape& shape, PoseReport& report) {
    NodeVectors unused;
    levels_->finest().linearise(shape.x, unused, jobs_);
    const std::span<const GroupGradient> gradients = levels_->finest().gradients();
    double volume = 0, rest = 0;
    report.minJ = 1e300;
    report.inverted = 0;
    for (std::uint32_t c = 0; c < cells_.cellCount(); ++c) {
        const std::uint32_t lane = levels_->finest().map().laneOfCell()[c];
        Mat3d f;
        for (int entry = 0; entry < 9; ++entry) {
            f(entry % 3, entry / 3) =
                static_cast<double>(gradients[lane / kGroupLanes].f[entry][lane % kGroupLanes]);
        }
        const double j = determinant(f), coverage = static_cast<double>(cells_.cells[c].coverage);
        report.minJ = std::min(report.minJ, j);
        report.inverted += j < 0 ? 1 : 0;
        volume += j * coverage;
        rest += coverage;
    }
    report.volumeRatio = volume / rest;
}

int PoseSolver::stepsForContact(std::span<const Affined> from, std::span<const Affined> to,
                                double part) const {
    if (bones_ == 0) return 1;
    const std::vector<Affined> motion = motionBetween(from, to);
    const Affined back = inverse(motion[0]);  // what all share passes nothing
    double farthest = 0;
    for (std::uint32_t b = 0; b < bones_; ++b) {
        if (!hasNodes_[b]) continue;
        const Vec3d p = transformPoint(from[b], middleOfBone_[b]);
        farthest = std::max(farthest, length(transformPoint(back * motion[b], p) - p));
    }
    return std::clamp(static_cast<int>(std::ceil(farthest / (part * kMaxPassed * cells_.width))), 1,
                      kMaxSteps);
}

PoseReport PoseSolver::moveTo(PosedShape& shape, const BonePath& path, const TiesOf& contacts) {
    const auto start = std::chrono::steady_clock::now();
    const PosedShape before = shape;
    StrideSettings stride = settings_.stride;
    if (contacts) stride.fewestSteps = std::max(stride.fewestSteps, stepsForContact(before.bones, path(1)));
    double strength = 1;
    PoseReport report = followPath(before.bones, path, stride, settings_.newton,
                                   [&](std::vector<Affined> bones, const NewtonSettings& settings) {
                                       const NewtonReport newton =
                                           step(shape, std::move(bones), contacts, strength, settings);
                                       if (contacts && !newton.converged) strength *= kWeakerAfterFailure;
                                       return newton;
                                   });
    if (report.reached == 0) shape = before;
    report.touching = touching(shape.x);
    report.contactStrength = strength;
    if (report.converged) strengthen(shape, contacts, report);
    measure(shape, report);
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return report;
}

}  // namespace sinew::lattice
