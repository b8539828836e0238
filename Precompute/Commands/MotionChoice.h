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
    std::size_t clipNumber = 0;        // among the chosen clips
};

// The chosen clips, and the frames of one after the other.
struct ChosenMotion {
    std::vector<Clip> clips;  // empty for a single pose
    std::vector<MotionFrame> frames;
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
    std::optional<double> framesPerSecond;  // instead of `count`
    double after = 0;                       // seconds after the end of a clip for which there are frames, too
    std::string still = "rest";             // without clip and motion: rest, bind or a BVH file with a pose

    void addTo(CLI::App& command);

    // The motion file; empty if there is none.
    std::filesystem::path motionFile() const;

    // The chosen clips. Throws Error(BadInput) if a clip does not exist.
    std::vector<Clip> clips(const Character& character, const Console& console) const;

    // The frames are never empty. Findings of retargeting are written to stderr.
    ChosenMotion chosen(const Character& character, const Console& console) const;
    std::vector<MotionFrame> frames(const Character& character, const Console& console) const {
        return chosen(character, console).frames;
    }
};

}  // namespace sinew
