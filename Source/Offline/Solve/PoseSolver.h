// From one solved pose to the next: the shape is carried along with its bones and brought to rest, in as many
// steps as that takes.
#pragma once

#include <functional>

#include "Offline/Solve/BoneWeights.h"
#include "Offline/Solve/Newton.h"

namespace sinew {

// How nodes inside bones are held.
enum class Hold { Hard, Soft };

struct PoseSettings {
    Hold hold = Hold::Hard;
    double springStiffness = 20;  // of a soft hold, in units of Young's modulus times node spacing
    Vec3d gravity;                // m/s²; none by default: the rest shape has hung in it already
    NewtonSettings newton;
    double largestTurn = 0.6;  // radians that a bone may turn in one step
    int mostHalvings = 6;      // of a step that fails
};

// A shape and the bones it belongs to, rest → posed.
struct PosedShape {
    std::vector<Affined> bones;
    std::vector<Vec3d> x;
};

// The bones on the way to a pose, from 0, where they are those of the shape that starts there, to 1.
using BonePath = std::function<std::vector<Affined>(double)>;

struct PoseReport {
    bool converged = false;
    double reached = 0;  // how far along the path the shape is, 1 where converged
    int substeps = 0, failedSubsteps = 0;
    NewtonReport newton;  // of the last step; counts are those of all
    double leastJ = 0;    // smallest change of volume of a tet, 1 at rest; below 0 where one is inverted
    std::uint32_t inverted = 0;
    double volumeRatio = 1;  // of the whole body
    double seconds = 0;
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
    // The step from `from` to `to` of a path.
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
