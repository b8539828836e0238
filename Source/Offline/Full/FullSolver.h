// Solves the flesh of a character in full: takes any pose and computes the equilibrium shape. Implemented on
// tetrahedra (Tets/Solver.h) and on a lattice (Lattice/Solver.h). FullDynamics.h moves it over time.
#pragma once

#include <span>
#include <vector>

#include "Offline/Character/Character.h"
#include "Offline/Full/Continuation.h"
#include "Offline/Volume/Attachment.h"

namespace sinew {

class DynamicBody;

class FullSolver {
  public:
    FullSolver(const FullSolver&) = delete;  // parts point at each other
    FullSolver& operator=(const FullSolver&) = delete;
    virtual ~FullSolver() = default;

    // The nodes in the current pose.
    const PosedShape& shape() const { return shape_; }

    // Moves from the previous pose (at first the bind pose) to that of these joint frames (Pose.h). If it
    // does not converge, the shape is the last converged one on the path, and the next call continues from
    // there.
    PoseReport moveTo(std::span<const Affined> jointFrames);

    // Continues from a shape that was solved before, in the pose of these joint frames. Earlier solves of
    // this object do not influence later results.
    void startAt(std::span<const Affined> jointFrames, std::vector<Vec3d> nodes);

    // The skin in the current pose.
    std::vector<Vec3d> skin() const;

    // Volume in m³ of the flesh nearest to the bones of each joint that has bones, in the order of the
    // joints.
    virtual std::vector<double> volumesOfJoints() const = 0;

  protected:
    // `character` must outlive this.
    FullSolver(const Character& character, std::span<const Bone> bones, const Attachment& attachment);

    // The joints that carry nodes. All bones of a joint move together.
    const Carriers& carriers() const { return carriers_; }
    std::uint32_t carrierCount() const { return static_cast<std::uint32_t>(carriers_.joints.size()); }
    // The index of a joint among those that have bones.
    std::uint32_t carrierOfJoint(std::uint32_t joint) const;
    // The transforms of all joints from the bind pose to the current pose.
    std::vector<Affined> jointMotion() const;
    virtual void forget() {}  // resets the estimates of earlier solves
    void startFrom(PosedShape rest) { shape_ = std::move(rest); }

    virtual PoseReport follow(PosedShape& shape, const BonePath& path) = 0;
    // For motion over time, from shapes of this solver. It lives as long as the solver.
    virtual DynamicBody& dynamicBody() = 0;
    // `linearBlend` has the same vertices under linear blend skinning.
    virtual std::vector<Vec3d> skinOf(std::span<const Vec3d> nodes,
                                      std::span<const Vec3d> linearBlend) const = 0;

  private:
    friend class FullDynamics;
    std::vector<Affined> carrierMotion(std::span<const Affined> jointFrames) const;

    const Character& character_;
    Carriers carriers_;
    PosedShape shape_;
    std::vector<Affined> frames_;  // frames of all joints in the current pose
};

}  // namespace sinew
