// Which poses of a character a command works on: the bind pose, a clip of the file, or a motion file.
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

// A motion file on the character's skeleton; `map` as in MotionChoice. What retargeting noticed is said on
// stderr.
Clip clipFromMotion(const std::filesystem::path& file, const std::string& map, bool inPlace,
                    const Character& character, const Console& console);

struct MotionChoice {
    static constexpr int kUsualFrames = 8;

    std::string clip;              // a name, or "all"
    std::filesystem::path motion;  // BVH
    std::string map;             // joint names: a built-in map's name or a file; matched by name where empty
    bool inPlace = false;        // the hips stay above where they stand
    std::optional<double> time;  // one frame at this second
    std::optional<int> count;    // else so many, evenly spaced; kUsualFrames where not given
    std::string still = "rest";  // without clip and motion: rest, bind or a BVH file with a pose

    void addTo(CLI::App& command);

    // The file that moves the character; empty where none does.
    std::filesystem::path motionFile() const;

    // What moves, whole. Throws Error(BadInput) where there is no such clip.
    std::vector<Clip> clips(const Character& character, const Console& console) const;

    // Never empty. What retargeting noticed is said on stderr.
    std::vector<MotionFrame> frames(const Character& character, const Console& console) const;
};

}  // namespace sinew
