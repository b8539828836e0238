#include "Offline/Character/Motion/Alignment.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sinew::motion {

namespace {

constexpr double kDegrees = 180 / 3.14159265358979323846;

double figureSize(const WorldPose& pose) {
    Vec3d low = pose.places[0], high = low;
    for (const Vec3d& p : pose.places) {
        low = min(low, p);
        high = max(high, p);
    }
    return length(high - low);
}

// Per target joint, the source joint and role that drive it.
struct Drivers {
    std::vector<std::int32_t> source;
    std::vector<Role> role;
};

Drivers driversOf(const JointMatch& match, std::size_t joints) {
    Drivers drivers{std::vector<std::int32_t>(joints, kNone), std::vector<Role>(joints, Role::None)};
    for (const JointGroup& group : match.groups) {
        for (std::size_t k = 0; k < group.target.size(); ++k) {
            const std::size_t last = group.source.size() - 1;
            const std::size_t s = group.target.size() > 1
                                      ? (k * last + group.target.size() / 2) / (group.target.size() - 1)
                                      : last;
            drivers.source[group.target[k]] = static_cast<std::int32_t>(group.source[std::min(s, last)]);
            const bool twistOnly = group.role == Role::Hand && k + 1 < group.target.size();
            drivers.role[group.target[k]] = twistOnly ? Role::Helper : group.role;
        }
    }
    return drivers;
}

std::int32_t drivenAncestor(const Skeleton& skeleton, const Drivers& drivers, std::size_t j) {
    std::int32_t up = skeleton.joints[j].parent;
    while (up != kNone && drivers.source[static_cast<std::size_t>(up)] == kNone) {
        up = skeleton.joints[static_cast<std::size_t>(up)].parent;
    }
    return up;
}

// The driven joint at the far end of j's bone: the next one of its limb, or the only one there is.
std::int32_t farEnd(const Skeleton& skeleton, const Drivers& drivers, std::size_t j) {
    std::int32_t only = kNone, next = kNone;
    std::size_t count = 0;
    for (std::size_t below = j + 1; below < skeleton.joints.size(); ++below) {
        if (drivers.source[below] == kNone) continue;
        if (drivenAncestor(skeleton, drivers, below) != static_cast<std::int32_t>(j)) continue;
        only = static_cast<std::int32_t>(below);
        ++count;
        const bool nextOfLimb =
            static_cast<int>(drivers.role[below]) == static_cast<int>(drivers.role[j]) + 1;
        if (nextOfLimb && next == kNone) next = only;
    }
    if (next != kNone) return next;
    return count == 1 ? only : kNone;
}

struct BonePair {
    Vec3d source, target;  // unit vectors along the same bone of both figures; zero where there is none
};

class Aligner {
  public:
    Aligner(const Skeleton& skeleton, const Drivers& drivers, Alignment& alignment)
        : skeleton_(skeleton), drivers_(drivers), alignment_(alignment) {}

    void run() {
        up_ = rotate(alignment_.facing, Vec3d{0, 1, 0});
        turns_.assign(skeleton_.joints.size(), Quatd{});
        for (std::size_t j = 0; j < turns_.size(); ++j) {
            if (drivers_.source[j] != kNone) turns_[j] = turnOf(j);
            alignment_.aligned[j] = turns_[j] * alignment_.facing * alignment_.target.rotations[j];
        }
    }

    double maxTurn() const {
        double largest = 0;
        for (const Quatd& turn : turns_) largest = std::max(largest, length(logMap(turn)));
        return largest;
    }

  private:
    // Limbs are laid along the motion's limbs. Spine, head and collar bones keep the shape their modeller
    // gave them, hands follow their arm, and feet only turn about the vertical, so that soles stay flat.
    Quatd turnOf(std::size_t j) const {
        switch (drivers_.role[j]) {
            case Role::Hips:
            case Role::Root:
            case Role::Spine:
            case Role::Neck:
            case Role::Head:
            case Role::Clavicle:
                return {};
            case Role::Foot:
                return headingTurn(j);
            case Role::Helper:
            case Role::Hand:
            case Role::Finger:
            case Role::Toe:
                return inherited(j);
            default:
                return limbTurn(j);
        }
    }

    Quatd inherited(std::size_t j) const {
        const std::int32_t above = drivenAncestor(skeleton_, drivers_, j);
        return above == kNone ? Quatd{} : turns_[static_cast<std::size_t>(above)];
    }

    BonePair bone(std::size_t j) const {
        const std::int32_t far = farEnd(skeleton_, drivers_, j);
        if (far == kNone) return {};
        const auto end = static_cast<std::size_t>(far);
        const std::vector<Vec3d>& from = alignment_.source.places;
        const Vec3d source = from[static_cast<std::size_t>(drivers_.source[end])] -
                             from[static_cast<std::size_t>(drivers_.source[j])];
        const Vec3d target =
            rotate(alignment_.facing, alignment_.target.places[end] - alignment_.target.places[j]);
        return {normalized(source), normalized(target)};
    }

    Quatd limbTurn(std::size_t j) const {
        const Quatd before = inherited(j);
        const BonePair pair = bone(j);
        if (length(pair.source) == 0 || length(pair.target) == 0) return before;
        return rotationBetween(rotate(before, pair.target), pair.source) * before;
    }

    Quatd headingTurn(std::size_t j) const {
        const BonePair pair = bone(j);
        const Vec3d source = pair.source - up_ * dot(up_, pair.source);
        const Vec3d target = pair.target - up_ * dot(up_, pair.target);
        // A foot that points straight down has no heading.
        if (length(source) < 0.3 || length(target) < 0.3) return {};
        return fromAxisAngle(up_, std::atan2(dot(up_, cross(target, source)), dot(target, source)));
    }

    const Skeleton& skeleton_;
    const Drivers& drivers_;
    Alignment& alignment_;
    Vec3d up_;
    std::vector<Quatd> turns_;
};

std::vector<Quatd> axisAlignedRotations() {
    std::vector<Quatd> rotations;
    for (int a = 0; a < 6; ++a) {
        for (int b = 0; b < 6; ++b) {
            if (a % 3 == b % 3) continue;
            Vec3d x, y;
            x[a % 3] = a < 3 ? 1 : -1;
            y[b % 3] = b < 3 ? 1 : -1;
            rotations.push_back(toQuat(Mat3d{{x, y, cross(x, y)}}));
        }
    }
    return rotations;
}

// Of the 24 turns that map axes to axes, the one that lays the driven joints best over those that drive them.
// The first is the identity, which therefore wins where nothing tells.
Quatd bestFacing(const Drivers& drivers, const WorldPose& source, const WorldPose& target) {
    Vec3d sourceCentre, targetCentre;
    double count = 0;
    for (std::size_t j = 0; j < drivers.source.size(); ++j) {
        if (drivers.source[j] == kNone) continue;
        sourceCentre += source.places[static_cast<std::size_t>(drivers.source[j])];
        targetCentre += target.places[j];
        ++count;
    }
    Mat3d overlap = Mat3d::diagonal({0, 0, 0});  // Σ target ⊗ source
    for (std::size_t j = 0; j < drivers.source.size(); ++j) {
        if (drivers.source[j] == kNone) continue;
        const Vec3d s = source.places[static_cast<std::size_t>(drivers.source[j])] - sourceCentre / count;
        const Vec3d t = target.places[j] - targetCentre / count;
        for (int c = 0; c < 3; ++c) overlap.column[c] += s * t[c];
    }
    Quatd best;
    double bestScore = trace(overlap) + 1e-9 * std::sqrt(squaredNorm(overlap));
    for (const Quatd& turn : axisAlignedRotations()) {
        const double score = trace(transpose(toMatrix(turn)) * overlap);
        if (score <= bestScore) continue;
        bestScore = score;
        best = turn;
    }
    return best;
}

double boneLength(const WorldPose& pose, std::size_t a, std::size_t b) {
    return length(pose.places[a] - pose.places[b]);
}

// Leg bones where there are any, else all driven bones.
double lengthRatio(const Skeleton& skeleton, const Drivers& drivers, const WorldPose& source,
                   const WorldPose& target) {
    double legs[2] = {0, 0}, all[2] = {0, 0};
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
        if (drivers.source[j] == kNone) continue;
        const std::int32_t above = drivenAncestor(skeleton, drivers, j);
        if (above == kNone) continue;
        const auto a = static_cast<std::size_t>(above);
        const double s = boneLength(source, static_cast<std::size_t>(drivers.source[j]),
                                    static_cast<std::size_t>(drivers.source[a]));
        const double t = boneLength(target, j, a);
        const bool leg = drivers.role[a] == Role::Thigh || drivers.role[a] == Role::Shin;
        if (leg) legs[0] += s, legs[1] += t;
        all[0] += s, all[1] += t;
    }
    if (legs[0] > 0 && legs[1] > 0) return legs[1] / legs[0];
    return all[0] > 0 && all[1] > 0 ? all[1] / all[0] : 1;
}

bool isLimb(Role role) {
    return role == Role::UpperArm || role == Role::ForeArm || role == Role::Thigh || role == Role::Shin;
}

// The same names and limbs that lie the same way at rest: the rotations were made for this rig, though
// perhaps for a body of other proportions. A T-posed copy of an A-posed rig is not the same. Rigs without
// limbs compare every bone.
bool isSameRig(const Skeleton& skeleton, const Drivers& drivers, const WorldPose& source,
               const WorldPose& target) {
    constexpr double kSameWay = 0.97;  // cosine: 14 degrees
    const double shortest = 0.01 * figureSize(target);
    bool limbs = false, limbsSame = true, allSame = true;
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
        const std::int32_t far = drivers.source[j] == kNone ? kNone : farEnd(skeleton, drivers, j);
        if (far == kNone) continue;
        const auto end = static_cast<std::size_t>(far);
        const Vec3d s = source.places[static_cast<std::size_t>(drivers.source[end])] -
                        source.places[static_cast<std::size_t>(drivers.source[j])];
        const Vec3d t = target.places[end] - target.places[j];
        if (length(t) < shortest) continue;
        const bool same = dot(normalized(s), normalized(t)) > kSameWay;
        allSame = allSame && same;
        limbs = limbs || isLimb(drivers.role[j]);
        limbsSame = limbsSame && (same || !isLimb(drivers.role[j]));
    }
    return limbs ? limbsSame : allSame;
}

}  // namespace

WorldPose worldPose(const Skeleton& skeleton, const Pose& pose) {
    WorldPose world;
    const std::vector<Affined> frames = jointFrames(skeleton, pose);
    for (std::size_t j = 0; j < frames.size(); ++j) {
        const std::int32_t parent = skeleton.joints[j].parent;
        const Quatd above = parent == kNone ? Quatd{} : world.rotations[static_cast<std::size_t>(parent)];
        world.rotations.push_back(normalized(above * pose[j].rotation));
        world.places.push_back(frames[j].translation);
    }
    return world;
}

WorldPose referencePose(const Skeleton& skeleton, std::vector<Finding>& findings) {
    WorldPose rest = worldPose(skeleton, restPose(skeleton));
    if (skeleton.inverseBind.size() != skeleton.joints.size()) return rest;
    WorldPose bind;
    for (const Affined& frame : bindFrames(skeleton)) {
        bind.rotations.push_back(toTransform(frame).rotation);
        bind.places.push_back(frame.translation);
    }
    const double slack = 0.02 * figureSize(rest);
    std::size_t wrong = 0;
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
        if (skeleton.joints[j].parent == kNone) continue;
        const auto above = static_cast<std::size_t>(skeleton.joints[j].parent);
        const double difference = std::abs(boneLength(bind, j, above) - boneLength(rest, j, above));
        wrong += !(difference <= slack + 0.05 * boneLength(rest, j, above));
    }
    if (wrong * 20 <= skeleton.joints.size()) return bind;
    findings.push_back(
        {Severity::Warning, "retarget-bind-differs",
         std::to_string(wrong) +
             " bones do not have the same length in the bind pose and in the rest pose, so the rest pose is "
             "used as the reference pose of the character",
         "Export the character again with a bind pose that matches its joints."});
    return rest;
}

Alignment alignReferences(const Motion& motion, const Skeleton& target, const JointMatch& match,
                          std::vector<Finding>& findings) {
    const Drivers drivers = driversOf(match, target.joints.size());
    Alignment alignment;
    alignment.target = referencePose(target, findings);
    alignment.aligned = alignment.target.rotations;
    const WorldPose rest = worldPose(motion.skeleton, restPose(motion.skeleton));
    alignment.scale = lengthRatio(target, drivers, rest, alignment.target);
    alignment.direct = match.kind == MatchKind::Names && isSameRig(target, drivers, rest, alignment.target);
    if (alignment.direct) {
        alignment.source = rest;
        findings.push_back({Severity::Note, "retarget-same-rig",
                            "the motion was made for this rig, so its rotations are used unchanged", ""});
        return alignment;
    }
    alignment.source = worldPose(motion.skeleton, motion.reference);
    alignment.facing = bestFacing(drivers, alignment.source, alignment.target);
    Aligner aligner(target, drivers, alignment);
    aligner.run();
    findings.push_back({Severity::Note, "retarget-aligned",
                        "the reference pose of the character was aligned with that of the motion; the "
                        "largest rotation of a joint is " +
                            std::to_string(static_cast<int>(std::lround(aligner.maxTurn() * kDegrees))) +
                            " degrees",
                        ""});
    return alignment;
}

}  // namespace sinew::motion
