#include "Offline/Character/Skinning.h"

#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <limits>

#include "Base/Check.h"
#include "Math/NearestRotation.h"

namespace sinew {

namespace {

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

    Affined linearBlend(std::span<const SkinShare> shares) const {
        Affined blend = zeroAffine();
        for (const auto& [joint, share] : shares) addScaled(blend, matrices[joint], share);
        return blend;
    }

    // Signs against the strongest joint keep every term's part along it positive, so the blend's length is at
    // least that joint's share: never zero.
    Affined dualQuaternionBlend(std::span<const SkinShare> shares) const {
        const Quatd strongest = motions[shares[0].joint].rotation;
        DualQuat rigid;
        Affined stretch = zeroAffine();
        for (const auto& [joint, share] : shares) {
            const DualQuat q = toDualQuat(motions[joint]);
            const double weight = share * sideOf(q.real, strongest);
            rigid.real = sum(rigid.real, scaledBy(q.real, weight));
            rigid.dual = sum(rigid.dual, scaledBy(q.dual, weight));
            addScaled(stretch, toStretch(motions[joint]), share);
        }
        return toRigid(rigid) * stretch;
    }
};

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
    const Mat3d mirror = Mat3d::diagonal(determinant(skinMatrix.linear) < 0 ? kMirror : Vec3d{1, 1, 1});
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(toEigen(skinMatrix.linear * mirror),
                                                Eigen::ComputeFullU | Eigen::ComputeFullV);
    // Only where the matrix is singular is this not one already.
    const double sign = svd.matrixU().determinant() * svd.matrixV().determinant() < 0 ? -1 : 1;
    const Eigen::Vector3d flip(1, 1, sign);
    const Eigen::Matrix3d& v = svd.matrixV();
    const Mat3d rotation = fromEigen(svd.matrixU() * flip.asDiagonal() * v.transpose());
    const Eigen::Vector3d stretches = flip.cwiseProduct(svd.singularValues());
    const Mat3d stretch = fromEigen(v * stretches.asDiagonal() * v.transpose()) * mirror;
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

std::vector<SkinShare> skinShares(const SkinWeights& weights, std::size_t vertex) {
    std::vector<SkinShare> shares;
    if (vertex + 1 >= weights.firstOfVertex.size()) return shares;
    double total = 0;
    for (std::uint32_t i = weights.firstOfVertex[vertex]; i < weights.firstOfVertex[vertex + 1]; ++i) {
        const auto& [joint, weight] = weights.influences[i];
        if (weight > 0) shares.push_back({joint, static_cast<double>(weight)});
    }
    std::stable_sort(shares.begin(), shares.end(),
                     [](const SkinShare& a, const SkinShare& b) { return a.share > b.share; });
    for (const SkinShare& s : shares) total += s.share;
    for (SkinShare& s : shares) s.share /= total;
    return shares;
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
        const std::vector<SkinShare> shares = skinShares(character.weights, v);
        if (shares.empty()) continue;
        motions[v] = method == SkinMethod::LinearBlend ? joints.linearBlend(shares)
                                                       : joints.dualQuaternionBlend(shares);
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
