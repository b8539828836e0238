#include "Commands/MotionChoice.h"

#include <fmt/format.h>

#include "Commands/Command.h"
#include "Offline/Character/Motion/Motion.h"
#include "Offline/Character/Motion/Retarget.h"
#include "Offline/Character/Pose.h"
#include "Offline/Files.h"
#include "Offline/Nearest.h"

namespace sinew {

namespace {

bool isPoseFile(const std::string& pose) {
    return lowerExtension(pose) == ".bvh";
}

constexpr double kOnTime = 1e-9;  // seconds: less than this is rounding

std::vector<double> frameTimes(const MotionChoice& choice, const Clip& clip) {
    if (isPoseFile(choice.still)) return {0};
    if (choice.time) {
        if (*choice.time >= 0 && *choice.time <= clip.duration) return {*choice.time};
        throw Error(ErrorKind::Usage,
                    fmt::format("--time {} is outside of the clip {}", *choice.time, clip.name),
                    fmt::format("Give a time from 0 to {:.2f} seconds.", clip.duration));
    }
    if (!(clip.duration > 0)) return {0};
    const double count = choice.count.value_or(MotionChoice::kDefaultFrames);
    const auto timeOf = [&](int i) {
        return choice.framesPerSecond ? i / *choice.framesPerSecond : clip.duration * i / count;
    };
    // The last key of a loop is its first again, so a whole period is divided, not a closed interval.
    std::vector<double> times;
    while (timeOf(static_cast<int>(times.size())) < clip.duration + choice.after - kOnTime)
        times.push_back(timeOf(static_cast<int>(times.size())));
    return times;
}

[[noreturn]] void failWithoutClip(const std::string& wanted, const Character& character) {
    if (character.clips.empty()) {
        throw badInput(character.name + " has no clips",
                       "Give a motion file with --motion, or export the character with its animations.");
    }
    std::vector<std::string> names;
    for (const Clip& clip : character.clips) names.push_back(clip.name);
    throw badInput(fmt::format("{1} has no clip {0}{2}", wanted, character.name, didYouMean(wanted, names)),
                   fmt::format("The clips of the file are: {}.", fmt::join(names, ", ")));
}

std::string builtInMapNames() {
    std::string names;
    for (const motion::BuiltInMap& map : motion::builtInMaps())
        names += (names.empty() ? "" : ", ") + std::string(map.name);
    return names;
}

}  // namespace

Clip clipFromMotion(const std::filesystem::path& file, const std::string& map, bool inPlace,
                    const Character& character, const Console& console) {
    std::vector<Finding> findings;
    motion::RetargetOptions options;
    if (!map.empty()) options.map = motion::findNameMap(map);
    options.inPlace = inPlace;
    const motion::Motion motion = motion::readMotion(file);
    const auto printFindings = [&] {
        for (const Finding& f : findings) {
            if (f.severity == Severity::Note) {
                console.detail(f.text);
            } else {
                console.warn(f.text, f.remedy);
            }
        }
    };
    try {
        Clip made = motion::retarget(motion, character, options, findings);
        printFindings();
        return made;
    } catch (const Error&) {
        printFindings();  // they name the cause
        throw;
    }
}

void MotionChoice::addTo(CLI::App& command) {
    auto* const clipOption =
        command.add_option("--clip", clip, "Clip of the character file, or all")->type_name("NAME");
    auto* const motionOption =
        command.add_option("--motion", motion, "Motion file (.bvh), retargeted to the character's skeleton")
            ->type_name("BVH")
            ->excludes(clipOption);
    command
        .add_option("--map", map,
                    "Joint map: a file or a built-in map (" + builtInMapNames() +
                        "). By default joints are matched by name")
        ->type_name("NAME|TOML");
    command.add_flag("--in-place", inPlace, "Remove the horizontal movement of the hips");
    auto* const timeOption =
        command.add_option("--time", time, "One frame, at this time in seconds")->type_name("S");
    command
        .add_option("--frames", count,
                    fmt::format("Number of frames of each clip, evenly spaced (default {})", kDefaultFrames))
        ->check(CLI::Range(1, 10000))
        ->type_name("N")
        ->excludes(timeOption);
    command.add_option("--fps", framesPerSecond, "Frames per second of each clip, instead of --frames")
        ->check(within(kRateLimits))
        ->type_name("RATE")
        ->excludes(timeOption)
        ->excludes("--frames");
    command
        .add_option(
            "--pose", still,
            "Single pose instead of a motion: rest (the file's node transforms), bind (the pose of the "
            "skin), or the first frame of a motion file")
        ->check([](const std::string& pose) {
            const bool known = pose == "rest" || pose == "bind" || isPoseFile(pose);
            return known ? std::string() : pose + " is not a pose; use rest, bind or a .bvh file";
        })
        ->type_name("POSE|BVH")
        ->capture_default_str()
        ->excludes(clipOption)
        ->excludes(motionOption);
}

std::filesystem::path MotionChoice::motionFile() const {
    return isPoseFile(still) ? pathOf(still) : motion;
}

std::vector<Clip> MotionChoice::clips(const Character& character, const Console& console) const {
    const std::filesystem::path file = motionFile();
    if (!file.empty()) return {clipFromMotion(file, map, inPlace, character, console)};
    if (clip == "all" && !character.clips.empty()) return character.clips;
    for (const Clip& candidate : character.clips) {
        if (candidate.name == clip) return {candidate};
    }
    failWithoutClip(clip, character);
}

ChosenMotion MotionChoice::chosen(const Character& character, const Console& console) const {
    const Skeleton& skeleton = character.skeleton;
    if (motionFile().empty() && (!map.empty() || inPlace)) {
        throw Error(ErrorKind::Usage, "--map and --in-place need a motion file", "Add --motion FILE.bvh.");
    }
    if (clip.empty() && motion.empty()) {
        if (time || count || framesPerSecond) {
            throw Error(ErrorKind::Usage, "--time, --frames and --fps need a clip or a motion file",
                        "Add --clip NAME, --clip all or --motion FILE.bvh.");
        }
        if (still == "rest")
            return {{}, {{"rest pose", "rest", 0, jointFrames(skeleton, restPose(skeleton))}}};
        if (still == "bind") return {{}, {{"bind pose", "bind", 0, bindFrames(skeleton)}}};
    }
    if (skeleton.joints.empty()) {
        throw badInput(character.name + " has no skeleton and cannot be posed",
                       "Export the character with its skin.");
    }
    ChosenMotion motions{clips(character, console), {}};
    for (std::size_t c = 0; c < motions.clips.size(); ++c) {
        const Clip& one = motions.clips[c];
        for (const double t : frameTimes(*this, one)) {
            motions.frames.push_back({fmt::format("{}  {:.2f} s", one.name, t), one.name, t,
                                      jointFrames(skeleton, samplePose(skeleton, one, t)), c});
        }
    }
    return motions;
}

}  // namespace sinew
