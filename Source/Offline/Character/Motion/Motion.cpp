#include "Offline/Character/Motion/Motion.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <set>

#include "Offline/Character/JointNames.h"
#include "Offline/Character/Motion/Axes.h"
#include "Offline/Error.h"
#include "Offline/Files.h"

namespace sinew::motion {

namespace {

constexpr double kRadians = 3.14159265358979323846 / 180;

int axisOf(BvhChannel channel) {
    return static_cast<int>(channel) % 3;
}

bool isPosition(BvhChannel channel) {
    return channel <= BvhChannel::Zposition;
}

bool isRotation(BvhChannel channel) {
    return channel >= BvhChannel::Xrotation && channel <= BvhChannel::Zrotation;
}

bool hasRotation(const BvhJoint& joint) {
    return std::any_of(joint.channels.begin(), joint.channels.end(), isRotation);
}

bool hasPosition(const BvhJoint& joint) {
    return std::any_of(joint.channels.begin(), joint.channels.end(), isPosition);
}

// The channel named first turns last: the product stands in the file's order.
Quatd rotationAt(const Bvh& bvh, const BvhJoint& joint, std::size_t frame) {
    Quatd q;
    for (std::size_t c = 0; c < joint.channels.size(); ++c) {
        if (!isRotation(joint.channels[c])) continue;
        Vec3d axis;
        axis[axisOf(joint.channels[c])] = 1;
        // Whole turns are taken off in degrees, where they are exact.
        const double degrees = std::remainder(bvh.value(frame, joint.firstChannel + c), 360.0);
        q = q * fromAxisAngle(axis, degrees * kRadians);
    }
    return normalized(q);
}

Vec3d translationAt(const Bvh& bvh, const BvhJoint& joint, std::size_t frame, PositionChannels kind) {
    Vec3d t = joint.offset;
    for (std::size_t c = 0; c < joint.channels.size(); ++c) {
        if (!isPosition(joint.channels[c])) continue;
        const double value = bvh.value(frame, joint.firstChannel + c);
        double& place = t[axisOf(joint.channels[c])];
        place = kind == PositionChannels::Relative ? place + value : value;
    }
    return t;
}

// Exporters disagree whether position channels contain the OFFSET; joints that hardly move on their parents
// tell.
PositionChannels detectPositions(const Bvh& bvh) {
    double asAbsolute = 0, asRelative = 0;
    for (const BvhJoint& joint : bvh.joints) {
        if (joint.parent < 0 || !hasPosition(joint)) continue;
        for (std::size_t frame = 0; frame < bvh.frames; ++frame) {
            const Vec3d place = translationAt(bvh, joint, frame, PositionChannels::Absolute);
            const Vec3d shift = translationAt(bvh, joint, frame, PositionChannels::Relative) - joint.offset;
            asAbsolute += length(place - joint.offset);
            asRelative += length(shift);
        }
    }
    return asRelative < asAbsolute ? PositionChannels::Relative : PositionChannels::Absolute;
}

double meanTurn(const Bvh& bvh, std::size_t frameA, std::size_t frameB) {
    double sum = 0;
    std::size_t count = 0;
    for (const BvhJoint& joint : bvh.joints) {
        if (!hasRotation(joint)) continue;
        sum += length(logMap(conjugate(rotationAt(bvh, joint, frameA)) * rotationAt(bvh, joint, frameB)));
        ++count;
    }
    return count > 0 ? sum / static_cast<double>(count) : 0;
}

double zeroFraction(const Bvh& bvh, std::size_t frame) {
    std::size_t zeros = 0, count = 0;
    for (const BvhJoint& joint : bvh.joints) {
        for (std::size_t c = 0; c < joint.channels.size(); ++c) {
            if (!isRotation(joint.channels[c])) continue;
            zeros += bvh.value(frame, joint.firstChannel + c) == 0;
            ++count;
        }
    }
    return count > 0 ? static_cast<double>(zeros) / static_cast<double>(count) : 0;
}

// An inserted T-pose is mostly exact zeros and is left in one jump that no later frame repeats.
bool firstFrameIsReference(const Bvh& bvh) {
    if (bvh.frames < 3 || zeroFraction(bvh, 0) < 0.6 || zeroFraction(bvh, 0) <= zeroFraction(bvh, 1))
        return false;
    std::vector<double> steps;
    for (std::size_t frame = 1; frame + 1 < bvh.frames && frame < 100; ++frame) {
        steps.push_back(meanTurn(bvh, frame, frame + 1));
    }
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
    std::nth_element(steps.begin(), middle, steps.end());
    const double jump = meanTurn(bvh, 0, 1);
    return jump > 4 * kRadians && jump > 6 * *middle;
}

bool takesFirstFrame(const Bvh& bvh, ReferencePose wanted, const std::string& name) {
    if (wanted == ReferencePose::Auto) return firstFrameIsReference(bvh);
    if (wanted == ReferencePose::FirstFrame && bvh.frames < 2) {
        throw badInput(name + " has a single frame, which cannot be both the reference pose and the motion",
                       "Use the rest pose of the hierarchy as the reference pose.");
    }
    return wanted == ReferencePose::FirstFrame;
}

Pose poseAt(const Bvh& bvh, std::size_t frame, PositionChannels kind) {
    Pose pose;
    pose.reserve(bvh.joints.size());
    for (const BvhJoint& joint : bvh.joints) {
        pose.push_back({translationAt(bvh, joint, frame, kind), rotationAt(bvh, joint, frame), {1, 1, 1}});
    }
    return pose;
}

// An inserted T-pose lays the limbs straight, but it also bends the neck to please the program it was made
// for, while the recorded zero looks straight ahead.
void levelHead(const Skeleton& skeleton, Pose& reference) {
    const std::vector<JointLabel> labels = labelJoints(skeleton);
    for (std::size_t j = 0; j < labels.size(); ++j) {
        if (labels[j].role == Role::Neck || labels[j].role == Role::Head) reference[j].rotation = {};
    }
}

Skeleton fileSkeleton(const Bvh& bvh) {
    Skeleton skeleton;
    for (const BvhJoint& joint : bvh.joints) {
        skeleton.joints.push_back({joint.name, joint.parent, {joint.offset, {}, {1, 1, 1}}});
    }
    return skeleton;
}

// File axes and units → metres, Y up. Joint frames are turned with the world, so that a joint without
// rotation stays one.
struct Conversion {
    Quatd turn;
    double scale = 1;

    Vec3d point(Vec3d p) const { return rotate(turn, p) * scale; }
    Quatd rotation(Quatd q) const { return turn * q * conjugate(turn); }
    Pose pose(Pose pose) const {
        for (Transformd& t : pose) t = {point(t.translation), rotation(t.rotation), t.scale};
        return pose;
    }
};

Track<Quatd> rotationTrack(const Bvh& bvh, const BvhJoint& joint, std::size_t first,
                           const Conversion& convert) {
    Track<Quatd> track;
    if (!hasRotation(joint)) return track;
    for (std::size_t frame = first; frame < bvh.frames; ++frame) {
        Quatd q = convert.rotation(rotationAt(bvh, joint, frame));
        if (!track.values.empty() && dot(q, track.values.back()) < 0) q = -q;
        track.times.push_back(static_cast<double>(frame - first) * bvh.frameTime);
        track.values.push_back(q);
    }
    return track;
}

// Empty where the joint never leaves its OFFSET.
Track<Vec3d> translationTrack(const Bvh& bvh, const BvhJoint& joint, std::size_t first, PositionChannels kind,
                              const Conversion& convert) {
    Track<Vec3d> track;
    if (!hasPosition(joint)) return track;
    bool moves = false;
    for (std::size_t frame = first; frame < bvh.frames; ++frame) {
        const Vec3d place = translationAt(bvh, joint, frame, kind);
        moves = moves || length(place - joint.offset) > 1e-5 * (length(place) + length(joint.offset));
        track.times.push_back(static_cast<double>(frame - first) * bvh.frameTime);
        track.values.push_back(convert.point(place));
    }
    return moves ? track : Track<Vec3d>{};
}

void noteOddities(const Bvh& bvh, PositionChannels kind, std::vector<Finding>& findings) {
    std::set<std::string_view> names, twice;
    std::size_t zeroLength = 0, scaled = 0, movable = 0;
    for (const BvhJoint& joint : bvh.joints) {
        if (!joint.endSite && !names.insert(joint.name).second) twice.insert(joint.name);
        zeroLength += joint.parent >= 0 && length(joint.offset) == 0;
        scaled += std::count(joint.channels.begin(), joint.channels.end(), BvhChannel::Scale) > 0;
        movable += joint.parent >= 0 && hasPosition(joint);
    }
    if (!twice.empty()) {
        std::string list;
        for (const std::string_view name : twice) list += (list.empty() ? "" : ", ") + std::string(name);
        findings.push_back({Severity::Warning, "motion-duplicate-joints",
                            "these joint names occur more than once: " + list,
                            "Rename these joints. Only the first joint of each name is used."});
    }
    if (zeroLength > 0) {
        findings.push_back(
            {Severity::Note, "motion-zero-length", std::to_string(zeroLength) + " bones have no length", ""});
    }
    if (scaled > 0) {
        findings.push_back({Severity::Note, "motion-scale-ignored",
                            "the scale channels of " + std::to_string(scaled) + " joints are ignored", ""});
    }
    if (movable > 0) {
        findings.push_back(
            {Severity::Note, "motion-position-channels",
             std::to_string(movable) + " joints below the root have position channels, which " +
                 (kind == PositionChannels::Relative ? "are added to" : "replace") + " their OFFSET",
             ""});
    }
}

void checkOptions(const MotionOptions& options) {
    if (!options.metresPerUnit) return;
    if (*options.metresPerUnit > 1e-9 && *options.metresPerUnit < 1e9) return;
    throw Error(ErrorKind::Usage, "the number of metres per unit must be positive",
                "Use 0.01 for centimetres.");
}

Motion toMotion(const Bvh& bvh, const std::string& name, const MotionOptions& options) {
    checkOptions(options);
    const bool insertedPose = takesFirstFrame(bvh, options.reference, name);
    const PositionChannels kind =
        options.positions == PositionChannels::Auto ? detectPositions(bvh) : options.positions;
    const Skeleton raw = fileSkeleton(bvh);
    const std::size_t first = insertedPose ? 1 : 0;
    Pose reference = insertedPose ? poseAt(bvh, 0, kind) : restPose(raw);
    if (insertedPose && options.reference == ReferencePose::Auto) levelHead(raw, reference);

    Motion motion;
    motion.name = name;
    const std::size_t stride = std::max<std::size_t>(1, (bvh.frames - first) / 32);
    std::vector<Pose> sampled;
    for (std::size_t frame = first; frame < bvh.frames; frame += stride)
        sampled.push_back(poseAt(bvh, frame, kind));
    motion.units = detectUnits(raw, reference, sampled, options, motion.findings);
    const Conversion convert{turnToYUp(motion.units.up), motion.units.metresPerUnit};

    for (const BvhJoint& joint : bvh.joints) {
        motion.skeleton.joints.push_back(
            {joint.name, joint.parent, {convert.point(joint.offset), {}, {1, 1, 1}}});
        motion.endSite.push_back(joint.endSite);
        JointTracks tracks;
        tracks.rotation = rotationTrack(bvh, joint, first, convert);
        tracks.translation = translationTrack(bvh, joint, first, kind, convert);
        motion.clip.joints.push_back(std::move(tracks));
    }
    for (const Affined& frame : jointFrames(motion.skeleton, restPose(motion.skeleton))) {
        motion.skeleton.inverseBind.push_back(inverse(frame));
    }
    motion.frames = bvh.frames - first;
    motion.frameTime = bvh.frameTime;
    motion.clip.name = pathOf(name).stem().string();
    motion.clip.duration = static_cast<double>(motion.frames - 1) * bvh.frameTime;
    motion.reference = convert.pose(reference);
    if (insertedPose) {
        motion.findings.push_back({Severity::Note, "motion-reference",
                                   "frame 0 is the reference pose and is not part of the motion", ""});
    }
    noteOddities(bvh, kind, motion.findings);
    return motion;
}

}  // namespace

Motion parseMotion(std::string_view text, const std::string& name, const MotionOptions& options) {
    return toMotion(parseBvh(text, name), name, options);
}

Motion readMotion(const std::filesystem::path& path, const MotionOptions& options) {
    std::string ending = path.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    if (ending != ".bvh") {
        throw badInput(path.string() + " is not a .bvh file",
                       "Export the motion as BVH, or as a clip in the glTF file of the character.");
    }
    return parseMotion(readFile(path), path.filename().string(), options);
}

}  // namespace sinew::motion
