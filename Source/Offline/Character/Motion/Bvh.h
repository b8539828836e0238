// The content of a BVH file: a hierarchy and a table of numbers. Motion.h interprets units, axes and
// rotations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "Math/Vec3.h"

namespace sinew::motion {

enum class BvhChannel : std::uint8_t {
    Xposition,
    Yposition,
    Zposition,
    Xrotation,
    Yrotation,
    Zrotation,
    Scale
};

struct BvhJoint {
    std::string name;  // for an End Site: the name of its parent plus " End"
    std::int32_t parent = -1;
    bool endSite = false;
    Vec3d offset;                      // file units
    std::vector<BvhChannel> channels;  // in the order of the file; each kind at most once, except Scale
    std::size_t firstChannel = 0;      // index in a row
    std::size_t line = 0;              // line of its name in the file
};

struct Bvh {
    std::vector<BvhJoint> joints;  // parents before children
    std::size_t channels = 0;      // per row
    std::size_t frames = 0;
    double frameTime = 0;        // seconds
    std::vector<double> values;  // frames × channels

    double value(std::size_t frame, std::size_t channel) const { return values[frame * channels + channel]; }
};

// Throws Error(BadInput) with the line, the joint if there is one, and a remedy. `file` is the name for
// messages.
Bvh parseBvh(std::string_view text, const std::string& file);

}  // namespace sinew::motion
