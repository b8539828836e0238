#include "Offline/Tets/PoseSolver.h"

#include <algorithm>
#include <chrono>

#include "Offline/Tets/Loads.h"

namespace sinew::tets {

namespace {

constexpr double kWeightsPart = 0.8;  // of the time that making a solver takes

std::vector<bool> heldNodes(std::span<const std::int32_t> boneOfNode, Hold hold) {
    std::vector<bool> held(boneOfNode.size());
    for (std::size_t i = 0; i < held.size(); ++i) held[i] = hold == Hold::Hard && boneOfNode[i] >= 0;
    return held;
}

}  // namespace

PoseSolver::PoseSolver(const ElasticBody& body, std::vector<std::int32_t> boneOfNode, std::uint32_t bones,
                       const PoseSettings& settings, const Jobs& jobs)
    : body_(body),
      boneOfNode_(std::move(boneOfNode)),
      bones_(bones),
      settings_(settings),
      jobs_(jobs),
      weights_(bones > 0 ? harmonicBoneWeights(body, boneOfNode_, bones, jobs,
                                               part(settings.newton.progress, 0, kWeightsPart))
                         : BoneWeights{}),
      newton_(body, heldNodes(boneOfNode_, settings.hold), jobs,
              part(settings.newton.progress, kWeightsPart, 1)) {}

PosedShape PoseSolver::restShape() const {
    return {std::vector<Affined>(bones_), body_.rest().nodes};
}

Vec3d PoseSolver::target(std::uint32_t node, std::span<const Affined> bones) const {
    return transformPoint(bones[static_cast<std::size_t>(boneOfNode_[node])], body_.rest().nodes[node]);
}

void PoseSolver::hold(PosedShape& shape) const {
    for (std::uint32_t node = 0; node < body_.nodes(); ++node) {
        if (isHeld(node)) shape.x[node] = target(node, shape.bones);
    }
}

PosedShape PoseSolver::carriedTo(const PosedShape& shape, std::vector<Affined> bones) const {
    PosedShape next{std::move(bones), shape.x};
    if (bones_ > 0) next.x = carried(weights_, motionBetween(shape.bones, next.bones), shape.x, jobs_);
    hold(next);
    return next;
}

NewtonReport PoseSolver::relax(PosedShape& shape, std::span<const Potential* const> loads,
                               const NewtonSettings& settings) {
    std::vector<Springs::Spring> springs;
    for (std::uint32_t node = 0; node < body_.nodes() && settings_.hold != Hold::Hard; ++node) {
        if (boneOfNode_[node] < 0) continue;
        springs.push_back({node, target(node, shape.bones),
                           settings_.springStiffness * body_.flesh().young * body_.spacing()});
    }
    const Springs soft(std::move(springs));
    const ConstantForces gravity = gravityOn(body_.masses(), settings_.gravity);
    std::vector<const Potential*> terms{&soft, &gravity};
    terms.insert(terms.end(), loads.begin(), loads.end());
    return newton_.solve(terms, shape.x, settings);
}

NewtonReport PoseSolver::step(PosedShape& shape, std::vector<Affined> bones,
                              std::span<const Potential* const> loads, const NewtonSettings& settings) {
    PosedShape next = carriedTo(shape, std::move(bones));
    const NewtonReport report = relax(next, loads, settings);
    if (report.converged) shape = std::move(next);
    return report;
}

void PoseSolver::measure(const PosedShape& shape, PoseReport& report) const {
    double volume = 0, rest = 0;
    report.minJ = 1e300;
    report.inverted = 0;
    for (std::uint32_t t = 0; t < body_.tets(); ++t) {
        const double j = body_.minJ(t, shape.x);
        report.minJ = std::min(report.minJ, j);
        report.inverted += j < 0 ? 1 : 0;
    }
    for (std::uint32_t p = 0; p < body_.points(); ++p) {
        volume += determinant(body_.deformationGradient(p, shape.x)) * body_.volumes()[p];
        rest += body_.volumes()[p];
    }
    report.volumeRatio = volume / rest;
}

PoseReport PoseSolver::moveTo(PosedShape& shape, const BonePath& path,
                              std::span<const Potential* const> loads) {
    const auto start = std::chrono::steady_clock::now();
    const PosedShape before = shape;
    PoseReport report = followPath(before.bones, path, settings_.stride, settings_.newton,
                                   [&](std::vector<Affined> bones, const NewtonSettings& settings) {
                                       return step(shape, std::move(bones), loads, settings);
                                   });
    if (report.reached == 0) shape = before;
    measure(shape, report);
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return report;
}

}  // namespace sinew::tets
