// Stick figures for tests of motion: a recorded one as BVH text, and characters that stand as they are told.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "Offline/Character/Character.h"
#include "Offline/Character/Pose.h"

namespace sinew::test {

struct FigureJoint {
    std::string name;
    std::int32_t parent;
    Vec3d place;  // metres, in the rest pose
};

// Names as CMU's, arms level, legs straight.
inline std::vector<FigureJoint> recordedFigure() {
    return {{"Hips", -1, {0, 0.95, 0}},
            {"LeftUpLeg", 0, {0.1, 0.9, 0}},
            {"LeftLeg", 1, {0.1, 0.5, 0}},
            {"LeftFoot", 2, {0.1, 0.08, 0}},
            {"LeftToeBase", 3, {0.1, 0.02, 0.13}},
            {"RightUpLeg", 0, {-0.1, 0.9, 0}},
            {"RightLeg", 5, {-0.1, 0.5, 0}},
            {"RightFoot", 6, {-0.1, 0.08, 0}},
            {"RightToeBase", 7, {-0.1, 0.02, 0.13}},
            {"Spine", 0, {0, 1.05, 0}},
            {"Spine1", 9, {0, 1.2, 0}},
            {"Spine2", 10, {0, 1.35, 0}},
            {"Neck", 11, {0, 1.5, 0}},
            {"Head", 12, {0, 1.6, 0.02}},
            {"LeftShoulder", 11, {0.05, 1.45, 0}},
            {"LeftArm", 14, {0.18, 1.45, 0}},
            {"LeftForeArm", 15, {0.46, 1.45, 0}},
            {"LeftHand", 16, {0.7, 1.45, 0}},
            {"RightShoulder", 11, {-0.05, 1.45, 0}},
            {"RightArm", 18, {-0.18, 1.45, 0}},
            {"RightForeArm", 19, {-0.46, 1.45, 0}},
            {"RightHand", 20, {-0.7, 1.45, 0}}};
}

// Repeatable numbers between -1 and 1.
class Noise {
  public:
    explicit Noise(std::uint64_t seed) : state_(seed) {}
    double next() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<double>(static_cast<std::int64_t>(state_)) / 9223372036854775808.0;
    }

  private:
    std::uint64_t state_;
};

inline std::string numbers(Vec3d v) {
    return std::to_string(v.x) + " " + std::to_string(v.y) + " " + std::to_string(v.z);
}

// `unit`: file units per metre. The root walks forward; every joint turns smoothly by up to `degrees`.
inline std::string recordedMotion(const std::vector<FigureJoint>& figure, int frames, double unit,
                                  double degrees) {
    const std::string turns = "Zrotation Yrotation Xrotation\n";
    std::string text = "HIERARCHY\n";
    std::vector<std::int32_t> open;
    const auto close = [&](std::int32_t until) {
        while (!open.empty() && open.back() != until) {
            text += "}\n";
            open.pop_back();
        }
    };
    for (std::size_t j = 0; j < figure.size(); ++j) {
        close(figure[j].parent);
        const bool root = figure[j].parent < 0;
        const Vec3d from =
            root ? Vec3d{0, figure[j].place.y, 0} : figure[static_cast<std::size_t>(figure[j].parent)].place;
        text += (root ? "ROOT " : "JOINT ") + figure[j].name + "\n{\nOFFSET " +
                numbers((figure[j].place - from) * unit);
        text += root ? "\nCHANNELS 6 Xposition Yposition Zposition " + turns : "\nCHANNELS 3 " + turns;
        open.push_back(static_cast<std::int32_t>(j));
    }
    close(-1);
    text += "MOTION\nFrames: " + std::to_string(frames) + "\nFrame Time: 0.04\n";
    for (int frame = 0; frame < frames; ++frame) {
        Noise noise(7);
        text += numbers(Vec3d{0, 0.95, 0.03 * frame} * unit);
        for (std::size_t j = 0; j < 3 * figure.size(); ++j) {
            const double phase = 3 * noise.next();
            text += " " + std::to_string(degrees * noise.next() * std::sin(0.2 * frame + phase));
        }
        text += "\n";
    }
    return text;
}

// A character without a surface. With `noise`, every joint's frame is turned at random, as rigs' are.
inline Character standing(const std::vector<FigureJoint>& figure, Noise* noise = nullptr) {
    Character character;
    character.name = "figure";
    std::vector<Affined> frames;
    for (const FigureJoint& joint : figure) {
        Quatd q;
        if (noise != nullptr) q = expMap(Vec3d{noise->next(), noise->next(), noise->next()} * 2.0);
        frames.push_back({toMatrix(q), joint.place});
        const Affined above = joint.parent < 0 ? Affined{} : frames[static_cast<std::size_t>(joint.parent)];
        character.skeleton.joints.push_back(
            {joint.name, joint.parent, toTransform(inverse(above) * frames.back())});
        character.skeleton.inverseBind.push_back(inverse(frames.back()));
    }
    return character;
}

}  // namespace sinew::test
