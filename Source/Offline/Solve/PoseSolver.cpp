#include "Offline/Solve/PoseSolver.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "Offline/Solve/Loads.h"

namespace sinew {

namespace {

// On the way only the branch matters, not the last digits.
constexpr double kLooserOnTheWay = 10;

std::vector<bool> heldNodes(std::span<const std::int32_t> boneOfNode, Hold hold) {
    std::vector<bool> held(boneOfNode.size());
    for (std::size_t i = 0; i < held.size(); ++i) held[i] = hold == Hold::Hard && boneOfNode[i] >= 0;
    return held;
}

std::vector<Affined> motionBetween(std::span<const Affined> from, std::span<const Affined> to) {
    std::vector<Affined> motion;
    for (std::size_t b = 0; b < from.size(); ++b) motion.push_back(to[b] * inverse(from[b]));
    return motion;
}

// Radians, by the trace of the turn; stretches count a little too.
double turnAngle(const Mat3d& m) {
    return std::acos(std::clamp((trace(m) - 1) / 2, -1.0, 1.0));
}

// The largest turn of one bone against another or on its own: flesh feels either.
double largestTurn(std::span<const Affined> motion) {
    double largest = 0;
    for (const Affined& m : motion)
        largest = std::max(largest, turnAngle(transpose(motion[0].linear) * m.linear));
    return largest;
}

void measure(const ElasticBody& body, const PosedShape& shape, PoseReport& report) {
    double volume = 0, rest = 0;
    report.leastJ = 1e300;
    report.inverted = 0;
    for (std::uint32_t t = 0; t < body.tets(); ++t) {
        const double j = determinant(body.deformationGradient(t, shape.x));
        report.leastJ = std::min(report.leastJ, j);
        report.inverted += j < 0 ? 1 : 0;
        volume += j * body.volumes()[t];
        rest += body.volumes()[t];
    }
    report.volumeRatio = volume / rest;
}

}  // namespace

PoseSolver::PoseSolver(const ElasticBody& body, std::vector<std::int32_t> boneOfNode, std::uint32_t bones,
                       const PoseSettings& settings, const Jobs& jobs)
    : body_(body),
      boneOfNode_(std::move(boneOfNode)),
      bones_(bones),
      settings_(settings),
      jobs_(jobs),
      weights_(harmonicBoneWeights(body, boneOfNode_, bones, jobs, settings.newton.progress)),
      newton_(body, heldNodes(boneOfNode_, settings.hold), jobs) {}

PosedShape PoseSolver::restShape() const {
    return {std::vector<Affined>(bones_), body_.rest().nodes};
}

NewtonReport PoseSolver::step(PosedShape& shape, const BonePath& path, double from, double to,
                              std::span<const Potential* const> loads) {
    // The common motion first and exactly, so that a blend of like motions does not shrink the flesh.
    PosedShape next{path(to), {}};
    next.x = carried(weights_, motionBetween(shape.bones, next.bones), shape.x, jobs_);
    std::vector<Springs::Spring> springs;
    for (std::uint32_t node = 0; node < body_.nodes(); ++node) {
        if (boneOfNode_[node] < 0) continue;
        const Vec3d target =
            transformPoint(next.bones[static_cast<std::size_t>(boneOfNode_[node])], body_.rest().nodes[node]);
        if (settings_.hold == Hold::Hard) {
            next.x[node] = target;
        } else {
            springs.push_back(
                {node, target, settings_.springStiffness * body_.flesh().young * body_.spacing()});
        }
    }
    const Springs soft(std::move(springs));
    const ConstantForces gravity = gravityOn(body_.masses(), settings_.gravity);
    std::vector<const Potential*> terms{&soft, &gravity};
    terms.insert(terms.end(), loads.begin(), loads.end());
    NewtonSettings settings = settings_.newton;
    if (to < 1) settings.relative *= kLooserOnTheWay;
    settings.progress = part(settings_.newton.progress, from, to);
    const NewtonReport report = newton_.solve(terms, next.x, settings);
    if (report.converged) shape = std::move(next);
    return report;
}

PoseReport PoseSolver::moveTo(PosedShape& shape, const BonePath& path,
                              std::span<const Potential* const> loads) {
    const auto start = std::chrono::steady_clock::now();
    PoseReport report;
    double done = 0;
    const double turn = largestTurn(motionBetween(shape.bones, path(1)));
    double stride = turn > settings_.largestTurn ? 1 / std::ceil(turn / settings_.largestTurn) : 1;
    int halvings = 0;
    while (true) {
        const double to = done + stride > 1 - 1e-9 ? 1 : done + stride;
        const NewtonReport step = this->step(shape, path, done, to, loads);
        NewtonReport total = step;
        total.steps += report.newton.steps;
        total.linearIterations += report.newton.linearIterations;
        total.halvings += report.newton.halvings;
        report.newton = total;
        if (step.converged) {
            ++report.substeps;
            done = to;
            if (done == 1) break;
        } else {
            ++report.failedSubsteps;
            if (++halvings > settings_.mostHalvings) break;
            stride /= 2;
        }
    }
    report.reached = done;
    report.converged = done == 1;
    measure(body_, shape, report);
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return report;
}

}  // namespace sinew
