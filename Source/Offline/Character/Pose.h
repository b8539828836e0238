// Poses of a skeleton, and what a clip says at a time.
#pragma once

#include <span>
#include <vector>

#include "Offline/Character/Character.h"

namespace sinew {

// One local transform per joint.
using Pose = std::vector<Transformd>;

Pose restPose(const Skeleton& skeleton);

// The pose that the skin was bound in, from the inverse bind matrices: its joint frames are bindFrames(),
// but for shear.
Pose bindPose(const Skeleton& skeleton);

// `time` is clamped to the clip; joints and channels without keys keep the rest pose.
Pose samplePose(const Skeleton& skeleton, const Clip& clip, double time);

// Joint frame → character space, parents applied.
std::vector<Affined> jointFrames(const Skeleton& skeleton, const Pose& pose);

// Joint frame → character space as bound: the inverses of the inverse bind matrices.
std::vector<Affined> bindFrames(const Skeleton& skeleton);

// Joint frames on the way from one pose to another, t from 0 to 1: every joint turns, moves and stretches
// within its parent's frame, so that bones stay joined.
std::vector<Affined> framesBetween(const Skeleton& skeleton, std::span<const Affined> from,
                                   std::span<const Affined> to, double t);

// Bind pose → posed, per joint: what skinning blends.
std::vector<Affined> skinMatrices(const Skeleton& skeleton, std::span<const Affined> jointFrames);
std::vector<Affined> skinMatrices(const Skeleton& skeleton, const Pose& pose);

}  // namespace sinew
