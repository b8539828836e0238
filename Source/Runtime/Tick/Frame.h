// Where domains are, and how they got there.
#pragma once

#include "Asset/View.h"
#include "Math/Affine.h"

namespace sinew {

// x = rotation (p + U q) + translation.
struct Frame {
    Quatd rotation;
    Vec3d translation;
};

// `outer` after `inner`.
inline Frame operator*(const Frame& outer, const Frame& inner) {
    return {outer.rotation * inner.rotation, rotate(outer.rotation, inner.translation) + outer.translation};
}

// t from 0 (a) to 1 (b), both of which come out as they are.
Frame between(const Frame& a, const Frame& b, double t) noexcept;

// A joint as engines have it: scale first, then rotation, then translation, into the character's space.
struct JointPose {
    Quatf rotation;
    Vec3f translation;
    Vec3f scale{1, 1, 1};
};

Affined toAffine(const JointPose& pose) noexcept;

struct PosedFrames {
    float scale = 1;                  // that all domains share
    std::uint32_t scaledJoint = ~0u;  // the first whose own scale differs from it and is left out
};

// False, and nothing written, where a number is not finite or out of all range, or a bone has no size. Frames
// are in the character's unscaled space.
bool framesOf(const AssetView& view, std::span<const JointPose> bones, std::span<Frame> frames,
              PosedFrames& posed) noexcept;

// A domain's motion in the world, by backward differences over steps of equal length: Newmark's own formulas
// would make prescribed motion oscillate without bound.
struct FrameMotion {
    Frame at;
    Vec3d velocity, acceleration;  // of the frame's origin, in the world
    Vec3d spin, spinRate;          // in the body's own axes
    bool known = false;            // its velocity: before, a difference would be a blow
};

struct MotionLimits {
    double acceleration = 150, spin = 40, spinRate = 2000;  // m/s², rad/s, rad/s²
};

void advance(FrameMotion& motion, const Frame& to, double seconds, const MotionLimits& limits = {}) noexcept;

}  // namespace sinew
