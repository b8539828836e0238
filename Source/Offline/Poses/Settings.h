// User settings of the poses to solve and of their solver.
#pragma once

#include "Offline/Full/Settings.h"
#include "Offline/Lattice/Settings.h"
#include "Offline/Tets/Settings.h"

namespace sinew::poses {

enum class SolverKind : std::uint8_t { OnTets, OnLattice };

// All settings that a full solver depends on.
struct FullSettings {
    SolverKind solver = SolverKind::OnTets;
    tets::VolumeSettings volume;  // its parts and bones apply to a lattice too
    lattice::CellSettings cells;
    lattice::SolverSettings lattice;
    Flesh flesh;
    StiffnessRegions regions;
    PoseSettings pose;
    TissueSettings tissue = {};
};

// Settings of poses from joint space.
struct SampleSettings {
    double spread = 0.8;  // fraction of the limits that is used, 0 to 1
    // If all joints were at independent extremes, the body would be knotted. In each sample only about this
    // fraction of the limbs, at least one, uses the whole spread; the others stay within `calm` of it.
    double active = 0.4;
    double calm = 0.2;
    std::uint64_t seed = 1;

    bool operator==(const SampleSettings&) const = default;
};

struct PoseChoiceSettings {
    std::uint32_t count = 100;       // number of training poses, including the bind pose
    double sampled = 0.5;            // fraction from joint space; the rest is from clips and motions
    std::uint32_t heldOut = 20;      // number of poses that are not used for training
    double heldOutSampled = 0.3;     // fraction of held-out poses from joint space
    double framesPerSecond = 10;     // sampling rate of clips and motions
    std::uint32_t maxFrames = 2000;  // limit on the frames of all clips; more are sampled less densely
    double samplesPerPose = 3;       // candidates from joint space per pose that is needed
    double minDistance = 0.02;       // radians in the metric; nearer poses count as equal
    double maxOverlap = 0.5;  // samples with a larger penetration of limbs (LimbOverlap.h) are rejected
    SampleSettings samples;

    bool operator==(const PoseChoiceSettings&) const = default;
};

}  // namespace sinew::poses
