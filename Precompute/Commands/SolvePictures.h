// Pictures of posed skins next to linear blend skinning.
#pragma once

#include "Commands/MotionChoice.h"
#include "Offline/Full/FullSolver.h"
#include "Offline/Progress.h"

namespace sinew {

constexpr std::size_t kMaxPictures = 12;

struct PicturedPose {
    std::size_t number = 0;  // index among all poses
    const MotionFrame* frame = nullptr;
    const std::vector<Vec3d>* skin = nullptr;  // solved, or played by the runtime
};

struct PictureSettings {
    std::filesystem::path folder;
    std::vector<std::string> views;
    std::string method;  // label of the skins
};

// Draws at most kMaxPictures poses, evenly chosen, to DIR/pose_NNN.png: one row per view, linear blend
// skinning on the left. Returns the files. Throws Stopped.
std::vector<std::filesystem::path> drawPoses(const Character& character, std::span<const PicturedPose> poses,
                                             const PictureSettings& settings, const Jobs& jobs,
                                             const ProgressCallback& progress);

}  // namespace sinew
