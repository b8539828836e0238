// What flesh is made of, how it is held to bones, and how poses are reached: the same for both full solvers.
#pragma once

#include "Material/MaterialKind.h"
#include "Math/Vec3.h"
#include "Offline/Full/Reports.h"

namespace sinew {

// The default flesh.
struct Flesh {
    MaterialKind kind = MaterialKind::StableNeoHookean;
    double young = 30e3;    // Pa
    double poisson = 0.45;  // below ½
    double density = 1000;  // kg/m³

    bool operator==(const Flesh&) const = default;
};

struct StrideSettings {
    double largestTurn = 0.6;  // radians that a bone may turn in one step
    int maxHalvings = 6;       // of a step that fails
    int fewestSteps = 1;       // however little it turns

    bool operator==(const StrideSettings&) const = default;
};

// How flesh is held to bones: nodes inside them move with them exactly, or on springs; or it ends at them and
// slides over them (on a lattice, Lattice/SlidingBones.h).
enum class Hold { Hard, Soft, Sliding };

struct PoseSettings {
    Hold hold = Hold::Hard;
    double springStiffness = 20;  // unless held hard, in units of Young's modulus times node spacing
    double grip = 0.1;            // that draws back what slides, in Young's modulus over the bone's radius
    Vec3d gravity;                // m/s²; none by default: the rest shape has hung in it already
    NewtonSettings newton;
    StrideSettings stride;

    bool operator==(const PoseSettings&) const = default;
};

}  // namespace sinew
