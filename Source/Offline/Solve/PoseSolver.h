// From one solved pose to the next: the shape is carried along with its bones and brought to rest, in as many
// steps as that takes.
#pragma once

#include "Offline/Solve/BoneWeights.h"
#include "Offline/Solve/Continuation.h"
#include "Offline/Solve/Newton.h"

namespace sinew {

// How flesh is held to bones: nodes inside them move with them exactly, or on springs; or it ends at them and
// slides over them (on a lattice, Lattice/HexSlide.h).
enum class Hold { Hard, Soft, Sliding };

struct PoseSettings {
    Hold hold = Hold::Hard;
    double springStiffness = 20;  // unless held hard, in units of Young's modulus times node spacing
    double grip = 0.1;            // that draws back what slides, in Young's modulus over the bone's radius
    Vec3d gravity;                // m/s²; none by default: the rest shape has hung in it already
    NewtonSettings newton;
    StrideSettings stride;
};

// A shape and the bones it belongs to, rest → posed.
struct PosedShape {
    std::vector<Affined> bones;
    std::vector<Vec3d> x;
};

class PoseSolver {
  public:
    // `boneOfNode`: −1 where a node belongs to none.
    PoseSolver(const ElasticBody& body, std::vector<std::int32_t> boneOfNode, std::uint32_t bones,
               const PoseSettings& settings, const Jobs& jobs);

    PosedShape restShape() const;

    // Brings `shape` to the end of the path. Not converged: `shape` is the last one on the way that was.
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

}  // namespace sinew
