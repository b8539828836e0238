// Linear blend and dual quaternion skinning in double: slow and obvious. Every faster version is compared
// with these, and every simulated result with their shapes.
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

// What counts of a vertex's weights, summing to one, the strongest joint first. Joints without weight have no
// say, whatever they do.
std::vector<SkinShare> skinShares(const SkinWeights& weights, std::size_t vertex);

// What a joint does to the bind pose, in two steps: a stretch about `centre`, then a rigid motion.
struct JointMotion {
    Mat3d stretch;      // symmetric; where the joint mirrors, a symmetric one after the mirror kMirror
    Vec3d centre;       // where the joint sits in the bind pose; the stretch leaves it in place
    Quatd rotation;     // after the stretch
    Vec3d translation;  // after the rotation
};

// By polar decomposition, a mirror first (motionRotation in Math/NearestRotation.h). A stretch about the
// joint leaves the rigid part the motion of the joint itself, so that blending with a neighbour turns about
// their common joint also where one of them is scaled.
JointMotion splitMotion(const Affined& skinMatrix, Vec3d centre);

// Where each joint sits in the bind pose; the origin where the file's inverse bind matrix is singular.
std::vector<Vec3d> bindCentres(const Skeleton& skeleton);

// Bind pose → posed, per welded vertex. `skinMatrices`: one per joint, as Pose.h gives them. A vertex
// without weights stays where it is.
// DualQuaternion: Kavan et al. 2008, "Geometric skinning with approximate dual quaternion blending", section
// 4; stretches are blended linearly and applied first; each vertex chooses signs against its strongest joint
// (sideOf in Math/Quat.h).
std::vector<Affined> blendMotion(const Character& character, std::span<const Affined> skinMatrices,
                                 SkinMethod method);

std::vector<Vec3d> skinPositions(const Character& character, std::span<const Affined> skinMatrices,
                                 SkinMethod method);

// Unit normals of the posed surface from those of the bind pose, weights taken as locally constant. Follows
// the triangles' winding where a joint mirrors; zero where the surface collapses.
std::vector<Vec3d> skinNormals(const Character& character, std::span<const Vec3d> bindNormals,
                               std::span<const Affined> skinMatrices, SkinMethod method);

// In character space. `jointFrames` as Pose.h gives them.
std::vector<Vec3d> posedPositions(const RigidPart& part, std::span<const Affined> jointFrames);

}  // namespace sinew
