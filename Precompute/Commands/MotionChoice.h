// The poses that a command works on: the rest or bind pose, a clip of the file, or a motion file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>
#include "Commands/CommandLine.h"

#include "Console.h"
#include "Offline/Character/Character.h"

namespace sinew {

struct MotionFrame {
    std::string label, clip;
    double time = 0;                   // seconds of the clip
    std::vector<Affined> jointFrames;  // empty for a character without a skeleton
};

// Retargets a motion file to the character's skeleton; `map` as in MotionChoice. Findings are written to
// stderr.
Clip clipFromMotion(const std::filesystem::path& file, const std::string& map, bool inPlace,
                    const Character& character, const Console& console);

struct MotionChoice {
    static constexpr int kDefaultFrames = 8;

    std::string clip;              // a name, or "all"
    std::filesystem::path motion;  // BVH
    std::string map;             // name of a built-in joint map, or a file; empty: joints are matched by name
    bool inPlace = false;        // the hips do not move sideways
    std::optional<double> time;  // one frame at this second
    std::optional<int> count;    // number of frames, evenly spaced; kDefaultFrames if not set
    std::string still = "rest";  // without clip and motion: rest, bind or a BVH file with a pose

    void addTo(CLI::App& command);

    // The motion file; empty if there is none.
    std::filesystem::path motionFile() const;

    // The chosen clips. Throws Error(BadInput) if a clip does not exist.
    std::vector<Clip> clips(const Character& character, const Console& console) const;

    // Never empty. Findings of retargeting are written to stderr.
    std::vector<MotionFrame> frames(const Character& character, const Console& console) const;
};

}  // namespace sinew
