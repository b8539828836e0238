// What training a reduced model, and judging it, tells in figures.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "Math/Vec3.h"

namespace sinew::reduction {

struct BasisReport {
    std::uint32_t rank = 0, fromPoses = 0;
    double captured = 1;    // of the training poses' shapes, by mass
    double vibrations = 1;  // the same of the vibrations given
};

struct CubatureReport {
    double trainingError = 0, heldOutError = 0;  // of forces
    double softest = 1;         // the least stiffness left of any of the domain's own vibrations
    double stiffnessError = 0;  // of the stiffness matrix, in some held-out poses
    std::uint32_t tets = 0;
};

// Of the skin of one pose, metres.
struct ShapeError {
    double rms = 0, percentile95 = 0, most = 0;
};

struct PoseError {
    std::string name;
    bool converged = false;
    ShapeError skinning;                                    // linear blend skinning
    ShapeError projection;                                  // what the bases could show at best
    ShapeError reduced;                                     // what the reduced solver finds
    double seamGap = 0;                                     // m
    std::vector<double> skinningOfDomain, reducedOfDomain;  // RMS over its skin, m
};

// Over all poses and skin vertices: metres, and parts of the radius of the limb that they are on.
struct SkinError {
    double mean = 0, percentile95 = 0;
    double meanOfLimb = 0, percentile95OfLimb = 0;
};

struct Judgement {
    std::vector<PoseError> poses;
    std::vector<double> limbRadii;  // of domains, m: how far its skin is from bones, on average
    SkinError skinning, reduced;

    // Where a domain's error is the largest part of its radius.
    std::uint32_t worstPose = 0, worstDomain = 0;
    struct Skins {
        std::vector<Vec3d> skinning, reduced, full;
    } worst;  // of that pose
};

// √(Σ reduced² / Σ skinning²) over poses, and the like.
double relativeError(std::span<const PoseError> errors, ShapeError PoseError::*of);

}  // namespace sinew::reduction
