// Settings that both full solvers share: the attachment of the flesh to bones, and the steps to a pose.
#pragma once

#include "Math/Vec3.h"
#include "Offline/Full/Reports.h"
#include "Offline/Volume/Settings.h"

namespace sinew {

struct StrideSettings {
    double maxTurn = 0.6;  // radians that a bone may rotate in one step
    int maxHalvings = 6;   // of a step that fails
    int fewestSteps = 1;   // minimum number of steps

    bool operator==(const StrideSettings&) const = default;
};

// The attachment of flesh to bones. Hard: nodes inside bones move with them exactly. Soft: springs hold them.
// Sliding: flesh ends at the bones and slides over them (only on a lattice, Lattice/Contact/SlidingBones.h).
enum class Hold { Hard, Soft, Sliding };

struct PoseSettings {
    Hold hold = Hold::Hard;
    double springStiffness = 20;  // for Soft and Sliding, in units of Young's modulus times node spacing
    double grip = 0.1;  // stiffness that pulls sliding flesh back, in units of Young's modulus divided by the
                        // bone's radius
    Vec3d gravity;  // m/s²; zero by default, because the rest shape already contains the effect of gravity
    NewtonSettings newton;
    StrideSettings stride;

    bool operator==(const PoseSettings&) const = default;
};

}  // namespace sinew
