// Chooses the training poses and the held-out poses, on which the model is judged.
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
    std::string name;  // unique, for example "walk 0.53 s" or "sample 17"
    PoseOrigin origin = PoseOrigin::Bind;
    Pose pose;
    PoseMetric::Signature signature;
};

struct PoseChoice {
    std::vector<ChosenPose> training;  // in the order of choice; the bind pose is the first
    std::vector<ChosenPose> heldOut;   // an even selection of the remaining candidates, at least minDistance
                                       // from all training poses
};

// Candidates are chosen farthest-first: each is the one farthest from all chosen before. They are taken
// alternately from joint space and from recordings in the requested proportion; if one runs out, the other
// fills in. Held-out poses are an even selection instead, so that they represent what users will see.
// Recorded poses are moved to the place of the bind pose, because travelling causes no strain.
PoseChoice choosePoses(const Character& character, std::span<const Clip> motions,
                       std::span<const JointLimits> limits, const PoseMetric& metric,
                       const PoseChoiceSettings& settings = {});

// Greedy covering (Gonzalez 1985): the largest distance of a candidate to its nearest chosen pose is at most
// twice that of the best choice of the same size.
class FarthestFirst {
  public:
    FarthestFirst(std::size_t candidates, PairDistance distance);

    void take(std::uint32_t candidate);

    // The farthest of the candidates begin … end−1 that were not taken; the first one wins a tie.
    struct Farthest {
        std::uint32_t candidate;
        double distance;  // to the nearest chosen candidate
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
