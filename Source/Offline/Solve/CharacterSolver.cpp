#include "Offline/Solve/CharacterSolver.h"

#include "Offline/Character/Pose.h"
#include "Offline/Character/Skinning.h"

namespace sinew {

CharacterSolver::CharacterSolver(const Character& character, const Volume& volume, const Flesh& flesh,
                                 const PoseSettings& settings, const Jobs& jobs,
                                 std::span<const double> stiffness)
    : character_(character),
      volume_(volume),
      carriers_(carriersOf(volume.bones, volume.attachment)),
      body_(volume.tets, flesh, stiffness),
      solver_(body_, carriers_.ofNode, static_cast<std::uint32_t>(carriers_.joints.size()), settings, jobs),
      shape_(solver_.restShape()),
      frames_(bindFrames(character.skeleton)) {}

std::vector<Affined> CharacterSolver::carrierMotion(std::span<const Affined> jointFrames) const {
    const std::vector<Affined> all = skinMatrices(character_.skeleton, jointFrames);
    std::vector<Affined> motion;
    for (const std::uint32_t joint : carriers_.joints) motion.push_back(all[joint]);
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
