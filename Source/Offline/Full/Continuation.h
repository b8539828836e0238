// The way to a pose: in as many steps as it takes, each from the shape before.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "Math/Affine.h"
#include "Offline/Full/Settings.h"

namespace sinew {

// The bones on the way to a pose, from 0, where they are those of the shape that starts there, to 1.
using BonePath = std::function<std::vector<Affined>(double)>;

// A shape and the bones it belongs to, rest → posed.
struct PosedShape {
    std::vector<Affined> bones;
    std::vector<Vec3d> x;
};

struct PoseReport {
    bool converged = false;
    double reached = 0;  // how far along the path the shape is, 1 where converged
    int substeps = 0, failedSubsteps = 0;
    NewtonReport newton;  // of the last step; counts are those of all
    double leastJ = 0;    // smallest change of volume of an element, 1 at rest; below 0 where one is inverted
    std::uint32_t inverted = 0;
    double volumeRatio = 1;  // of the whole body
    // Of the springs that keep flesh from flesh, where some push; less than 1 where with all of it nothing
    // came to rest, because bones leave flesh no room.
    double contactStrength = 1;
    std::uint32_t touching = 0;  // such springs that push
    double seconds = 0;
};

// What bones do between two places of a path.
std::vector<Affined> motionBetween(std::span<const Affined> from, std::span<const Affined> to);

// The largest turn of one bone against another, radians: what flesh between them has to follow. Motion that
// all share is carried exactly and costs nothing.
double largestTurn(std::span<const Affined> motion);

// Tolerance on the way, where only the branch matters and not the last digits, over that at its end.
inline constexpr double kLooserOnTheWay = 10;

// Brings a shape to bones; it stays as it was where that does not converge.
using PoseStep = std::function<NewtonReport(std::vector<Affined> bones, const NewtonSettings& settings)>;

// From `bones`, where the shape is, along the path. Not converged: the shape is the last on the way that was;
// where `reached` is 0, it must be put back to what it was at the start. Sets all of the report but what is
// measured on the shape.
PoseReport followPath(std::span<const Affined> bones, const BonePath& path, const StrideSettings& stride,
                      const NewtonSettings& newton, const PoseStep& step);

}  // namespace sinew
