#include "Samples/MannequinClips.h"

#include <algorithm>
#include <cmath>

#include "Offline/Geometry/Trigonometry.h"
#include "Samples/MannequinRig.h"
#include "Samples/Puppet.h"

namespace sinew {

namespace {

constexpr LegJoints kLegs[] = {{kThighL, kShinL, kFootL}, {kThighR, kShinR, kFootR}};
constexpr std::uint32_t kToes[] = {kToeL, kToeR};
constexpr double kSigns[] = {1, -1};  // left is +X

double wave(double turns) {
    return cosine(2 * kPi * turns);
}

// 0 to 1 and back with level ends.
double ease(double t) {
    return (1 - cosine(kPi * std::clamp(t, 0.0, 1.0))) / 2;
}

// Degrees. `raise`: from rest, up is positive; `swing`: forwards; `elbow`: flexion. Written for the left arm.
struct ArmPose {
    double raise = -29, swing = 0, elbow = 14, shrug = 0;
};

Quatd elbowTurn(double flexion) {
    // The hinge lies across the resting arm and level with the elbow's own axis.
    const double half = degrees(flexion) / 2, s = sine(half) * 0.70710678118654752;
    return {-s, -s, 0, cosine(half)};
}

void setArm(Puppet& puppet, std::uint32_t side, const ArmPose& arm) {
    const Quatd upper = turn(-arm.swing, 0, 0) * turn(0, 0, arm.raise);
    const std::uint32_t shift = side * (kClavicleR - kClavicleL);
    const auto put = [&](std::uint32_t joint, Quatd q) {
        puppet.set(joint + shift, side == 0 ? q : acrossBody(q));
    };
    put(kClavicleL, turn(0, 0, arm.shrug));
    put(kUpperarmL, upper);
    put(kForearmL, elbowTurn(arm.elbow));
    put(kMittL, elbowTurn(0) * turn(0, 0, -8));
}

Vec3d kneePole(double side, double outwards) {
    return {side * outwards, 0, 1};
}

void plantFeet(Puppet& puppet, double outwards) {
    for (std::uint32_t side = 0; side < 2; ++side) {
        puppet.setLeg(kLegs[side], puppet.restPosition(kLegs[side].foot), {},
                      kneePole(kSigns[side], outwards));
    }
}

template <class PoseAt>
Clip loop(const Skeleton& skeleton, const char* name, int frames, PoseAt poseAt) {
    std::vector<Pose> poses;
    for (int k = 0; k <= frames; ++k) {
        Puppet puppet(skeleton);
        poseAt(puppet, static_cast<double>(k % frames) / frames);
        poses.push_back(puppet.pose());
    }
    return clipOf(skeleton, name, poses);
}

void idleAt(Puppet& p, double t) {
    const double breath = (1 - wave(2 * t)) / 2, sway = wave(t - 0.25);
    p.moveRoot({0.014 * sway, -0.012 - 0.002 * sway * sway, -0.004});
    p.set(kHips, turn(0, 2 * sway, -1.2 * sway));
    p.set(kSpine, turn(1 - 0.8 * breath, -1 * sway, 1.4 * sway));
    p.set(kChest, turn(-1.8 * breath, -1.5 * sway, 0.6 * sway));
    p.set(kNeck, turn(2 + 0.8 * breath, 0, 0));
    p.set(kHead, turn(1.0 * breath, 4 * wave(t), 0));
    for (std::uint32_t side = 0; side < 2; ++side) {
        setArm(p, side, {-29 + 1.2 * breath, 1.5 * wave(t + 0.1 * side), 15 + 2 * breath, 1.6 * breath});
    }
    plantFeet(p, 0.12);
}

// The foot of one side in a walk; phase 0 is its heel applyImpulses.
struct Step {
    double forwards;  // metres, of the flat foot against rest
    double lift;      // metres
    double pitch;     // degrees; positive: toes up
};

constexpr double kStance = 0.62;
constexpr int kWalkFrames = 33;

double between(double a, double b, double t) {
    return a + (b - a) * ease(t);
}

Step stepAt(double phase) {
    const double stride = kMannequinWalkSpeed * kWalkFrames / 30, front = 0.285,
                 back = front - stride * kStance;
    if (phase < kStance) {
        const double s = phase / kStance;
        const double pitch = s < 0.14   ? 16 * (1 - ease(s / 0.14))
                             : s > 0.58 ? -46 * ease((s - 0.58) / 0.84)
                                        : 0;
        return {front - stride * phase, 0, pitch};
    }
    // A cubic whose ends move with the ground, so that the foot is put down without a jerk.
    const double s = (phase - kStance) / (1 - kStance), s2 = s * s, s3 = s2 * s;
    const double slope = -stride * (1 - kStance);
    const double forwards =
        back * (2 * s3 - 3 * s2 + 1) + front * (3 * s2 - 2 * s3) + slope * (2 * s3 - 3 * s2 + s);
    const double pitch = s < 0.30  ? between(-23, -40, s / 0.30)
                         : s < 0.7 ? between(-40, 10, (s - 0.30) / 0.4)
                                   : between(10, 16, (s - 0.7) / 0.3);
    const double lift = 0.055 * (1 - wave(s)) / 2;
    return {forwards, lift, pitch};
}

// Toes up: the heel stays; heel up: the ball stays and the toes remain flat.
void putStep(Puppet& p, std::uint32_t side, const Step& step) {
    const Vec3d ankle = p.restPosition(kLegs[side].foot), ball = p.restPosition(kToes[side]);
    const Vec3d pivot = step.pitch > 0 ? Vec3d{ankle.x, 0, ankle.z - 0.050} : ball;
    const Quatd foot = turn(-step.pitch, 0, 0);
    const Vec3d moved =
        pivot + rotate(foot, ankle - pivot) + Vec3d{-0.025 * kSigns[side], step.lift, step.forwards};
    p.setLeg(kLegs[side], moved, foot, kneePole(kSigns[side], 0.10));
    p.set(kToes[side],
          turn(std::min(step.pitch, 0.0) * (step.lift > 0 ? std::max(0.0, 1 - step.lift / 0.04) : 1), 0, 0));
}

void walkAt(Puppet& p, double t) {
    const double c = wave(t), list = wave(t - 0.31);
    p.moveRoot({0.022 * list, -0.031 - 0.013 * wave(2 * (t - 0.04)), 0});
    p.set(kHips, turn(4, -6 * c, -3 * wave(t - 0.2)));
    p.set(kSpine, turn(-1, 5 * c, 1.5 * wave(t - 0.2)));
    p.set(kChest, turn(-1 + wave(2 * t), 6 * c, 1.5 * wave(t - 0.2)));
    p.set(kNeck, turn(-1, -3 * c, 0));
    p.set(kHead, turn(-1 - wave(2 * t), -2 * c, 0));
    for (std::uint32_t side = 0; side < 2; ++side) {
        const double swing = -kSigns[side] * wave(t - 0.03);  // against the leg of its side
        setArm(p, side, {-30, 20 * swing + 2, 20 + 9 * swing, 0});
        putStep(p, side, stepAt(side == 0 ? t : t + 0.5 - std::floor(t + 0.5)));
    }
}

void squatAt(Puppet& p, double t) {
    const double deep = t < 0.42 ? ease(t / 0.42) : t < 0.5 ? 1 : 1 - ease((t - 0.5) / 0.42);
    p.moveRoot({0, -0.010 - 0.385 * deep, -0.175 * deep});
    p.set(kHips, turn(32 * deep, 0, 0));
    p.set(kSpine, turn(6 * deep, 0, 0));
    p.set(kChest, turn(-4 * deep, 0, 0));
    p.set(kNeck, turn(-14 * deep, 0, 0));
    p.set(kHead, turn(-14 * deep, 0, 0));
    for (std::uint32_t side = 0; side < 2; ++side) {
        setArm(p, side, {-29 - 14 * deep, 116 * deep, 14 - 4 * deep, 4 * deep});
    }
    plantFeet(p, 0.12 + 0.22 * deep);
}

// 0 standing together, 1 standing apart; between them the body is in the air.
struct Jump {
    double open, height, crouch;
};

Jump jumpAt(double t) {
    const double half = t < 0.5 ? t : 1 - t;  // the way back is the way out in reverse
    const double air = std::clamp((half - 0.10) / 0.27, 0.0, 1.0);
    const double bump = air * (1 - air) * 4;
    const double landing = half < 0.10 ? 1 - half / 0.10 : half > 0.37 ? (half - 0.37) / 0.13 : 0;
    return {ease(air), 0.085 * bump, 0.012 + 0.034 * ease(landing)};
}

void jumpingJackAt(Puppet& p, double t) {
    const Jump jump = jumpAt(t);
    const double spread = 0.235 * jump.open;
    const double air = jump.height / 0.085;
    p.moveRoot({0, jump.height - jump.crouch - 0.045 * jump.open, 0});
    p.set(kHips, turn(3, 0, 0));
    p.set(kChest, turn(-4 * jump.open, 0, 0));
    p.set(kHead, turn(-3, 0, 0));
    for (std::uint32_t side = 0; side < 2; ++side) {
        setArm(p, side, {-29 + 112 * jump.open, 4 + 4 * jump.open, 14 + 16 * air, 26 * jump.open});
        const Vec3d ankle = p.restPosition(kLegs[side].foot), ball = p.restPosition(kToes[side]);
        const Quatd foot = turn(18 * air, 0, 0);
        const Vec3d turned = ball + rotate(foot, ankle - ball);
        p.setLeg(kLegs[side], turned + Vec3d{kSigns[side] * spread, jump.height, 0}, foot,
                 kneePole(kSigns[side], 0.12 + 0.25 * jump.open));
    }
}

void twistAt(Puppet& p, double t) {
    const double s = sine(2 * kPi * t);
    p.moveRoot({0, -0.016, 0});
    p.set(kHips, turn(0, 12 * s, 0));
    p.set(kSpine, turn(0, 24 * s, 0));
    p.set(kChest, turn(0, 26 * s, 0));
    p.set(kNeck, turn(0, -6 * s, 0));
    p.set(kHead, turn(0, -8 * s, 0));
    for (std::uint32_t side = 0; side < 2; ++side) setArm(p, side, {38, 0, 8, 8});
    plantFeet(p, 0.12);
}

}  // namespace

std::vector<Clip> mannequinClips(const Skeleton& skeleton) {
    return {loop(skeleton, "idle", 120, idleAt), loop(skeleton, "walk", kWalkFrames, walkAt),
            loop(skeleton, "squat", 90, squatAt), loop(skeleton, "jumping_jack", 36, jumpingJackAt),
            loop(skeleton, "twist", 90, twistAt)};
}

}  // namespace sinew
