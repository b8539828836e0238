// Figures about the training of a reduced model and its error.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "Math/Vec3.h"

namespace sinew::reduction {

struct BasisReport {
    std::uint32_t rank = 0, fromPoses = 0;
    double captured = 1;    // fraction of the shapes of the training poses that the basis represents, by mass
    double vibrations = 1;  // the same for the vibrations
};

struct CubatureReport {
    double trainingError = 0, heldOutError = 0;  // relative errors of forces
    double softest = 1;         // smallest stiffness of a vibration of the domain, relative to the full sum
    double stiffnessError = 0;  // relative error of the stiffness matrix in some held-out poses
    std::uint32_t elements = 0;
};

// Errors of the skin in one pose, in metres.
struct ShapeError {
    double rms = 0, percentile95 = 0, max = 0;
};

struct PoseError {
    std::string name;
    bool converged = false;
    ShapeError skinning;                                    // linear blend skinning
    ShapeError projection;                                  // best approximation with the bases
    ShapeError reduced;                                     // result of the reduced solver
    double seamGap = 0;                                     // m
    std::vector<double> skinningOfDomain, reducedOfDomain;  // m, root mean square over the skin of the domain
};

// Errors over all poses and skin vertices: in metres, and as a fraction of the radius of the limb.
struct SkinError {
    double mean = 0, percentile95 = 0;
    double meanOfLimb = 0, percentile95OfLimb = 0;
};

struct Judgement {
    std::vector<PoseError> poses;
    std::vector<double> limbRadii;  // m, per domain: mean distance of its skin from bones
    SkinError skinning, reduced;

    // The pose and domain with the largest error relative to the radius.
    std::uint32_t worstPose = 0, worstDomain = 0;
    struct Skins {
        std::vector<Vec3d> skinning, reduced, full;
    } worst;  // figures of that pose
};

// √(Σ reduced² / Σ skinning²) over poses, or the same for another error instead of `reduced`.
double relativeError(std::span<const PoseError> errors, ShapeError PoseError::*of);

}  // namespace sinew::reduction
