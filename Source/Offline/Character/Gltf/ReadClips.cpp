#include "Offline/Character/Gltf/ReadClips.h"

#include <algorithm>
#include <cmath>

#include "Offline/Character/UniqueName.h"
#include "Offline/Error.h"

namespace sinew::gltf {

namespace {

const char* const kExportAgain = "Export the animation again, baked to plain keys.";
// Bounds what one array used by a million channels can become.
constexpr std::size_t kMaxKeys = std::size_t{1} << 26, kMaxTracks = std::size_t{1} << 22;

struct Tally {
    std::size_t keys = 0, otherNodes = 0, repeated = 0, notUnit = 0;
};

Interpolation interpolationOf(const std::string& name, const std::string& what) {
    if (name == "LINEAR") return Interpolation::Linear;
    if (name == "STEP") return Interpolation::Step;
    if (name == "CUBICSPLINE") return Interpolation::CubicSpline;
    throw badInput(what + " has the unknown interpolation \"" + name + "\"", kExportAgain);
}

std::vector<double> readTimes(const Document& document, int accessor, const std::string& what) {
    std::vector<double> times = readNumbers(document, accessor, 1, what + " times");
    for (std::size_t k = 0; k < times.size(); ++k) {
        if (times[k] < 0) {
            throw badInput(
                what + " has the negative time " + std::to_string(times[k]) + " at key " + std::to_string(k),
                "Move the animation so that it starts at time 0 or later.");
        }
        if (k > 0 && !(times[k] > times[k - 1])) {
            throw badInput(what + ": the time of key " + std::to_string(k) +
                               " is not after the time of the key before it",
                           kExportAgain);
        }
    }
    return times;
}

// One sampler's times and values, checked to belong together.
struct Keys {
    Interpolation interpolation;
    std::vector<double> times, numbers;
};

Keys readKeys(const Document& document, const tinygltf::AnimationSampler& sampler, std::size_t components,
              const std::string& what, Tally& tally) {
    Keys keys{interpolationOf(sampler.interpolation, what), readTimes(document, sampler.input, what),
              readNumbers(document, sampler.output, components, what + " values")};
    const std::size_t perTime = keys.interpolation == Interpolation::CubicSpline ? 3 : 1;
    if (keys.numbers.size() != keys.times.size() * perTime * components) {
        throw badInput(what + " has " + std::to_string(keys.numbers.size() / components) + " values for " +
                           std::to_string(keys.times.size()) + " times",
                       kExportAgain);
    }
    tally.keys += keys.times.size();
    if (tally.keys > kMaxKeys) {
        throw badInput("the animations have more than " + std::to_string(kMaxKeys) + " keys", kExportAgain);
    }
    return keys;
}

bool isTangent(Interpolation interpolation, std::size_t value) {
    return interpolation == Interpolation::CubicSpline && value % 3 != 1;
}

Vec3d vectorAt(const std::vector<double>& numbers, std::size_t i) {
    return {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
}

Track<Vec3d> translationTrack(Keys keys, const Rig& rig, std::size_t joint) {
    Track<Vec3d> track{keys.interpolation, std::move(keys.times), {}};
    const bool isRoot = rig.skeleton.joints[joint].parent < 0;
    for (std::size_t i = 0; i < keys.numbers.size() / 3; ++i) {
        const Vec3d v = vectorAt(keys.numbers, i);
        if (!isRoot) {
            track.values.push_back(v * rig.scaleAbove[joint]);
        } else if (isTangent(keys.interpolation, i)) {
            track.values.push_back(rig.above[joint].linear * v);
        } else {
            track.values.push_back(transformPoint(rig.above[joint], v));
        }
    }
    return track;
}

Track<Vec3d> scaleTrack(Keys keys) {
    Track<Vec3d> track{keys.interpolation, std::move(keys.times), {}};
    for (std::size_t i = 0; i < keys.numbers.size() / 3; ++i)
        track.values.push_back(vectorAt(keys.numbers, i));
    return track;
}

Track<Quatd> rotationTrack(Keys keys, const Rig& rig, std::size_t joint, const std::string& what,
                           Tally& tally) {
    Track<Quatd> track{keys.interpolation, std::move(keys.times), {}};
    const Quatd above =
        toQuat(rig.above[joint].linear * (1 / std::cbrt(determinant(rig.above[joint].linear))));
    for (std::size_t i = 0; i < keys.numbers.size() / 4; ++i) {
        const double* const n = keys.numbers.data() + 4 * i;
        Quatd q{n[0], n[1], n[2], n[3]};
        if (!isTangent(keys.interpolation, i)) {
            const double size = std::sqrt(dot(q, q));
            if (!(size > 1e-6) || !std::isfinite(size)) {
                throw badInput(what + ": the rotation of key " + std::to_string(i) + " is zero",
                               kExportAgain);
            }
            if (std::abs(size - 1) > 0.01) ++tally.notUnit;
            q = normalized(q);
        }
        // Multiplying by a fixed rotation is linear, so that tangents go the same way.
        track.values.push_back(above * q);
    }
    return track;
}

// True where `track` was still free; glTF allows one channel per node and path.
template <class Value>
bool claim(const Track<Value>& track, Tally& tally) {
    if (track.times.empty()) return true;
    ++tally.repeated;
    return false;
}

void readChannel(const Document& document, const tinygltf::Animation& animation,
                 const tinygltf::AnimationChannel& channel, const Rig& rig, const std::string& what,
                 Clip& clip, Tally& tally) {
    if (channel.target_path == "weights") return;
    const std::int32_t found = rig.jointOfNode[static_cast<std::size_t>(channel.target_node)];
    if (found < 0) {
        ++tally.otherNodes;
        return;
    }
    const auto joint = static_cast<std::size_t>(found);
    const std::string where =
        what + ", " + channel.target_path + " of \"" + rig.skeleton.joints[joint].name + "\":";
    const tinygltf::AnimationSampler& sampler =
        animation.samplers[checkedIndex(channel.sampler, animation.samplers.size(), where + " sampler")];
    const auto keys = [&](std::size_t components) {
        return readKeys(document, sampler, components, where, tally);
    };
    JointTracks& tracks = clip.joints[joint];
    if (channel.target_path == "translation") {
        if (claim(tracks.translation, tally)) tracks.translation = translationTrack(keys(3), rig, joint);
    } else if (channel.target_path == "rotation") {
        if (claim(tracks.rotation, tally)) tracks.rotation = rotationTrack(keys(4), rig, joint, where, tally);
    } else if (channel.target_path == "scale") {
        if (claim(tracks.scale, tally)) tracks.scale = scaleTrack(keys(3));
    } else {
        throw badInput(where + " this path is unknown", kExportAgain);
    }
}

double durationOf(const Clip& clip) {
    double duration = 0;
    const auto until = [&](const std::vector<double>& times) {
        if (!times.empty()) duration = std::max(duration, times.back());
    };
    for (const JointTracks& tracks : clip.joints) {
        until(tracks.translation.times);
        until(tracks.rotation.times);
        until(tracks.scale.times);
    }
    return duration;
}

void report(const Tally& tally, std::vector<Finding>& findings) {
    if (tally.otherNodes > 0) {
        findings.push_back(
            {Severity::Note, "channels-ignored",
             std::to_string(tally.otherNodes) +
                 " animation channels were ignored, because they move nodes outside the skeleton",
             ""});
    }
    if (tally.repeated > 0) {
        findings.push_back({Severity::Warning, "channels-repeated",
                            std::to_string(tally.repeated) +
                                " animation channels were ignored, because an earlier channel "
                                "of the clip moves the same property",
                            kExportAgain});
    }
    if (tally.notUnit > 0) {
        findings.push_back(
            {Severity::Note, "rotations-not-unit",
             std::to_string(tally.notUnit) + " rotation keys did not have unit length and were normalised",
             ""});
    }
}

}  // namespace

std::vector<Clip> readClips(const Document& document, const Rig& rig, std::vector<Finding>& findings) {
    std::vector<Clip> clips;
    UniqueNames names;
    Tally tally;
    if (document.model.animations.size() * rig.skeleton.joints.size() > kMaxTracks) {
        throw badInput("the file has " + std::to_string(document.model.animations.size()) + " clips of " +
                           std::to_string(rig.skeleton.joints.size()) +
                           " joints, which is more than Sinew can store",
                       "Export fewer clips at a time.");
    }
    for (std::size_t a = 0; a < document.model.animations.size(); ++a) {
        const tinygltf::Animation& animation = document.model.animations[a];
        const std::string wanted = animation.name.empty() ? "clip_" + std::to_string(a) : animation.name;
        Clip clip{names.take(wanted), 0, std::vector<JointTracks>(rig.skeleton.joints.size())};
        for (const tinygltf::AnimationChannel& channel : animation.channels) {
            readChannel(document, animation, channel, rig, "clip \"" + clip.name + "\"", clip, tally);
        }
        clip.duration = durationOf(clip);
        clips.push_back(std::move(clip));
    }
    report(tally, findings);
    return clips;
}

}  // namespace sinew::gltf
