#include "Runtime/Tick/Frame.h"

#include "Math/NearestRotation.h"

namespace sinew {

namespace {

constexpr double kOwnScale = 1e-3;  // by which a joint's scale may differ from all others'
constexpr float kFarthest = 1e6f;   // metres from the character's origin, and the largest scale
constexpr double kNewest = 0.5;     // share of the newest difference in an acceleration

// False for what is not a number, too.
bool isWithin(Vec3f v, float limit) {
    return std::abs(v.x) < limit && std::abs(v.y) < limit && std::abs(v.z) < limit;
}

bool isUsable(const JointPose& bone) {
    const float turned = dot(bone.rotation, bone.rotation);
    return isWithin(bone.translation, kFarthest) && isWithin(bone.scale, kFarthest) && turned > 0 &&
           std::isfinite(turned);
}

Affined skinMatrix(const JointPose& bone, const AssetJoint& joint) {
    return toAffine(bone) * convert<double>(joint.inverseBind);
}

Vec3d limited(Vec3d v, double limit) {
    const double size = length(v);
    return size > limit ? v * (limit / size) : v;
}

}  // namespace

Affined toAffine(const JointPose& pose) noexcept {
    const Quatf& q = pose.rotation;
    const Quatd r = normalized(Quatd{static_cast<double>(q.x), static_cast<double>(q.y),
                                     static_cast<double>(q.z), static_cast<double>(q.w)});
    return toAffine(Transformd{convert<double>(pose.translation), r, convert<double>(pose.scale)});
}

Frame between(const Frame& a, const Frame& b, double t) noexcept {
    if (t <= 0) return a;
    if (t >= 1) return b;
    return {slerp(a.rotation, b.rotation, t), a.translation * (1 - t) + b.translation * t};
}

bool framesOf(const AssetView& view, std::span<const JointPose> bones, std::span<Frame> frames,
              PosedFrames& posed) noexcept {
    for (const JointPose& bone : bones) {
        if (!isUsable(bone)) return false;
    }
    for (const AssetDomain& d : view.domains) {
        const double size = std::abs(determinant(skinMatrix(bones[d.joint], view.joints[d.joint]).linear));
        if (!(size > 1e-18) || !(size < 1e18)) return false;
    }
    posed = {};
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const AssetDomain& d = view.domains[i];
        const Affined m = skinMatrix(bones[d.joint], view.joints[d.joint]);
        const double scale = std::cbrt(std::abs(determinant(m.linear)));
        if (i == 0) posed.scale = static_cast<float>(scale);
        const double common = static_cast<double>(posed.scale);
        if (std::abs(scale - common) > kOwnScale * common && posed.scaledJoint == ~0u)
            posed.scaledJoint = d.joint;
        frames[i] = {motionRotation(m.linear), transformPoint(m, convert<double>(d.centre)) / common};
    }
    return true;
}

void advance(FrameMotion& motion, const Frame& to, double seconds, const MotionLimits& limits) noexcept {
    const Vec3d velocity = (to.translation - motion.at.translation) / seconds;
    const Vec3d spin = limited(logMap(conjugate(motion.at.rotation) * to.rotation) / seconds, limits.spin);
    if (motion.known) {
        const Vec3d newest = limited((velocity - motion.velocity) / seconds, limits.acceleration);
        const Vec3d newestSpin = limited((spin - motion.spin) / seconds, limits.spinRate);
        motion.acceleration += (newest - motion.acceleration) * kNewest;
        motion.spinRate += (newestSpin - motion.spinRate) * kNewest;
    }
    motion.velocity = velocity;
    motion.spin = spin;
    motion.known = true;
    motion.at = to;
}

}  // namespace sinew
