// Which poses are solved to learn from, and which are kept to be judged by.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "Offline/Poses/PoseMetric.h"
#include "Offline/Poses/PoseSamples.h"

namespace sinew::poses {

enum class PoseOrigin : std::uint8_t { Bind, Clip, Motion, Sample };

struct ChosenPose {
    std::string name;  // "walk 0.53 s", "sample 17"; each is given once
    PoseOrigin origin = PoseOrigin::Bind;
    Pose pose;
    PoseMetric::Signature signature;
};

struct PoseChoice {
    std::vector<ChosenPose> training;  // in the order chosen, the bind pose first
    std::vector<ChosenPose> heldOut;   // evenly from what was left, at least leastDistance from all training
};

// Candidates are chosen farthest-first: each is the one farthest from all before it, in turns from joint
// space and from the recorded ones so that both keep their part; where one has no more, the other fills in.
// Held-out poses are not the farthest but an even pick, so that they stand for what will be seen. Recorded
// poses are put where the bind pose stands: travelling strains nothing.
PoseChoice choosePoses(const Character& character, std::span<const Clip> motions,
                       std::span<const JointLimits> limits, const PoseMetric& metric,
                       const PoseChoiceSettings& settings = {});

// Greedy covering (Gonzalez 1985): no choice of as many leaves any candidate less than half as far from its
// nearest one.
class FarthestFirst {
  public:
    FarthestFirst(std::size_t candidates, PairDistance distance);

    void take(std::uint32_t candidate);

    // Among candidates begin … end−1 that were not taken; the first of equals.
    struct Farthest {
        std::uint32_t candidate;
        double distance;  // to the nearest one taken
    };
    std::optional<Farthest> farthest(std::size_t begin, std::size_t end) const;

    bool taken(std::uint32_t candidate) const { return taken_[candidate] != 0; }
    double distanceToTaken(std::uint32_t candidate) const { return nearest_[candidate]; }

  private:
    PairDistance distance_;
    std::vector<double> nearest_;
    std::vector<std::uint8_t> taken_;
};

}  // namespace sinew::poses
