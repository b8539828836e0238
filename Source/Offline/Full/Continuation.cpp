#include "Offline/Full/Continuation.h"

#include <algorithm>
#include <cmath>

#include "Math/NearestRotation.h"

namespace sinew {

double maxTurn(std::span<const Affined> motion) {
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

std::vector<Affined> motionBetween(std::span<const Affined> from, std::span<const Affined> to) {
    std::vector<Affined> motion;
    for (std::size_t b = 0; b < from.size(); ++b) motion.push_back(to[b] * inverse(from[b]));
    return motion;
}

PoseReport followPath(std::span<const Affined> bones, const BonePath& path, const StrideSettings& stride,
                      const NewtonSettings& newton, const PoseStep& step) {
    PoseReport report;
    const auto stepTo = [&](std::vector<Affined> there, const NewtonSettings& settings) {
        report.newton = withCounts(step(std::move(there), settings), report.newton);
        return report.newton.converged;
    };
    const double turn = maxTurn(motionBetween(bones, path(1)));
    double length = 1 / std::max<double>(stride.fewestSteps, std::ceil(turn / stride.maxTurn));
    while (report.reached < 1 && report.failedSubsteps <= stride.maxHalvings) {
        const double to = report.reached + length > 1 - 1e-9 ? 1 : report.reached + length;
        NewtonSettings settings = newton;
        if (to < 1) settings.relative *= kLooserOnTheWay;
        settings.progress = part(newton.progress, report.reached, to);
        if (stepTo(path(to), settings)) {
            ++report.substeps;
            report.reached = to;
        } else {
            ++report.failedSubsteps;
            length /= 2;
        }
    }
    report.converged = report.reached == 1;
    // Given up: what is handed out has converged too, here or where it started.
    if (!report.converged && report.reached > 0 && !stepTo(path(report.reached), newton)) report.reached = 0;
    return report;
}

}  // namespace sinew
