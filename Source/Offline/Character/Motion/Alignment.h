// How a character's rest pose is brought into a motion's reference pose before world rotations are handed
// over.
#pragma once

#include <vector>

#include "Offline/Character/Motion/JointMatch.h"

namespace sinew::motion {

// A pose in world space: one rotation and one place per joint.
struct WorldPose {
    std::vector<Quatd> rotations;
    std::vector<Vec3d> places;
};

WorldPose worldPose(const Skeleton& skeleton, const Pose& pose);

// The bind pose, in which a mesh was modelled, unless its bones have other lengths than the rest pose's: then
// the bind matrices are wrong, and the rest pose is taken with a finding.
WorldPose referencePose(const Skeleton& skeleton, std::vector<Finding>& findings);

struct Alignment {
    bool direct = false;  // the two rigs are one: rotations are handed over as they are
    double scale = 1;     // character over motion, by leg length
    Quatd facing;         // turns the character's reference the way the motion's faces
    WorldPose source;     // the motion's reference
    WorldPose target;     // the character's, not turned
    // Per target joint: its world rotation when it stands in the motion's reference pose.
    std::vector<Quatd> aligned;
};

Alignment alignReferences(const Motion& motion, const Skeleton& target, const JointMatch& match,
                          std::vector<Finding>& findings);

}  // namespace sinew::motion
