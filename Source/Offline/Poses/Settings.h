// What a user may decide about the poses that are solved, and the solver that they are solved by.
#pragma once

#include "Offline/Full/Settings.h"
#include "Offline/Lattice/Settings.h"
#include "Offline/Tets/Settings.h"

namespace sinew::poses {

enum class SolverKind : std::uint8_t { OnTets, OnLattice };

// Everything that a full solver depends on besides the character.
struct FullSettings {
    SolverKind solver = SolverKind::OnTets;
    tets::VolumeSettings volume;  // its parts and bones hold for a lattice too
    lattice::CellSettings cells;
    lattice::SolverSettings lattice;
    Flesh flesh;
    StiffnessRegions regions;
    PoseSettings pose;
};

// Poses from joint space.
struct SampleSettings {
    double spread = 0.8;  // how far towards the limits, 0 to 1
    // All joints at independent ends of their ranges make knots. In each sample only some limbs move in
    // earnest, about this part of them and at least one; the others stay within `calm` of that.
    double active = 0.4;
    double calm = 0.2;
    std::uint64_t seed = 1;

    bool operator==(const SampleSettings&) const = default;
};

struct PoseChoiceSettings {
    std::uint32_t count = 100;       // with the bind pose
    double sampled = 0.5;            // part of them from joint space, the rest from clips and motions
    std::uint32_t heldOut = 20;      // never learnt from
    double heldOutSampled = 0.3;     // part of those from joint space
    double framesPerSecond = 10;     // of clips and motions that are candidates
    std::uint32_t maxFrames = 2000;  // of them all together; taken less densely where there are more
    double samplesPerPose = 3;       // candidates from joint space for each one wanted
    double leastDistance = 0.02;     // radians in the metric: nearer poses are the same
    double maxOverlap = 0.5;         // of samples' limbs in each other (LimbOverlap.h); more is left out
    SampleSettings samples;

    bool operator==(const PoseChoiceSettings&) const = default;
};

}  // namespace sinew::poses
