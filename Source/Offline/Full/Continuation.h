// Continuation to a pose in as many steps as needed, each starting from the shape of the previous step.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "Math/Affine.h"
#include "Offline/Full/Settings.h"

namespace sinew {

// The bone transforms along a path to a pose. At 0 they are those of the initial shape, at 1 those of the
// pose.
using BonePath = std::function<std::vector<Affined>(double)>;

// A shape and its bone transforms, rest → posed.
struct PosedShape {
    std::vector<Affined> bones;
    std::vector<Vec3d> x;
};

struct PoseReport {
    bool converged = false;
    double reached = 0;  // part of the path that was reached; 1 if converged
    int substeps = 0, failedSubsteps = 0;
    NewtonReport newton;  // of the last step; counts are sums over all steps
    double minJ = 0;      // smallest volume ratio of an element: 1 at rest, negative if inverted
    std::uint32_t inverted = 0;
    double volumeRatio = 1;  // volume of the whole body relative to rest
    // Strength of the contact springs. It is below 1 if no equilibrium exists at full strength, because the
    // bones leave the flesh no room.
    double contactStrength = 1;
    std::uint32_t touching = 0;  // number of contact springs that push
    double seconds = 0;
};

// The motion of the bones between two points of a path.
std::vector<Affined> motionBetween(std::span<const Affined> from, std::span<const Affined> to);

// The largest rotation of one bone relative to another, in radians: the deformation that the flesh between
// them has to follow. Common motion of all bones is carried exactly.
double maxTurn(std::span<const Affined> motion);

// Ratio of the tolerance along the path to that at its end. Along the path only the branch of the solution
// matters.
inline constexpr double kLooserOnTheWay = 10;

// Moves a shape to the bones. The shape is unchanged if that does not converge.
using PoseStep = std::function<NewtonReport(std::vector<Affined> bones, const NewtonSettings& settings)>;

// Follows the path from `bones`, the bones of the current shape. If it does not converge, the shape is the
// last converged one on the path; if `reached` is 0, the caller must restore the initial shape. Sets all of
// the report except what is measured on the shape.
PoseReport followPath(std::span<const Affined> bones, const BonePath& path, const StrideSettings& stride,
                      const NewtonSettings& newton, const PoseStep& step);

}  // namespace sinew
