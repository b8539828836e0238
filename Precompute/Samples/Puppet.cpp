#include "Samples/Puppet.h"

#include <algorithm>
#include <cmath>

#include "Offline/Geometry/Trigonometry.h"

namespace sinew {

namespace {

constexpr double kRate = 30;

Quatd about(Vec3d axis, double angleInDegrees) {
    const double half = degrees(angleInDegrees) / 2, s = sine(half);
    return {axis.x * s, axis.y * s, axis.z * s, cosine(half)};
}

// Orthonormal from a direction and a hinge across it.
Mat3d hingeFrame(Vec3d direction, Vec3d hinge) {
    const Vec3d d = normalized(direction), h = normalized(hinge - d * dot(d, hinge));
    return {{h, d, cross(h, d)}};
}

Quatd turnBetween(const Mat3d& from, const Mat3d& to) {
    return toQuat(to * transpose(from));
}

bool same(Vec3d a, Vec3d b) {
    return length(a - b) < 1e-9;
}

bool same(Quatd a, Quatd b) {
    return 1 - std::abs(dot(a, b)) < 1e-14;
}

template <class Value>
Track<Value> trackOf(const std::vector<Value>& values, Value rest) {
    Track<Value> track;
    if (std::all_of(values.begin(), values.end(), [&](const Value& v) { return same(v, rest); }))
        return track;
    for (std::size_t k = 0; k < values.size(); ++k) track.times.push_back(static_cast<double>(k) / kRate);
    track.values = values;
    return track;
}

}  // namespace

Quatd turn(double x, double y, double z) {
    return about({0, 0, 1}, z) * about({0, 1, 0}, y) * about({1, 0, 0}, x);
}

Quatd acrossBody(Quatd q) {
    return {q.x, -q.y, -q.z, q.w};
}

Puppet::Puppet(const Skeleton& skeleton)
    : skeleton_(skeleton), rest_(jointFrames(skeleton, restPose(skeleton))), bend_(skeleton.joints.size()) {}

Quatd Puppet::turnOf(std::uint32_t joint) const {
    Quatd q = bend_[joint];
    for (std::int32_t p = skeleton_.joints[joint].parent; p >= 0;
         p = skeleton_.joints[static_cast<std::size_t>(p)].parent) {
        q = bend_[static_cast<std::size_t>(p)] * q;
    }
    return normalized(q);
}

Vec3d Puppet::position(std::uint32_t joint) const {
    const std::int32_t parent = skeleton_.joints[joint].parent;
    if (parent < 0) return restPosition(joint) + offset_;
    const auto p = static_cast<std::uint32_t>(parent);
    return position(p) + rotate(turnOf(p), restPosition(joint) - restPosition(p));
}

void Puppet::setLeg(const LegJoints& leg, Vec3d target, Quatd foot, Vec3d pole) {
    const Vec3d hip = restPosition(leg.thigh), knee = restPosition(leg.shin), ankle = restPosition(leg.foot);
    const double upper = length(knee - hip), lower = length(ankle - knee);
    const Vec3d from = position(leg.thigh);
    const double reach = std::min(length(target - from), 0.9995 * (upper + lower));
    const Vec3d d = normalized(target - from), hinge = normalized(cross(pole, d));
    const double along = (upper * upper - lower * lower + reach * reach) / (2 * reach);
    const double out = std::sqrt(std::max(upper * upper - along * along, 0.0));
    const Vec3d bent = from + d * along + cross(d, hinge) * out, end = from + d * reach;
    const Vec3d restHinge = cross(knee - hip, ankle - knee);
    const Quatd thigh = turnBetween(hingeFrame(knee - hip, restHinge), hingeFrame(bent - from, hinge));
    const Quatd shin = turnBetween(hingeFrame(ankle - knee, restHinge), hingeFrame(end - bent, hinge));
    const auto parent = static_cast<std::uint32_t>(skeleton_.joints[leg.thigh].parent);
    bend_[leg.thigh] = conjugate(turnOf(parent)) * thigh;
    bend_[leg.shin] = conjugate(thigh) * shin;
    bend_[leg.foot] = conjugate(shin) * foot;
}

Pose Puppet::pose() const {
    Pose pose = restPose(skeleton_);
    for (std::size_t j = 0; j < pose.size(); ++j) {
        const std::int32_t parent = skeleton_.joints[j].parent;
        const Quatd own = toQuat(rest_[j].linear);
        const Quatd above = parent < 0 ? Quatd{} : toQuat(rest_[static_cast<std::size_t>(parent)].linear);
        pose[j].rotation = normalized(conjugate(above) * bend_[j] * own);
        if (parent < 0) pose[j].translation += offset_;
    }
    return pose;
}

Clip clipOf(const Skeleton& skeleton, const std::string& name, const std::vector<Pose>& poses) {
    Clip clip{name, static_cast<double>(poses.size() - 1) / kRate, {}};
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
        std::vector<Vec3d> translations;
        std::vector<Quatd> rotations;
        for (const Pose& pose : poses) {
            translations.push_back(pose[j].translation);
            Quatd q = pose[j].rotation;
            // Neighbouring keys in the same hemisphere, for players that blend the numbers.
            if (!rotations.empty() && dot(rotations.back(), q) < 0) q = -q;
            rotations.push_back(q);
        }
        const Transformd& rest = skeleton.joints[j].rest;
        clip.joints.push_back(
            {trackOf(translations, rest.translation), trackOf(rotations, rest.rotation), {}});
    }
    return clip;
}

}  // namespace sinew
