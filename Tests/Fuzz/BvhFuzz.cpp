// Any bytes are a motion whose keys are finite and in one hemisphere, or are refused with words.
#include <cmath>
#include <cstdlib>

#include "Offline/Character/Motion/Motion.h"
#include "Offline/Error.h"

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

void checkTracks(const sinew::JointTracks& tracks) {
    require(tracks.rotation.times.size() == tracks.rotation.values.size());
    require(tracks.translation.times.size() == tracks.translation.values.size());
    const auto& turns = tracks.rotation.values;
    for (std::size_t k = 0; k < turns.size(); ++k) {
        require(std::abs(dot(turns[k], turns[k]) - 1) < 1e-9);
        require(k == 0 || dot(turns[k - 1], turns[k]) >= 0);
    }
    for (const sinew::Vec3d& place : tracks.translation.values) require(isFinite(place));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const sinew::motion::Motion motion = sinew::motion::parseMotion(text, "fuzz.bvh");
        require(motion.clip.joints.size() == motion.skeleton.joints.size());
        require(motion.reference.size() == motion.skeleton.joints.size());
        for (std::size_t j = 0; j < motion.skeleton.joints.size(); ++j) {
            require(motion.skeleton.joints[j].parent < static_cast<std::int32_t>(j));
            checkTracks(motion.clip.joints[j]);
        }
    } catch (const sinew::Error& error) {
        require(!error.remedy().empty());
    }
    return 0;
}
