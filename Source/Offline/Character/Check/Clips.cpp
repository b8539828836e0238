// What the clips move, and whether their numbers can be used.
#include <algorithm>
#include <cmath>

#include "Offline/Character/Check/Context.h"

namespace sinew::check {

namespace {

bool isSound(Vec3d v) {
    return isFinite(v);
}

bool isSound(Quatd q) {
    return std::isfinite(dot(q, q));
}

template <class Value>
bool isSound(const Track<Value>& track) {
    const std::size_t perKey = track.interpolation == Interpolation::CubicSpline ? 3 : 1;
    return track.values.size() == track.times.size() * perKey &&
           std::all_of(track.times.begin(), track.times.end(), [](double t) { return std::isfinite(t); }) &&
           std::is_sorted(track.times.begin(), track.times.end()) &&
           std::all_of(track.values.begin(), track.values.end(), [](const Value& v) { return isSound(v); });
}

bool isSound(const JointTracks& tracks) {
    return isSound(tracks.translation) && isSound(tracks.rotation) && isSound(tracks.scale);
}

bool moves(const JointTracks& tracks) {
    return !tracks.translation.times.empty() || !tracks.rotation.times.empty() || !tracks.scale.times.empty();
}

std::string jointOf(const Character& character, std::size_t joint) {
    return joint < character.skeleton.joints.size() ? inQuotes(character.skeleton.joints[joint].name)
                                                    : std::to_string(joint);
}

}  // namespace

void checkClips(const Character& character, Findings& findings) {
    if (character.clips.empty()) return;
    std::vector<bool> moved(character.skeleton.joints.size(), false);
    std::vector<std::string> unsound, still;
    double longest = 0;
    for (const Clip& clip : character.clips) {
        bool any = false;
        for (std::size_t j = 0; j < clip.joints.size(); ++j) {
            if (!isSound(clip.joints[j])) {
                unsound.push_back(inQuotes(clip.name) + " at joint " + jointOf(character, j));
            }
            if (!moves(clip.joints[j])) continue;
            any = true;
            if (j < moved.size()) moved[j] = true;
        }
        if (!any) still.push_back(inQuotes(clip.name));
        longest = std::max(longest, clip.duration);
    }
    const auto joints = static_cast<std::size_t>(std::count(moved.begin(), moved.end(), true));
    findings.push_back({Severity::Note, "clips",
                        "the file has " + counted(character.clips.size(), "clip") + " of up to " +
                            rounded(longest) + " s, which move " + std::to_string(joints) + " of " +
                            counted(moved.size(), "joint"),
                        ""});
    if (!unsound.empty()) {
        findings.push_back({Severity::Error, "clip-not-finite",
                            counted(unsound.size(), "track has", "tracks have") +
                                " keys that are not numbers or not in order of time: " + listed(unsound),
                            "Delete these keys, or bake the animation again."});
    }
    if (!still.empty()) {
        findings.push_back({Severity::Note, "clip-moves-nothing",
                            counted(still.size(), "clip has", "clips have") + " no keys: " + listed(still),
                            "Export the animation together with the skeleton that it moves."});
    }
}

}  // namespace sinew::check
