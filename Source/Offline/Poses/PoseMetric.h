// The distance between two poses as far as flesh is concerned.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "Offline/Character/Pose.h"
#include "Offline/Character/SharedSkin.h"

namespace sinew::poses {

// d² = Σ A θ² / Σ A over pairs of joints that share skin, where A is the shared area and θ is the angle by
// which their relative rotation differs between the poses. So d is the mean rotation, in radians, of the skin
// that is strained. Flesh that follows one bone does not count, because bases describe what remains in the
// frames of bones. A hip counts more than a wrist, because more skin spans it. Rotating the whole body makes
// no difference. Pairs are used instead of parents because in IK rigs a foot is the child of a control, not
// of the shin whose skin it shares.
class PoseMetric {
  public:
    // `carrierOf` is as in SharedSkin.h. `character` must outlive this object.
    explicit PoseMetric(const Character& character, std::span<const std::uint32_t> carrierOf = {});

    // The data that distances depend on: for each pair, the relative rotation of the joints from the bind
    // pose.
    using Signature = std::vector<Quatd>;
    Signature signatureOf(const Pose& pose) const;

    // The distance in radians.
    double distance(const Signature& a, const Signature& b) const;

    struct Pair {
        std::uint32_t first, second;
        double weight;  // the weights sum to 1
    };
    const std::vector<Pair>& pairs() const { return pairs_; }

  private:
    const Skeleton& skeleton_;
    std::vector<Pair> pairs_;
};

// The distance between two poses of a list, by index.
using PairDistance = std::function<double(std::uint32_t, std::uint32_t)>;

}  // namespace sinew::poses
