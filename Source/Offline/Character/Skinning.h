// Linear blend and dual quaternion skinning in double precision. This is the slow reference: faster versions
// and simulated results are compared with it.
#pragma once

#include <span>
#include <vector>

#include "Offline/Character/Character.h"

namespace sinew {

enum class SkinMethod { LinearBlend, DualQuaternion };

struct SkinShare {
    std::uint32_t joint;
    double share;
};

// The influences of a vertex, normalised, strongest first. Joints with weight 0 are left out.
std::vector<SkinShare> skinShares(const SkinWeights& weights, std::size_t vertex);

// The motion of a joint from the bind pose in two steps: a stretch about `centre`, then a rigid motion.
struct JointMotion {
    Mat3d stretch;      // symmetric; if the joint mirrors, a symmetric matrix after kMirror
    Vec3d centre;       // position of the joint in the bind pose, which the stretch leaves unchanged
    Quatd rotation;     // after the stretch
    Vec3d translation;  // after the rotation
};

// By polar decomposition, after removing a mirror (motionRotation in Math/NearestRotation.h). Because the
// stretch is about the joint, the rigid part is the motion of the joint itself, so blending with a neighbour
// rotates about their common joint even if one of them is scaled.
JointMotion splitMotion(const Affined& skinMatrix, Vec3d centre);

// The position of each joint in the bind pose; the origin if its inverse bind matrix is singular.
std::vector<Vec3d> bindCentres(const Skeleton& skeleton);

// Bind pose → posed, per welded vertex. `skinMatrices` has one matrix per joint, as in Pose.h. A vertex
// without weights does not move.
// DualQuaternion: Kavan et al. 2008, "Geometric skinning with approximate dual quaternion blending", section
// 4. Stretches are blended linearly and applied first. Each vertex chooses signs relative to its strongest
// joint (sideOf in Math/Quat.h).
std::vector<Affined> blendMotion(const Character& character, std::span<const Affined> skinMatrices,
                                 SkinMethod method);

std::vector<Vec3d> skinPositions(const Character& character, std::span<const Affined> skinMatrices,
                                 SkinMethod method);

// Unit normals of the posed surface from those of the bind pose, with weights treated as locally constant.
// They follow the winding of the triangles if a joint mirrors, and are zero where the surface collapses.
std::vector<Vec3d> skinNormals(const Character& character, std::span<const Vec3d> bindNormals,
                               std::span<const Affined> skinMatrices, SkinMethod method);

// Positions in character space. `jointFrames` are as in Pose.h.
std::vector<Vec3d> posedPositions(const RigidPart& part, std::span<const Affined> jointFrames);

}  // namespace sinew
