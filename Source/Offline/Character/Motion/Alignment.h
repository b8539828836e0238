// Aligns the reference pose of a character with that of a motion, before world rotations are transferred.
#pragma once

#include <vector>

#include "Offline/Character/Motion/JointMatch.h"

namespace sinew::motion {

// A pose in world space: one rotation and one position per joint.
struct WorldPose {
    std::vector<Quatd> rotations;
    std::vector<Vec3d> places;
};

WorldPose worldPose(const Skeleton& skeleton, const Pose& pose);

// The bind pose, in which the mesh was modelled. If its bone lengths differ from those of the rest pose, the
// bind matrices are wrong; then the rest pose is used and a finding is added.
WorldPose referencePose(const Skeleton& skeleton, std::vector<Finding>& findings);

struct Alignment {
    bool direct = false;  // both rigs are the same, so rotations are used unchanged
    double scale = 1;     // size of the character relative to the motion, by leg length
    Quatd facing;         // rotates the reference of the character to face the same way as the motion
    WorldPose source;     // reference pose of the motion
    WorldPose target;     // reference pose of the character, before `facing`
    // Per target joint: its world rotation when the character stands in the reference pose of the motion.
    std::vector<Quatd> aligned;
};

Alignment alignReferences(const Motion& motion, const Skeleton& target, const JointMatch& match,
                          std::vector<Finding>& findings);

}  // namespace sinew::motion
