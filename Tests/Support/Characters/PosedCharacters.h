// Characters with what poses are chosen from: the Mannequin, and a real person who walks.
#pragma once

#include "Offline/Character/Import.h"
#include "Offline/Character/JointLimits.h"
#include "Offline/Character/Motion/Motion.h"
#include "Offline/Character/Motion/Retarget.h"
#include "Support/Data.h"

namespace sinew::test {

inline const Character& mannequin() {
    static const Character read = importCharacter(sourcePath("Content/Mannequin.glb"));
    return read;
}

inline const std::vector<JointLimits>& mannequinLimits() {
    static const std::vector<JointLimits> limits = planJointLimits(mannequin());
    return limits;
}

// The motion on the character's skeleton; what retargeting notices is not of interest.
inline Clip motionOn(const Character& character, const std::filesystem::path& bvh) {
    std::vector<Finding> findings;
    return motion::retarget(motion::readMotion(bvh), character, {}, findings);
}

}  // namespace sinew::test
