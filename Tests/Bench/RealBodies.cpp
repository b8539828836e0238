#include "RealBodies.h"

#include <cmath>
#include <filesystem>
#include <iostream>
#include <map>
#include <stdexcept>

#include "Offline/Character/Import.h"
#include "Offline/Character/Motion/Motion.h"
#include "Offline/Character/Motion/Retarget.h"
#include "Offline/Character/Pose.h"
#include "Pipeline/Build.h"
#include "Support/Data.h"

namespace sinew::bench {

namespace {

constexpr const char* kHumanFile = "makehuman_human/human_body.glb";
constexpr const char* kWalkFile = "cmu_mocap_open/02_01.bvh";

struct Subject {
    Character character;
    Clip clip;
    double tets;
};

Subject mannequin() {
    Character character = importCharacter(test::sourcePath("Content/Mannequin.glb"));
    for (const Clip& clip : character.clips) {
        if (clip.name == "walk") return {character, clip, 20000};
    }
    throw std::runtime_error("the Mannequin has lost its walk");
}

// It has no clips: it walks as a person was recorded to.
Subject human() {
    Character character = importCharacter(*test::dataPath(kHumanFile));
    std::vector<Finding> findings;
    motion::RetargetOptions options{motion::findNameMap("cmu-to-makehuman"), true};
    Clip clip =
        motion::retarget(motion::readMotion(*test::dataPath(kWalkFile)), character, options, findings);
    return {std::move(character), std::move(clip), 30000};
}

std::vector<JointPose> posesAt(const Subject& subject, double time) {
    const Skeleton& skeleton = subject.character.skeleton;
    std::vector<JointPose> bones;
    for (const Affined& frame : jointFrames(skeleton, samplePose(skeleton, subject.clip, time))) {
        const Transformd t = toTransform(frame);
        const auto f = [](double x) { return static_cast<float>(x); };
        bones.push_back({{f(t.rotation.x), f(t.rotation.y), f(t.rotation.z), f(t.rotation.w)},
                         convert<float>(t.translation),
                         convert<float>(t.scale)});
    }
    return bones;
}

LoadedAsset built(const std::string& name, const Subject& subject) {
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "sinew-bench";
    std::filesystem::create_directories(folder);
    BuildInputs inputs{subject.character, {}, {}};
    inputs.recipe.volume.tets = subject.tets;
    BuildChoice choice;
    choice.output = folder / (name + ".sinew");
    choice.cache = folder / (name + ".cache");
    std::cerr << "building " << choice.output.string() << ", where it is not there\n";
    build(inputs, choice, Workers(), [](Stage, double, std::uint32_t) { return true; });
    return loadAsset(choice.output);
}

RealBody make(const std::string& name) {
    const Subject subject = name == "Mannequin" ? mannequin() : human();
    RealBody body{built(name, subject), {}};
    for (int i = 0; i < kRealPoses; ++i)
        body.poses.push_back(posesAt(subject, std::fmod(i / 60.0, subject.clip.duration)));
    return body;
}

}  // namespace

std::vector<std::string> realBodies() {
    std::vector<std::string> names{"Mannequin"};
    if (test::dataPath(kHumanFile) && test::dataPath(kWalkFile)) names.emplace_back("human_body");
    return names;
}

const RealBody& realBody(const std::string& name) {
    static std::map<std::string, RealBody> bodies;
    const auto at = bodies.find(name);
    return at != bodies.end() ? at->second : bodies.emplace(name, make(name)).first->second;
}

}  // namespace sinew::bench
