// A motion and the skeleton it was recorded on, in metres, Y up, whatever its file said.
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
    Auto,        // the first frame where it is an inserted pose that the motion jumps away from, else Rest
    Rest,        // the hierarchy with all rotations zero
    FirstFrame,  // the first frame, which is then not part of the motion
};

// What a position channel of a joint other than the root holds.
enum class PositionChannels {
    Auto,      // whichever the numbers are nearer to
    Absolute,  // the place in the parent's frame: replaces OFFSET
    Relative,  // to be added to OFFSET
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
    Clip clip;                          // keys of neighbouring frames lie in one hemisphere
    double frameTime = 0;               // seconds
    std::size_t frames = 0;
    Pose reference;  // in which the recorded figure stands as a target's rest pose does
    Units units;
    std::vector<Finding> findings;
};

Motion readMotion(const std::filesystem::path& path, const MotionOptions& options = {});

// The same from text already in memory; `name` is for messages and names the clip.
Motion parseMotion(std::string_view text, const std::string& name, const MotionOptions& options = {});

}  // namespace sinew::motion
