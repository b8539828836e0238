#include "Offline/Character/Pose.h"

#include <algorithm>
#include <cmath>

#include "Base/Check.h"
#include "Math/NearestRotation.h"

namespace sinew {

namespace {

Vec3d blend(Vec3d a, Vec3d b, double t) {
    return lerp(a, b, t);
}

Quatd blend(Quatd a, Quatd b, double t) {
    return slerp(a, b, t);
}

// The rotation by the shortest way, what is left of the linear part straight.
Affined blend(const Affined& a, const Affined& b, double t) {
    const Quatd ra = nearestRotation(a.linear), rb = nearestRotation(b.linear);
    const Mat3d sa = transpose(toMatrix(ra)) * a.linear, sb = transpose(toMatrix(rb)) * b.linear;
    return {toMatrix(slerp(ra, rb, t)) * (sa * (1 - t) + sb * t), lerp(a.translation, b.translation, t)};
}

Vec3d hermite(Vec3d p0, Vec3d m0, Vec3d p1, Vec3d m1, double t) {
    const double t2 = t * t, t3 = t2 * t;
    return p0 * (2 * t3 - 3 * t2 + 1) + m0 * (t3 - 2 * t2 + t) + p1 * (3 * t2 - 2 * t3) + m1 * (t3 - t2);
}

Quatd hermite(Quatd p0, Quatd m0, Quatd p1, Quatd m1, double t) {
    const Vec3d v =
        hermite(Vec3d{p0.x, p0.y, p0.z}, {m0.x, m0.y, m0.z}, {p1.x, p1.y, p1.z}, {m1.x, m1.y, m1.z}, t);
    const Vec3d w = hermite(Vec3d{p0.w, 0, 0}, {m0.w, 0, 0}, {p1.w, 0, 0}, {m1.w, 0, 0}, t);
    return normalized(Quatd{v.x, v.y, v.z, w.x});
}

template <class V>
V scaledTangent(V v, double s);

template <>
Vec3d scaledTangent(Vec3d v, double s) {
    return v * s;
}

template <>
Quatd scaledTangent(Quatd q, double s) {
    return {q.x * s, q.y * s, q.z * s, q.w * s};
}

template <class V>
V sampleTrack(const Track<V>& track, double time, V rest) {
    if (track.times.empty()) return rest;
    const bool cubic = track.interpolation == Interpolation::CubicSpline;
    const std::size_t stride = cubic ? 3 : 1, middle = cubic ? 1 : 0;
    SINEW_CHECK(track.values.size() == track.times.size() * stride);
    const auto after = std::upper_bound(track.times.begin(), track.times.end(), time);
    if (after == track.times.begin()) return track.values[middle];
    const std::size_t k = static_cast<std::size_t>(after - track.times.begin()) - 1;
    const V& here = track.values[k * stride + middle];
    if (after == track.times.end() || track.interpolation == Interpolation::Step) return here;
    const double span = track.times[k + 1] - track.times[k];
    const double t = (time - track.times[k]) / span;
    const V& next = track.values[(k + 1) * stride + middle];
    if (!cubic) return blend(here, next, t);
    return hermite(here, scaledTangent(track.values[k * 3 + 2], span), next,
                   scaledTangent(track.values[k * 3 + 3], span), t);
}

}  // namespace

Pose restPose(const Skeleton& skeleton) {
    Pose pose;
    pose.reserve(skeleton.joints.size());
    for (const Joint& joint : skeleton.joints) pose.push_back(joint.rest);
    return pose;
}

Pose bindPose(const Skeleton& skeleton) {
    const std::vector<Affined> frames = bindFrames(skeleton);
    Pose pose;
    pose.reserve(frames.size());
    for (std::size_t j = 0; j < frames.size(); ++j) {
        const std::int32_t parent = skeleton.joints[j].parent;
        const Affined toParent =
            parent < 0 ? Affined{} : skeleton.inverseBind[static_cast<std::size_t>(parent)];
        pose.push_back(toTransform(toParent * frames[j]));
    }
    return pose;
}

Pose samplePose(const Skeleton& skeleton, const Clip& clip, double time) {
    SINEW_CHECK(clip.joints.size() == skeleton.joints.size());
    Pose pose = restPose(skeleton);
    for (std::size_t j = 0; j < pose.size(); ++j) {
        const JointTracks& tracks = clip.joints[j];
        pose[j].translation = sampleTrack(tracks.translation, time, pose[j].translation);
        pose[j].rotation = sampleTrack(tracks.rotation, time, pose[j].rotation);
        pose[j].scale = sampleTrack(tracks.scale, time, pose[j].scale);
    }
    return pose;
}

bool isLoop(const Skeleton& skeleton, const Clip& clip) {
    constexpr double kSame = 1e-3;  // of the linear parts, and metres
    if (!(clip.duration > 0)) return false;
    const std::vector<Affined> start = jointFrames(skeleton, samplePose(skeleton, clip, 0)),
                               end = jointFrames(skeleton, samplePose(skeleton, clip, clip.duration));
    for (std::size_t j = 0; j < start.size(); ++j) {
        if (squaredNorm(end[j].linear - start[j].linear) > kSame * kSame) return false;
        if (length(end[j].translation - start[j].translation) > kSame) return false;
    }
    return true;
}

std::vector<Affined> jointFrames(const Skeleton& skeleton, const Pose& pose) {
    SINEW_CHECK(pose.size() == skeleton.joints.size());
    std::vector<Affined> frames(pose.size());
    for (std::size_t j = 0; j < pose.size(); ++j) {
        const std::int32_t parent = skeleton.joints[j].parent;
        const Affined local = toAffine(pose[j]);
        frames[j] = parent < 0 ? local : frames[static_cast<std::size_t>(parent)] * local;
    }
    return frames;
}

std::vector<Affined> bindFrames(const Skeleton& skeleton) {
    std::vector<Affined> frames;
    frames.reserve(skeleton.inverseBind.size());
    for (const Affined& toJoint : skeleton.inverseBind) frames.push_back(inverse(toJoint));
    return frames;
}

std::vector<Affined> framesBetween(const Skeleton& skeleton, std::span<const Affined> from,
                                   std::span<const Affined> to, double t) {
    std::vector<Affined> frames(from.size());
    for (std::size_t j = 0; j < frames.size(); ++j) {
        const std::int32_t parent = skeleton.joints[j].parent;
        if (parent < 0) {
            frames[j] = blend(from[j], to[j], t);
        } else {
            const auto p = static_cast<std::size_t>(parent);
            frames[j] = frames[p] * blend(inverse(from[p]) * from[j], inverse(to[p]) * to[j], t);
        }
    }
    return frames;
}

std::vector<Affined> skinMatrices(const Skeleton& skeleton, std::span<const Affined> jointFrames) {
    SINEW_CHECK(jointFrames.size() == skeleton.inverseBind.size());
    std::vector<Affined> matrices(jointFrames.begin(), jointFrames.end());
    for (std::size_t j = 0; j < matrices.size(); ++j) matrices[j] = matrices[j] * skeleton.inverseBind[j];
    return matrices;
}

std::vector<Affined> skinMatrices(const Skeleton& skeleton, const Pose& pose) {
    return skinMatrices(skeleton, jointFrames(skeleton, pose));
}

}  // namespace sinew
