#include "Offline/Solve/CharacterSolver.h"

#include <algorithm>

#include "Offline/Character/Pose.h"
#include "Offline/Character/Skinning.h"

namespace sinew {

CharacterSolver::CharacterSolver(const Character& character, std::span<const Bone> bones)
    : character_(character), frames_(bindFrames(character.skeleton)) {
    for (const Bone& bone : bones) carriers_.push_back(bone.joint);
    std::sort(carriers_.begin(), carriers_.end());
    carriers_.erase(std::unique(carriers_.begin(), carriers_.end()), carriers_.end());
}

std::uint32_t CharacterSolver::carrierOfJoint(std::uint32_t joint) const {
    return static_cast<std::uint32_t>(std::lower_bound(carriers_.begin(), carriers_.end(), joint) -
                                      carriers_.begin());
}

std::vector<std::int32_t> CharacterSolver::carrierOfNode(std::span<const Bone> bones,
                                                         std::span<const std::int32_t> boneOfNode) const {
    std::vector<std::int32_t> carrier;
    for (const std::int32_t bone : boneOfNode) {
        carrier.push_back(bone < 0 ? -1
                                   : static_cast<std::int32_t>(
                                         carrierOfJoint(bones[static_cast<std::size_t>(bone)].joint)));
    }
    return carrier;
}

std::vector<Affined> CharacterSolver::carrierMotion(std::span<const Affined> jointFrames) const {
    const std::vector<Affined> all = skinMatrices(character_.skeleton, jointFrames);
    std::vector<Affined> motion;
    for (const std::uint32_t joint : carriers_) motion.push_back(all[joint]);
    return motion;
}

PoseReport CharacterSolver::moveTo(std::span<const Affined> jointFrames) {
    const std::vector<Affined> from = frames_;
    const PoseReport report = follow(shape_, [&](double t) {
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
    return skinOf(shape_.x, skinPositions(character_, matrices, SkinMethod::LinearBlend));
}

}  // namespace sinew
