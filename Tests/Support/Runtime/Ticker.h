// A limb that is ticked.
#pragma once

#include <cmath>
#include <numbers>

#include "Offline/Reduction/Assembly.h"
#include "Support/Bodies/TrainedLimb.h"
#include "Support/Runtime/RuntimeBodies.h"

namespace sinew::test {

// A limb as a build would leave it; the gravity of training as given.
inline AssetContent limbContent(double gravity = 0, const Trained& of = trainedLimb()) {
    AssetContent content = reduction::assetContent(of.on(), of.model, of.learnt);
    content.solver.rayleighMass = 1;
    content.solver.rayleighStiffness = 0.004;
    content.solver.couplingDamping = 0.004 * content.solver.coupling;
    content.solver.gravity = gravity;
    return content;
}

inline const HeldBody& tickedLimb() {
    static const HeldBody body(limbContent());
    return body;
}

// With more modes than fill a register, of which some can be left out.
inline const HeldBody& tickedSoftLimb() {
    static const HeldBody body(limbContent(0, softLimb()));
    return body;
}

// With its elbow bent, radians.
inline std::vector<JointPose> bentLimb(double angle) {
    std::vector<Affined> frames = bindFrames(trainedLimb().character.skeleton);
    frames[1].linear = toMatrix(fromAxisAngle(Vec3d{0, 0, 1}, angle)) * frames[1].linear;
    std::vector<JointPose> bones;
    for (const Affined& frame : frames) {
        const Quatd r = toQuat(frame.linear);
        bones.push_back({{static_cast<float>(r.x), static_cast<float>(r.y), static_cast<float>(r.z),
                          static_cast<float>(r.w)},
                         convert<float>(frame.translation)});
    }
    return bones;
}

inline double swing(double time) {
    return 0.5 - 0.4 * std::cos(2 * std::numbers::pi * 1.5 * time);
}

struct Ticker {
    HeldInstance held;
    TickInput input;
    TickOutput output;
    std::vector<JointPose> bones;

    explicit Ticker(const Body& body = tickedLimb().body) : held(body) {}

    Status tick(std::vector<JointPose> pose, double seconds, const Jobs& jobs = {}) {
        bones = std::move(pose);
        input.bones = bones;
        input.seconds = seconds;
        return sinew::tick(held.instance, input, jobs, output);
    }
    std::vector<float> shown() const { return {held.instance.shown.begin(), held.instance.shown.end()}; }
};

inline double distance(const std::vector<float>& a, const std::vector<float>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += std::pow(static_cast<double>(a[i] - b[i]), 2);
    return std::sqrt(sum);
}

inline double size(const std::vector<float>& a) {
    return distance(a, std::vector<float>(a.size()));
}

}  // namespace sinew::test
