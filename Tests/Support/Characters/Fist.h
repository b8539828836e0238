// The hand of SINEW_DATA closes. It has no clip, and its joints all hang on one: fingers are chains by name.
#pragma once

#include <stdexcept>
#include <string>

#include "Offline/Character/Pose.h"

namespace sinew::test {

inline std::size_t jointNamed(const Skeleton& skeleton, const std::string& name) {
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
        if (skeleton.joints[j].name == name) return j;
    }
    throw std::runtime_error("no joint " + name);
}

// Turned about a place.
inline Affined turnAbout(Vec3d place, const Quatd& turn) {
    return {toMatrix(turn), place - toMatrix(turn) * place};
}

// `closed`: 0 as bound, 1 a fist; the thumb stays.
inline std::vector<Affined> fist(const Character& hand, double closed) {
    const Skeleton& skeleton = hand.skeleton;
    std::vector<Affined> frames = bindFrames(skeleton);
    const auto place = [&](const std::string& name) {
        return bindFrames(skeleton)[jointNamed(skeleton, name)].translation;
    };
    const Vec3d across = normalized(place("index_proxPhalanx_R") - place("little_proxPhalanx_R"));
    for (const std::string finger : {"index", "middle", "ring", "little"}) {
        const Vec3d along = normalized(place(finger + "_intPhalanx_R") - place(finger + "_proxPhalanx_R"));
        const Vec3d axis = normalized(across - along * dot(across, along));
        Affined motion;
        for (const auto& [part, angle] :
             {std::pair{"proxPhalanx", 1.1}, {"intPhalanx", 1.4}, {"distPhalanx", 0.6}, {"tip", 0.0}}) {
            const std::size_t joint = jointNamed(skeleton, finger + "_" + part + "_R");
            motion = motion * turnAbout(frames[joint].translation, fromAxisAngle(axis, closed * angle));
            frames[joint] = motion * frames[joint];
        }
    }
    return frames;
}

}  // namespace sinew::test
