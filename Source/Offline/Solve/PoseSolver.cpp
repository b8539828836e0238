#include "Offline/Solve/PoseSolver.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "Math/NearestRotation.h"
#include "Offline/Solve/Loads.h"

namespace sinew {

namespace {

// On the way only the branch matters, not the last digits.
constexpr double kLooserOnTheWay = 10;
constexpr double kWeightsPart = 0.8;  // of the time that making a solver takes

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

// The largest turn of one bone against another, radians: what flesh between them has to follow. Motion that
// all share is carried exactly and costs nothing.
double largestTurn(std::span<const Affined> motion) {
    std::vector<Quatd> turns;
    for (const Affined& m : motion) turns.push_back(nearestRotation(m.linear));
    double largest = 0;
    for (std::size_t a = 0; a < turns.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            largest = std::max(largest, 2 * std::acos(std::min(1.0, std::abs(dot(turns[a], turns[b])))));
        }
    }
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
      weights_(harmonicBoneWeights(body, boneOfNode_, bones, jobs,
                                   part(settings.newton.progress, 0, kWeightsPart))),
      newton_(body, heldNodes(boneOfNode_, settings.hold), jobs,
              part(settings.newton.progress, kWeightsPart, 1)) {}

PosedShape PoseSolver::restShape() const {
    return {std::vector<Affined>(bones_), body_.rest().nodes};
}

NewtonReport PoseSolver::step(PosedShape& shape, std::vector<Affined> bones,
                              std::span<const Potential* const> loads, const NewtonSettings& settings) {
    PosedShape next{std::move(bones), {}};
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
    const NewtonReport report = newton_.solve(terms, next.x, settings);
    if (report.converged) shape = std::move(next);
    return report;
}

PoseReport PoseSolver::moveTo(PosedShape& shape, const BonePath& path,
                              std::span<const Potential* const> loads) {
    const auto start = std::chrono::steady_clock::now();
    const PosedShape before = shape;
    PoseReport report;
    const auto stepTo = [&](std::vector<Affined> bones, const NewtonSettings& settings) {
        const NewtonReport counts = report.newton;
        report.newton = step(shape, std::move(bones), loads, settings);
        const bool converged = report.newton.converged;
        report.newton.steps += counts.steps;
        report.newton.linearIterations += counts.linearIterations;
        report.newton.halvings += counts.halvings;
        return converged;
    };
    const double turn = largestTurn(motionBetween(shape.bones, path(1)));
    double stride = turn > settings_.largestTurn ? 1 / std::ceil(turn / settings_.largestTurn) : 1;
    while (report.reached < 1 && report.failedSubsteps <= settings_.mostHalvings) {
        const double to = report.reached + stride > 1 - 1e-9 ? 1 : report.reached + stride;
        NewtonSettings settings = settings_.newton;
        if (to < 1) settings.relative *= kLooserOnTheWay;
        settings.progress = part(settings_.newton.progress, report.reached, to);
        if (stepTo(path(to), settings)) {
            ++report.substeps;
            report.reached = to;
        } else {
            ++report.failedSubsteps;
            stride /= 2;
        }
    }
    report.converged = report.reached == 1;
    // Given up: what is handed out has converged too, here or where it started.
    if (!report.converged && report.reached > 0 && !stepTo(shape.bones, settings_.newton)) {
        shape = before;
        report.reached = 0;
    }
    measure(body_, shape, report);
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return report;
}

}  // namespace sinew
