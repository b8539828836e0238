#include "Offline/Character/Skinning.h"

#include <Eigen/LU>
#include <Eigen/SVD>
#include <limits>

#include "Base/Check.h"

namespace sinew {

namespace {

using Influences = std::span<const SkinWeights::Influence>;

// q + εd: a rotation q followed by a translation t, with d = ½ t q. Blends need not have unit length.
struct DualQuat {
    Quatd real{0, 0, 0, 0};
    Quatd dual{0, 0, 0, 0};
};

Quatd scaledBy(Quatd q, double s) {
    return {q.x * s, q.y * s, q.z * s, q.w * s};
}

Quatd sum(Quatd a, Quatd b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}

DualQuat toDualQuat(const JointMotion& motion) {
    const Vec3d t = motion.translation * 0.5;
    return {motion.rotation, Quatd{t.x, t.y, t.z, 0} * motion.rotation};
}

// The rigid motion nearest to a blend: division by the real part's length drops what is not a rotation, and
// taking the vector part alone drops what is not a translation.
Affined toRigid(DualQuat blend) {
    const double size = std::sqrt(dot(blend.real, blend.real));
    const Quatd real = scaledBy(blend.real, 1 / size);
    const Quatd translation = scaledBy(blend.dual, 2 / size) * conjugate(real);
    return {toMatrix(real), {translation.x, translation.y, translation.z}};
}

Affined toStretch(const JointMotion& motion) {
    return {motion.stretch, motion.centre - motion.stretch * motion.centre};
}

void addScaled(Affined& total, const Affined& a, double weight) {
    total.linear = total.linear + a.linear * weight;
    total.translation += a.translation * weight;
}

Affined zeroAffine() {
    return {Mat3d{}, {}};
}

// What blending needs of all joints, and the two ways to blend.
struct Joints {
    std::span<const Affined> matrices;
    std::vector<JointMotion> motions;  // for dual quaternions

    Affined linearBlend(Influences influences, double total) const {
        Affined blend = zeroAffine();
        for (const auto& [joint, weight] : influences) {
            addScaled(blend, matrices[joint], static_cast<double>(weight) / total);
        }
        return blend;
    }

    // Signs against the strongest joint keep every term's share along it positive, so the blend's length is
    // at least that joint's weight: never zero.
    Affined dualQuaternionBlend(Influences influences, double total) const {
        const SkinWeights::Influence* pivot = influences.data();
        for (const auto& influence : influences) {
            if (influence.weight > pivot->weight) pivot = &influence;
        }
        DualQuat rigid;
        Affined stretch = zeroAffine();
        for (const auto& [joint, weight] : influences) {
            const double share = static_cast<double>(weight) / total;
            const DualQuat q = toDualQuat(motions[joint]);
            const bool opposed = dot(q.real, motions[pivot->joint].rotation) < 0;
            rigid.real = sum(rigid.real, scaledBy(q.real, opposed ? -share : share));
            rigid.dual = sum(rigid.dual, scaledBy(q.dual, opposed ? -share : share));
            addScaled(stretch, toStretch(motions[joint]), share);
        }
        return toRigid(rigid) * stretch;
    }
};

Influences influencesOf(const SkinWeights& weights, std::size_t vertex) {
    if (vertex + 1 >= weights.firstOfVertex.size()) return {};
    const std::size_t first = weights.firstOfVertex[vertex], last = weights.firstOfVertex[vertex + 1];
    return Influences(weights.influences).subspan(first, last - first);
}

double totalWeight(Influences influences) {
    double total = 0;
    for (const auto& influence : influences) total += static_cast<double>(influence.weight);
    return total;
}

bool isFinite(const Mat3d& a) {
    return isFinite(a.column[0]) && isFinite(a.column[1]) && isFinite(a.column[2]);
}

Eigen::Matrix3d toEigen(const Mat3d& a) {
    Eigen::Matrix3d m;
    for (int j = 0; j < 3; ++j) m.col(j) << a.column[j].x, a.column[j].y, a.column[j].z;
    return m;
}

Mat3d fromEigen(const Eigen::Matrix3d& m) {
    return {{{m(0, 0), m(1, 0), m(2, 0)}, {m(0, 1), m(1, 1), m(2, 1)}, {m(0, 2), m(1, 2), m(2, 2)}}};
}

}  // namespace

JointMotion splitMotion(const Affined& skinMatrix, Vec3d centre) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    // The decomposition leaves its result undefined for such input; here it spoils its own joint, no other.
    if (!isFinite(skinMatrix.linear)) {
        return {Mat3d::diagonal({nan, nan, nan}), centre, {nan, nan, nan, nan}, {nan, nan, nan}};
    }
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(toEigen(skinMatrix.linear),
                                                Eigen::ComputeFullU | Eigen::ComputeFullV);
    // A mirror goes into the stretch, along the direction that is stretched least.
    const bool mirrored = svd.matrixU().determinant() * svd.matrixV().determinant() < 0;
    const Eigen::Vector3d flip(1, 1, mirrored ? -1 : 1);
    const Eigen::Matrix3d& v = svd.matrixV();
    const Mat3d rotation = fromEigen(svd.matrixU() * flip.asDiagonal() * v.transpose());
    const Eigen::Vector3d stretches = flip.cwiseProduct(svd.singularValues());
    const Mat3d stretch = fromEigen(v * stretches.asDiagonal() * v.transpose());
    const Quatd q = toQuat(rotation);
    return {stretch, centre, q, transformPoint(skinMatrix, centre) - rotate(q, centre)};
}

std::vector<Vec3d> bindCentres(const Skeleton& skeleton) {
    std::vector<Vec3d> centres;
    centres.reserve(skeleton.inverseBind.size());
    for (const Affined& toJoint : skeleton.inverseBind) {
        const Vec3d centre = inverse(toJoint).translation;
        centres.push_back(isFinite(centre) ? centre : Vec3d{});
    }
    return centres;
}

std::vector<Affined> blendMotion(const Character& character, std::span<const Affined> skinMatrices,
                                 SkinMethod method) {
    SINEW_CHECK(skinMatrices.size() == character.skeleton.joints.size());
    Joints joints{skinMatrices, {}};
    if (method == SkinMethod::DualQuaternion) {
        const std::vector<Vec3d> centres = bindCentres(character.skeleton);
        for (std::size_t j = 0; j < skinMatrices.size(); ++j) {
            joints.motions.push_back(splitMotion(skinMatrices[j], centres[j]));
        }
    }
    std::vector<Affined> motions(character.surface.positions.size());
    for (std::size_t v = 0; v < motions.size(); ++v) {
        const Influences influences = influencesOf(character.weights, v);
        const double total = totalWeight(influences);
        if (!(total > 0)) continue;
        motions[v] = method == SkinMethod::LinearBlend ? joints.linearBlend(influences, total)
                                                       : joints.dualQuaternionBlend(influences, total);
    }
    return motions;
}

std::vector<Vec3d> skinPositions(const Character& character, std::span<const Affined> skinMatrices,
                                 SkinMethod method) {
    const std::vector<Affined> motions = blendMotion(character, skinMatrices, method);
    std::vector<Vec3d> posed = character.surface.positions;
    for (std::size_t v = 0; v < posed.size(); ++v) posed[v] = transformPoint(motions[v], posed[v]);
    return posed;
}

std::vector<Vec3d> skinNormals(const Character& character, std::span<const Vec3d> bindNormals,
                               std::span<const Affined> skinMatrices, SkinMethod method) {
    SINEW_CHECK(bindNormals.size() == character.surface.positions.size());
    const std::vector<Affined> motions = blendMotion(character, skinMatrices, method);
    std::vector<Vec3d> normals(bindNormals.begin(), bindNormals.end());
    for (std::size_t v = 0; v < normals.size(); ++v) {
        normals[v] = normalized(cofactor(motions[v].linear) * normals[v]);
    }
    return normals;
}

std::vector<Vec3d> posedPositions(const RigidPart& part, std::span<const Affined> jointFrames) {
    SINEW_CHECK(part.joint < jointFrames.size());
    std::vector<Vec3d> posed = part.surface.positions;
    for (Vec3d& p : posed) p = transformPoint(jointFrames[part.joint], p);
    return posed;
}

}  // namespace sinew
