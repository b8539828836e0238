// Solved poses beside linear blend skinning, as pictures.
#pragma once

#include "Commands/MotionChoice.h"
#include "Commands/SolveOptions.h"
#include "Offline/Progress.h"
#include "Offline/Solve/CharacterSolver.h"

namespace sinew {

constexpr std::size_t kMostPictures = 12;

struct PicturedPose {
    std::size_t number = 0;  // of all poses
    const MotionFrame* frame = nullptr;
    const std::vector<Vec3d>* skin = nullptr;  // solved
};

// At most kMostPictures of them, evenly chosen, as DIR/pose_NNN.png: a row per view, linear blend skinning on
// the left. Returns the files. Throws Stopped.
std::vector<std::filesystem::path> drawPoses(const Character& character, std::span<const PicturedPose> poses,
                                             const SolveOptions& options, const Jobs& jobs,
                                             const ProgressCallback& progress);

}  // namespace sinew
