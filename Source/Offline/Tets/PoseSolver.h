// Moves from one solved pose to the next: the shape is carried along with its bones and brought to
// equilibrium, in as many steps as needed.
#pragma once

#include "Offline/Full/Continuation.h"
#include "Offline/Tets/HarmonicWeights.h"
#include "Offline/Tets/Newton.h"

namespace sinew::tets {

class PoseSolver {
  public:
    // `body` must outlive this object. `boneOfNode` is −1 for a node without a bone. A body without bones can
    // only be moved over time (Dynamics.h).
    PoseSolver(const ElasticBody& body, std::vector<std::int32_t> boneOfNode, std::uint32_t bones,
               const PoseSettings& settings, const Jobs& jobs);

    const ElasticBody& body() const { return body_; }
    PosedShape restShape() const;

    // Moves `shape` to the end of the path. If it does not converge, `shape` is the last converged shape on
    // the path.
    PoseReport moveTo(PosedShape& shape, const BonePath& path, std::span<const Potential* const> loads = {});

    // The parts of moveTo(), for callers that proceed step by step. Carries the shape along with its bones to
    // other bones, without solving:
    PosedShape carriedTo(const PosedShape& shape, std::vector<Affined> bones) const;
    bool isHeld(std::uint32_t node) const { return settings_.hold == Hold::Hard && boneOfNode_[node] >= 0; }
    // Moves the held nodes of a shape to where its bones hold them.
    void hold(PosedShape& shape) const;
    // Brings the shape to equilibrium with its bones, gravity and `loads`. If it does not converge, the shape
    // is the last one that was reached.
    NewtonReport relax(PosedShape& shape, std::span<const Potential* const> loads,
                       const NewtonSettings& settings);
    void measure(const PosedShape& shape, PoseReport& report) const;

  private:
    NewtonReport step(PosedShape& shape, std::vector<Affined> bones, std::span<const Potential* const> loads,
                      const NewtonSettings& settings);

    Vec3d target(std::uint32_t node, std::span<const Affined> bones) const;

    const ElasticBody& body_;
    std::vector<std::int32_t> boneOfNode_;
    std::uint32_t bones_;
    PoseSettings settings_;
    Jobs jobs_;
    BoneWeights weights_;
    NewtonSolver newton_;
};

}  // namespace sinew::tets
