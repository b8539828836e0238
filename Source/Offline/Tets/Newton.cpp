#include "Offline/Tets/Newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew::tets {

namespace {

// How far each linear system is solved, as a fraction of the force: farther does not make fewer steps.
constexpr double kLinearTolerance = 0.02;
constexpr int kMaxLinearIterations = 300;
constexpr int kStale =
    10;  // iterations after which a new preconditioner costs less than going on with the old
constexpr double kCreeping = 0.3;  // a step that leaves more of the force than this

// A shape with more of its tets inside out than this is tangled. Neo-Hookean flesh has shapes at rest with
// knots in them; corotated flesh pulls most of them out, so it goes first, as far as these tolerances.
constexpr double kTangled = 0.02, kLooseRelative = 0.1, kLooseAbsolute = 1e-4;

std::shared_ptr<const Graph> share(Graph graph) {
    return std::make_shared<const Graph>(std::move(graph));
}

std::vector<Vec3d> positionsOf(const FreeNodes& free, std::span<const Vec3d> nodes) {
    std::vector<Vec3d> positions;
    positions.reserve(free.count());
    for (const std::uint32_t node : free.nodeOfFree) positions.push_back(nodes[node]);
    return positions;
}

}  // namespace

NewtonSolver::NewtonSolver(const ElasticBody& body, const std::vector<bool>& held, const Jobs& jobs,
                           const ProgressCallback& progress)
    : body_(body),
      jobs_(jobs),
      free_(freeNodes(held)),
      graph_(share(nodeGraph(body.elements(), free_))),
      places_(body.elements(), *graph_, free_),
      plan_(planMultilevel(graph_, positionsOf(free_, body.rest().nodes), body.spacing(), progress,
                           largestEigenvalueFor(body.nodesPerTet()))),
      matrix_(zeroMatrix<double>(graph_)),
      levels_(makePreconditioner(plan_, body.isQuadratic() ? Precision::Single : Precision::Double)),
      force_(body.nodes()),
      trial_(body.nodes()),
      right_(free_.count()),
      step_(free_.count()) {
    for (std::uint32_t i = 0; i < free_.count(); ++i) diagonal_.push_back(graph_->find(i, i));
}

double NewtonSolver::energy(Terms terms, std::span<const Vec3d> x) const {
    double sum = 0;
    for (const Potential* term : terms) sum += term->energy(x, jobs_);
    return sum;
}

NewtonSolver::Balance NewtonSolver::balance(Terms terms, std::span<const Vec3d> x,
                                            const NewtonSettings& settings) {
    std::fill(force_.begin(), force_.end(), Vec3d{});
    double reaction = 0, free = 0;
    for (const Potential* term : terms) {
        term->addForces(x, force_, jobs_);
        reaction += term->squaredReaction(x);
    }
    for (std::uint32_t node = 0; node < body_.nodes(); ++node) {
        (free_.isHeld(node) ? reaction : free) += dot(force_[node], force_[node]);
    }
    return {std::sqrt(free), settings.relative * std::sqrt(reaction) +
                                 settings.absolute * body_.flesh().young * body_.skinArea()};
}

LinearStats NewtonSolver::solveFor(const BlockMatrix<double>& k, const LinearSettings& settings) {
    for (std::uint32_t i = 0; i < free_.count(); ++i) right_[i] = force_[free_.nodeOfFree[i]];
    return conjugateGradient<double>(
        k, right_, step_, [&](auto r, auto z) { levels_->apply(r, z, jobs_); }, settings, jobs_);
}

void NewtonSolver::assemble(Terms terms, std::span<const Vec3d> x, bool definite, BlockMatrix<double>& into) {
    into.graph = graph_;
    into.value.assign(graph_->column.size(), Mat3d{});
    StiffnessSum sum{free_, places_, diagonal_, into, definite};
    for (const Potential* term : terms) term->addStiffness(x, sum, jobs_);
}

void NewtonSolver::precondition(Terms terms, std::span<const Vec3d> x, const ProgressCallback& progress) {
    assemble(terms, x, true, matrix_);
    levels_->update(matrix_, jobs_, progress);
}

LinearStats NewtonSolver::trueDirection(Terms terms, std::span<const Vec3d> x,
                                        const LinearSettings& settings) {
    assemble(terms, x, false, trueMatrix_);
    return solveFor(trueMatrix_, settings);
}

bool NewtonSolver::search(Terms terms, std::span<const Vec3d> x, const ProgressCallback& progress,
                          NewtonReport& report) {
    constexpr double kSufficient = 1e-4;
    constexpr int kMaxHalvings = 20;
    double slope = 0;  // of the energy along the step
    for (std::uint32_t i = 0; i < free_.count(); ++i) slope -= dot(force_[free_.nodeOfFree[i]], step_[i]);
    if (!(slope < 0)) return false;
    // What rounding leaves of the sum of so many terms, which cancel at rest; below it the energy has nothing
    // to say.
    const double noise = 1e-13 * std::abs(report.energy) + 1e-15 * body_.flesh().young * body_.volume();
    double fraction = 1;
    for (int i = 0; i < kMaxHalvings; ++i, fraction *= 0.5) {
        sinew::report(progress, 0);
        std::copy(x.begin(), x.end(), trial_.begin());
        for (std::uint32_t n = 0; n < free_.count(); ++n) {
            trial_[free_.nodeOfFree[n]] += step_[n] * fraction;
        }
        const double energyThere = energy(terms, trial_);
        if (energyThere <= report.energy + kSufficient * fraction * slope + noise) {
            report.energy = energyThere;
            return true;
        }
        ++report.halvings;
    }
    return false;
}

NewtonReport NewtonSolver::minimise(Terms terms, std::span<Vec3d> x, const NewtonSettings& settings) {
    NewtonReport report;
    report.energy = energy(terms, x);
    report.force = report.allowed = std::numeric_limits<double>::quiet_NaN();
    if (!std::isfinite(report.energy)) return report;
    double start = 0, before = std::numeric_limits<double>::infinity();
    bool stale = false;  // the preconditioner is of a shape too far from this one
    while (true) {
        const Balance now = balance(terms, x, settings);
        report.force = now.force;
        report.allowed = now.allowed;
        const bool finite = std::isfinite(now.force) && std::isfinite(now.allowed);
        report.converged = finite && now.force <= now.allowed;
        const bool isEnough = report.converged && report.iterations >= settings.minIterations;
        if (isEnough || !finite || report.iterations >= settings.maxIterations) return report;
        start = std::max(start, now.force);
        const ProgressCallback progress = [&](double) {
            const double digits = std::log(now.force / start) / std::log(now.allowed / start);
            return !settings.progress || settings.progress(std::clamp(digits, 0.0, 1.0));
        };
        const LinearSettings linear{kLinearTolerance, kMaxLinearIterations, progress};
        // Made definite, the model is too stiff where flesh is crushed; creeping there says so.
        const bool creeping = now.force > kCreeping * before;
        before = now.force;
        LinearStats stats;
        if (!creeping || stale) precondition(terms, x, progress);
        if (creeping) stats = trueDirection(terms, x, linear);
        if (stats.iterations == 0) {
            if (creeping && !stale) precondition(terms, x, progress);
            stats = solveFor(matrix_, linear);
        }
        stale = stats.iterations > kStale;
        report.linearIterations += stats.iterations;
        ++report.iterations;
        if (stats.iterations == 0 || !search(terms, x, progress, report)) return report;
        std::copy(trial_.begin(), trial_.end(), x.begin());
    }
}

NewtonReport NewtonSolver::solve(Loads loads, std::span<Vec3d> x, const NewtonSettings& settings) {
    const Elasticity elasticity(body_), untangling(body_, MaterialKind::Corotated);
    std::vector<const Potential*> terms{&untangling};
    terms.insert(terms.end(), loads.begin(), loads.end());
    NewtonReport first;
    if (body_.invertedTets(x, jobs_) > kTangled * body_.tets()) {
        NewtonSettings loose = settings;
        loose.relative = std::max(settings.relative, kLooseRelative);
        loose.absolute = std::max(settings.absolute, kLooseAbsolute);
        first = minimise(terms, x, loose);
    }
    terms[0] = &elasticity;
    NewtonSettings rest = settings;
    rest.maxIterations -= first.iterations;
    NewtonReport report = minimise(terms, x, rest);
    report.iterations += first.iterations;
    report.linearIterations += first.linearIterations;
    report.halvings += first.halvings;
    return report;
}

}  // namespace sinew::tets
