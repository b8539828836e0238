// A character whose flesh is solved in full: any pose in, the true shape out. On tetrahedra (TetSolver.h) or
// on a lattice (Lattice/LatticeSolver.h).
#pragma once

#include <span>
#include <vector>

#include "Offline/Character/Character.h"
#include "Offline/Full/Continuation.h"
#include "Offline/Volume/Attachment.h"

namespace sinew {

class FullSolver {
  public:
    FullSolver(const FullSolver&) = delete;  // parts of it point at others
    FullSolver& operator=(const FullSolver&) = delete;
    virtual ~FullSolver() = default;

    // The solver's own nodes.
    const PosedShape& shape() const { return shape_; }

    // From the pose before (at first: as bound) to the one of these joint frames (Pose.h). Not converged: the
    // shape is the last one on the way that was, and the next call goes on from there.
    PoseReport moveTo(std::span<const Affined> jointFrames);

    // Goes on from a shape solved before, in the pose of these joint frames; what it solved itself before has
    // no part in what follows.
    void startAt(std::span<const Affined> jointFrames, std::vector<Vec3d> nodes);

    // The skin in the pose reached.
    std::vector<Vec3d> skin() const;

    // The tetrahedra's nodes in the pose reached: what is learnt from. Those of the solver itself, or others
    // that it carries along.
    virtual std::vector<Vec3d> tetNodes() const { return shape_.x; }

    // m³ of the flesh nearest to the bones of each joint that has some, in the order of the joints.
    virtual std::vector<double> volumesOfJoints() const = 0;

  protected:
    // `character` must outlive this.
    FullSolver(const Character& character, std::span<const Bone> bones, const Attachment& attachment);

    // Bones of one joint move as one.
    const Carriers& carriers() const { return carriers_; }
    std::uint32_t carrierCount() const { return static_cast<std::uint32_t>(carriers_.joints.size()); }
    // Where a joint stands among those that have bones.
    std::uint32_t carrierOfJoint(std::uint32_t joint) const;
    // Bind pose → the pose reached, of all joints.
    std::vector<Affined> jointMotion() const;
    virtual void forget() {}  // what was learnt in solving
    void startFrom(PosedShape rest) { shape_ = std::move(rest); }

    virtual PoseReport follow(PosedShape& shape, const BonePath& path) = 0;
    // `linearBlend`: the same vertices by their skin weights.
    virtual std::vector<Vec3d> skinOf(std::span<const Vec3d> nodes,
                                      std::span<const Vec3d> linearBlend) const = 0;

  private:
    std::vector<Affined> carrierMotion(std::span<const Affined> jointFrames) const;

    const Character& character_;
    Carriers carriers_;
    PosedShape shape_;
    std::vector<Affined> frames_;  // of all joints, in the pose reached
};

}  // namespace sinew
