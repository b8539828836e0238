// A motion and the skeleton that it was recorded on, in metres, Y up, whatever the units and axes of its
// file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "Offline/Character/Character.h"
#include "Offline/Character/Motion/Bvh.h"
#include "Offline/Character/Pose.h"

namespace sinew::motion {

enum class ReferencePose {
    Auto,        // the first frame if it is an inserted pose that the motion jumps away from, otherwise Rest
    Rest,        // the hierarchy with all rotations zero
    FirstFrame,  // the first frame, which is then not part of the motion
};

// The meaning of the position channels of joints other than the root.
enum class PositionChannels {
    Auto,      // the one that matches the numbers better
    Absolute,  // the position in the frame of the parent: replaces OFFSET
    Relative,  // added to OFFSET
};

struct MotionOptions {
    std::optional<UpAxis> up;             // detected where not set
    std::optional<double> metresPerUnit;  // detected where not set
    ReferencePose reference = ReferencePose::Auto;
    PositionChannels positions = PositionChannels::Auto;
};

struct Motion {
    std::string name;
    Skeleton skeleton;  // End Sites are joints too; the inverse bind matrices are those of the rest pose
    std::vector<std::uint8_t> endSite;  // per joint
    Clip clip;                          // rotations of consecutive frames are in the same hemisphere
    double frameTime = 0;               // seconds
    std::size_t frames = 0;
    Pose reference;  // the pose in which the recorded figure stands like the rest pose of a target
    Units units;
    std::vector<Finding> findings;
};

Motion readMotion(const std::filesystem::path& path, const MotionOptions& options = {});

// The same from text already in memory; `name` is for messages and names the clip.
Motion parseMotion(std::string_view text, const std::string& name, const MotionOptions& options = {});

}  // namespace sinew::motion
