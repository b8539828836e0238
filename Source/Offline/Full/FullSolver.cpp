#include "Offline/Full/FullSolver.h"

#include <algorithm>

#include "Offline/Character/Pose.h"
#include "Offline/Character/Skinning.h"

namespace sinew {

FullSolver::FullSolver(const Character& character, std::span<const Bone> bones, const Attachment& attachment)
    : character_(character),
      carriers_(carriersOf(bones, attachment)),
      frames_(bindFrames(character.skeleton)) {}

std::uint32_t FullSolver::carrierOfJoint(std::uint32_t joint) const {
    const std::vector<std::uint32_t>& joints = carriers_.joints;
    return static_cast<std::uint32_t>(std::lower_bound(joints.begin(), joints.end(), joint) - joints.begin());
}

std::vector<Affined> FullSolver::carrierMotion(std::span<const Affined> jointFrames) const {
    const std::vector<Affined> all = skinMatrices(character_.skeleton, jointFrames);
    std::vector<Affined> motion;
    for (const std::uint32_t joint : carriers_.joints) motion.push_back(all[joint]);
    return motion;
}

PoseReport FullSolver::moveTo(std::span<const Affined> jointFrames) {
    const std::vector<Affined> from = frames_;
    const PoseReport report = follow(shape_, [&](double t) {
        return carrierMotion(framesBetween(character_.skeleton, from, jointFrames, t));
    });
    frames_ = framesBetween(character_.skeleton, from, jointFrames, report.reached);
    return report;
}

void FullSolver::startAt(std::span<const Affined> jointFrames, std::vector<Vec3d> nodes) {
    frames_.assign(jointFrames.begin(), jointFrames.end());
    shape_ = {carrierMotion(jointFrames), std::move(nodes)};
    forget();
}

std::vector<Affined> FullSolver::jointMotion() const {
    return skinMatrices(character_.skeleton, frames_);
}

std::vector<Vec3d> FullSolver::skin() const {
    return skinOf(shape_.x, skinPositions(character_, jointMotion(), SkinMethod::LinearBlend));
}

}  // namespace sinew
