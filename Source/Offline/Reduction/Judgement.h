// How far a reduced model is from the full solution, on poses that it has not seen.
#pragma once

#include "Offline/Reduction/Training.h"

namespace sinew::reduction {

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

// `learnt`: what the model was made of; the reduced solver goes the same way from there to `unseen` poses.
Judgement judge(const TrainingBody& on, const ReducedModel& model, std::span<const SolvedPose> learnt,
                std::span<const SolvedPose> unseen, const Jobs& jobs, const ProgressCallback& progress = {});

// √(Σ reduced² / Σ skinning²) over poses, and the like.
double relativeError(std::span<const PoseError> errors, ShapeError PoseError::*of);

}  // namespace sinew::reduction
