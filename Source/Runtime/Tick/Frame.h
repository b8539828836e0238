// Rigid poses of the domains and their motion.
#pragma once

#include "Asset/View.h"
#include "Math/Affine.h"

namespace sinew {

// x = rotation (p + U q) + translation.
struct Frame {
    Quatd rotation;
    Vec3d translation;
};

// The composition: `inner` is applied first.
inline Frame operator*(const Frame& outer, const Frame& inner) {
    return {outer.rotation * inner.rotation, rotate(outer.rotation, inner.translation) + outer.translation};
}

// Interpolates from a (t = 0) to b (t = 1). Both ends are reproduced exactly.
Frame between(const Frame& a, const Frame& b, double t) noexcept;

// The pose of a joint in character space, as engines store it: scale first, then rotation, then translation.
struct JointPose {
    Quatf rotation;
    Vec3f translation;
    Vec3f scale{1, 1, 1};
};

Affined toAffine(const JointPose& pose) noexcept;

struct PosedFrames {
    float scale = 1;  // common scale of all domains
    std::uint32_t scaledJoint =
        ~0u;  // first joint whose scale differs from the common one and is ignored; ~0u if none
};

// Returns false and writes nothing if a number is not finite or out of range, or a bone has a scale of 0. The
// frames are in unscaled character space.
bool framesOf(const AssetView& view, std::span<const JointPose> bones, std::span<Frame> frames,
              PosedFrames& posed) noexcept;

// The motion of a domain in the world, by backward differences over steps of equal length. Newmark's formulas
// would make prescribed motion oscillate without bound.
struct FrameMotion {
    Frame at;
    Vec3d velocity, acceleration;  // of the frame's origin, in the world
    Vec3d spin, spinRate;          // angular velocity and acceleration in the axes of the frame
    bool known = false;  // whether the velocity is known; until then a difference would act as an impulse
};

struct MotionLimits {
    double acceleration = 150, spin = 40, spinRate = 2000;  // m/s², rad/s, rad/s²
};

void advance(FrameMotion& motion, const Frame& to, double seconds, const MotionLimits& limits = {}) noexcept;

}  // namespace sinew
