// A character whose flesh is solved in full: any pose in, the true shape out.
#pragma once

#include "Offline/Character/Character.h"
#include "Offline/Solve/PoseSolver.h"
#include "Offline/Volume/Volume.h"

namespace sinew {

class CharacterSolver {
  public:
    // `character` and `volume` must outlive this. `stiffness`: as tetStiffness() gives it, or empty.
    CharacterSolver(const Character& character, const Volume& volume, const Flesh& flesh,
                    const PoseSettings& settings, const Jobs& jobs, std::span<const double> stiffness = {});

    CharacterSolver(const CharacterSolver&) = delete;  // parts of it point at others
    CharacterSolver& operator=(const CharacterSolver&) = delete;

    const ElasticBody& body() const { return body_; }
    const PosedShape& shape() const { return shape_; }

    // From the pose before (at first: as bound) to the one of these joint frames (Pose.h). Not converged: the
    // shape is the last one on the way that was, and the next call goes on from there.
    PoseReport moveTo(std::span<const Affined> jointFrames);

    // Goes on from a shape solved before, in the pose of these joint frames.
    void startAt(std::span<const Affined> jointFrames, std::vector<Vec3d> nodes);

    // The skin in the pose reached.
    std::vector<Vec3d> skin() const;

  private:
    std::vector<Affined> carrierMotion(std::span<const Affined> jointFrames) const;

    const Character& character_;
    const Volume& volume_;
    Carriers carriers_;
    ElasticBody body_;
    PoseSolver solver_;
    PosedShape shape_;
    std::vector<Affined> frames_;  // of all joints, in the pose reached
};

}  // namespace sinew
