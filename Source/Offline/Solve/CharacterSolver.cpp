#include "Offline/Solve/CharacterSolver.h"

#include <algorithm>

#include "Offline/Character/Pose.h"
#include "Offline/Character/Skinning.h"

namespace sinew {

namespace {

std::vector<std::uint32_t> jointsWithBones(const Volume& volume) {
    std::vector<std::uint32_t> joints;
    for (const Bone& bone : volume.bones) joints.push_back(bone.joint);
    std::sort(joints.begin(), joints.end());
    joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
    return joints;
}

// Bones of one joint move as one: nodes by carrier instead of by bone.
std::vector<std::int32_t> carrierOfNode(const Volume& volume, std::span<const std::uint32_t> carriers) {
    std::vector<std::int32_t> carrier;
    for (const std::int32_t bone : volume.attachment.boneOfNode) {
        if (bone < 0) {
            carrier.push_back(-1);
            continue;
        }
        const std::uint32_t joint = volume.bones[static_cast<std::size_t>(bone)].joint;
        carrier.push_back(static_cast<std::int32_t>(
            std::lower_bound(carriers.begin(), carriers.end(), joint) - carriers.begin()));
    }
    return carrier;
}

}  // namespace

CharacterSolver::CharacterSolver(const Character& character, const Volume& volume, const Flesh& flesh,
                                 const PoseSettings& settings, const Jobs& jobs,
                                 std::span<const double> stiffness)
    : character_(character),
      volume_(volume),
      carriers_(jointsWithBones(volume)),
      body_(volume.tets, flesh, stiffness),
      solver_(body_, carrierOfNode(volume, carriers_), static_cast<std::uint32_t>(carriers_.size()), settings,
              jobs),
      shape_(solver_.restShape()),
      frames_(bindFrames(character.skeleton)) {}

std::vector<Affined> CharacterSolver::carrierMotion(std::span<const Affined> jointFrames) const {
    const std::vector<Affined> all = skinMatrices(character_.skeleton, jointFrames);
    std::vector<Affined> motion;
    for (const std::uint32_t joint : carriers_) motion.push_back(all[joint]);
    return motion;
}

PoseReport CharacterSolver::moveTo(std::span<const Affined> jointFrames) {
    const std::vector<Affined> from = frames_;
    const PoseReport report = solver_.moveTo(shape_, [&](double t) {
        return carrierMotion(framesBetween(character_.skeleton, from, jointFrames, t));
    });
    frames_ = framesBetween(character_.skeleton, from, jointFrames, report.reached);
    return report;
}

void CharacterSolver::startAt(std::span<const Affined> jointFrames, std::vector<Vec3d> nodes) {
    frames_.assign(jointFrames.begin(), jointFrames.end());
    shape_ = {carrierMotion(jointFrames), std::move(nodes)};
}

std::vector<Vec3d> CharacterSolver::skin() const {
    const std::vector<Affined> matrices = skinMatrices(character_.skeleton, frames_);
    return skinPositions(volume_, shape_.x, skinPositions(character_, matrices, SkinMethod::LinearBlend));
}

}  // namespace sinew
