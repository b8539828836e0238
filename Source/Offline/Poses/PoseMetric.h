// How different two poses are to the flesh.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "Offline/Character/Pose.h"
#include "Offline/Character/SharedSkin.h"

namespace sinew::poses {

// d² = Σ A θ² / Σ A over pairs of joints that share skin: A the area they share, θ the angle by which the
// rotation of one against the other differs between the poses. So d is the mean turn, in radians, of what
// gets strained. Flesh that rides along with one bone counts nothing, since bases are made from what is left
// in bone frames; a hip counts more than a wrist, as more skin lies across it; turning the whole body is
// no difference. Pairs, not parents: in rigs driven by IK a foot hangs on a control, not on the shin whose
// skin it shares.
class PoseMetric {
  public:
    // `carrierOf` as in SharedSkin.h. `character` must outlive this.
    explicit PoseMetric(const Character& character, std::span<const std::uint32_t> carrierOf = {});

    // All that distances depend on: per pair, the rotation of one joint against the other from the bind pose.
    using Signature = std::vector<Quatd>;
    Signature signatureOf(const Pose& pose) const;

    // Radians.
    double distance(const Signature& a, const Signature& b) const;

    struct Pair {
        std::uint32_t first, second;
        double weight;  // summing to one
    };
    const std::vector<Pair>& pairs() const { return pairs_; }

  private:
    const Skeleton& skeleton_;
    std::vector<Pair> pairs_;
};

// Between two of a list of poses.
using PairDistance = std::function<double(std::uint32_t, std::uint32_t)>;

}  // namespace sinew::poses
