#include "Samples/MannequinRig.h"

#include "Offline/Character/Pose.h"
#include "Samples/MannequinShape.h"

namespace sinew {

namespace {

const MannequinLandmarks kMarks;

struct JointPlan {
    const char* name;
    std::int32_t parent;
    Vec3d at, towards;
    Vec3d front{0, 0, 1};
};

Vec3d acrossX(Vec3d p) {
    return {-p.x, p.y, p.z};
}

std::vector<JointPlan> middlePlan() {
    const MannequinLandmarks& m = kMarks;
    return {{"hips", -1, m.hips, m.spine},
            {"spine", kHips, m.spine, m.chest},
            {"chest", kSpine, m.chest, m.neck},
            {"neck", kChest, m.neck, m.head},
            {"head", kNeck, m.head, m.crown}};
}

std::vector<JointPlan> leftArmPlan() {
    const MannequinLandmarks& m = kMarks;
    return {{"clavicle", kChest, m.clavicle, m.shoulder},
            {"upperarm", kClavicleL, m.shoulder, m.elbow},
            {"forearm", kUpperarmL, m.elbow, m.wrist},
            {"hand", kForearmL, m.wrist, m.knuckles},
            {"mitt", kHandL, m.knuckles, m.fingertips}};
}

std::vector<JointPlan> leftLegPlan() {
    const MannequinLandmarks& m = kMarks;
    return {{"thigh", kHips, m.hip, m.knee},
            {"shin", kThighL, m.knee, m.ankle},
            {"foot", kShinL, m.ankle, m.ball, {0, 1, 0}},
            {"toe", kFootL, m.ball, m.toe, {0, 1, 0}}};
}

Affined frameOf(const JointPlan& plan) {
    const Vec3d y = normalized(plan.towards - plan.at);
    const Vec3d z = normalized(plan.front - y * dot(plan.front, y));
    return {{{cross(y, z), y, z}}, plan.at};
}

struct SkeletonMaker {
    void add(const JointPlan& plan, const std::string& suffix) {
        const Affined frame = frameOf(plan);
        Joint joint{plan.name + suffix, plan.parent, {}};
        const Affined local =
            plan.parent < 0 ? frame : inverse(frames[static_cast<std::size_t>(plan.parent)]) * frame;
        joint.rest = {local.translation, toQuat(local.linear), {1, 1, 1}};
        frames.push_back(frame);
        skeleton.joints.push_back(std::move(joint));
    }

    void addBothSides(const std::vector<JointPlan>& left) {
        for (const JointPlan& plan : left) add(plan, "_l");
        for (JointPlan plan : left) {
            plan.at = acrossX(plan.at);
            plan.towards = acrossX(plan.towards);
            plan.parent = static_cast<std::int32_t>(mirrorOfJoint(static_cast<std::uint32_t>(plan.parent)));
            add(plan, "_r");
        }
    }

    Skeleton skeleton;
    std::vector<Affined> frames;
};

}  // namespace

std::uint32_t mirrorOfJoint(std::uint32_t joint) {
    if (joint < kClavicleL) return joint;
    if (joint < kClavicleR) return joint + (kClavicleR - kClavicleL);
    if (joint < kThighL) return joint - (kClavicleR - kClavicleL);
    return joint < kThighR ? joint + (kThighR - kThighL) : joint - (kThighR - kThighL);
}

Skeleton mannequinSkeleton() {
    SkeletonMaker maker;
    for (const JointPlan& plan : middlePlan()) maker.add(plan, "");
    maker.addBothSides(leftArmPlan());
    maker.addBothSides(leftLegPlan());
    for (const Affined& frame : jointFrames(maker.skeleton, restPose(maker.skeleton))) {
        maker.skeleton.inverseBind.push_back(inverse(frame));
    }
    return std::move(maker.skeleton);
}

std::vector<Bone> mannequinBones() {
    const MannequinLandmarks& m = kMarks;
    const Vec3d heel{0.122, 0.030, -0.060};
    const std::vector<Bone> left{
        {kHips, {0, 0.930, -0.02}, {0, 1.030, -0.01}, 0.110},
        {kHips, {0, 0.950, -0.02}, {0.080, 0.970, -0.03}, 0.070},
        {kSpine, {0, 1.080, 0}, {0, 1.180, 0}, 0.110},
        {kChest, {0, 1.240, 0}, {0, 1.400, -0.02}, 0.110},
        {kChest, {0, 1.300, 0}, {0.080, 1.330, -0.01}, 0.095},
        {kChest, {0, 1.220, -0.01}, {0.108, 1.236, -0.02}, 0.060},
        {kNeck, m.neck + Vec3d{0, 0.010, 0}, m.head - Vec3d{0, 0.010, 0}, 0.056},
        {kHead, {0, 1.590, 0.02}, {0, 1.680, -0.01}, 0.075},
        {kClavicleL, {0.060, 1.435, -0.01}, {0.140, 1.430, -0.02}, 0.040},
        {kUpperarmL, m.shoulder, m.elbow, 0.052},
        {kForearmL, m.elbow, m.wrist, 0.036},
        {kHandL, m.wrist, m.knuckles, 0.026},
        {kHandL, m.wrist, m.wrist + Vec3d{0.030, -0.060, 0.064}, 0.018},
        {kMittL, m.knuckles, m.fingertips, 0.024},
        {kThighL, m.hip, m.knee, 0.078},
        {kShinL, m.knee, m.ankle, 0.046},
        {kFootL, m.ankle, m.ball, 0.036},
        {kFootL, heel, m.ankle, 0.032},
        {kToeL, m.ball, m.toe, 0.030},
    };
    std::vector<Bone> both = left;
    for (const Bone& bone : left) {
        if (bone.joint < kClavicleL && bone.tail.x == 0) continue;
        both.push_back({mirrorOfJoint(bone.joint), acrossX(bone.head), acrossX(bone.tail), bone.radius});
    }
    return both;
}

std::uint32_t mannequinPatch(std::span<const Bone> bones, Vec3d centre, Vec3d normal) {
    const std::uint32_t joint = nearestBone(bones, centre).bone->joint;
    const auto halves = [](std::uint32_t first, bool second) { return first + (second ? 1u : 0u); };
    switch (joint) {
        case kHead:
            return halves(0, centre.z < -0.045);
        case kUpperarmL:
        case kForearmL:
            return halves(4, centre.z < kMarks.elbow.z + 0.010);
        case kHandL:
        case kMittL:
            // The web of the thumb goes to the back as a whole: cut in two it would unfold onto itself.
            return halves(6, dot(normal, Vec3d{0.7, 0.7, 0}) < -0.3);
        case kThighL:
        case kShinL:
            return halves(8, centre.z < -0.008);
        case kFootL:
        case kToeL: {
            if (normal.y < -0.6) return 12;
            const Vec3d along = normalized(Vec3d{kMarks.toe.x - 0.122, 0, kMarks.toe.z + 0.060});
            return halves(10, dot(centre - kMarks.ankle, cross(Vec3d{0, 1, 0}, along)) < 0);
        }
        default:
            return halves(2, centre.z < -0.015);
    }
}

}  // namespace sinew
