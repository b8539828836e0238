// Poses of a skeleton, and sampling of clips.
#pragma once

#include <span>
#include <vector>

#include "Offline/Character/Character.h"

namespace sinew {

// One local transform per joint.
using Pose = std::vector<Transformd>;

Pose restPose(const Skeleton& skeleton);

// The bind pose, from the inverse bind matrices. Its joint frames are bindFrames(), except for shear.
Pose bindPose(const Skeleton& skeleton);

// `time` is clamped to the clip; joints and channels without keys keep the rest pose.
Pose samplePose(const Skeleton& skeleton, const Clip& clip, double time);

// Whether a clip ends in the pose in which it starts, so that it can be repeated.
bool isLoop(const Skeleton& skeleton, const Clip& clip);

// Joint frame → character space, parents applied.
std::vector<Affined> jointFrames(const Skeleton& skeleton, const Pose& pose);

// Joint frame → character space in the bind pose: the inverses of the inverse bind matrices.
std::vector<Affined> bindFrames(const Skeleton& skeleton);

// Joint frames between two poses, t from 0 to 1. Every joint rotates, moves and scales in the frame of its
// parent, so that bones stay connected.
std::vector<Affined> framesBetween(const Skeleton& skeleton, std::span<const Affined> from,
                                   std::span<const Affined> to, double t);

// Bind pose → posed, per joint: the matrices of linear blend skinning.
std::vector<Affined> skinMatrices(const Skeleton& skeleton, std::span<const Affined> jointFrames);
std::vector<Affined> skinMatrices(const Skeleton& skeleton, const Pose& pose);

}  // namespace sinew
