// Moves from one solved pose to the next: the shape is carried along with its bones and brought to
// equilibrium, in as many steps as needed.
#pragma once

#include "Offline/Full/Continuation.h"
#include "Offline/Tets/HarmonicWeights.h"
#include "Offline/Tets/Newton.h"

namespace sinew::tets {

class PoseSolver {
  public:
    // `boneOfNode` is −1 for a node without a bone.
    PoseSolver(const ElasticBody& body, std::vector<std::int32_t> boneOfNode, std::uint32_t bones,
               const PoseSettings& settings, const Jobs& jobs);

    PosedShape restShape() const;

    // Moves `shape` to the end of the path. If it does not converge, `shape` is the last converged shape on
    // the path.
    PoseReport moveTo(PosedShape& shape, const BonePath& path, std::span<const Potential* const> loads = {});

  private:
    NewtonReport step(PosedShape& shape, std::vector<Affined> bones, std::span<const Potential* const> loads,
                      const NewtonSettings& settings);

    const ElasticBody& body_;
    std::vector<std::int32_t> boneOfNode_;
    std::uint32_t bones_;
    PoseSettings settings_;
    Jobs jobs_;
    BoneWeights weights_;
    NewtonSolver newton_;
};

}  // namespace sinew::tets
