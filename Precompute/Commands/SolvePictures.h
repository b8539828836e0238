// Posed skins beside linear blend skinning, as pictures.
#pragma once

#include "Commands/MotionChoice.h"
#include "Offline/Full/FullSolver.h"
#include "Offline/Progress.h"

namespace sinew {

constexpr std::size_t kMaxPictures = 12;

struct PicturedPose {
    std::size_t number = 0;  // of all poses
    const MotionFrame* frame = nullptr;
    const std::vector<Vec3d>* skin = nullptr;  // solved, or as a game would show it
};

struct PictureSettings {
    std::filesystem::path folder;
    std::vector<std::string> views;
    std::string method;  // what made the skins
};

// At most kMaxPictures of them, evenly chosen, as DIR/pose_NNN.png: a row per view, linear blend skinning on
// the left. Returns the files. Throws Stopped.
std::vector<std::filesystem::path> drawPoses(const Character& character, std::span<const PicturedPose> poses,
                                             const PictureSettings& settings, const Jobs& jobs,
                                             const ProgressCallback& progress);

}  // namespace sinew
