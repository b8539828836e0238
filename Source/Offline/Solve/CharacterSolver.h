// A character whose flesh is solved in full: any pose in, the true shape out. On tetrahedra (TetSolver.h) or on
// a lattice (Lattice/LatticeSolver.h).
#pragma once

#include <span>
#include <vector>

#include "Offline/Character/Character.h"
#include "Offline/Solve/PoseSolver.h"
#include "Offline/Volume/Bones.h"

namespace sinew {

class CharacterSolver {
  public:
    CharacterSolver(const CharacterSolver&) = delete;  // parts of it point at others
    CharacterSolver& operator=(const CharacterSolver&) = delete;
    virtual ~CharacterSolver() = default;

    // The solver's own nodes.
    const PosedShape& shape() const { return shape_; }

    // From the pose before (at first: as bound) to the one of these joint frames (Pose.h). Not converged: the
    // shape is the last one on the way that was, and the next call goes on from there.
    PoseReport moveTo(std::span<const Affined> jointFrames);

    // Goes on from a shape solved before, in the pose of these joint frames.
    void startAt(std::span<const Affined> jointFrames, std::vector<Vec3d> nodes);

    // The skin in the pose reached.
    std::vector<Vec3d> skin() const;

    // m³ of the flesh nearest to the bones of each joint that has some, in the order of the joints.
    virtual std::vector<double> volumesOfJoints() const = 0;

  protected:
    // `character` must outlive this.
    CharacterSolver(const Character& character, std::span<const Bone> bones);

    std::uint32_t carriers() const { return static_cast<std::uint32_t>(carriers_.size()); }
    // Where a joint stands among those that have bones.
    std::uint32_t carrierOfJoint(std::uint32_t joint) const;
    // Bones of one joint move as one: nodes by carrier instead of by bone; −1 where a node has none.
    std::vector<std::int32_t> carrierOfNode(std::span<const Bone> bones,
                                            std::span<const std::int32_t> boneOfNode) const;
    void startFrom(PosedShape rest) { shape_ = std::move(rest); }

    virtual PoseReport follow(PosedShape& shape, const BonePath& path) = 0;
    // `linearBlend`: the same vertices by their skin weights.
    virtual std::vector<Vec3d> skinOf(std::span<const Vec3d> nodes, std::span<const Vec3d> linearBlend) const = 0;

  private:
    std::vector<Affined> carrierMotion(std::span<const Affined> jointFrames) const;

    const Character& character_;
    std::vector<std::uint32_t> carriers_;  // the joints that have bones
    PosedShape shape_;
    std::vector<Affined> frames_;  // of all joints, in the pose reached
};

}  // namespace sinew
