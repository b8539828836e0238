#include "Commands/MotionChoice.h"

#include <fmt/format.h>

#include "Offline/Character/Motion.h"
#include "Offline/Character/Pose.h"
#include "Offline/Character/Retarget.h"

namespace sinew {

namespace {

std::vector<double> frameTimes(const MotionChoice& choice, const Clip& clip) {
    if (choice.time) return {*choice.time};
    std::vector<double> times;
    // The last key of a loop is its first again, so a whole period is divided, not a closed interval.
    for (int i = 0; i < choice.count; ++i) times.push_back(clip.duration * i / choice.count);
    return times;
}

std::string clipList(const Character& character) {
    if (character.clips.empty()) return "The file has no clips; give a motion file with --motion.";
    std::string list;
    for (const Clip& clip : character.clips) list += (list.empty() ? "" : ", ") + clip.name;
    return "The file has: " + list + ".";
}

std::vector<Clip> chosenClips(const MotionChoice& choice, const Character& character,
                              const Console& console) {
    if (!choice.motion.empty()) {
        std::vector<Finding> findings;
        RetargetOptions options;
        if (!choice.map.empty()) options.map = findNameMap(choice.map);
        options.inPlace = choice.inPlace;
        const Motion motion = readMotion(choice.motion);
        Clip clip = retarget(motion, character, options, findings);
        for (const Finding& f : findings) {
            if (f.severity == Severity::Note) {
                console.detail(f.text);
            } else {
                console.warn(f.text, f.remedy);
            }
        }
        return {std::move(clip)};
    }
    if (choice.clip == "all" && !character.clips.empty()) return character.clips;
    for (const Clip& clip : character.clips) {
        if (clip.name == choice.clip) return {clip};
    }
    throw Error(ErrorKind::BadInput, "there is no clip '" + choice.clip + "' in " + character.name,
                clipList(character));
}

std::string builtInMapNames() {
    std::string names;
    for (const BuiltInMap& map : builtInMaps()) names += (names.empty() ? "" : ", ") + std::string(map.name);
    return names;
}

}  // namespace

void MotionChoice::addTo(CLI::App& command) {
    auto* const clipOption =
        command.add_option("--clip", clip, "A clip of the file, or all")->type_name("NAME");
    command.add_option("--motion", motion, "A motion file (.bvh), put onto the character's skeleton")
        ->type_name("BVH")
        ->excludes(clipOption);
    command
        .add_option("--map", map,
                    "Which joint drives which: a built-in map (" + builtInMapNames() + ") or a file")
        ->type_name("NAME|TOML");
    command.add_flag("--in-place", inPlace, "Keep the hips above where they stand");
    auto* const timeOption = command.add_option("--time", time, "One frame, at this second")->type_name("S");
    command.add_option("--frames", count, "So many frames, evenly spaced")
        ->check(CLI::Range(1, 10000))
        ->type_name("N")
        ->capture_default_str()
        ->excludes(timeOption);
    command
        .add_option("--pose", still,
                    "Without a motion: rest (as the file stands) or bind (as it was skinned)")
        ->check(CLI::IsMember({"rest", "bind"}))
        ->type_name("POSE");
}

std::vector<MotionFrame> MotionChoice::frames(const Character& character, const Console& console) const {
    const Skeleton& skeleton = character.skeleton;
    if (clip.empty() && motion.empty()) {
        if (still == "rest") return {{"rest pose", jointFrames(skeleton, restPose(skeleton))}};
        return {{"bind pose", bindFrames(skeleton)}};
    }
    if (skeleton.joints.empty()) {
        throw badInput(character.name + " has no skeleton, so nothing can move it",
                       "Export the character with its skin.");
    }
    std::vector<MotionFrame> list;
    for (const Clip& chosen : chosenClips(*this, character, console)) {
        for (const double t : frameTimes(*this, chosen)) {
            list.push_back({fmt::format("{}  {:.2f} s", chosen.name, t),
                            jointFrames(skeleton, samplePose(skeleton, chosen, t))});
        }
    }
    return list;
}

}  // namespace sinew
